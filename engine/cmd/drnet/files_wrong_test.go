package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"drnet/engine/dataset"
	"drnet/engine/dataset/spreadsheet/booktest"
)

// wrongFiles are files that are not text tables, and tables with a wrong file name.
func wrongFiles() []fileCase {
	return append(documents(), packedFiles()...)
}

func documents() []fileCase {
	const notText = "binary_file"
	elf := "\x7fELF\x02\x01\x01\x00" + strings.Repeat("\x00", 8) + noise(4000)
	list := []fileCase{
		{name: "an empty file", in: "", refused: "empty_file"},
		{name: "a mark and nothing else", in: "\ufeff", refused: "empty_file"},
		{name: "a line end and nothing else", in: "\n", refused: "empty_file"},
		{name: "blanks and nothing else", in: " \t\r\n \n\n", refused: "empty_file"},
		{
			name: "delimiters and nothing else", in: ",,,\n,,,\n,,,\n",
			refused: "empty_file|no_data_rows|not_csv|header|delimiter", says: "empty|value|row|header|name",
		},
		{name: "a PNG picture", in: "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + noise(3000), refused: notText, says: "png"},
		{name: "a JPEG picture", in: "\xff\xd8\xff\xe0\x00\x10JFIF\x00" + noise(3000), refused: notText, says: "jpeg|picture|image"},
		{name: "a GIF picture", in: "GIF89a\x01\x00\x01\x00\x80\x00\x00" + noise(300), refused: notText, says: "gif|picture|image"},
		{
			name: "a PDF document",
			in:   "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n" + noise(500), refused: notText,
			says: "pdf",
		},
		{name: "a Parquet file", in: "PAR1\x15\x04\x15\x10" + noise(2000) + "PAR1", refused: notText, says: "parquet"},
		{name: "an SQLite database", in: "SQLite format 3\x00\x10\x00\x01\x01\x00@  " + noise(4000), refused: notText, says: "sqlite"},
		{name: "an Arrow file", in: "ARROW1\x00\x00" + noise(2000), refused: notText},
		{name: "an HDF5 file", in: "\x89HDF\r\n\x1a\n" + strings.Repeat("\x00", 16) + noise(2000), refused: notText},
		{name: "an SPSS file", in: "$FL2@(#) SPSS DATA FILE" + strings.Repeat(" ", 40) + "\x02\x00\x00\x00" + noise(1000), refused: notText},
		{name: "a program", in: elf, refused: notText},
		{name: "random bytes", in: noise(5000), refused: notText + "|encoding|not_csv"},
		{name: "random bytes, few", in: noise(40), refused: notText + "|encoding|not_csv|no_data_rows"},
		{name: "zero bytes", in: strings.Repeat("\x00", 1000), refused: notText + "|empty_file"},
		{
			name: "an old Excel workbook",
			in:   "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 16) + noise(2000), refused: "spreadsheet",
			says: "excel",
		},
		{
			name:    "an HTML page",
			in:      "<!DOCTYPE html>\n<html><head><title>Log in, please</title></head>\n<body>a, b</body></html>\n",
			refused: "not_csv", says: "html|page",
		},
		{
			name: "an HTML page behind blanks",
			in:   "\n\n  <HTML>\n<body>\n<table><tr><td>1</td></tr></table>\n</body></HTML>\n", refused: "not_csv",
			says: "html|page",
		},
		{
			name: "an HTML page behind a comment",
			in:   "<!-- made by a program -->\n<html>\n<body><p>a, b</p></body>\n</html>\n", refused: "not_csv",
			says: "html|page|markup",
		},
		{
			name:    "an HTML table",
			in:      "<table border=1>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>\n",
			refused: "not_csv", says: "html|page|markup",
		},
		{name: "XML", in: "<?xml version=\"1.0\"?>\n<rows>\n<row a=\"1\"/>\n</rows>\n", refused: "not_csv", says: "xml|markup"},
		{name: "XML with a mark", in: "\ufeff<?xml version=\"1.0\"?>\n<rows>\n<row a=\"1\"/>\n</rows>\n", refused: "not_csv", says: "xml|markup"},
		{name: "an SVG picture", in: "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<path d=\"M 0,0 L 1,1\"/>\n</svg>\n", refused: "not_csv"},
		{name: "a JSON list of numbers", in: "[1, 2, 3,\n 4, 5, 6,\n 7, 8, 9]\n", refused: "not_csv", says: "json"},
		{name: "JSON with a mark", in: "\ufeff{\"a\": 1}\n", rows: "1", names: []string{"a"}},
		{
			name: "a name in brackets is no JSON", in: "[age],{x}\n" + strings.Repeat("31,1.5\n42,2.5\n53,3.5\n", 4),
			rows: "12", names: []string{"[age]", "{x}"}, types: "numeric numeric",
		},
		{
			name: "a name that begins like JSON", in: "{{age}},\"[{x\"\n" + strings.Repeat("31,1.5\n42,2.5\n53,3.5\n", 4),
			rows: "12", names: []string{"{{age}}", "[{x"}, types: "numeric numeric",
		},
		{name: "lines of Python", in: strings.Repeat("{'a': 1, 'b': 2}\n{'a': 3, 'b': 4}\n", 6), refused: "not_csv", says: "line 1"},
		{
			name: "a name in angles is no page",
			in:   "<5 years,>5 years\n" + strings.Repeat("31,1.5\n42,2.5\n53,3.5\n", 4), rows: "12",
			names: []string{"<5 years", ">5 years"}, types: "numeric numeric",
		},
		{
			name:    "rich text",
			in:      "{\\rtf1\\ansi\\deff0 {\\fonttbl {\\f0 Times;}}\n\\f0\\fs24 a, b\\par\n1, 2\\par\n}\n",
			refused: "not_csv|binary_file",
		},
		{
			name: "PostScript", in: "%!PS-Adobe-3.0\n%%Title: x\n%%EndComments\n/a 1 def\nshowpage\n",
			mayRefused: "not_csv|binary_file|delimiter|ragged|no_data_rows", warn: "*",
		},
		{
			name: "a file that stands for one elsewhere",
			in: "version https://git-lfs.github.com/spec/v1\n" +
				"oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n",
			mayRefused: "not_csv|delimiter|header|too_few_rows|no_data_rows", warn: "*",
		},
	}
	return list
}

// workbook returns a workbook with a sheet of notes and one of people.
func workbook() string {
	cell := func(style int, value string) string { return fmt.Sprintf(`<c s="%d"><v>%s</v></c>`, style, value) }
	text := func(s string) string { return `<c t="inlineStr"><is><t>` + s + `</t></is></c>` }
	people := "<row>" + text("age") + text("share") + text("when") + "</row>"
	for _, row := range [][3]string{{"31", "0.5", "43831"}, {"42", "0.255", "43832"}, {"53", "0.1", "43833"}} {
		people += "<row>" + cell(0, row[0]) + cell(1, row[1]) + cell(2, row[2]) + "</row>"
	}
	return string(booktest.Excel{Formats: []string{"0%", "d/m/yyyy"}, Sheets: []booktest.Sheet{
		{Name: "Notes", XML: "<sheetData><row>" + text("made by hand") + "</row></sheetData>"},
		{Name: "People", XML: "<sheetData>" + people + "</sheetData>"},
	}}.Bytes())
}

// zipped packs one file.
func zipped(names ...string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range names {
		f, _ := w.Create(name)
		f.Write([]byte(strings.Repeat("a,b\n1,2\n", 20)))
	}
	w.Close()
	return b.String()
}

func tarred() string {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	w.WriteHeader(&tar.Header{Name: "data.csv", Mode: 0o644, Size: int64(len(cleanCSV()))})
	w.Write([]byte(cleanCSV()))
	w.Close()
	return b.String()
}

func packedFiles() []fileCase {
	noisy := lines("a,b", 5000, func(i int) string { return fmt.Sprintf("%d,%d", i*i%9973, i%7) })
	cut := gzipped(noisy)
	damaged := []byte(gzipped(noisy))
	binary.LittleEndian.PutUint32(damaged[len(damaged)-8:], 0) // its checksum
	packed := func(name, file, in string) fileCase {
		c := asClean(name, in, "")
		c.file = file
		return c
	}
	const unreadable = "archive|unread"
	return []fileCase{
		{
			name:    "an Excel workbook",
			in:      zipped("[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/worksheets/sheet1.xml"),
			refused: "spreadsheet", says: "excel",
		},
		{
			name: "an Excel workbook, the list of types last",
			in:   zipped("xl/workbook.xml", "xl/worksheets/sheet1.xml", "[Content_Types].xml"), refused: "spreadsheet",
			says: "excel",
		},
		{
			name: "an Excel workbook under its own name", file: "table.xlsx",
			in: zipped("[Content_Types].xml", "xl/workbook.xml"), refused: "spreadsheet", says: "excel",
		},
		{
			name: "a workbook", file: "table.xlsx", in: workbook(), rows: "3", names: []string{"age", "share", "when"},
			types: "numeric numeric date", cells: map[string]any{"0,0": 31.0, "1,1": 25.5, "2,2": "2020-01-03"}, warn: "*",
			holds: func(got inspected) string {
				want := []dataset.Sheet{{Name: "Notes", Rows: 1, Columns: 1}, {Name: "People", Rows: 4, Columns: 3}}
				if !slices.Equal(got.Sheets, want) || got.Sheet != "People" {
					return fmt.Sprintf("sheets %v, %q, want %v", got.Sheets, got.Sheet, want)
				}
				return ""
			},
		},
		{name: "another sheet", file: "table.xlsx", in: workbook(), args: "-sheet Notes", refused: "no_data_rows|empty_file"},
		{name: "a sheet that does not exist", file: "table.xlsx", in: workbook(), args: "-sheet Pets", refused: "spreadsheet", says: "Pets"},
		{name: "a sheet of a text", in: cleanCSV(), args: "-sheet People", refused: "spreadsheet", says: "sheets"},
		{name: "a Word document", in: zipped("[Content_Types].xml", "word/document.xml"), refused: "archive|binary_file|spreadsheet|not_csv"},
		{
			name: "an open spreadsheet",
			in: "PK\x03\x04\x14\x00\x00\x08" +
				"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00.\x00\x00\x00.\x00\x00\x00\x08\x00\x00\x00" +
				"mimetypeapplication/vnd.oasis.opendocument.spreadsheet" + noise(300),
			refused: "spreadsheet|archive",
		},
		{name: "a ZIP archive without a table", file: "data.zip", in: zipped("data.png"), refused: "archive", says: "zip"},
		{name: "a 7z archive", in: "7z\xbc\xaf\x27\x1c\x00\x04" + noise(500), refused: "archive"},
		{name: "a bzip2 archive", in: "BZh91AY&SY" + noise(500), refused: "archive"},
		{name: "an xz archive", in: "\xfd7zXZ\x00\x00\x04" + noise(500), refused: "archive"},
		{name: "a zstd archive", in: "\x28\xb5\x2f\xfd\x04\x00" + noise(500), refused: "archive"},
		{name: "a RAR archive", in: "Rar!\x1a\x07\x01\x00" + noise(500), refused: "archive|binary_file"},
		{name: "a tar archive", in: tarred(), refused: "archive|binary_file"},
		{name: "a packed tar archive, named .csv", in: gzipped(tarred()), refused: "archive|binary_file"},
		{name: "a packed tar archive, named .csv.gz", file: "data.csv.gz", in: gzipped(tarred()), refused: "archive|binary_file"},

		packed("compressed", "data.csv.gz", gzipped(cleanCSV())),
		packed("compressed in two parts", "data.csv.gz", gzipped(cleanCSV()[:100])+gzipped(cleanCSV()[100:])),
		packed("compressed, UTF-16", "data.csv.gz", gzipped(markLE+utf16Text(cleanCSV(), binary.LittleEndian))),
		packed("compressed, semicolon, in capitals", "DATA.CSV.GZ", gzipped(written(clean, ";", "\n"))),
		{
			name: "compressed, named .csv", in: gzipped(cleanCSV()), mayRefused: "archive", rows: "12",
			names: cleanNames, types: cleanTypes, cells: cleanCells(),
		},
		{
			name: "not compressed, named .gz", file: "data.csv.gz", in: cleanCSV(), mayRefused: unreadable, rows: "12",
			names: cleanNames, types: cleanTypes, cells: cleanCells(),
		},
		{
			name: "compressed, cut off", file: "data.csv.gz", in: cut[:len(cut)*2/3], mayRefused: unreadable,
			warn: "cut|end|damage|incomplete|archive",
		},
		{
			name: "compressed, the last byte cut off", file: "data.csv.gz", in: cut[:len(cut)-1],
			mayRefused: unreadable, warn: "cut|end|damage|incomplete|archive",
		},
		{name: "compressed, damaged", file: "data.csv.gz", in: string(damaged), mayRefused: unreadable, warn: "damage|check|archive"},
		{name: "compressed, its head alone", file: "data.csv.gz", in: cut[:6], refused: unreadable + "|empty_file"},
		{
			name: "compressed, other bytes behind it", file: "data.csv.gz", in: gzipped(cleanCSV()) + "and more",
			mayRefused: unreadable, rows: "12", warn: "*",
		},
		{name: "a compressed empty file", file: "data.csv.gz", in: gzipped(""), refused: "empty_file"},
		{name: "a compressed picture", file: "data.csv.gz", in: gzipped("\x89PNG\r\n\x1a\n" + noise(500)), refused: "binary_file", says: "png"},
		{
			name: "a compressed workbook", file: "data.csv.gz",
			in: gzipped(zipped("[Content_Types].xml", "xl/workbook.xml")), refused: "archive",
		},
		{
			name: "compressed twice", file: "data.csv.gz.gz", in: gzipped(gzipped(cleanCSV())), mayRefused: "archive",
			rows: "12", names: cleanNames, cells: cleanCells(),
		},
		{
			name: "compressed, a line of 300 MB", file: "data.csv.gz",
			in:      gzipped("a,b\n1,") + strings.Repeat(gzipped(strings.Repeat("a", 1<<20)), 300),
			refused: "line_too_long|too_large|archive",
		},
	}
}
