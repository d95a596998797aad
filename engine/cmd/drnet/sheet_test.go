package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"drnet/engine/dataset/spreadsheet/booktest"
)

// Every command that reads a table reads a chosen sheet.
func TestSheetOfCommands(t *testing.T) {
	pets, people := [][]string{{"kind", "legs"}}, [][]string{{"age", "city", "buys"}}
	for i := range 200 {
		pets = append(pets, []string{[]string{"cat", "crow"}[i%2], fmt.Sprint(4 - 2*(i%2))})
	}
	for i := range 80 {
		people = append(people, []string{fmt.Sprint(20 + i%50), []string{"Bern", "Rom", "Wien"}[i%3], []string{"no", "yes"}[i%50/25]})
	}
	dir := t.TempDir()
	lists := filepath.Join(dir, "lists.json")
	writeFile(t, lists, `{"few":[{"a":1}],"many":[{"b":1},{"b":2}]}`)
	book, model := filepath.Join(dir, "tables.xlsx"), filepath.Join(dir, "model.json")
	sheets := []booktest.Sheet{booktest.Inline("Pets", pets), booktest.Inline("People", people)}
	writeFile(t, book, string(booktest.Excel{Sheets: sheets}.Bytes()))
	for _, test := range []struct{ command, says string }{
		{"inspect FILE", "200 rows, 2 columns; XLSX, sheet \"Pets\""},
		{"inspect FILE", "sheets: \"Pets\" (201 × 2), \"People\" (81 × 3)"},
		{"inspect LISTS", "sheets: \"many\" (2 rows), \"few\" (1 row)"},
		{"inspect FILE", "2 sheets of the workbook have rows and columns; \"Pets\" was read"},
		{"inspect FILE -sheet people", "80 rows, 3 columns; XLSX, sheet \"People\""},
		{"train FILE -sheet People -target buys -epochs 20 -model MODEL", "age"},
		{"eval FILE -sheet People -target buys -epochs 5 -folds 2", "accuracy"},
		{"train FILE -sheet People -target buys -epochs 20 -test FILE -test-sheet People", "80 training, 80 test"},
		{"eval FILE -sheet People -target buys -epochs 5 -folds 2 -test FILE -test-sheet people", "test accuracy 100% on the test table"},
		{"apply -model MODEL FILE -sheet People", "80,yes,"},
		{"explain -model MODEL FILE -row 1 -sheet People", "age"},
	} {
		words := strings.Fields(strings.NewReplacer("FILE", book, "LISTS", lists, "MODEL", model).Replace(test.command))
		if code, out, errors := call(t.Context(), words...); code != 0 || !strings.Contains(out, test.says) {
			t.Errorf("drnet %s: %d, %s\n%s\nwant %q", test.command, code, out, errors, test.says)
		}
	}
}
