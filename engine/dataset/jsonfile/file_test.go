package jsonfile

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"testing"

	"drnet/engine/dataset/csvfile"
)

// cases are JSON texts, the table that is proposed, and the sentences about it, or the error with its line.
var cases = []struct{ name, text, want, says string }{
	{name: "objects", text: `[{"a":1,"b":"x"},{"a":2,"b":"y"}]`, want: "a,b|1,x|2,y"},
	{name: "blanks and lines", text: "\n [ { \"a\" : 1 ,\n\"b\":2 } , {\"a\":3,\r\n\t\"b\":4}\n]\n\n", want: "a,b|1,2|3,4"},
	{name: "lines of JSON", text: "{\"a\":1}\n{\"a\":2,\"b\":3}\n", want: "a,b|1,|2,3"},
	{name: "lines without a feed", text: `{"a":1}{"a":2}`, want: "a|1|2"},
	{name: "blank lines", text: "{\"a\":1}\r\n\r\n{\"a\":2}\r\n", want: "a|1|2"},
	{name: "lines of lists", text: "[\"a\",\"b\"]\n[1,2]\n[3,null]", want: "a,b|1,2|3,"},
	{name: "lines of nested lists", text: "[[1]]\n[2]", want: "[1]|2"},
	{name: "list of lists", text: `[["a","b"],[1,2],[3,4]]`, want: "a,b|1,2|3,4"},
	{name: "columns", text: `{"a":[1,2],"b":["x",null]}`, want: "a,b|1,x|2,"},
	{name: "pandas columns", text: `{"a":{"0":1,"1":2},"b":{"0":"x","1":"y"}}`, want: "a,b|1,x|2,y"},
	{name: "pandas columns, indented", text: "{\n \"a\": {\n  \"0\": 1 },\n \"b\": {\n  \"0\": 2 } }", want: "a,b|1,2"},
	{name: "pandas rows", text: `{"0":{"a":1,"b":"x"},"1":{"a":2,"c":null}}`, want: "a,b,c|1,x,|2,,"},
	{name: "pandas rows, indented", text: "{\n \"0\" : {\n  \"a\": 1 },\n \"7\": {\n  \"a\": 2 } }", want: "a|1|2"},
	{name: "pandas rows inside an object", text: `{"n":2,"t":{"0":{"a":1},"1":{"a":2}}}`, want: "a|1|2", says: `left out: "n"`},
	{name: "pandas columns with numbers as names", text: `{"0":{"0":1,"1":2},"1":{"0":"x","1":"y"}}`, want: "0,1|1,x|2,y"},
	{name: "pandas rows and a number", text: `{"0":{"a":1},"1":2}`, says: "the JSON text contains no table"},
	{name: "pandas rows, cut off", text: `{"0":{"a":1},"1":{`, says: "the JSON text ends before it is complete"},
	{
		name: "rows by name", text: `{"ann":{"age":1,"n":{"b":2}},"bob":{"age":2},"\u00e9":{"age":null}}`,
		want: "key,age,n.b|ann,1,2|bob,2,|é,,",
	},
	{name: "columns by name", text: `{"a":{"r":1,"s":2,"t":3,"u":4},"b":{"r":1},"c":{"r":1}}`, says: "the JSON text contains no table"},
	{
		name: "rows by date", text: `{"m":{"a":1},"t":{"2024-01-05":{"1. a":"3"},"2024-01-04":{"1. a":"4"},"2024-01-03":{"1. a":"5"}}}`,
		want: "key,1. a|2024-01-05,3|2024-01-04,4|2024-01-03,5", says: `left out: "m.a"`,
	},
	{name: "rows by name and a list of rows", text: `{"t":{"a":{"n":1},"b":{"n":2},"c":{"n":3}},"u":[{"x":1}]}`, want: "x|1"},
	{name: "rows by name and columns", text: `{"t":{"a":{"n":1},"b":{"n":2},"c":{"n":3}},"x":[1,2],"y":[3,4]}`, want: "x,y|1,3|2,4"},
	{name: "lists of rows by name", text: `{"a":{"r":[{"n":1}]},"b":{"r":[{"n":2},{"n":3}]},"c":{"r":[{"n":4}]}}`, want: "n|2|3"},
	{
		name: "pandas columns by name", want: "x,y|1,3|2,4",
		text: `{"a":{"x":{"0":1,"1":2},"y":{"0":3,"1":4}},"b":{"x":{"0":5},"y":{"0":6}},"c":{"x":{"0":7},"y":{"0":8}}}`,
	},
	{
		name: "pandas rows by name", want: "n|2|3",
		text: `{"a":{"x":{"0":{"n":1}}},"b":{"x":{"0":{"n":2},"1":{"n":3}}},"c":{"x":{"0":{"n":4}}}}`,
	},
	{name: "rows by name with brackets", text: `{"a":{"n":"[1]"},"b":{"n":"{"},"7":{"n":"]"}}`, want: "key,n|a,[1]|b,{|7,]"},
	{name: "pandas rows with zeros", text: `{"00":{"a":1},"01":{"a":2}}`, want: "a|1|2"},
	{name: "rows by year", text: `{"2019":{"a":1},"2020":{"a":2}}`, want: "key,a|2019,1|2020,2"},
	{name: "columns by year", text: `{"a":{"2019":1,"2020":2},"b":{"2019":3,"2020":null}}`, want: "key,a,b|2019,1,3|2020,2,"},
	{
		name: "rows with other years", text: `{"n":1,"t":{"a":{"2019":1,"2020":2},"b":{"2020":3,"2021":4}}}`,
		want: "key,2019,2020,2021|a,1,2,|b,,3,4", says: `left out: "n"`,
	},
	{name: "rows with another order of years", text: `{"a":{"0":1,"1":2},"b":{"1":3,"0":4}}`, want: "key,0,1|a,1,2|b,4,3"},
	{name: "objects of other years and a word", text: `{"n":1,"a":{"2019":1,"2020":2},"b":{"2020":3,"2021":4}}`, says: "contains no table"},
	{name: "objects of other years and lists", text: `{"x":[7],"a":{"2019":1},"b":{"2020":3}}`, says: "contains no table"},
	{name: "columns by year and lists", text: `{"x":[7,8],"a":{"2019":1,"2020":2}}`, want: "key,x,a|2019,7,1|2020,8,2"},
	{name: "rows by number and name", text: `{"7":{"n":1},"b":{"n":2},"c":{"\u006e":3}}`, want: "key,n|7,1|b,2|c,3"},
	{name: "empty rows by name", text: `{"a":{},"b":{},"c":{}}`, says: "the JSON text contains no table"},
	{name: "objects of other kinds by name", text: `{"a":{"n":1},"b":{"m":2},"c":{"n":3}}`, says: "the JSON text contains no table"},
	{name: "a single line", text: "{\"a\":1,\"b\":\"x\"}\n", want: "a,b|1,x"},
	{name: "split", text: `{"columns":["a","b,c"],"index":[0,1],"data":[[1,"x"],[2,null]]}`, want: `a,"b,c"|1,x|2,`},
	{name: "rows of a query", text: `{"rows":[[1,"x"],[2,"y"]],"columns":["a","b"]}`, want: "a,b|1,x|2,y"},
	{name: "rows of a query, of other lengths", text: `{"rows":[[1,"x"],[2]],"columns":["a","b"]}`, want: "a,b|1,x|2"},
	{name: "a column without a name", text: `{"columns":[""],"data":[[1],[2]]}`, want: "column1|1|2"},
	{name: "split, rows first", text: `{"t":{"data":[[1,"x"]],"index":[0],"columns":["a","b"]}}`, want: "a,b|1,x"},
	{name: "columns of another length", text: `{"columns":["a"],"data":[[1,"x"],[2,"y"]]}`, want: "1,x|2,y"},
	{name: "inside an object", text: `{"count":2,"data":[{"a":1},{"a":2}],"next":null}`, want: "a|1|2", says: `left out: "count", "next"`},
	{name: "inside objects", text: `{"ok":true,"result":{"records":[{"a":1}],"n":1}}`, want: "a|1", says: `left out: "ok", "result.n"`},
	{
		name: "rows behind facts", text: `[{"page":1,"total":2},[{"a":1,"b":{"c":2}},{"a":3,"b":{"c":4}}]]`, want: "a,b.c|1,2|3,4",
		says: `left out: "page", "total"`,
	},
	{name: "rows behind facts, inside an object", text: `{"t":[{"page":1},[{"a":1}]]}`, want: "a|1", says: `left out: "t.page"`},
	{
		name: "rows behind facts, and more", text: `[{"page":1},[{"a":1}],[{"a":2}]]`,
		says: "row 3 is written in another way than the first one",
	},
	{name: "lists behind facts", text: `[{"page":1},[1,2]]`, says: "row 2 is written in another way than the first one"},
	{
		name: "comments", want: "a,b|1,x // y|2,z",
		text: "// by hand\n/* two\n * lines / */[ // first\n{\"a\":1/* one */,\"b\":\"x // y\"}, // end\n{\"a\":2//two\n,\"b\":\"z\"}]\n//",
	},
	{name: "comment without an end", text: `[{"a":1} /* x`, says: "line 1: the JSON text ends before it is complete"},
	{name: "one slash", text: `[{"a":1} / 2]`, says: "a comma or a closing ] is missing"},
	{name: "lists beside rows", text: `{"data":[{"a":1}],"tags":["x","y"]}`, want: "a|1"},
	{name: "columns beside words", text: `{"name":"t","a":[1,2],"b":[3,4]}`, want: "a,b|1,3|2,4", says: `left out: "name"`},
	{name: "the larger of two", text: `{"few":[{"a":1}],"many":[{"b":1},{"b":2}]}`, want: "b|1|2"},
	{name: "nested", text: `[{"a":{"b":1,"c":{"d":2}}},{"a":{"b":3,"e":4}}]`, want: "a.b,a.c.d,a.e|1,2,|3,,4"},
	{name: "nested and plain", text: `[{"a":1},{"a":{"b":2}}]`, want: "a,a.b|1,|,2"},
	{name: "nested and null", text: `[{"a":null,"c":1},{"a":{"b":2},"c":3}]`, want: "c,a.b|1,|3,2"},
	{name: "the same path twice", text: `[{"a.b":1,"a":{"b":2}}]`, want: "a.b,a.b|1,2"},
	{name: "empty objects", text: `[{"a":{},"b":1},{},{"b":2}]`, want: "a,b|,1|,|,2"},
	{name: "lists as cells", text: `[{"a":[1, 2],"b":1},{"a":[],"b":2}]`, want: `a,b|"[1,2]",1|[],2`, says: `kept as text: "a"`},
	{name: "order of first appearance", text: `[{"b":1},{"a":2,"b":3},{"c":4,"a":5}]`, want: "b,a,c|1,,|3,2,|,5,4"},
	{name: "another order of keys", text: `[{"a":1,"b":2,"c":3},{"c":6,"b":5,"a":4}]`, want: "a,b,c|1,2,3|4,5,6"},
	{name: "null and words", text: `[{"a":null,"b":true,"c":false},{"a":1,"b":false,"c":true}]`, want: "a,b,c|,true,false|1,false,true"},
	{name: "only blanks", text: `[{"a":"x"},{"a":"  "}]`, want: `a|x|""`},
	{name: "only null", text: `[{"a":null},{"a":null}]`, want: `a|""|""`},
	{
		name: "key twice", text: "[{\"a\":1},\n{\"a\":2,\"a\":3}]", want: "a|1|3",
		says: "1 row has a key twice, of which the last value counts; the first is row 2",
	},
	{
		name: "numbers as written", text: `[{"a":12345678901234567890,"b":1.10,"c":-0,"d":1e400,"e":0.30000000000000004}]`,
		want: "a,b,c,d,e|12345678901234567890,1.10,-0,1e400,0.30000000000000004",
	},
	{name: "numbers in quotes", text: `[{"zip":"00501"}]`, want: "zip|00501"},
	{name: "leading zeros", text: `[{"zip":00501}]`, want: "zip|00501"},
	{name: "NaN", text: `[{"a":NaN,"b":-Infinity},{"a":1,"b":Infinity}]`, want: "a,b|NaN,-Infinity|1,Infinity"},
	{
		name: "quotes, commas and line feeds", text: `[{"a\"b":"x,y","c":"u\nv","d":"\"","e":""}]`,
		want: `"a""b",c,d,e|"x,y","u` + "\n" + `v","""",`,
	},
	{name: "escapes", text: `[{"a":"\u00e9\ud83d\ude00\/\\","b":"\ud800"}]`, want: "a,b|é😀/\\,\ufffd"},
	{name: "invalid UTF-8", text: "[{\"a\":\"\xff\"}]", want: "a|\xff"},
	{name: "empty key", text: `[{"":1,"a":2}]`, want: ",a|1,2"},
	{name: "dangerous keys", text: `[{"__proto__":1,"constructor":{"name":2}}]`, want: "__proto__,constructor.name|1,2"},
	{
		name: "GeoJSON", text: `{"type":"FeatureCollection",` +
			`"features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"n":1}}]}`,
		want: `type,geometry.type,geometry.coordinates,properties.n|Feature,Point,"[1,2]",1`, says: `kept as text: "geometry.coordinates"`,
	},

	{name: "cut off in a list", text: "[{\"a\":1},\n{\"a\":", says: "line 2: the JSON text ends before it is complete"},
	{name: "cut off in a text", text: "[{\"a\":\"xy", says: "line 1: the JSON text ends before it is complete"},
	{name: "cut off in a word", text: "[{\"a\":tru", says: "line 1: the JSON text ends before it is complete"},
	{name: "cut off behind a backslash", text: `[{"a":"\`, says: "line 1: the JSON text ends"},
	{name: "cut off between lines", text: "{\"a\":1}\n{\"a\":2}\n{\"a\"", says: "line 3: the JSON text ends before it is complete"},
	{name: "text behind the end", text: "[{\"a\":1}]\nx", says: "line 2: the JSON text is damaged: text follows the end of the first value"},
	{
		name: "commas between lines", text: "{\"a\":1},\n{\"a\":2}",
		says: "line 1: the JSON text is damaged: text follows the end of the first value",
	},
	{name: "comma too many", text: "[{\"a\":1},]", says: "a value is missing, or the comma before ] is one too many"},
	{
		name: "comma too many in a row", text: "[{\"a\":1,},\n{\"a\":2}]",
		says: "line 1: the JSON text is damaged: a value is missing, or the comma before } is one too many",
	},
	{name: "comma missing", text: "[{\"a\":1\n\"b\":2}]", says: "line 2: the JSON text is damaged: a comma or a closing } is missing"},
	{name: "colon missing", text: `[{"a" 1}]`, says: "a colon is missing"},
	{name: "key without quotes", text: `[{a:1}]`, says: "a key in double quotes is missing"},
	{name: "word unknown", text: `[{"a":undefined}]`, says: `"undefined" is not a value`},
	{name: "number unknown", text: `[{"a":0x1F}]`, says: `"0x1F" is not a value`},
	{name: "escape unknown", text: `[{"a":"\x"}]`, says: "a backslash that starts no escape"},
	{name: "line feed in a text", text: "[{\"a\":\"x\n\"}]", says: "line 1: the JSON text is damaged: a text in quotes has a line feed"},
	{name: "NUL", text: "[{\"a\":1},\x00]", says: "is not a value"},
	{name: "too deep", text: strings.Repeat("[", 1000), says: "more than 100 lists or objects are inside each other"},
	{name: "too deep below a key", text: `[{"a":` + strings.Repeat(`{"a":`, 1000), says: "more than 100 lists or objects"},
	{
		name: "rows of two kinds", text: "[{\"a\":1},\n2]",
		says: "line 2: the JSON text is damaged: row 2 is written in another way than the first one",
	},
	{name: "single values", text: `[1,2,3]`, says: "the JSON text contains no table"},
	{name: "empty list", text: `[]`, says: "the JSON text contains no table"},
	{name: "an empty object", text: `{}`, says: "the JSON text contains no table"},
	{name: "one object with another", text: `{"a":1,"b":{"c":2}}`, says: "the JSON text contains no table"},
	{name: "lists of two lengths", text: `{"a":[1,2],"b":[3]}`, says: "the JSON text contains no table"},
	{name: "objects by name", text: `{"ann":{"age":1},"bob":{"age":2}}`, says: "the JSON text contains no table"},
	{name: "a number", text: `5`, says: "the JSON text contains no table"},
}

// text returns the proposed table of a text, and the warnings or the error.
func text(from []byte) (table, says string, err error) {
	f, err := Parse(from)
	if err != nil {
		return "", err.Error(), err
	}
	r, err := f.Open(f.Tables[0])
	if err != nil {
		return "", err.Error(), err
	}
	out, err := io.ReadAll(r)
	return string(out), strings.Join(r.Warnings, "; "), err
}

func TestTables(t *testing.T) {
	for _, c := range cases {
		got, says, err := text([]byte(c.text))
		if _, own := err.(*csvfile.Error); err != nil && !own {
			t.Errorf("%s: the error is a %T: %v", c.name, err, err)
		}
		want := c.want
		if want != "" {
			want = strings.ReplaceAll(want, "|", "\n") + "\n"
		}
		if got != want || !strings.Contains(says, c.says) || c.says == "" && says != "" {
			t.Errorf("%s: %q, %q, want %q, %q", c.name, got, says, want, c.says)
		}
	}
}

// FuzzParse checks that every text is a table or an *csvfile.Error, and that all rows of a table are in its text, those of
// objects with the width of the names.
func FuzzParse(f *testing.F) {
	for _, c := range cases {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, from []byte) {
		file, err := Parse(from)
		var rows *Records
		if err == nil {
			rows, err = file.Open(file.Tables[0])
		}
		if err != nil {
			if _, own := err.(*csvfile.Error); !own {
				t.Fatalf("the error is a %T: %v", err, err)
			}
			return
		}
		text, err := io.ReadAll(rows)
		if err != nil {
			t.Fatalf("the second reading fails: %v", err)
		}
		in, want := csv.NewReader(bytes.NewReader(text)), file.Tables[0].Rows
		in.FieldsPerRecord = -1
		if rows.Named {
			want++
		}
		if rows.Named && file.Tables[0].header == nil { // otherwise lists, which may have any length
			in.FieldsPerRecord = 0
		}
		if records, err := in.ReadAll(); err != nil || len(records) != want {
			t.Fatalf("%q: %d lines in %q, want %d; %v", from, len(records), text, want, err)
		}
	})
}

// TestColumnsAreBounded checks that few bytes cannot ask for a wide or an endless table.
func TestColumnsAreBounded(t *testing.T) {
	var wide, sparse strings.Builder
	for i := range csvfile.MaxColumns + 2 {
		fmt.Fprintf(&wide, "{\"k%d\":1}\n", i)
	}
	fmt.Fprintf(&sparse, "{")
	for i := range csvfile.MaxColumns - 1 {
		fmt.Fprintf(&sparse, "\"k%d\":1,", i)
	}
	sparse.WriteString("\"last\":1}\n" + strings.Repeat("{}\n", 1<<17))
	for text, kind := range map[string]string{wide.String(): csvfile.TooManyColumns, sparse.String(): csvfile.TooLarge} {
		f, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Open(f.Tables[0]); err == nil || err.(*csvfile.Error).Kind != kind {
			t.Errorf("%v, want %s", err, kind)
		}
	}
}

// BenchmarkDepth reads an object of 100,000 keys inside others. Its time hardly depends on the depth.
func BenchmarkDepth(b *testing.B) {
	row := "{" + strings.Repeat(`"k":1,`, 100_000) + `"k":{}}`
	for _, depth := range []int{8, mostNested - 8} {
		b.Run(fmt.Sprintf("depth=%d", depth), func(b *testing.B) {
			text := []byte(strings.Repeat(`{"k":`, depth) + row + strings.Repeat("}", depth))
			for b.Loop() {
				if _, err := Parse(text); err == nil {
					b.Fatal("a table")
				}
			}
		})
	}
}
