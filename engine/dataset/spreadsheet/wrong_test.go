package spreadsheet_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/spreadsheet/booktest"
)

// excel returns a workbook of one sheet with these rows, and other parts.
func excel(rows string, parts map[string]string) []byte {
	return booktest.Excel{Sheets: []booktest.Sheet{{Name: "data", XML: "<sheetData>" + rows + "</sheetData>"}}, Parts: parts}.Bytes()
}

func part(name, text string) map[string]string { return map[string]string{name: text} }

// wrongFiles are workbooks that are not read, with the kind and a part of the error.
func wrongFiles() []struct {
	name       string
	file       []byte
	kind, want string
} {
	const sheet = "xl/worksheets/sheet1.xml"
	one := `<row r="1"><c r="A1"><v>1</v></c></row>`
	document := func(parts map[string]string) []byte {
		return booktest.Document("", `<table:table table:name="a">`+row(float("1"))+`</table:table>`, parts)
	}
	links := func(kind string) string {
		return `<Relationships><Relationship Id="rId1" Type="http://x/` + kind + `" Target="charts/1.xml"/></Relationships>`
	}
	flags := excel(one, nil)
	for at := 0; at+10 < len(flags); at++ { // in the entries of the directory
		if string(flags[at:at+4]) == "PK\x01\x02" {
			flags[at+8] |= 1
		}
	}
	wrong := excel(one, nil)
	wrong[bytes.Index(wrong, []byte(sheet))+len(sheet)+5] ^= 0xff
	many := map[string]string{}
	for k := range 10_001 {
		many[fmt.Sprint(k)] = "x"
	}
	return []struct {
		name       string
		file       []byte
		kind, want string
	}{
		{"bytes changed", wrong, csvfile.Spreadsheet, "the Excel workbook is damaged"},
		{"encrypted entries", flags, csvfile.Spreadsheet, "the workbook is encrypted"},
		{
			"encrypted document",
			document(part("META-INF/manifest.xml", `<m:manifest><m:file-entry>`+
				`<m:encryption-data m:checksum="x"/></m:file-entry></m:manifest>`)),
			csvfile.Spreadsheet, "the workbook is encrypted",
		},
		{"binary workbook", excel(one, part("xl/workbook.bin", "x")), csvfile.Spreadsheet, "this is a binary Excel workbook (.xlsb)"},
		{"Numbers", booktest.Zip(part("Index/Document.iwa", "x"), nil), csvfile.Spreadsheet, "this is a Numbers spreadsheet"},
		{
			"Word",
			booktest.Zip(map[string]string{"[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>", "_rels/.rels": `<R>` +
				`<Relationship Type="x/officeDocument" Target="word/document.xml"/></R>`}, nil),
			csvfile.BinaryFile, "this is an office document",
		},
		{"Writer", booktest.Zip(part("content.xml", `<d><o:body><o:text/></o:body></d>`), nil), csvfile.BinaryFile, "this is an office document"},
		{
			"charts only", excel(one, part("xl/_rels/workbook.xml.rels", links("chartsheet"))), csvfile.Spreadsheet,
			"the workbook consists of charts or macros",
		},
		{
			"macros only", excel(one, part("xl/_rels/workbook.xml.rels", links("xlMacrosheet"))), csvfile.Spreadsheet,
			"the workbook consists of charts or macros",
		},
		{"no sheets", excel(one, part("xl/workbook.xml", "<workbook/>")), csvfile.Spreadsheet, "damaged"},
		{
			"no workbook", booktest.Zip(part("[Content_Types].xml", "<Types/>"), part("_rels/.rels", "<R/>")), csvfile.BinaryFile,
			"this is an office document",
		},
		{
			"a part that lacks", excel(one, part(sheet, "")), csvfile.Spreadsheet,
			"the Excel workbook is damaged: it lacks xl/worksheets/sheet1.xml",
		},
		{"empty", excel("", nil), csvfile.EmptyFile, `sheet "data" is empty`},
		{
			"document type", excel(one, part(sheet, `<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>`)), csvfile.Spreadsheet,
			"damaged: the markup is wrong",
		},
		{"entity", excel(`<row r="1"><c r="A1"><v>&lol;</v></c></row>`, nil), csvfile.Spreadsheet, "the markup is wrong"},
		{"open element", excel(one, part(sheet, "<worksheet><sheetData><row><c>")), csvfile.Spreadsheet, "damaged: unexpected EOF"},
		{"open tag", excel(one, part(sheet, "<worksheet><sheetData")), csvfile.Spreadsheet, "unexpected EOF"},
		{"crossed elements", excel(one, part(sheet, "<worksheet><a><b></a></b></worksheet>")), csvfile.Spreadsheet, "the markup is wrong"},
		{
			"deep elements", excel(one, part(sheet, strings.Repeat("<a>", 2000)+strings.Repeat("</a>", 2000))), csvfile.Spreadsheet,
			"the markup is wrong",
		},
		{
			"long text", excel(one, part(sheet, "<worksheet>"+strings.Repeat(" ", 5<<20)+"</worksheet>")), csvfile.Spreadsheet,
			"a text is too long",
		},
		{"no such shared text", excel(`<row r="1"><c r="A1" t="s"><v>7</v></c></row>`, nil), csvfile.Spreadsheet, "the markup is wrong"},
		{
			"rows out of order", excel(`<row r="2"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>`, nil), csvfile.Spreadsheet,
			"the markup is wrong",
		},
		{
			"cells out of order", excel(`<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>`, nil), csvfile.Spreadsheet,
			"the markup is wrong",
		},
		{"a cell of another row", excel(`<row r="1"><c r="B2"><v>1</v></c></row>`, nil), csvfile.Spreadsheet, "the markup is wrong"},
		{"too far right", excel(`<row r="1"><c r="XFE1"><v>1</v></c></row>`, nil), csvfile.Spreadsheet, "the markup is wrong"},
		{"too far down", excel(`<row r="1048577"><c><v>1</v></c></row>`, nil), csvfile.Spreadsheet, "the markup is wrong"},
		{"no row number", excel(`<row r="-1"><c><v>1</v></c></row>`, nil), csvfile.Spreadsheet, "the markup is wrong"},
		{
			"repeated too far right",
			booktest.Document("", `<table:table table:name="a">`+
				row(cell(`table:number-columns-repeated="16385" office:value-type="float" office:value="1"`, ""))+
				`</table:table>`, nil),
			csvfile.Spreadsheet, "the markup is wrong",
		},
		{
			"repeated too far down",
			booktest.Document("", `<table:table table:name="a"><table:table-row table:number-rows-repeated="9999999">`+float("1")+
				`</table:table-row></table:table>`, nil),
			csvfile.Spreadsheet, "the markup is wrong",
		},
		{
			"grows",
			booktest.Document("", `<table:table table:name="a">`+
				`<table:table-row table:number-rows-repeated="1048576">`+
				cell(`table:number-columns-repeated="16384" office:value-type="float" office:value="1"`, "")+
				`</table:table-row></table:table>`, nil),
			csvfile.TooLarge, "grows",
		},
		{
			"wide",
			excel(`<row r="1">`+strings.Repeat(`<c><v>1</v></c>`, 16384)+
				`</row>`+strings.Repeat(`<row><c><v>1</v></c></row>`, 20_000), nil),
			csvfile.TooLarge, "grows",
		},
		{
			"blanks",
			excel(one, part("xl/worksheets/sheet1.xml", "<worksheet>"+strings.Repeat(strings.Repeat(" ", 1<<20)+"<a/>", 300)+
				"</worksheet>")),
			csvfile.TooLarge, "grows",
		},
		{"many parts", excel(one, many), csvfile.TooLarge, "the workbook consists of 10007 parts"},
	}
}

// Wrong workbooks are refused with a sentence and a next step.
func TestWrongFiles(t *testing.T) {
	for _, test := range wrongFiles() {
		if testing.Short() && test.want == "grows" {
			continue // seconds in WebAssembly
		}
		_, _, err := convert(test.file)
		e, ok := err.(*csvfile.Error)
		if !ok || e.Kind != test.kind || !strings.Contains(e.Message, test.want) || e.Hint == "" {
			t.Errorf("%s: %#v, want %s: %s", test.name, err, test.kind, test.want)
		}
	}
}

// Reading stops with its context.
func TestStopped(t *testing.T) {
	file := excel(`<row r="1"><c r="A1"><v>1</v></c></row>`, nil)
	ctx, stop := context.WithCancel(context.Background())
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	stop()
	if _, err := openBook(ctx, z, file); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
