package spreadsheet

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"drnet/engine/dataset/csvfile"
	"drnet/engine/dataset/spreadsheet/booktest"
)

// documents seed the fuzzers of the scanner and of sheets.
var documents = []string{
	`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>43831</v></c></row>`,
	`<row><c t="inlineStr"><is><r><t xml:space="preserve"> a </t></r><rPh><t>x</t></rPh></is></c><c><f>A1</f></c></row>`,
	`<?xml version="1.0"?><!-- a > b --><a x='1' y="2>3"><![CDATA[<&]]>&lt;&#65;&#x42;<b/></a >`,
	`<x:a xmlns:x="y"><x:b/>text</x:a>`, `<a><b></a></b>`, `<a`, `<a b="`, `<`, `<>`, `</a>`, `<a>&x;</a>`, `<!DOCTYPE a><a/>`, `<a/>b`,
	`<row r="3"><c r="C3" t="e"><v>#N/A</v></c></row><row r="2"/>`, `<row r="1"><c r="XFD1" t="b"><v>1</v></c></row>`,
	`<c t="str"><v>_x000D_</v></c>`, `<a></a><a b = "c" d='e'></a>`,
}

// The scanner finds what encoding/xml finds, if that accepts the document, and ends with an error or at its end otherwise.
func FuzzScanner(f *testing.F) {
	for _, d := range documents {
		f.Add(d)
	}
	f.Fuzz(func(t *testing.T, document string) {
		got, err := scanned(iotest.OneByteReader(strings.NewReader(document)))
		if again, wrong := scanned(strings.NewReader(document)); again != got || (err == nil) != (wrong == nil) {
			t.Fatalf("in pieces %q, %v; at once %q, %v", got, err, again, wrong)
		}
		want, ok := decoded(document)
		if ok && (err != nil || got != want) {
			t.Errorf("%q: %q, %v, want %q", document, got, err, want)
		}
	})
}

// scanned writes the tokens of a document as a text.
func scanned(r io.Reader) (string, error) {
	s := newScanner(r)
	var b strings.Builder
	for {
		switch s.next() {
		case ended:
			return b.String(), s.err
		case opens:
			fmt.Fprintf(&b, "<%s", s.name)
			for name, value := range s.each {
				fmt.Fprintf(&b, " %s=%q", name, attrText(value))
			}
			b.WriteString(">")
		case closes:
			fmt.Fprintf(&b, "</%s>", s.name)
		case chars:
			b.Write(s.text)
		}
	}
}

// decoded is scanned by encoding/xml; ok is false for a document that it or the scanner does not accept.
func decoded(document string) (text string, ok bool) {
	if strings.Contains(document, "\r") || !utf8.ValidString(document) || strings.Count(document, "<") > 500 {
		return "", false // encoding/xml changes line ends
	}
	d := xml.NewDecoder(strings.NewReader(document))
	var b strings.Builder
	for {
		token, err := d.RawToken()
		switch token := token.(type) {
		case xml.StartElement:
			if strings.Contains(token.Name.Local, ":") {
				return "", false
			}
			fmt.Fprintf(&b, "<%s", token.Name.Local)
			for _, a := range token.Attr {
				if strings.Contains(a.Name.Local, ":") {
					return "", false // not a name with a prefix
				}
				fmt.Fprintf(&b, " %s=%q", a.Name.Local, a.Value)
			}
			b.WriteString(">")
		case xml.EndElement:
			fmt.Fprintf(&b, "</%s>", token.Name.Local)
		case xml.CharData:
			b.Write(token)
		case xml.Directive:
			return "", false
		}
		if err == io.EOF {
			_, wrong := xml.NewDecoder(strings.NewReader("<r>" + document + "</r>")).Token()
			return b.String(), wrong == nil && balanced(document)
		} else if err != nil {
			return "", false
		}
	}
}

// balanced reports whether every element of a document is closed in order.
func balanced(document string) bool {
	d := xml.NewDecoder(strings.NewReader(document))
	for {
		if _, err := d.Token(); err != nil {
			return err == io.EOF
		}
	}
}

// A sheet of any content becomes lines, or an *csvfile.Error with a hint.
func FuzzSheet(f *testing.F) {
	for _, d := range documents {
		f.Add(d, false)
		f.Add(d, true)
	}
	f.Add(`<table:table-row><table:table-cell office:value-type="float" office:value="1" `+
		`table:number-columns-repeated="3"/></table:table-row>`, true)
	f.Add(`<table:table-row table:number-rows-repeated="9">`+
		`<table:table-cell office:value-type="time" office:time-value="PT1H"/></table:table-row>`, true)
	f.Fuzz(func(t *testing.T, rows string, document bool) {
		file := booktest.Excel{
			Sheets: []booktest.Sheet{{Name: "a", XML: "<sheetData>" + rows + "</sheetData>"}}, Strings: []string{"<t>x</t>"},
			Formats: []string{"yyyy", "0%"},
		}.Bytes()
		if document {
			file = booktest.Document("", `<table:table table:name="a">`+rows+`</table:table>`, nil)
		}
		text, err := textOf(file)
		if own, ok := err.(*csvfile.Error); err != nil && (!ok || own.Hint == "" || own.Kind == "") {
			t.Fatalf("error %#v", err)
		}
		if err == nil && (text == "" || text[len(text)-1] != '\n') {
			t.Fatalf("text %q", text)
		}
	})
}

func textOf(file []byte) (string, error) {
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return "", err
	}
	b, err := Open(context.Background(), z, int64(len(file)))
	if err != nil {
		return "", err
	}
	k, err := b.Find("")
	if err != nil {
		return "", err
	}
	r, err := b.Read(k)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return string(text), err
}

// Days are those of package time, apart from the first two months of 1900, which lack a day.
func TestAppendDay(t *testing.T) {
	for n := firstDay; n <= lastDay; n += 1 + n&7 {
		at := n
		if n >= 1 && n < 60 {
			at++
		}
		want := time.Date(1899, time.December, 30+at, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		if got, ok := (format{shows: day}).appendTime(nil, float64(n), false); string(got) != want || !ok {
			t.Fatalf("day %d is %s, want %s", n, got, want)
		}
	}
}
