package spreadsheet_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"testing"
	"testing/iotest"

	"drnet/engine/dataset/spreadsheet"
	"drnet/engine/dataset/spreadsheet/booktest"
)

const toStore = "open the workbook in a spreadsheet program and save it to store them"

// formats are the number formats of the cases, by the style of a cell from 1 on.
var formats = []string{
	1: "0.0%", 2: "yyyy-mm-dd", 3: "dd/mm/yyyy hh:mm", 4: "h:mm AM/PM", 5: "[h]:mm:ss", 6: `"$"#,##0.00`, 7: `#,##0.00\ [$€-407]`,
	8: "00000", 9: "#,##0.00_);[Red](#,##0.00)", 10: "0.00E+00", 11: `[$-409]d\-mmm\-yy;@`, 12: "@", 13: "mmm yyyy", 14: `0" days"`,
	15: `_-[$£-809]* #,##0.00_-`, 16: "General", 17: "mm:ss.0", 18: `[$CHF-807]\ #,##0`, 19: `#,##0\ "kr"`, 20: "yyyy\"年\"m\"月\"d\"日\"",
	21: "# ?/?", 22: `#,##0.00 €`,
}

// builtIn are built-in formats, whose styles follow those of formats.
var builtIn = []int{10, 14, 22, 21, 46, 9, 4, 49, 30}

// excelCases are rows of Excel sheets and their text.
var excelCases = []struct {
	name, rows, want string
	strings          []string
	warnings         []string
	rest             string // of the sheet, behind its rows
	date1904         bool
}{
	{name: "numbers", rows: `<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="n"><v>-2.5</v></c></row>`, want: "1,-2.5\n"},
	{name: "numbers with exponents", rows: `<row r="1"><c r="A1"><v>1E-05</v></c><c r="B1"><v>1.5E+25</v></c></row>`, want: "1E-05,1.5E+25\n"},
	{
		name: "numbers of 17 digits", rows: `<row r="1"><c r="A1"><v>0.30000000000000004</v></c><c r="B1"><v>1.1000000000000001</v></c>` +
			`<c r="C1"><v>1234567890123456.7</v></c></row>`, want: "0.30000000000000004,1.1,1234567890123456.8\n",
	},
	{name: "numbers beyond all", rows: `<row r="1"><c r="A1"><v>1E309</v></c><c r="B1"><v>NaN</v></c></row>`, want: "1E309,NaN\n"},
	{name: "a number that is none", rows: `<row r="1"><c r="A1" s="1"><v>a,"b"</v></c></row>`, want: "\"a,\"\"b\"\"\"\n"},
	{
		name: "shared texts", rows: `<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>`,
		strings: []string{"<t>b</t>", "<t>ä</t>"}, want: "ä,b,ä\n",
	},
	{
		name: "empty shared texts", rows: `<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>0</v></c><c r="C1" t="s"><v>2</v></c></row>`,
		strings: []string{"<t></t>", "<t>a</t>", "<t/>"}, want: "a\n",
	},
	{
		name: "rich texts", rows: `<row r="1"><c r="A1" t="s"><v>0</v></c></row>`, want: "bold and plain\n",
		strings: []string{`<r><rPr><b/><sz val="11"/></rPr><t xml:space="preserve">bold </t></r><r><t>and plain</t></r>`},
	},
	{
		name: "phonetic hints", rows: `<row r="1"><c r="A1" t="s"><v>0</v></c></row>`, want: "東京\n",
		strings: []string{`<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>`},
	},
	{
		name: "texts in cells", rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><r>` +
			`<t>b</t></r><r><t>c</t></r></is></c></row>`,
		want: "a,bc\n",
	},
	{
		name: "marked-up characters", rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>&lt;b&gt; &amp; &#228;&#x1F600;&quot;</t></is></c></row>`,
		want: "\"<b> & ä😀\"\"\"\n",
	},
	{name: "unparsed characters", rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>a<![CDATA[<&,]]>b</t></is></c></row>`, want: "\"a<&,b\"\n"},
	{
		name: "escapes", rows: `<row r="1"><c r="A1" t="inlineStr"><is>` +
			`<t>a_x000D_&#10;b_x0009_c_x005F_x000D_ _x41_ _xZZZZ_ _xD83D_</t></is></c></row>`,
		want: "\"a\nb\tc_x000D_ _x41_ _xZZZZ_ \ufffd\"\n",
	},
	{name: "blanks", rows: `<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">  a  b </t></is></c></row>`, want: "  a  b \n"},
	{name: "line ends", rows: "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>a\r\nb\rc\nd</t></is></c></row>", want: "\"a\nb\nc\nd\"\n"},
	{
		name: "quotes and commas", rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>5" pipe, long</t></is></c></row>`,
		want: "\"5\"\" pipe, long\"\n",
	},
	{
		name: "leading zeros",
		rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>00501</t></is></c><c r="B1" s="8"><v>501</v></c></row>`,
		want: "00501,00501\n",
	},
	{
		name: "long numbers as texts", rows: `<row r="1"><c r="A1" t="inlineStr"><is><t>12345678901234567890</t></is></c></row>`,
		want: "12345678901234567890\n",
	},
	{name: "truth", rows: `<row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>0</v></c></row>`, want: "TRUE,FALSE\n"},
	{
		name: "errors", rows: `<row r="1"><c r="A1" t="e"><v>#DIV/0!</v></c><c r="B1" t="e"><v>#N/A</v></c>` +
			`<c r="C1" t="e"><v>#SPILL!</v></c></row>`,
		want: "#DIV/0!,#N/A,#N/A\n",
	},
	{
		name: "formulas", want: "3,yes,TRUE,#REF!\n",
		rows: `<row r="1"><c r="A1"><f>1+2</f><v>3</v></c>` +
			`<c r="B1" t="str"><f t="shared" si="0">x&amp;y</f><v>yes</v></c>` +
			`<c r="C1" t="b"><f/><v>1</v></c><c r="D1" t="e"><f>Z</f><v>#REF!</v></c></row>`,
	},
	{
		name: "formulas without results", want: "1\n", rows: `<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1</f></c>` +
			`<c r="C1"><f>A1</f><v></v></c><c r="D1" t="str"><f>""</f><v></v></c></row>`,
		warnings: []string{"2 formulas lack a stored result and are read as empty (B1): " + toStore},
	},
	{
		name: "percents",
		rows: `<row r="1"><c r="A1" s="1"><v>0.253</v></c><c r="B1" s="1"><v>-7.0000000000000007E-2</v></c>` +
			`<c r="C1" s="23"><v>1.005</v></c></row>`,
		want: "25.3%,-7%,100.5%\n",
	},
	{
		name: "currencies", want: "$1234.5,-$3,€1234.5,£7,CHF12,kr9,-€8\n",
		rows: `<row r="1"><c r="A1" s="6"><v>1234.5</v></c><c r="B1" s="6"><v>-3</v></c>` +
			`<c r="C1" s="7"><v>1234.5</v></c><c r="D1" s="15"><v>7</v></c>` +
			`<c r="E1" s="18"><v>12</v></c><c r="F1" s="19"><v>9</v></c><c r="G1" s="22"><v>-8</v></c></row>`,
	},
	{
		name: "a currency in some cells", want: "2020,a,b\n$5,€5,$1\n$7,€7,€2\n-$8,€9,3\nx,,\n",
		rows: `<row><c><v>2020</v></c><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c></row>` +
			`<row><c s="6"><v>5</v></c><c s="7"><v>5</v></c><c s="6"><v>1</v></c></row>` +
			`<row><c><v>7</v></c><c><v>7</v></c><c s="7"><v>2</v></c></row><row><c><v>-8</v></c><c s="7"><v>9</v></c><c><v>3</v></c></row>` +
			`<row><c t="inlineStr"><is><t>x</t></is></c></row>`,
	},
	{
		name: "percents in some cells", want: "1,a\n25%,25%\n-50%,12\n130%,\n120%,\n",
		rows: `<row><c><v>1</v></c><c t="inlineStr"><is><t>a</t></is></c></row>` +
			`<row><c s="1"><v>0.25</v></c><c s="1"><v>0.25</v></c></row><row><c><v>-0.5</v></c><c><v>12</v></c></row>` +
			`<row><c s="1"><v>1.3</v></c></row><row><c><v>1.2</v></c></row>`,
	},
	{
		name: "numbers with other formats",
		rows: `<row r="1"><c r="A1" s="9"><v>-1234</v></c><c r="B1" s="10"><v>12</v></c><c r="C1" s="14"><v>3</v></c>` +
			`<c r="D1" s="21"><v>0.5</v></c><c r="E1" s="29"><v>1000</v></c></row>`,
		want: "-1234,12,3,0.5,1000\n",
	},
	{
		name: "dates",
		rows: `<row r="1"><c r="A1" s="2"><v>43831</v></c><c r="B1" s="24"><v>44196</v></c><c r="C1" s="11"><v>36526.9</v></c>` +
			`<c r="D1" s="13"><v>43862</v></c><c r="E1" s="20"><v>1</v></c><c r="F1" s="31"><v>2</v></c></row>`,
		want: "2020-01-01,2020-12-31,2000-01-01,2020-02-01,1900-01-01,1900-01-02\n",
	},
	{
		name: "the day that did not exist",
		rows: `<row r="1"><c r="A1" s="2"><v>59</v></c><c r="B1" s="2"><v>60</v></c><c r="C1" s="2"><v>61</v></c></row>`,
		want: "1900-02-28,1900-02-28,1900-03-01\n",
	},
	{
		name: "days before 1900",
		rows: `<row r="1"><c r="A1" s="2"><v>0</v></c><c r="B1" s="2"><v>-1</v></c><c r="C1" t="inlineStr"><is>` +
			`<t>1899-05-04</t></is></c></row>`,
		want: "1899-12-30,1899-12-29,1899-05-04\n",
	},
	{
		name: "days beyond the calendar",
		rows: `<row r="1"><c r="A1" s="2"><v>2958465</v></c><c r="B1" s="2"><v>2958466</v></c>` +
			`<c r="C1" s="2"><v>-1000000</v></c></row>`,
		want: "9999-12-31,2958466,-1000000\n",
	},
	{
		name:     "dates from 1904",
		rows:     `<row r="1"><c r="A1" s="2"><v>0</v></c><c r="B1" s="2"><v>42369</v></c><c r="C1" s="4"><v>0.5</v></c></row>`,
		date1904: true, want: "1904-01-01,2020-01-01,12:00:00\n",
	},
	{
		name: "dates with times",
		rows: `<row r="1"><c r="A1" s="3"><v>43831.5</v></c><c r="B1" s="25"><v>43831.999988425923</v></c>` +
			`<c r="C1" s="3"><v>43831.0000000001</v></c></row>`,
		want: "2020-01-01T12:00:00,2020-01-01T23:59:59,2020-01-01T00:00:00\n",
	},
	{
		name: "dates as texts",
		rows: `<row r="1"><c r="A1" t="d"><v>2020-01-02T00:00:00</v></c><c r="B1" t="d"><v>2020-01-02T03:04:05</v></c></row>`,
		want: "2020-01-02,2020-01-02T03:04:05\n",
	},
	{
		name: "times",
		rows: `<row r="1"><c r="A1" s="4"><v>0.75</v></c><c r="B1" s="26"><v>0.999988425925926</v></c>` +
			`<c r="C1" s="4"><v>43831.25</v></c><c r="D1" s="17"><v>0.00001736111</v></c></row>`,
		want: "18:00:00,23:59:59,06:00:00,00:00:01.5\n",
	},
	{
		name: "durations",
		rows: `<row r="1"><c r="A1" s="5"><v>1.5</v></c><c r="B1" s="27"><v>-0.25</v></c><c r="C1" s="5"><v>10</v></c></row>`,
		want: "36:00:00,-06:00:00,240:00:00\n",
	},
	{
		name: "formats for texts",
		rows: `<row r="1"><c r="A1" s="12"><v>5</v></c><c r="B1" s="30"><v>6</v></c><c r="C1" s="16"><v>7</v></c>` +
			`<c r="D1" s="99"><v>8</v></c></row>`,
		want: "5,6,7,8\n",
	},
	{
		name: "gaps", rows: `<row r="2"><c r="B2"><v>1</v></c><c r="D2"><v>2</v></c></row><row r="5"><c r="D5"><v>3</v></c></row>`,
		want: "\n1,2\n\n\n,3\n",
	},
	{
		name: "very wide gaps",
		rows: `<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row r="9"><c r="XFC9"><v>3</v></c></row>`,
		want: "1,,2\n\n\n\n\n\n\n\n,3,\n",
	},
	{
		name: "rows and cells without names",
		rows: `<row><c><v>1</v></c><c><v>2</v></c></row><row/><row><c r="B3"><v>3</v></c><c><v>4</v></c></row>`,
		want: "1,2,\n\n,3,4\n",
	},
	{
		name: "formatted cells without values",
		rows: `<row r="1"><c r="A1"><v>1</v></c><c r="Z1" s="2"/></row><row r="2"><c r="A2" s="1"/></row><row r="900" ht="3"/>`,
		want: "1\n",
	},
	{
		name: "other spellings",
		rows: "<x:row r = '1'\n><x:c r='A1' >\n<x:v>1</x:v ></x:c><extLst><ext><c r=\"Q9\"/></ext></extLst></x:row ><!-- <row r=\"2\"> -->",
		want: "1\n",
	},
	{
		name: "merged cells", rows: `<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>`, want: "1,2\n",
		rest:     `<mergeCells count="2"><mergeCell ref="A1:A3"/><mergeCell ref="B1:B2"/></mergeCells>`,
		warnings: []string{"2 merged areas of cells have their value in the first cell only (A1:A3): the other cells are empty"},
	},
	{
		name: "hidden rows", rows: `<row r="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="1"><c r="A2"><v>2</v></c></row>` +
			`<row r="3" hidden="1"/>`, want: "1\n2\n",
		warnings: []string{"1 row is hidden in the workbook, and read all the same"},
	},
	{
		name: "values behind the rows", rows: `<row r="1"><c r="A1"><v>1</v></c></row>`,
		rest: `<headerFooter><v>9</v><oddHeader>&amp;C x</oddHeader></headerFooter><ext><row r="9"><c><v>9</v></c></row></ext>`, want: "1\n",
	},
}

// documentCases are rows of OpenDocument sheets and their text.
var documentCases = []struct {
	name, rows, want string
	warnings         []string
}{
	{
		name: "numbers", rows: row(float("1")+float("-2.5")) + row(float("1E-05")+float("0.30000000000000004")),
		want: "1,-2.5\n1E-05,0.30000000000000004\n",
	},
	{name: "texts", rows: row(text("a") + text("ä, &lt;b&gt;")), want: "a,\"ä, <b>\"\n"},
	{name: "paragraphs", rows: row(cell(`office:value-type="string"`, "<text:p>a</text:p><text:p>b</text:p>")), want: "\"a\nb\"\n"},
	{
		name: "spans, blanks, tabs and breaks", want: "\"a  b\tc\nd\"\n",
		rows: row(text(`<text:span text:style-name="T1">a</text:span><text:s text:c="2"/>b<text:tab/>c<text:line-break/>` +
			`<text:a href="x">d</text:a>`)),
	},
	{
		name: "comments and shapes",
		rows: row(cell(`office:value-type="string"`, `<office:annotation>`+
			`<text:p>no</text:p></office:annotation><draw:frame><draw:text-box>no</draw:text-box></draw:frame><text:p>a</text:p>`)),
		want: "a\n",
	},
	{
		name: "texts that are stored apart",
		rows: row(cell(`office:value-type="string" office:string-value="a&amp;b"`, "<text:p>shown</text:p>")),
		want: "a&b\n",
	},
	{name: "leading zeros", rows: row(text("007")), want: "007\n"},
	{
		name: "numbers by their looks", want: "00733,$1234.5,-$3,€3,TRUE,0,0.5\n",
		rows: row(shown("733", "00733") + shown("1234.5", "$1,234.50") + shown("-3", "-$3.00") + shown("3", "3.00 €") +
			cell(`table:formula="of:=TRUE()" office:value-type="float" office:value="1"`, "") +
			shown("0", "0") + shown("0.5", "0.50")),
	},
	{name: "percents", rows: row(cell(`office:value-type="percentage" office:value="0.253"`, "<text:p>25%</text:p>")), want: "25.3%\n"},
	{
		name: "percents in some cells", want: "a\n25%\n50%\n",
		rows: row(text("a")) + row(cell(`office:value-type="percentage" office:value="0.25"`, "")) + row(float("0.5")),
	},
	{
		name: "currencies", want: "-€3.5,$2,9\n",
		rows: row(cell(`office:value-type="currency" office:currency="EUR" office:value="-3.5"`, "") +
			cell(`office:value-type="currency" office:currency="USD" office:value="2"`, "") +
			cell(`office:value-type="currency" office:currency="XAU" office:value="9"`, "")),
	},
	{
		name: "dates",
		rows: row(date("2020-02-29") + date("1850-01-01") + date("2020-01-01T12:30:00") + date("2020-01-01T00:00:00")),
		want: "2020-02-29,1850-01-01,2020-01-01T12:30:00,2020-01-01\n",
	},
	{
		name: "times and durations",
		rows: row(clock("PT13H05M09S") + clock("PT36H15M00.5S") + clock("-PT1H") + clock("P1DT1H") + clock("soon")),
		want: "13:05:09,36:15:00.5,-01:00:00,25:00:00,x\n",
	},
	{name: "truth", rows: row(cell(`office:value-type="boolean" office:boolean-value="true"`, "<text:p>WAHR</text:p>")), want: "TRUE\n"},
	{
		name: "errors", want: "#DIV/0!,#N/A\n",
		rows: row(cell(`office:value-type="string" office:string-value="" calcext:value-type="error"`, "<text:p>#DIV/0!</text:p>") +
			cell(`calcext:value-type="error" office:value-type="string"`, "<text:p>Err:502</text:p>")),
	},
	{
		name: "formulas",
		rows: row(cell(`table:formula="of:=[.B1]>3" office:value-type="float" office:value="3"`, "<text:p>3</text:p>")),
		want: "3\n",
	},
	{name: "formulas with empty texts", rows: row(text("a") + cell(`table:formula="of:=T(1)"`, "<text:p/>")), want: "a\n"},
	{
		name: "formulas without results", rows: row(text("a") + cell(`table:formula="of:=1"`, "")), want: "a\n",
		warnings: []string{"1 formula lacks a stored result and is read as empty (B1): " + toStore},
	},
	{
		name: "repeated cells and rows", want: "1,1,1,2\n\n\n3,,,\n3,,,\n",
		rows: row(cell(`table:number-columns-repeated="3" office:value-type="float" office:value="1"`, "")+float("2")+
			cell(`table:number-columns-repeated="16380"`, "")) +
			`<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>` +
			`<table:table-row table:number-rows-repeated="2">` + float("3") + `</table:table-row>` +
			`<table:table-row table:number-rows-repeated="1048571"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`,
	},
	{
		name: "merged cells",
		rows: row(cell(`table:number-columns-spanned="2" table:number-rows-spanned="2" office:value-type="float" office:value="1"`, "") +
			`<table:covered-table-cell/>` + float("2")), want: "1,2\n",
		warnings: []string{"1 merged area of cells has its value in the first cell only (A1): the other cells are empty"},
	},
	{
		name: "hidden rows and columns", rows: `<table:table-column table:number-columns-repeated="2" table:visibility="collapse"/>` +
			row(float("1")) + `<table:table-row table:visibility="filter">` + float("2") + `</table:table-row>`, want: "1\n2\n",
		warnings: []string{
			"1 row is hidden in the workbook, and read all the same",
			"1 column is hidden in the workbook, and read all the same",
		},
	},
	{
		name: "groups and headings",
		rows: `<table:table-header-rows>` + row(text("a")) + `</table:table-header-rows><table:table-row-group>` + row(float("1")) +
			`</table:table-row-group>`,
		want: "a\n1\n",
	},
}

func row(cells string) string { return "<table:table-row>" + cells + "</table:table-row>" }

func cell(attributes, content string) string {
	return "<table:table-cell " + attributes + ">" + content + "</table:table-cell>"
}

func float(value string) string {
	return cell(`office:value-type="float" office:value="`+value+`" calcext:value-type="float"`, "<text:p>x</text:p>")
}

func shown(value, text string) string {
	return cell(`office:value-type="float" office:value="`+value+`"`, "<text:p>"+text+"</text:p>")
}

func text(content string) string {
	return cell(`office:value-type="string" calcext:value-type="string"`, "<text:p>"+content+"</text:p>")
}

func date(value string) string {
	return cell(`office:value-type="date" office:date-value="`+value+`"`, "<text:p>x</text:p>")
}

func clock(value string) string {
	return cell(`office:value-type="time" office:time-value="`+value+`"`, "<text:p>x</text:p>")
}

// Every kind of cell becomes the text that dataset/infer reads.
func TestCells(t *testing.T) {
	for _, test := range excelCases {
		e := booktest.Excel{Strings: test.strings, Formats: formats[1:], BuiltIn: builtIn, Date1904: test.date1904}
		e.Sheets = []booktest.Sheet{{Name: "data", XML: "<sheetData>" + test.rows + "</sheetData>" + test.rest}}
		check(t, "xlsx: "+test.name, e.Bytes(), test.want, test.warnings)
	}
	for _, test := range documentCases {
		file := booktest.Document("", `<table:table table:name="data">`+test.rows+`</table:table>`, nil)
		check(t, "ods: "+test.name, file, test.want, test.warnings)
	}
}

func check(t *testing.T, name string, file []byte, want string, warnings []string) {
	t.Helper()
	got, said, err := convert(file)
	if err != nil || got != want || !slices.Equal(said, warnings) {
		t.Errorf("%s: %q, %q, %v\nwant %q, %q", name, got, said, err, want, warnings)
	}
}

// convert returns the text of the usual sheet, read in pieces of one byte, and its warnings.
func convert(file []byte) (string, []string, error) {
	b, err := open(file)
	if err != nil {
		return "", nil, err
	}
	k, err := b.Find("")
	if err != nil {
		return "", nil, err
	}
	r, err := b.Read(k)
	if err != nil {
		return "", nil, err
	}
	text, err := io.ReadAll(iotest.OneByteReader(r))
	return string(text), r.Warnings(), err
}

func open(file []byte) (*spreadsheet.Workbook, error) {
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	if !spreadsheet.Is(z) {
		return nil, errors.New("not a workbook")
	}
	return openBook(context.Background(), z, file)
}

func openBook(ctx context.Context, z *zip.Reader, file []byte) (*spreadsheet.Workbook, error) {
	return spreadsheet.Open(ctx, z, int64(len(file)))
}
