package main

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"strings"
)

// object writes a line of the clean table as an object.
func object(line []string) string {
	var members []string
	for j, name := range clean[0] {
		value := line[j]
		if j%2 == 1 {
			value = `"` + value + `"`
		}
		members = append(members, `"`+name+`": `+value)
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// objects writes the clean table as objects.
func objects(between string) string {
	var list []string
	for _, line := range clean[1:] {
		list = append(list, object(line))
	}
	return strings.Join(list, between)
}

// listOf writes a column of the clean table as a list, or with keys as an object of numbered rows.
func listOf(j int, keys bool) string {
	var list []string
	for i, line := range clean[1:] {
		value, _ := json.Marshal(line[j])
		if j%2 == 0 {
			value = []byte(line[j])
		}
		if keys {
			value = []byte(`"` + string(rune('0'+i/10)) + string(rune('0'+i%10)) + `": ` + string(value))
		}
		list = append(list, string(value))
	}
	if keys {
		return "{" + strings.Join(list, ",\n") + "}"
	}
	return "[" + strings.Join(list, ",\n") + "]"
}

// columns writes the clean table as an object of columns.
func columns(keys bool) string {
	var list []string
	for j, name := range clean[0] {
		list = append(list, `"`+name+`": `+listOf(j, keys))
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// rowsOf repeats two objects, so that a table is long enough.
func rowsOf(a, b string) string {
	return "[" + strings.Repeat(a+",\n"+b+",\n", 5) + a + ",\n" + b + "]"
}

// jsonFiles are tables in JSON.
func jsonFiles() []fileCase {
	list := "[\n  " + objects(",\n  ") + "\n]\n"
	lists, _ := json.Marshal(clean)
	table := func(name, in, warn string) fileCase {
		c := asClean("JSON, "+name, in, warn)
		c.file = "data.json"
		return c
	}
	chosen := asClean("JSON, the chosen one of two", `{"many": [`+strings.Repeat(`{"x": 1}, `, 40)+`{"x": 2}], "few": `+list+`}`, "-")
	chosen.args = "-sheet few"
	all := []fileCase{
		table("a list of objects", list, "-"),
		table("a list of objects without blanks", strings.NewReplacer(" ", "", "\n", "").Replace(list), "-"),
		table("lines of objects", objects("\n")+"\n", "-"),
		table("lines of objects, the last without a line feed", objects("\r\n"), "-"),
		table("lines of lists", "["+strings.ReplaceAll(strings.Trim(string(lists), "[]"), "],[", "]\n[")+"]", "-"),
		table("a list of lists with names", string(lists), "-"),
		table("an object of lists", columns(false), "-"),
		table("as pandas writes it", columns(true), "-"),
		table("inside an object", `{"count": 12, "data": `+list+`}`, "count"),
		table("inside two objects", `{"result": {"fields": ["x"], "records": `+list+`}, "success": true}`, "success"),
		table("with a mark", "\ufeff"+list, "-"),
		table("UTF-16", markLE+utf16Text(list, binary.LittleEndian), "-"),
		table("compressed", gzipped(list), "-"),
		table("named .csv", list, "-"),
		chosen,
		{
			name: "JSON, the longer one of two", in: `{"few": [{"y": 1}], "many": ` + rowsOf(`{"a": 1, "b": "x"}`, `{"a": 2, "b": "y"}`) + `}`,
			rows: "12", names: []string{"a", "b"}, warn: "many",
		},
		{name: "JSON, a list of lists without names", in: "[[1, 2, 3],\n [4, 5, 6],\n [7, 8, 9]]\n", rows: "3", header: "no"},
		{
			name: "JSON, nested objects", in: rowsOf(`{"id": {"no": 7, "at": {"x": 1.5}}, "y": "a"}`,
				`{"id": {"no": 8, "at": {"x": 2.5}}, "y": "b"}`),
			rows: "12", names: []string{"id.no", "id.at.x", "y"}, cells: map[string]any{"0,1": 1.5, "1,0": 8}, warn: "-",
		},
		{
			name: "JSON, lists as values", in: rowsOf(`{"a": 1, "tags": ["x", "y"]}`, `{"a": 2, "tags": []}`),
			rows: "12", names: []string{"a", "tags"}, cells: map[string]any{"0,1": `["x","y"]`, "1,1": "[]"}, warn: "text",
		},
		{
			name: "JSON, other keys in other rows", in: rowsOf(`{"b": 1, "a": "x"}`, `{"c": 2, "a": "y", "d": null}`),
			rows: "12", names: []string{"b", "a", "c", "d"}, missing: "6 0 6 12", cells: map[string]any{"0,2": nil, "1,2": 2}, warn: "*",
		},
		{
			name: "JSON, truth values and null", in: rowsOf(`{"a": true, "b": null, "n": 1}`, `{"a": false, "b": "x", "n": 2}`),
			rows: "12", missing: "0 6 0", cells: map[string]any{"0,0": "true", "1,0": "false", "0,1": nil},
		},
		{
			name: "JSON, a key twice", in: rowsOf(`{"a": 1, "b": 3, "a": 2}`, `{"a": 5, "b": 4}`), rows: "12", names: []string{"a", "b"},
			cells: map[string]any{"0,0": 2, "1,0": 5}, warn: "twice",
		},
		{
			name: "JSON, large numbers", in: rowsOf(`{"a": 12345678901234567890, "b": "x"}`, `{"a": 12345678901234567891, "b": "y"}`),
			rows: "12", warn: "*",
		},
		{
			name: "JSON, numbers beyond the range", in: rowsOf(`{"a": 1e999, "b": 1}`, `{"a": 5, "b": 2}`), rows: "12", warn: "*",
		},
		{
			name: "JSON, leading zeros in quotes", in: rowsOf(`{"zip": "00501", "b": 1}`, `{"zip": "10001", "b": 2}`), rows: "12",
			cells: map[string]any{"0,0": "00501"},
		},
		{
			name: "JSON, NaN of Python", in: rowsOf(`{"a": NaN, "b": 1}`, `{"a": 2.5, "b": 2}`), rows: "12", missing: "6 0",
			types: "* numeric|binary",
		},
		{name: "JSON, invalid UTF-8", in: rowsOf("{\"a\": \"caf\xe9\", \"b\": 1}", `{"a": "tea", "b": 2}`), rows: "12", warn: "UTF-8"},
		{
			name: "JSON, quotes and line feeds", in: rowsOf(`{"a": "x, \"y\"\nz", "b": 1}`, `{"a": "\u00e9\ud83d\ude00", "b": 2}`), rows: "12",
			cells: map[string]any{"0,0": "x, \"y\"\nz", "1,0": "é😀"}, leftOut: "0",
		},
		{
			name: "JSON, names like values", in: rowsOf(`{"2019": 1, "2020": 2}`, `{"2019": 3, "2020": 4}`), rows: "12",
			names: []string{"2019", "2020"}, header: "yes",
		},
		{
			name: "JSON, names like formulas and markup", in: rowsOf(`{"<b>": 1, "=1+1": 2, "__proto__": 5}`,
				`{"<b>": 3, "=1+1": 4, "__proto__": 6}`),
			rows: "12", names: []string{"<b>", "=1+1", "__proto__"}, cells: map[string]any{"0,2": 5},
		},
		{name: "JSON, an empty row", in: rowsOf(`{"a": 1, "b": "x"}`, `{}`), rows: "6", leftOut: "6", warn: "without any value"},
		{name: "JSON, rows that repeat the names", in: rowsOf(`{"a": "a", "b": "b"}`, `{"a": "x", "b": "y"}`), rows: "12", leftOut: "0"},
		{name: "JSON, cut off", in: list[:len(list)*2/3], refused: "not_csv", says: "line 9"},
		{name: "JSON, lines cut off", in: objects("\n")[:600], refused: "not_csv", says: "line 10"},
		{name: "JSON, text behind it", in: list + "x", refused: "not_csv", says: "line 15"},
		{name: "JSON, nested without end", in: strings.Repeat(`[{"a":`, 50_000), refused: "not_csv", says: "100"},
		{name: "JSON, brackets without end", in: strings.Repeat("[", 100_000), refused: "not_csv", says: "100"},
		{name: "JSON, one object", in: `{"name": "x", "version": 1}`, rows: "1", names: []string{"name", "version"}},
		{name: "JSON, one object with another", in: `{"name": "x", "of": {"n": 1}}`, refused: "not_csv", says: "no table"},
		{name: "JSON, no rows", in: `[]`, refused: "not_csv", says: "no table"},
		{name: "JSON, a comma too many", in: `[{"a": 1}, {"a": 2},]`, refused: "not_csv", says: "value is missing"},
		{name: "JSON, lists of several lengths", in: `{"a": [1, 2], "b": [1]}`, refused: "not_csv", says: "no table"},
		{name: "JSON, a table that is not there", in: list, args: "-sheet data", refused: "not_csv", says: "data"},
	}
	return all
}

// archived packs files, given as names and contents in turn.
func archived(files ...string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, _ := w.Create(files[i])
		f.Write([]byte(files[i+1]))
	}
	w.Close()
	return b.String()
}

// archiveFiles are tables in ZIP archives.
func archiveFiles() []fileCase {
	other := "x,y\n" + strings.Repeat("1,2\n", 200)
	table := func(name, warn, args string, files ...string) fileCase {
		c := asClean("ZIP, "+name, archived(files...), warn)
		c.file, c.args = "data.zip", args
		return c
	}
	refused := func(name, kind, says, args string, files ...string) fileCase {
		return fileCase{name: "ZIP, " + name, in: archived(files...), refused: kind, says: says, args: args}
	}
	encrypted := []byte(archived("data.csv", cleanCSV()))
	encrypted[bytes.Index(encrypted, []byte("PK\x01\x02"))+8] |= 1 // a flag of the central directory
	return []fileCase{
		table("one table", "-", "", "data.csv", cleanCSV()),
		table("a table in a folder", "-", "", "table/", "", "table/data.csv", cleanCSV()),
		table("files of macOS", "-", "", "__MACOSX/._data.csv", noise(900), ".DS_Store", noise(900), "data.csv", cleanCSV()),
		table("a readme and a licence", "README.md", "", "README.md", "# Data\n", "LICENSE", "MIT", "data.csv", cleanCSV()),
		table("a picture", "chart.png", "", "chart.png", noise(900), "data.csv", cleanCSV()),
		table("semicolons in .txt", "-", "", "data.txt", written(clean, ";", "\r\n")),
		table("tabs in .data", "readme", "", "readme.txt", "text", "adult.data", written(clean, "\t", "\n")),
		table("a name without an ending", "-", "", "data", cleanCSV()),
		table("a title above", "above", "", "data.csv", "Table of people\n\n"+cleanCSV()),
		table("UTF-16", "-", "", "data.csv", markLE+utf16Text(cleanCSV(), binary.LittleEndian)),
		table("JSON", "-", "", "data.json", "["+objects(",")+"]"),
		table("lines of JSON", "-", "", "data.ndjson", objects("\n")),
		table("compressed inside", "-", "", "data.csv.gz", gzipped(cleanCSV())),
		table("the chosen one", "-", "-sheet small.csv", "large.csv", other, "small.csv", cleanCSV()),
		table("the chosen one in a folder", "-", "-sheet small.csv", "large.csv", other, "a/small.csv", cleanCSV()),
		{
			name: "ZIP, the largest of two", in: archived("small.csv", cleanCSV(), "large.csv", other), rows: "200",
			names: []string{"x", "y"}, warn: "large.csv",
		},
		refused("no table", "archive", "a.png", "", "a.png", noise(900), "b.pdf", noise(900)),
		refused("nothing", "empty_file|archive", "empty", ""),
		refused("another one inside", "archive", "inside", "", "data.csv", archived("data.csv", cleanCSV())),
		refused("a name that is not there", "archive", "data.csv", "-sheet other.csv", "data.csv", cleanCSV()),
		refused("a picture named .csv", "binary_file", "PNG", "", "data.csv", "\x89PNG\r\n"+noise(900)),
		{name: "ZIP, encrypted", in: string(encrypted), refused: "archive", says: "password"},
		{name: "ZIP, cut off", in: archived("data.csv", cleanCSV())[:150], refused: "archive", says: "cut off"},
	}
}

// pastedFiles are cells as spreadsheet programs copy them.
func pastedFiles() []fileCase {
	tabs := written(clean, "\t", "\r\n")
	return []fileCase{
		asClean("pasted", tabs, "-"),
		asClean("pasted, the last line without its end", strings.TrimSuffix(tabs, "\r\n"), "-"),
		{
			name: "pasted with blank rows below", in: tabs + "\t\t\t\r\n\t\t\t\r\n", rows: "12", types: cleanTypes, leftOut: "2",
			warn: "without any value",
		},
		asClean("pasted with quotes", strings.ReplaceAll(tabs, "Paris", `"Paris"`), "-"),
		{
			name: "pasted, line feeds in a cell", in: strings.ReplaceAll(tabs, "Paris", "\"Paris\nwest\"") + "27\tRome\t1.5\tyes\r\n",
			rows: "13", cells: map[string]any{"0,1": "Paris\nwest"}, leftOut: "0",
		},
		{name: "pasted, inch marks", in: strings.ReplaceAll(tabs, "Paris", `5" disk`), rows: "12", cells: map[string]any{"0,1": `5" disk`}},
		{
			name: "pasted, quotes inside", in: strings.ReplaceAll(tabs, "Paris", `"a ""big"" one"`), rows: "12",
			cells: map[string]any{"0,1": `a "big" one`},
		},
		{
			name: "pasted, decimal commas", in: strings.ReplaceAll(tabs, ".", ","), rows: "12", types: cleanTypes,
			cells: map[string]any{"0,2": 1520.5},
		},
		{name: "pasted, empty cells", in: strings.ReplaceAll(tabs, "Rome", ""), rows: "12", missing: "0 4 0 0"},
	}
}

// foreignFiles are tables in the formats of other programs, which are named with the next step.
func foreignFiles() []fileCase {
	foreign := func(name, in, kind, says string) fileCase {
		return fileCase{name: name + " with a next step", in: in + noise(500), refused: kind, says: says}
	}
	return []fileCase{
		foreign("Parquet", "PAR1\x15\x04", "binary_file", "read_parquet"),
		foreign("Feather", "ARROW1\x00\x00", "binary_file", "read_feather"),
		foreign("old Feather", "FEA1\x00\x00", "binary_file", "read_feather"),
		foreign("ORC", "ORC\x11", "binary_file", "read_orc"),
		foreign("HDF5", "\x89HDF\r\n\x1a\n", "binary_file", "read_hdf"),
		foreign("SQLite", "SQLite format 3\x00", "binary_file", "sqlite3 -header -csv"),
		foreign("SPSS", "$FL2@(#) SPSS", "binary_file", "read_sav"),
		foreign("SPSS, compressed", "$FL3@(#) SPSS", "binary_file", "read_sav"),
		foreign("Stata", "<stata_dta><header>", "binary_file", "export delimited"),
		foreign("old Stata", "s\x02\x01\x00", "binary_file", "export delimited"),
		foreign("SAS", strings.Repeat("\x00", 12)+"\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92", "binary_file", "read_sas"),
		{name: "R object with a next step", in: gzipped("X\n\x00\x00\x00\x03" + noise(500)), refused: "binary_file", says: "readRDS"},
		{name: "R workspace with a next step", in: gzipped("RDX3\nX\n" + noise(500)), refused: "binary_file", says: "load("},
		foreign("NumPy", "\x93NUMPY\x01\x00", "binary_file", "CSV"),
		foreign("MATLAB", "MATLAB 5.0 MAT-file, Platform", "binary_file", "CSV"),
	}
}
