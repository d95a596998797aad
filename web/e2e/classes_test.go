package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"drnet/engine/protocol"
)

// sampleLearnt opens a built-in table of many classes and trains on it.
func sampleLearnt(t *testing.T, title string) *page {
	t.Helper()
	p := openReady(t, visit{path: shortRun, width: 1440, height: 1000})
	p.waitJS("the built-in table",
		`[...document.querySelectorAll(".sample")].find((b) => b.textContent.startsWith("`+title+`"))?.click() ?? true`)
	p.waitJS("training to be possible", `document.querySelector("#start")?.disabled === false`)
	p.patience = 2 * time.Minute
	p.click("Start training")
	p.wait("#whole-accuracy")
	return p
}

// figure returns the percentage that an element shows.
func (p *page) figure(selector string) float64 {
	p.t.Helper()
	shown := p.text(selector)
	x, err := strconv.ParseFloat(strings.TrimSuffix(shown, "%"), 64)
	if err != nil {
		p.t.Fatalf("%s shows %q: %v", selector, shown, err)
	}
	return x
}

// Short runs learn tables of three and ten classes; the page announces every class that is never predicted.
func TestManyClasses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		title   string
		least   float64 // test accuracy in percent
		classes []string
	}{
		{"Irises", 90, []string{"blue flag", "dwarf", "yellow flag"}},
		{"Balance scale", 60, []string{"balanced", "left", "right"}},
		{"Faulty 7-segment digits", 80, []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"}},
	} {
		t.Run(c.title, func(t *testing.T) {
			p := sampleLearnt(t, c.title)
			if got := p.figure("#whole-accuracy"); got < c.least {
				t.Errorf("right on %v%% of the test rows, want at least %v", got, c.least)
			}
			p.shot("classes-" + strings.ToLower(strings.Fields(c.title)[0]))
			p.click("Predictions for each class")
			rows := eval[int](p, `document.querySelectorAll("#confusions tbody tr").length`)
			cells := eval[int](p, `document.querySelectorAll("#confusions tbody td").length`)
			if n := len(c.classes); rows != n || cells != n*n {
				t.Errorf("the table of answers has %d lines and %d cells, want %d and %d", rows, cells, n, n*n)
			}
			table, whole := p.text("#class-table"), p.text("#whole")
			for _, class := range c.classes {
				if !strings.Contains(table, class) {
					t.Errorf("%q is not in the table of the classes", class)
				}
				rules := eval[string](p, `[...document.querySelectorAll("#class-table tbody tr")]
					.find((r) => r.querySelector("th").textContent === "`+class+`").querySelector("td").textContent`)
				last := strings.Contains(p.text(".rest-line"), "→ "+class)
				said := strings.Contains(whole, "“"+class+"” is never predicted") ||
					strings.Contains(whole, `"`+class+`" is never predicted`)
				if (rules == "0" && !last) != said {
					t.Errorf("%q has %s rules, and the page says: %s", class, rules, whole)
				}
			}
			p.resize(320, 900)
			p.fits("many classes")
		})
	}
}

// The rules of each class are shown and edited separately. A what-if row is predicted by the rules of all classes, and exports hold all
// of them.
func TestClassesAreReadTriedAndTaken(t *testing.T) {
	t.Parallel()
	p := sampleLearnt(t, "Irises")
	before := p.figure("#whole-accuracy")
	open := func(class string) {
		eval[bool](p, fmt.Sprintf(`[...document.querySelectorAll(".rule-group .rule-line")]
			.find((l) => l.innerText.includes(%q)).click() ?? true`, "→ "+class))
	}
	if n, rules := eval[int](p, wholeLines), eval[int](p, `document.querySelectorAll(".rule-group .rule-line").length`); n < 2 || n != rules {
		t.Errorf("%d of %d rules of three classes are whole on the screen, want all", n, rules)
	}
	p.shot("classes-listed")
	open("dwarf")
	p.click("On rule 1")
	p.waitText("#rules .card", "Off. It would cover")
	p.waitJS("the whole to be measured",
		`parseFloat(document.querySelector("#whole-accuracy")?.textContent) < `+
			strconv.FormatFloat(before, 'f', 1, 64))
	open("yellow flag")
	p.waitText("#rules .card", "Covers")
	open("dwarf")
	p.waitText("#rules .card", "Off. It would cover")
	p.click("Undo")
	p.waitJS("the whole as before",
		`parseFloat(document.querySelector("#whole-accuracy")?.textContent) === `+
			strconv.FormatFloat(before, 'f', 1, 64))

	p.click("What-if")
	p.waitText("#answer", "kind = ")
	p.waitText("#answer .votes", "dwarf")
	p.fill("Start from row", "1")
	p.waitText("#answer", "kind = dwarf")
	p.waitText("#answer", "Actual: dwarf, correct.")
	p.shot("classes-tried")

	p.click("Export")
	p.click("SQL")
	p.waitText("#file-preview", "THEN 'dwarf'")
	p.click("the rules for “dwarf” alone")
	p.waitText("#file-preview", "ELSE 'not dwarf'")
	p.click("the model of all classes")
	p.click("model file (JSON)")
	p.waitText("#file-preview", protocol.MultiClassSchema)
	name, text := p.download(func() { p.click("Download") })
	file, err := protocol.ReadFile(text)
	if err != nil || file.MultiClass == nil || len(file.MultiClass.Members) != 3 {
		t.Fatalf("%s is no model of three classes: %v", name, err)
	}
	if want := trainNatively(t, "irises", file.MultiClass.Learned.Request); string(text) != string(want) {
		t.Errorf("the page made\n%.2000s\nand natively it is\n%.2000s", text, want)
	}
	p.click("Score rows")
	p.waitText("#panel-export", "180 rows are scored.")

	path := filepath.Join(t.TempDir(), "classes.json")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	p.section("Data")
	p.setFiles("#open-model", path)
	p.waitText("#rules", "These rules are from classes.json")
	p.waitText("#score", "test accuracy")
	p.shot("classes-opened")
}
