package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"drnet/engine/codebook"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// places returns a table in which customers of two of four cities with an income above 2500 buy, with a few exceptions.
func places() string {
	var b strings.Builder
	b.WriteString("inc_m,city,buys\n")
	for i := range 300 {
		income, city, buys := 1000+i*37%5000, []string{"Bern", "Rom", "Wien", "Oslo"}[i*7/3%4], "no"
		if (city == "Bern" || city == "Oslo") && income > 2500 != (i%41 == 0) {
			buys = "yes"
		}
		fmt.Fprintf(&b, "%d,%s,%s\n", income, city, buys)
	}
	return b.String()
}

// A column gets an alias and a unit, and values are grouped by hand: the rules and an export say so, the group is computed from the
// table's values, and the files of the command give the same model, byte for byte. A project keeps them.
func TestNamesAndGroups(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: shortRun, width: 1400, height: 1000})
	p.load("places.csv", places())
	p.click("Names for inc_m")
	p.call(p.control("Alias"), `function () { this.focus(); }`)
	p.press("monthly income" + kb.Escape) // keeps the typed text
	p.waitText("#columns", "monthly income")
	p.click("Names for inc_m")
	p.fill("Unit", "EUR")
	p.waitText("#columns", "monthly income (EUR)")
	p.click("Names for city")
	p.click("Bern")
	p.click("Oslo")
	p.fill("Name of the group", "north")
	p.shot("names-1400")
	p.click("Group the values")
	p.waitText(".value-groups", "north: Bern, Oslo")
	p.shot("groups-1400")
	p.click("Close the names")
	p.waitJS("a condition for each of three values",
		`document.querySelector("#columns li:nth-child(2)").innerText.includes("3 candidate conditions")`)
	p.train()
	p.waitText("#rules", "monthly income ≥ 2,5")
	p.waitText("#rules", "EUR")
	p.waitText("#rules", "city = north")
	model, file := p.model()
	checkModel(t, file, trainWithFiles(t, model.Learned.Request))
	p.click("Export")
	p.click("SQL")
	p.waitJS("the file to be written", `document.querySelector("#download-file")?.disabled === false`)
	_, sql := p.download(func() { p.click("Download") })
	for _, want := range []string{"monthly income is the column inc_m.", `"city" IN ('north', 'Bern', 'Oslo')`, `"inc_m"`} {
		if !strings.Contains(string(sql), want) {
			t.Errorf("the export lacks %s:\n%s", want, sql)
		}
	}
	p.resize(320, 800)
	p.shot("names-320")
}

// trainWithFiles trains on the table of places with the codebook of two files.
func trainWithFiles(t *testing.T, request protocol.Train) []byte {
	t.Helper()
	request.Encoding.Codebook = codebook.Book{}
	for _, file := range []struct {
		text  string
		order []string
	}{{"name,alias,unit\ninc_m,monthly income,EUR\n", codebook.Names}, {"city,Oslo,north\ncity,Bern,north\n", codebook.Groups}} {
		if err := request.Encoding.Codebook.Read(strings.NewReader(file.text), file.order); err != nil {
			t.Fatal(err)
		}
	}
	return trainedNatively(t, "places.csv", places(), request)
}

// trainedNatively returns the model file of a run outside of the browser.
func trainedNatively(t *testing.T, name, csv string, request protocol.Train, options ...dataset.Options) []byte {
	t.Helper()
	load := protocol.Load{File: strings.NewReader(csv), Name: name}
	if len(options) > 0 {
		load.Options = options[0]
	}
	return nativeModel(t, load, request)
}

// twins returns a table with a name and its code, and rows that occur several times.
func twins() string {
	var b strings.Builder
	b.WriteString("school,school_code,age,buys\n")
	for i := range 400 {
		level, buys := i*i%7, "no"
		age := 20 + i*13/2%9
		if level > 1 != (i%10 == 0) {
			buys = "yes"
		}
		fmt.Fprintf(&b, "level %d,%d,%d,%s\n", level, 10-level, age, buys)
	}
	return b.String()
}

// One click excludes a column that has the same information as another one. Test rows that equal training rows are counted, and one
// click keeps identical rows on one side of the split.
func TestTwinsAndIdenticalRows(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: shortRun, width: 1400, height: 1000})
	p.drop(".page", p.write("twins.csv", twins()))
	p.waitText("#data", "“school_code” duplicates column “school”: their values map one to one.")
	p.waitText("#data", "80 test rows equal a training row in all columns used and in the class")
	p.shot("twins-1400")
	p.click("Exclude school_code")
	p.waitText("#columns", "excluded by you")
	p.waitJS("no twin", `!document.querySelector("#data").innerText.includes("duplicates column")`)
	p.click("Keep identical rows on one side")
	p.waitJS("no identical rows on both sides", `!document.querySelector("#data").innerText.includes("equal a training row")`)
	p.train()
	model, _ := p.model()
	if r := model.Learned.Request; r.Split.Identical != protocol.Together || len(r.Ignore) != 1 || r.Ignore[0] != "school_code" {
		t.Errorf("the run had the split %+v, without %q", r.Split, r.Ignore)
	}
}
