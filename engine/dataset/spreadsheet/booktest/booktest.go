// Package booktest writes workbooks for tests, from the XML of their sheets or from records.
package booktest

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Sheet is a sheet of an Excel workbook.
type Sheet struct {
	Name  string
	State string // "hidden" or "veryHidden"; "" for a visible one
	XML   string // inside its root element
}

// Excel is an Excel workbook.
type Excel struct {
	Sheets   []Sheet
	Strings  []string          // shared texts, as the XML of each
	Formats  []string          // number formats: cells of style k have format k-1, those of style 0 none
	BuiltIn  []int             // numbers of built-in formats, whose styles follow
	Date1904 bool              // days count from 1904
	Parts    map[string]string // further parts, or others in place of these; "" for none
}

const header = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

const (
	contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml"

	mainSpace = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	linkSpace = `xmlns="http://schemas.openxmlformats.org/package/2006/relationships"`
	linkTypes = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
)

// Bytes returns the file.
func (e Excel) Bytes() []byte {
	var sheets, links, kinds strings.Builder
	parts := map[string]string{}
	add := func(id int, kind, name, content string) {
		fmt.Fprintf(&links, `<Relationship Id="rId%d" Type="%s/%s" Target="/xl/%s"/>`, id, linkTypes, kind, name)
		fmt.Fprintf(&kinds, `<Override PartName="/xl/%s" ContentType="%s.%s+xml"/>`, name, contentType, kind)
		parts["xl/"+name] = header + content
	}
	for k, s := range e.Sheets {
		state := ""
		if s.State != "" {
			state = fmt.Sprintf(` state=%q`, s.State)
		}
		fmt.Fprintf(&sheets, `<sheet name="%s" sheetId="%d"%s r:id="rId%d"/>`, escaped(s.Name), k+1, state, k+1)
		add(k+1, "worksheet", fmt.Sprintf("worksheets/sheet%d.xml", k+1), "<worksheet "+mainSpace+">"+s.XML+"</worksheet>")
	}
	const styles, shared = 1001, 1002 // identifiers
	add(styles, "styles", "styles.xml", e.styles())
	if e.Strings != nil {
		add(shared, "sharedStrings", "sharedStrings.xml", "<sst "+mainSpace+"><si>"+strings.Join(e.Strings, "</si><si>")+"</si></sst>")
	}
	parts["[Content_Types].xml"] = header + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="` + contentType + `.sheet.main+xml"/>` +
		kinds.String() + `</Types>`
	parts["_rels/.rels"] = header + `<Relationships ` + linkSpace + `><Relationship Id="rId1" Type="` + linkTypes +
		`/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	parts["xl/_rels/workbook.xml.rels"] = header + `<Relationships ` + linkSpace + `>` + links.String() + `</Relationships>`
	parts["xl/workbook.xml"] = header + `<workbook ` + mainSpace + ` xmlns:r="` + linkTypes + `"><workbookPr date1904="` +
		strconv.FormatBool(e.Date1904) + `"/><sheets>` + sheets.String() + `</sheets></workbook>`
	return Zip(parts, e.Parts)
}

func (e Excel) styles() string {
	const own = 164 // the first number of a format that is not built in
	var formats, styles strings.Builder
	if len(e.Formats) > 0 {
		formats.WriteString("<numFmts>")
	}
	for k, code := range e.Formats {
		fmt.Fprintf(&formats, `<numFmt numFmtId="%d" formatCode="%s"/>`, own+k, escaped(code))
		fmt.Fprintf(&styles, `<xf numFmtId="%d" applyNumberFormat="1"><alignment/></xf>`, own+k)
	}
	for _, id := range e.BuiltIn {
		fmt.Fprintf(&styles, `<xf numFmtId="%d"/>`, id)
	}
	if len(e.Formats) > 0 {
		formats.WriteString("</numFmts>")
	}
	return `<styleSheet ` + mainSpace + `>` + formats.String() +
		`<fonts><font/></fonts><fills><fill><patternFill/></fill></fills><borders><border/></borders>` +
		`<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>` +
		`<cellXfs><xf numFmtId="0"/>` + styles.String() + `</cellXfs></styleSheet>`
}

// Document returns an OpenDocument spreadsheet with the given automatic styles and tables.
func Document(styles, tables string, parts map[string]string) []byte {
	return Zip(map[string]string{
		"mimetype":              "application/vnd.oasis.opendocument.spreadsheet",
		"META-INF/manifest.xml": header + `<manifest:manifest/>`,
		"content.xml": header + `<office:document-content><office:automatic-styles>` + styles +
			`</office:automatic-styles><office:body><office:spreadsheet>` + tables + `</office:spreadsheet></office:body></office:document-content>`,
	}, parts)
}

// Zip returns an archive of parts, those of more in place of others; empty ones are left out.
func Zip(parts, more map[string]string) []byte {
	maps.Copy(parts, more)
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		if parts[name] == "" {
			continue
		}
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(parts[name]))
		}
		if err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return file.Bytes()
}

// FromRecords returns a workbook with one sheet of these records. Texts that are numbers, written as a workbook stores them,
// become numbers, and all others shared texts.
func FromRecords(records [][]string) []byte {
	e := Excel{Strings: []string{}}
	known := map[string]int{}
	var data strings.Builder
	data.WriteString("<sheetData>")
	for i, record := range records {
		fmt.Fprintf(&data, `<row r="%d">`, i+1)
		for j, text := range record {
			if text == "" {
				continue
			}
			fmt.Fprintf(&data, `<c r="%s%d"`, Letters(j), i+1)
			if x, err := strconv.ParseFloat(text, 64); err == nil && strconv.FormatFloat(x, 'f', -1, 64) == text {
				fmt.Fprintf(&data, `><v>%s</v></c>`, text)
				continue
			}
			k, old := known[text]
			if !old {
				k = len(known)
				known[text] = k
				e.Strings = append(e.Strings, `<t xml:space="preserve">`+escaped(text)+`</t>`)
			}
			fmt.Fprintf(&data, ` t="s"><v>%d</v></c>`, k)
		}
		data.WriteString("</row>\n")
	}
	data.WriteString("</sheetData>")
	e.Sheets = []Sheet{{Name: "data", XML: data.String()}}
	return e.Bytes()
}

// Inline returns a sheet of these records, all as texts in the cells.
func Inline(name string, records [][]string) Sheet {
	var b strings.Builder
	for _, record := range records {
		b.WriteString("<row>")
		for _, text := range record {
			b.WriteString(`<c t="inlineStr"><is><t>` + escaped(text) + `</t></is></c>`)
		}
		b.WriteString("</row>")
	}
	return Sheet{Name: name, XML: "<sheetData>" + b.String() + "</sheetData>"}
}

// Letters returns the name of a column, from 0.
func Letters(column int) string {
	if column < 26 {
		return string(rune('A' + column))
	}
	return Letters(column/26-1) + string(rune('A'+column%26))
}

func escaped(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err)
	}
	return b.String()
}
