package csvfile

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"drnet/engine/realdata"
)

// sniffs are heads of files with their layouts in the form of show. They also seed the fuzzer. A head with "…" at its end
// is not the whole file.
var sniffs = []struct {
	name, head string
	options    OpenOptions
	want       string   // delimiter, quote, escape, line end, width and names, or column1… where there are none
	warnings   []string // parts of them
}{
	// Delimiters.
	{name: "comma", head: "a,b\n1,x\n2,y\n", want: `, LF a|b`},
	{name: "semicolon", head: "a;b\n1;x\n2;y\n", want: `; LF a|b`},
	{name: "tab", head: "a\tb\n1\tx\n2\ty\n", want: `\t LF a|b`},
	{name: "bar", head: "a|b\n1|x\n2|y\n", want: `| LF a|b`},
	{name: "comma and blank", head: "a, b\n1, x\n2, y\n", want: `, LF a|b`},
	{name: "comma given", head: "a;b,c\n1;2,3\n", options: OpenOptions{Delimiter: ','}, want: `, LF a;b|c`},
	{name: "semicolon given", head: "a;b,c\n1;2,3\n", options: OpenOptions{Delimiter: ';'}, want: `; LF a|b,c`},
	{name: "colon given", head: "a:b\n1:2\n", options: OpenOptions{Delimiter: ':'}, want: `: LF a|b`},
	{name: "broken bar given", head: "a\x1fb\n1\x1f2\n", options: OpenOptions{Delimiter: '¦'}, want: `¦ LF a|b`},
	{name: "decimal commas", head: "a;b\n1,5;2,3\n2,5;3,3\n", want: `; LF a|b`},
	{name: "decimal commas without names", head: "1,5;2,3\n2,5;3,3\n4,1;5,2\n", want: `; LF 2 columns`, warnings: []string{"looks like data"}},
	{name: "decimal commas, three columns", head: "a;b;c\n1,5;2,3;1,1\n2,5;3,3;2,2\n", want: `; LF a|b|c`},
	{name: "decimal commas in tabs", head: "a\tb\n1,5\t2,3\n2,5\t3,3\n", want: `\t LF a|b`},
	{name: "thousands in semicolons", head: "a;b\n1,234,567;2\n2,345,678;3\n", want: `; LF a|b`},
	{name: "thousands in quotes", head: "a,b\n\"1,234\",2\n\"2,345\",3\n", want: `, " LF a|b`},
	{name: "texts with commas in tabs", head: "name\tcity\nDoe, Jane\tParis\nRoe, Rick\tRome\nPoe, Edgar\tBoston\n", want: `\t LF name|city`},
	{
		name: "texts with commas in tabs, no names", head: "Doe, Jane\tParis\nRoe, Rick\tRome\nPoe, Edgar\tBoston\n",
		want: `\t LF Doe, Jane|Paris`,
	},
	{name: "texts with semicolons in commas", head: "a,b\nx; y,1\nz; w,2\n", want: `, LF a|b`},
	{
		name: "bars around rows", head: "Prices\n| id | x |\n|---:|---|\n| 1 | a |\n| 2 | b |\n",
		want:     `| LF id|x skip=2 preamble=1 trailing`,
		warnings: []string{"every row starts", "every row ends", "above"},
	},
	{name: "bars before rows", head: "|1|a\n|2|b\n", want: `| LF 2 columns`, warnings: []string{"every row starts", "looks like data"}},
	{name: "a value before a bar", head: "|id|x\nn|1|a\n|2|b\n", want: `| LF column1|id|x`, warnings: []string{"without a name"}},
	{name: "years below a blank line again", head: "k,2019,2020\nn,1,2\ns,4,5\n\nk,2019,2020\nn,3,3\n", want: `, LF k|2019|2020`},
	{name: "texts with bars", head: "a,b\nx|y,1\nz|w,2\n", want: `, LF a|b`},
	{name: "dates and times", head: "when;what\n2026-01-31 12:30;a\n2026-02-01 13:00;b\n", want: `; LF when|what`},
	{name: "times in commas", head: "12:30,1\n12:40,2\n12:50,3\n", want: `, LF 2 columns`, warnings: []string{"looks like data"}},
	{name: "addresses", head: "id,mail,url\n1,a@b.org,https://b.org/x?y=1;z=2\n2,c@d.org,https://d.org/x\n", want: `, LF id|mail|url`},
	{name: "currency", head: "a;b\n€ 1.234,50;5 %\n€ 2,00;7 %\n", want: `; LF a|b`},
	{name: "two delimiters", head: "a;b,c\nx;y,z\nu;v,w\np;q,r\n", want: `; LF a|b,c`, warnings: nil},
	{
		name: "two delimiters in texts", head: "a; b, c\nx; y, z\nu; v, w\np; q, r\n", want: `; LF a|b, c`,
		warnings: []string{"could also be separated by commas"},
	},
	{name: "rows of several widths", head: "a,b,c,d\n1,2,3,4\n1,2\n1,2,3\n1,2,3,4\n1\n", want: `, LF a|b|c|d`},
	{name: "rows shorter than the header", head: "a,b,c,d\n1,2\n1,2,3\n1,2\n1,2,3\n", want: `, LF a|b|c|d`},
	{name: "empty cells", head: "a,b,c\n,,1\n,2,\n3,,\n", want: `, LF a|b|c`},

	// One column.
	{name: "one column", head: "a\n1\n2\n", want: `, LF a`},
	{name: "one column without a name", head: "1\n2\n3\n", want: `, LF 1 columns`, warnings: []string{"are called column1"}},
	{name: "one column of decimal commas", head: "x\n1,5\n2,5\n3,0\n", want: `, LF x`},
	{name: "one column of prose", head: "text\nHello, world\nThis is, as they say, it\nNothing here\n", want: `, LF text`},
	{name: "one column of prose with one comma", head: "text\nHello, world\nGood, bye\nSee, you\n", want: `, LF text`},
	{name: "prose among lines", head: "First line\nHello, world\nAnother line\nMore\nEnd\n", want: `, LF First line`},
	{name: "one column of quoted prose", head: "text\n\"Hello, world\"\n\"Good, bye\"\n", want: `, " LF text`},
	{
		name: "quoted texts between blanks", head: "id kind \"what\" \"where\"\n1 x y \"a, b\" \"u\"\n2 z \"c, d\" \"v\"\n3 x \"e\" \"w\"\n",
		want: `, LF id kind "what" "where"`, warnings: []string{"no character separates every line"},
	},
	{name: "one column of talk", head: "text\nHe said \"no, no\".\nI said \"yes, but\"\n", want: `, LF text`},
	{name: "one column of times", head: "time\n12:30\n12:40\n12:50\n", want: `, LF time`},
	{name: "one column of full names", head: "full name\nJane Doe\nRick Roe\nEdgar Poe\n", want: `, LF full name`},
	{name: "one column of links", head: "url\nhttp://a.b\nhttp://c.d\nhttp://e.f\n", want: `, LF url`},
	{name: "colons", head: "a:b:c\n1:2:3\n4:5:6\n7:8:9\n", want: `, LF a:b:c`, warnings: []string{"3 separated by colons"}},
	{name: "circumflexes", head: "a^b\nx^y\nz^w\n", want: `, LF a^b`, warnings: []string{"circumflexes"}},
	{name: "tildes", head: "a~b\n1~2\n3~4\n", want: `, LF a~b`, warnings: []string{"tildes"}},
	{name: "broken bars", head: "a¦b\n1¦2\n3¦4\n", want: `, LF a¦b`},
	{name: "runs of blanks", head: "a   b\n1   2\n3  4\n", want: `, LF a   b`, warnings: []string{"2 separated by blanks"}},
	{
		name: "names of rows", head: "\"age\" \"city\"\n\"1\" 40 \"New York\"\n\"2\" 31 \"Bern\"\n\"3\" 25 \"Rome\"\n",
		want: `  " LF column1|age|city`, warnings: []string{"separated by blanks", "one name fewer", "without a name"},
	},
	{
		name: "an odd row below the names", head: "name city age\nAnna New York 3\n" + strings.Repeat("Eva Bern 31\n", 20),
		want: `  LF name|city|age`, warnings: []string{"separated by blanks"},
	},
	{name: "texts of numbers behind a tab", head: "a\t1 2 3\nb\t4 5 6\nc\t7 8 9\n", want: `\t LF a|1 2 3`},
	{name: "repeated names of rows", head: "a note\nthe 3 bears\nthe 7 dwarfs\nin 1 house\n", want: `, LF a note`},

	// Quotes.
	{name: "quoted delimiters", head: "a,b\n\"x;y;z\",\"1,2\"\n\"u;v;w\",\"3,4\"\n", want: `, " LF a|b`},
	{name: "quoted newlines", head: "a,b\n\"x\n\ny,z\",1\n\"u\nv\",2\n", want: `, " LF a|b`},
	{name: "quoted names", head: "\"a\",\"b, c\"\n1,2\n3,4\n", want: `, " LF a|b, c`},
	{name: "all quoted", head: "\"a\";\"b\"\n\"1\";\"x\"\n\"2\";\"y\"\n", want: `; " LF a|b`},
	{name: "single quotes", head: "'a','b'\n'x, y','1'\n'z','2'\n", want: `, ' LF a|b`},
	{name: "apostrophes", head: "a,b\ndon't,1\ncan't,2\nwon't,3\n'tis,4\n", want: `, LF a|b`},
	{name: "cities with apostrophes", head: "city,n\n's-Gravenhage,1\n't Harde,2\n's-Hertogenbosch,3\n", want: `, LF city|n`},
	{name: "apostrophes in quotes", head: "a,b\n\"don't, please\",1\n\"it's\",2\n\"we're\",3\n\"o'clock\",4\n", want: `, " LF a|b`},
	{name: "doubled quotes", head: "a,b\n\"x \"\"y\"\" z\",1\n\"u\",2\n", want: `, " LF a|b`},
	{name: "backslashes", head: "a,b\n\"x \\\"y\\\", z\",1\n\"u\",2\n", want: `, " \ LF a|b`},
	{name: "paths", head: "a,b\n\"c:\\dir\\\",1\n\"d:\\\",2\n", want: `, " LF a|b`},
	{name: "inches", head: "size,n\n5\" pipe,1\n6\" pipe,2\n", want: `, LF size|n`},
	{name: "quotes that open and never close", head: "a\tb\n\"so it began\tx\n\"and on\ty\n\"and on\tz\n", want: `\t LF a|b`},
	{name: "an unclosed quote", head: "a,b\n\"x,1\ny,2\nz,3\n", want: `, LF a|b`},

	// Line ends.
	{name: "CRLF", head: "a,b\r\n1,x\r\n2,y\r\n", want: `, CRLF a|b`},
	{name: "CR", head: "a,b\r1,x\r2,y\r", want: `, CR a|b`},
	{name: "CR with quoted LF", head: "a,b\r\"x\ny\",1\r\"z\",2\r", want: `, " CR a|b`},
	{name: "CR and LF", head: "a,b\r1,2\n3,4\r5,6\n7,8\r9,0\n", want: `, CR a|b`},
	{name: "CR inside a cell", head: "a,b\nx\ry,2\nz,4\nu,5\n", want: `, LF a|b`},
	{name: "no line end", head: "a,b", want: `,  a|b`},

	// The separator line, the preamble, comments.
	{name: "sep", head: "sep=;\na;b\n1;2\n3;4\n", want: `; LF a|b skip=2`},
	{name: "sep in quotes", head: "\"sep=;\"\r\na;b\r\n1;2\r\n", want: `; CRLF a|b skip=2`},
	{name: "sep of an odd character", head: "SEP=^\na^b\n1^2\n", want: `^ LF a|b skip=2`},
	{name: "sep overruled", head: "sep=;\na,b\n1,2\n", options: OpenOptions{Delimiter: ','}, want: `, LF a|b skip=2`},
	{name: "sep of commas", head: "sep=,\na,b\n1,2\n", want: `, LF a|b skip=2`},
	{
		name: "a title", head: "Sales of 2026\na,b,c\n1,2,x\n3,4,y\n", want: `, LF a|b|c skip=2 preamble=1`,
		warnings: []string{`above the names was left out: "Sales of 2026"`},
	},
	{
		name: "titles and blank lines", head: "Sales\n\nmade by, me\n\na,b,c\n1,2,x\n3,4,y\n5,6,z\n",
		want: `, LF a|b|c skip=5 preamble=2 blank=2`, warnings: []string{"2 lines above"},
	},
	{
		name: "a title of full width", head: "Sales;;\na;b;c\n1;2;x\n3;4;y\n", want: `; LF a|b|c skip=2 preamble=1`,
		warnings: []string{"above the names"},
	},
	{
		name: "a title above two columns", head: "Report\nname,n\nx,1\ny,2\n", want: `, LF name|n skip=2 preamble=1`,
		warnings: []string{"above the names"},
	},
	{
		name: "a title with the date", head: "Report, 2026-01-31\nname,n,m\nx,1,2\ny,2,3\n",
		want: `, LF name|n|m skip=2 preamble=1`, warnings: []string{"above the names"},
	},
	{name: "blank lines above", head: "\n\n  \na,b\n1,2\n", want: `, LF a|b skip=4 blank=3`},
	{name: "only separators above", head: ",\na,b\n1,2\n3,4\n", want: `, LF a|b skip=2 preamble=1`, warnings: []string{"above the names"}},
	{
		name: "comments", head: "# made by hand, with care\n# on a day\nid,name\n1,x\n2,y\n",
		want: `, LF id|name skip=3 preamble=2 comment="# "`, warnings: []string{"2 lines above"},
	},
	{
		name: "comments of other tools", head: "-- a query\n// a line\nid,name\n1,x\n2,y\n",
		want: `, LF id|name skip=3 preamble=2 comment="-- "`, warnings: []string{"2 lines above"},
	},
	{name: "a header that looks like a comment", head: "#id,name\n1,x\n2,y\n", want: `, LF #id|name`},
	{
		name: "a comment above it", head: "# all of them\n#id,name\n1,x\n2,y\n",
		want: `, LF #id|name skip=2 preamble=1`, warnings: []string{"above the names"},
	},
	{name: "comments between rows", head: "id,name\n1,x\n# a remark\n2,y\n3,z\n", want: `, LF id|name comment="# "`},
	{name: "colours", head: "#ff0000,1\n#00ff00,2\n#0000ff,3\n", want: `, LF 2 columns`, warnings: []string{"looks like data"}},
	{name: "colours below names", head: "colour,n\n#ff0000,1\n#00ff00,2\nred,3\nblue,4\n", want: `, LF colour|n`},
	{name: "errors of a spreadsheet", head: "a,b\n#N/A,1\n2,3\n4,5\n", want: `, LF a|b`},
	{name: "missing marks", head: "a,b\n--,1\n-,3\n4,5\n", want: `, LF a|b`},

	// Trailing separators.
	{name: "trailing everywhere", head: "a;b;\n1;2;\n3;4;\n", want: `; LF a|b trailing`, warnings: []string{"ends with a separator"}},
	{name: "trailing in the rows", head: "a;b\n1;2;\n3;4;\n", want: `; LF a|b trailing`, warnings: []string{"ends with a separator"}},
	{
		name: "trailing without names", head: "1;2;\n3;4;\n5;6;\n", want: `; LF 2 columns trailing`,
		warnings: []string{"looks like data", "ends with a separator"},
	},
	{name: "trailing in one column", head: "a;\n1;\n2;\n", want: `; LF a trailing`, warnings: []string{"ends with a separator"}},
	{name: "an empty column with a name", head: "a,b,c\n1,2,\n3,4,\n", want: `, LF a|b|c`},
	{name: "a last column with gaps", head: "a,b,\n1,2,\n3,4,x\n", want: `, LF a|b|column3`, warnings: []string{"without a name"}},

	// The header.
	{
		name: "names of rows", head: "mpg,cyl\nMazda RX4,21,6\nDatsun,22.8,4\nHornet,21.4,6\n",
		want: `, LF column1|mpg|cyl`, warnings: []string{"one name fewer", "without a name"},
	},
	{
		name: "names of rows in quotes", head: "\"mpg\",\"cyl\"\n\"Mazda RX4\",21,6\n\"Datsun\",22.8,4\n",
		want: `, " LF column1|mpg|cyl`, warnings: []string{"one name fewer", "without a name"},
	},
	{name: "one name more", head: "a,b,c\n1,2\n3,4\n5,6\n", want: `, LF a|b|c`},
	{
		name: "no names", head: "1,2,x\n3,4,y\n5,6,x\n", want: `, LF 3 columns`,
		warnings: []string{"the first line looks like data, not names: the columns are called column1 to column3"},
	},
	{name: "no names, short row", head: "1,2\n1,2,3\n4,5,6\n7,8,9\n", want: `, LF 3 columns`, warnings: []string{"looks like data"}},
	{name: "no names, said", head: "a,b\nc,d\n", options: OpenOptions{Header: "no"}, want: `, LF 2 columns`},
	{name: "names of numbers, said", head: "1,2\n3,4\n", options: OpenOptions{Header: "yes"}, want: `, LF 1|2`},
	{name: "years", head: "country,2019,2020,2021\nNL,1.5,2.5,3.5\nBE,2.5,3.5,4.5\n", want: `, LF country|2019|2020|2021`},
	{name: "numbered names", head: "id,1,2,3\nx,1.5,2.5,3.5\ny,2.5,3.5,4.5\n", want: `, LF id|1|2|3`},
	{name: "data like years", head: "Bob,2001,3\nAnn,1999,4\nBob,2003,5\n", want: `, LF 3 columns`, warnings: []string{"looks like data"}},
	{
		name: "texts that come again", head: "yes,red\nno,blue\nyes,blue\nno,red\nyes,red\n", want: `, LF 2 columns`,
		warnings: []string{"looks like data"},
	},
	{name: "truths", head: "true,false\nfalse,true\ntrue,true\n", want: `, LF 2 columns`, warnings: []string{"looks like data"}},
	{name: "classes", head: "<=50K\n>50K\n<=50K\n", want: `, LF 1 columns`, warnings: []string{"looks like data"}},
	{name: "texts with names", head: "ok,colour\nno,blue\nyes,blue\nno,red\nyes,red\n", want: `, LF ok|colour`},
	{name: "texts of a kind", head: "name,city\nJane,Paris\nRick,Rome\n", want: `, LF name|city`},
	{name: "dates below", head: "day,who\n2026-01-01,x\n2026-01-02,y\n", want: `, LF day|who`},
	{name: "dates above", head: "2026-01-01,x\n2026-01-02,y\n2026-01-03,x\n", want: `, LF 2 columns`, warnings: []string{"looks like data"}},
	{name: "only names", head: "a,b,c\n", want: `, LF a|b|c`},
	{name: "only one row", head: "1,2,3\n", want: `, LF 3 columns`, warnings: []string{"looks like data"}},
	{name: "two rows", head: "a,b\nx,y\n", want: `, LF a|b`},
	{name: "two rows of data", head: "x,1\ny,2\n", want: `, LF 2 columns`, warnings: []string{"looks like data"}},
	{name: "missing cells above", head: "?,5,x\n1,6,y\n2,7,x\n3,8,y\n", want: `, LF 3 columns`, warnings: []string{"looks like data"}},

	{name: "bytes of one-byte encodings", head: "n\xe4me,stra\xdfe\nM\xfcller,1\nJ\xf6rg,2\n", want: ", LF n\xe4me|stra\xdfe"},
	{name: "objects in tabs", head: "id\tjson\n1\t{\"k\":1,\"j\":2}\n2\t{\"k\":3,\"j\":4}\n", want: `\t LF id|json`},
	{name: "lists in commas", head: "id,tags\n1,a;b\n2,a;c\n3,b;c\n", want: `, LF id|tags`},
	{
		name: "names of people", head: "1;Braund, Mr. Owen;22\n2;Cumings, Mrs. John;38\n", want: `; LF 3 columns`,
		warnings: []string{"looks like data"},
	},
	{name: "a total below", head: "id,v,w\n1,2,3\n2,3,4\n\nTotal: 2 rows\n", want: `, LF id|v|w`},
	{
		name: "facts above", head: "Company: X\nDate: 2026-01-01\n\nid,v,w\n1,2,3\n2,3,4\n",
		want: `, LF id|v|w skip=4 preamble=2 blank=1`, warnings: []string{"2 lines above"},
	},

	// Names.
	{
		name: "duplicate and empty names", head: "age,,age\n1,2,3\n4,5,6\n", want: `, LF age|column2|age (2)`,
		warnings: []string{"without a name", "the name of another"},
	},
	{
		name: "decimal commas between blanks", head: "id name x\n1 Anna 1,5\n2 Ben -2,25\n3 Cleo 0,125\n", want: `  LF id|name|x`,
		warnings: []string{"separated by blanks"},
	},
	{name: "a title above", head: "Sales of 2024\na,b c\n1,x 5\n2,y 6\n", want: `, LF a|b c skip=2 preamble=1`, warnings: []string{"above"}},
	{
		name: "printed in two parts", head: "id  name\n1  1  Anna B\n2  2  Ben C\n   x  y\n1  5  7\n2  6  8\n", want: `, LF id  name`,
		warnings: []string{"fixed width"},
	},
	{name: "escaped apostrophes", head: "'id','name'\n'1','O\\'Brien'\n'2','x, y'\n", want: `, ' \ LF id|name`},
	{name: "blanks in names", head: "\" age \",\"age\"\n1,2\n3,4\n", want: `, " LF age|age (2)`, warnings: []string{"only in blanks"}},
	{
		name: "no header above units and dates", head: "CHF 12.50;Jan 5, 2020\nCHF 13.00;Jan 6, 2020\nCHF 14.50;Jan 7, 2020\n",
		want: "; LF 2 columns", warnings: []string{"looks like data"},
	},
	{
		name: "no header above no-break spaces", head: "1\u00a0234;−5\n2\u00a0345;−6\n3\u00a0456;−7\n",
		want: "; LF 2 columns", warnings: []string{"looks like data"},
	},
	{
		name: "hostile names", head: "__proto__,\"a\"\"b\",<b>,\"c\nd\",😀\n1,2,3,4,5\n6,7,8,9,0\n",
		want: ", \" LF __proto__|a\"b|<b>|c\nd|😀 skip=2",
	},
	{name: "cut in a record", head: "a,b\n1,2\n3,4\n5…", want: `, LF a|b`},
	{name: "cut in quotes", head: "a,b\n1,2\n3,\"x\ny…", want: `, LF a|b`},
}

func (l *layout) show() string {
	delimiter := l.dialect.Delimiter
	if delimiter == "\t" {
		delimiter = `\t`
	}
	s := delimiter
	for _, part := range []string{l.dialect.Quote, l.dialect.Escape} {
		if part != "" {
			s += " " + part
		}
	}
	s += " " + l.dialect.LineEnd + " "
	if l.names == nil {
		s += fmt.Sprintf("%d columns", l.width)
	} else {
		s += strings.Join(l.names, "|")
	}
	if lines := l.skippedLines; l.names != nil && lines != 1 || l.names == nil && lines > 0 {
		s += fmt.Sprintf(" skip=%d", lines)
	}
	if l.dialect.Preamble > 0 {
		s += fmt.Sprintf(" preamble=%d", l.dialect.Preamble)
	}
	if l.blank > 0 {
		s += fmt.Sprintf(" blank=%d", l.blank)
	}
	if l.comment != "" {
		s += fmt.Sprintf(" comment=%q", l.comment)
	}
	if l.trailing {
		s += " trailing"
	}
	return s
}

func checkSniff(t *testing.T, head string, whole bool, o OpenOptions, want string, warnings []string) {
	t.Helper()
	l, err := sniff([]byte(head), whole, o)
	if err != nil {
		t.Fatalf("sniff() = %v", err)
	}
	if fit, rows := l.fit(head[l.skip:], whole); 2*fit < rows {
		t.Errorf("sniff() has %d columns, enough for %d of %d rows", l.width, fit, rows)
	}
	if got := l.show(); got != want {
		t.Errorf("sniff() = %q, want %q", got, want)
	}
	if l.names != nil && len(l.names) != l.width {
		t.Errorf("sniff() has %d names, want %d", len(l.names), l.width)
	}
	if l.dialect.Header != (l.names != nil) || l.dialect.Found != (o.Delimiter == 0) {
		t.Errorf("sniff() says %+v with names %q", l.dialect, l.names)
	}
	if len(l.warnings) != len(warnings) {
		t.Fatalf("sniff() warns %q, want %q", l.warnings, warnings)
	}
	all := strings.Join(l.warnings, "\n")
	for _, warning := range warnings {
		if !strings.Contains(all, warning) {
			t.Errorf("sniff() warns %q, want %q", all, warning)
		}
	}
}

func TestSniff(t *testing.T) {
	for _, test := range sniffs {
		t.Run(test.name, func(t *testing.T) {
			head, cut := strings.CutSuffix(test.head, "…")
			checkSniff(t, head, !cut, test.options, test.want, test.warnings)
		})
	}
}

// fit returns the number of rows of a text, and of those that fit the columns of the layout.
func (l *layout) fit(text string, whole bool) (fit, rows int) {
	s := splitter{syntax: l.syntax, cr: l.cr, comment: l.comment, line: l.skippedLines}
	for rest := []byte(text); len(rest) > 0; {
		n, out := s.next(rest, whole)
		if out != complete {
			break
		}
		rest = rest[n:]
		if w := len(l.cells(&s.record)); !s.record.comment && !s.record.empty {
			rows++
			if w > 0 && w <= l.width || l.trailing && w == l.width+1 {
				fit++
			}
		}
	}
	return fit, rows
}

// Wide tables and long texts.
func TestSniffSizes(t *testing.T) {
	names := make([]string, 5000)
	for j := range names {
		names[j] = fmt.Sprintf("gene%d", j)
	}
	row := strings.Repeat("0.5;", 4999) + "1\n"
	l, err := sniff([]byte(strings.Join(names, ";")+"\n"+strings.Repeat(row, 5)+"0.5;0"), false, OpenOptions{})
	if err != nil || l.width != 5000 || l.dialect.Delimiter != ";" || !l.dialect.Header || len(l.warnings) > 0 {
		t.Errorf("sniff() of a wide table = %d columns, %+v, %q, %v", l.width, l.dialect, l.warnings, err)
	}
	if _, err := sniff([]byte(strings.Repeat("x,", 1000)), false, OpenOptions{}); err == nil || err.Kind != LineTooLong {
		t.Errorf("sniff() of half a line = %v, want %q", err, LineTooLong)
	}
	for head, line := range map[string]int{"\"a,\"\"\n1,2\n": 1, "t\r\na,b,\"c\"\"\r\n1,2,3\r\n4,5,6\r\n": 2} {
		if _, err := sniff([]byte(head), true, OpenOptions{}); err == nil || err.Kind != UnterminatedQuote || err.Line != line {
			t.Errorf("sniff(%q) = %v, want %q in line %d", head, err, UnterminatedQuote, line)
		}
	}
	for _, head := range []string{"", "\n \r\n", ";;;\n", ",\n,\n"} {
		if _, err := sniff([]byte(head), true, OpenOptions{}); err == nil || err.Kind != EmptyFile {
			t.Errorf("sniff(%q) = %v, want %q", head, err, EmptyFile)
		}
	}
}

func TestSniffTables(t *testing.T) {
	tests := []struct {
		file     string
		names    bool
		width    int
		preamble int
		warnings int
	}{
		{"adult.csv", true, 15, 0, 0},
		{"adult.test.csv", false, 15, 1, 2},
		{"heloc.csv", true, 24, 0, 0},
		{"magic.csv", true, 11, 0, 0},
		{"house.csv", true, 17, 0, 0},
	}
	for _, test := range tests {
		text := realdata.Read(t, test.file)
		for _, size := range []int{len(text), 64 << 10, 4 << 10} {
			size = min(size, 256<<10)
			l, e := sniff(text[:size], false, OpenOptions{})
			if e != nil || l.dialect.Delimiter != "," || (l.names != nil) != test.names || l.width != test.width ||
				l.dialect.Preamble != test.preamble || len(l.warnings) != test.warnings {
				t.Errorf("sniff(%s[:%d]) = %+v, %v", test.file, size, l, e)
			}
		}
	}
}

// No head makes sniff panic, and the text after the header splits into rows.
func FuzzSniff(f *testing.F) {
	for _, test := range sniffs {
		f.Add(test.head, true)
	}
	f.Fuzz(func(t *testing.T, head string, whole bool) {
		l, err := sniff([]byte(head), whole, OpenOptions{})
		if err != nil {
			return
		}
		if l.width < 1 || l.names != nil && len(l.names) != l.width || l.skip > len(head) {
			t.Fatalf("sniff() = %+v", l)
		}
		seen := map[string]bool{}
		for _, name := range l.names {
			if name == "" || seen[name] {
				t.Fatalf("sniff() has the names %q", l.names)
			}
			seen[name] = true
		}
		s := splitter{syntax: l.syntax, cr: l.cr, comment: l.comment, line: l.skippedLines}
		for rest := []byte(head[l.skip:]); len(rest) > 0; {
			n, out := s.next(rest, whole)
			if out != complete {
				return
			}
			rest = rest[n:]
		}
	})
}

// Difficult heads take about as long as others.
func BenchmarkSniffHard(b *testing.B) {
	for _, line := range []string{"'", "\"", "\"a,b;c\n", "'a,b;c\n", "a,b;c|d\te\n", ",;|\t\n", "\"x\\\"y,\n", "1,2;", "#,\"\n"} {
		head := []byte(strings.Repeat(line, 256<<10/len(line)))
		b.Run(strings.ReplaceAll(strconv.Quote(line), "/", ""), func(b *testing.B) {
			for b.Loop() {
				_, _ = sniff(head, false, OpenOptions{})
			}
		})
	}
}

func BenchmarkSniff(b *testing.B) {
	text := realdata.Read(b, "adult.csv")
	for b.Loop() {
		if _, err := sniff(text[:256<<10], false, OpenOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
