package e2e

import (
	"strings"
	"testing"

	"drnet/engine/dataset/spreadsheet/booktest"
)

// records splits lines of values between semicolons.
func records(text string) (list [][]string) {
	for line := range strings.Lines(text) {
		list = append(list, strings.Split(strings.TrimSpace(line), ";"))
	}
	return list
}

// A workbook with two sheets is dropped. The other sheet is chosen, and the rules use its columns.
func TestWorkbook(t *testing.T) {
	t.Parallel()
	var pets strings.Builder
	pets.WriteString("kind;legs;weight;wild\n")
	for i := range 300 {
		pets.WriteString([]string{"cat;4;3;no\n", "crow;2;1;yes\n", "ant;6;0;yes\n"}[i%3])
	}
	book := booktest.Excel{Sheets: []booktest.Sheet{
		booktest.Inline("Notes", [][]string{{"made by hand"}}), booktest.Inline("Pets", records(pets.String())),
		booktest.Inline("People", records(people())),
	}}
	p := openReady(t, visit{path: shortRun, width: 1400, height: 1000})
	p.drop(".page", p.write("tables.xlsx", string(book.Bytes())))
	p.waitText("#data", "300 rows, 4 columns")
	p.waitText("#data", "Parsed as XLSX, sheet \"Pets\", with header")
	p.waitText("#data", "2 sheets of the workbook have rows and columns")
	p.shot("workbook")
	p.choose("Sheet", "People (201 rows × 4 columns)")
	p.waitText("#data", "200 rows, 4 columns")
	p.waitText("#data", "sheet \"People\"")
	p.choose("Sheet", "Notes (1 row × 1 column)")
	p.waitText("#data .problem", "no rows")
	p.waitJS("the sheet as it was", `document.querySelector("#sheet").value === "People"`)
	p.waitText("#plan", "160 training rows")
	p.train()
	p.waitText("#rules", "age")
}
