package dataset_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"drnet/engine/dataset"
	"drnet/engine/dataset/spreadsheet/booktest"
)

// A workbook is sampled, limited and cancelled like a text, and does not depend on how it arrives.
func TestWorkbook(t *testing.T) {
	records := [][]string{{"n", "text"}}
	for i := range 30_000 {
		records = append(records, []string{fmt.Sprint(i * i), fmt.Sprint("text ", i%7)})
	}
	file := booktest.Excel{Sheets: []booktest.Sheet{
		booktest.Inline("data", records), booktest.Inline("more", records[:9]), booktest.Inline("note", records[:1]),
	}}.Bytes()
	ctx := context.Background()
	whole, err := dataset.Read(ctx, "a.xlsx", bytes.NewReader(file), dataset.Options{})
	if err != nil || whole.Rows != 30_000 || whole.Sheet != "data" || whole.Dialect.Format != "xlsx" || len(whole.Sheets) != 3 {
		t.Fatalf("%+v, %v", whole, err)
	}
	want := `2 sheets of the workbook have rows and columns; "data" was read, which has the most values: ` +
		"choose another one if that is not the table"
	if !slices.Contains(whole.Warnings, want) {
		t.Errorf("warnings %q", whole.Warnings)
	}
	pieces, err := dataset.Read(ctx, "a.xlsx", iotest.OneByteReader(bytes.NewReader(file)), dataset.Options{Sheet: "data"})
	if err != nil || show(pieces) != show(whole) || len(pieces.Warnings) != 0 {
		t.Errorf("in pieces: %v, %q", err, pieces.Warnings)
	}
	some, err := dataset.Read(ctx, "a.xlsx", bytes.NewReader(file), dataset.Options{Sample: 300, Size: int64(len(file))})
	if err != nil || some.Rows < 200 || some.Rows > 400 {
		t.Errorf("a sample of 300 rows: %+v, %v", some, err)
	}
	_, err = dataset.Read(ctx, "a.xlsx", bytes.NewReader(file), dataset.Options{Memory: 1000, Size: int64(len(file))})
	if e := new(dataset.Error); !errors.As(err, &e) || e.Kind != dataset.TooLarge {
		t.Errorf("little memory: %v", err)
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err := dataset.Read(stopped, "a.xlsx", bytes.NewReader(file), dataset.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// Lines of a text that were pasted into one column of a sheet are named.
func TestPastedLines(t *testing.T) {
	for name, want := range map[string]bool{"age,sex": true, "age;sex": true, "age\tsex": true, "age": false} {
		records := [][]string{{name}, {"1,2"}, {"3,4"}, {"5,6"}}
		file := booktest.Excel{Sheets: []booktest.Sheet{booktest.Inline("data", records)}}.Bytes()
		table, err := dataset.Read(t.Context(), "a.xlsx", bytes.NewReader(file), dataset.Options{})
		if err != nil || len(table.Columns) != 1 {
			t.Fatalf("%+v, %v", table, err)
		}
		if got := strings.Contains(strings.Join(table.Warnings, "\n"), "split the column in a spreadsheet program"); got != want {
			t.Errorf("%q: %q", name, table.Warnings)
		}
	}
}

// Workbooks with a password are distinguished from old ones.
func TestCompoundFiles(t *testing.T) {
	const mark = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
	wide := ""
	for _, c := range "EncryptedPackage" {
		wide += string(c) + "\x00"
	}
	for file, want := range map[string]string{
		mark + strings.Repeat("\x00", 9000) + wide: "the workbook is encrypted",
		mark + strings.Repeat("\x00", 9000):        "this is an old Excel workbook",
	} {
		_, err := read(file, dataset.Options{})
		if e := new(dataset.Error); !errors.As(err, &e) || e.Kind != dataset.Spreadsheet || e.Message != want || e.Hint == "" {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// A sheet cannot be chosen in a file that has none.
func TestNoSheets(t *testing.T) {
	_, err := read("a,b\n1,2\n", dataset.Options{Sheet: "data"})
	var e *dataset.Error
	if !errors.As(err, &e) || e.Kind != dataset.Spreadsheet || e.Hint != "leave the sheet out" {
		t.Errorf("error %#v", err)
	}
}
