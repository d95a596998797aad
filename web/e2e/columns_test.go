package e2e

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// people returns a table in which age determines the target, and "nix" marks a missing city.
func people() string {
	var b strings.Builder
	b.WriteString("age;city;price;buys\n")
	for i := range 200 {
		city := []string{"Bern", "Rom", "Wien", "nix"}[i%4]
		age := 18 + i*7%60
		buys := "no"
		if age > 40 != (i%23 == 0) { // some rows contradict the rule
			buys = "yes"
		}
		fmt.Fprintf(&b, "%d;%s;%d,5;%s\n", age, city, i*13%97, buys)
	}
	return b.String()
}

// The button that fixes a leak can be clicked. The buttons of the column once covered it.
func TestLeakExcluded(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{width: 1400, height: 1000})
	lines := strings.Split(strings.TrimSpace(people()), "\n")
	for i, line := range lines {
		days := i % 90
		if strings.HasSuffix(line, "yes") {
			days += 100
		}
		lines[i] = strconv.Itoa(days) + ";" + line
	}
	lines[0] = "late;age;city;price;buys"
	p.drop(".page", p.write("people.csv", strings.Join(lines, "\n")))
	p.waitText(".leak", "Possible leakage")
	if covered := eval[string](p, `(() => {
		const button = document.querySelector(".leak button"), box = button.getBoundingClientRect();
		const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
		return button.contains(at) ? "" : at.textContent;
	})()`); covered != "" {
		t.Errorf("the button is under %q", covered)
	}
	p.click("Exclude late")
	p.waitText("#columns-title", "Columns (3 of 5 used)")
}

// The user overrides the detected import options; decisions about columns are kept where they still apply.
func TestOverrule(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{width: 1400, height: 1000})
	p.drop(".page", p.write("people.csv", people()))
	p.waitText("#data", "semicolon-separated")
	p.waitJS("the digest below the table", `document.querySelector(".file-digest code") !== null`)
	got, want := eval[string](p, `document.querySelector(".file-digest code").textContent`), fmt.Sprintf("%x", sha256.Sum256([]byte(people())))
	if got != want {
		t.Errorf("SHA-256 %s, want %s", got, want)
	}
	p.waitText("#plan", "features, 160 training rows, 40 test rows.")
	p.shot("columns-1400")

	p.click("Use price") // excluded, in memory
	p.waitText("#columns", "excluded by you")
	p.waitJS("fewer questions", `!document.querySelector("#columns li:nth-child(3)").innerText.includes("conditions")`)

	p.click("Import options")
	p.fill("Missing-value markers", "nix, ?")
	p.click("Read again")
	p.waitText("#columns li:nth-child(2)", "25.0% missing")
	p.waitText("#columns", "excluded by you") // kept
	p.click("All 200 rows")
	p.waitText("#preview tbody tr:nth-child(5)", "missing")

	p.choose("Delimiter", "comma")
	p.click("Read again")
	p.waitJS("another table", `document.querySelectorAll("#columns li").length !== 4 || document.querySelector("#data .problem")`)
	p.choose("Delimiter", "detected")
	p.click("Read again")
	p.waitJS("the table as before", `document.querySelectorAll("#columns li").length === 4`)

	p.choose("Type of age", "categorical")
	p.waitText("#columns li:nth-child(1)", "60 values")
	p.choose("Type of age", "detect")
	p.waitText("#columns li:nth-child(1)", "18 to")

	p.choose("Type of age", "binary")
	p.waitText("#columns .problem", "cannot be binary")
	p.waitJS("the type as it was", `document.querySelector("#kind-0").value === "numeric"`)
	p.choose("Type of age", "categorical")
	p.waitText("#columns li:nth-child(1)", "60 values")
	p.choose("Type of age", "detect")
	p.waitText("#columns li:nth-child(1)", "18 to")

	p.click("Target city")
	p.waitText("#data", "50 rows lack a label and are skipped.")
	p.click("Rom 50 rows, 25.0%")
	p.waitText("#plan", "50 rows left out because the target is missing")
	p.resize(320, 800)
	p.shot("columns-320")
}

// A column takes 36 px in a wide window, however long its values are, unless it has a remark.
func TestColumnsTakeOneLine(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{width: 1440, height: 900})
	var rows strings.Builder
	for i := range 200 {
		fmt.Fprintf(&rows, "%d,%s,%s\n", i%50, []string{
			"critical account or other existing credits", "all credits at this bank paid back duly", "delay in paying off in the past",
			"no credits taken or all paid back", "?",
		}[i%5], []string{"bad", "good"}[i%2])
	}
	p.load("credit.csv", "age,credit_history_of_the_customer,class\n"+rows.String())
	p.waitText("#columns", "candidate conditions")
	for _, width := range []int64{1440, 1024} {
		p.resize(width, 900)
		got := eval[[]float64](p, `[...document.querySelectorAll(".profile")].map((e) => e.offsetHeight)`)
		if !slices.Equal(got, []float64{36, 36, 36}) {
			t.Errorf("at %d px the columns are %v px high, want 36", width, got)
		}
	}
}

// The list of classes starts below its hint, aligned with it on the left, and the type of a column is not cut off.
func TestClassesAndTypesFit(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{width: 1440, height: 900})
	var rows strings.Builder
	for i := range 600 {
		fmt.Fprintf(&rows, "note %d,%d,%s\n", i%450, i%50, []string{"Daisy", "Heather", "Lupin", "Pine", "Rose"}[i%5])
	}
	p.drop(".page", p.write("plants.csv", "note,size,species\n"+rows.String()))
	p.wait(".task fieldset .radio")
	p.waitJS("the classes below their hint", `(() => {
		const field = document.querySelector(".task fieldset"), at = (e) => e.getBoundingClientRect();
		const hint = at(field.querySelector(".hint")), first = at(field.querySelector(".radio"));
		return first.left === hint.left && first.top >= hint.bottom;
	})()`)
	p.waitJS("a type that fits", `(() => {
		const kind = [...document.querySelectorAll(".profile-kind select")].find((e) => e.selectedOptions[0].text === "text (excluded)");
		if (!kind) {
			return false;
		}
		const style = getComputedStyle(kind), pen = document.createElement("canvas").getContext("2d");
		pen.font = style.font;
		return pen.measureText(kind.selectedOptions[0].text).width <=
			kind.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
	})()`)
}

// A numeric target is split at a threshold.
func TestNumberTarget(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: shortRun, width: 1400, height: 1000})
	p.load("people.csv", people())
	p.click("Target age")
	p.waitText("#data", "of the rows")
	p.fill("Number that splits the target", "x")
	p.waitText("#data", "Type the number that splits the target.")
	p.fill("Number that splits the target", "40")
	p.waitText("#data", "About 6")
	p.waitText("#plan", "160 training rows")
	p.shot("number-target")
	p.train()
	p.waitText("#rules .sentence", "> 40")
}

// Thresholds are moved by keys, by typed numbers and by dragging; the rules use the moved thresholds.
func TestThresholds(t *testing.T) {
	t.Parallel()
	p := openReady(t, visit{path: shortRun, width: 1400, height: 1000})
	p.load("people.csv", people())
	p.click("Use price")
	p.click("Use city")
	p.click("Cut points for age")
	p.choose("Binning method of this column", "quantiles")
	p.fill("How many", "9")
	const list = `document.querySelector(".cut-editor textarea").value.split(", ")`
	values := func() []string { return eval[[]string](p, list) }
	left := func(n int) { p.waitJS(fmt.Sprint(n, " cut points"), fmt.Sprintf(`%s.length === %d`, list, n)) }
	left(9)
	p.shot("thresholds-1400")
	if share := eval[float64](p, `document.querySelector(".cut-editor [data-part='base']").getBoundingClientRect().width /
		document.querySelector(".cut-method").offsetWidth`); share < 0.9 {
		t.Errorf("the histogram takes %.2f of the width of its panel", share)
	}

	p.click("Cut point 9 of 9")
	before := values()
	p.press(kb.ArrowLeft)
	p.waitJS("the move", list+`[8] !== "`+before[8]+`"`)
	if was, is := number(t, before[8]), number(t, values()[8]); is >= was || is < was-3 {
		t.Errorf("the arrow moved %v to %v", was, is)
	}
	for n := 9; n > 1; n-- {
		p.press(kb.Delete)
		left(n - 1)
	}

	p.fill("Cut points", "30")
	p.waitJS("its handle", `document.querySelector("[role=slider]").getAttribute("aria-valuenow") === "30"`)
	p.dragTo("Cut point 1 of 1", 120) // of some 6 pixels each year
	p.waitJS("the handle far to the right", `parseFloat(`+list+`[0]) >= 48`)
	p.waitText("#plan", "1 feature,")
	dragged := values()[0]
	p.click("Add a cut point")
	left(2)
	p.fill("Cut points", dragged+", 40")
	p.waitText("#plan", "2 features")
	p.shot("thresholds-edited")
	p.train()
	p.waitText("#rules .rule-lines", "age ≤ 40")
	model, _ := p.model()
	got := model.Encoder.Columns[0].Thresholds
	if want := []float64{40, number(t, dragged)}; len(model.Encoder.Columns) != 1 || !slices.Equal(got, want) {
		t.Errorf("the model has the thresholds %v of %d columns, want %v of 1", got, len(model.Encoder.Columns), want)
	}
	p.resize(320, 800)
	p.section("Data")
	p.click("Reset")
	p.waitJS("the thresholds of all columns", list+`.length > 2`)
	p.shot("thresholds-320")
	p.fits("thresholds")
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// dragTo drags a control by pixels to the right.
func (p *page) dragTo(name string, right float64) {
	p.t.Helper()
	x, y := p.centre(p.control(name))
	mouse := func(kind input.DispatchMouseEventType, x float64, buttons int64) {
		_, err := chromedp.Call(p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: buttons, ClickCount: 1,
		})
		p.must(err)
	}
	mouse(input.DispatchMouseEventTypeMousePressed, x, 1)
	for step := range 6 {
		mouse(input.DispatchMouseEventTypeMouseMoved, x+right*float64(step)/5, 1)
	}
	mouse(input.DispatchMouseEventTypeMouseReleased, x+right, 0)
}

// A table with thousands of columns shows some of them, and finds the others by search.
func TestManyColumns(t *testing.T) {
	var b strings.Builder
	const columns = 5000
	for row := range 41 {
		for j := range columns {
			if j > 0 {
				b.WriteByte(',')
			}
			if row == 0 {
				fmt.Fprintf(&b, "c%d", j)
			} else {
				fmt.Fprintf(&b, "%d", (row*(j+3))%7%3)
			}
		}
		b.WriteByte('\n')
	}
	p := openReady(t, visit{width: 1400, height: 1000})
	p.drop(".page", p.write("wide.csv", b.String()))
	p.resetTasks()
	p.waitText("#data", "40 rows, 5,000 columns")
	p.waitText("#columns", "1 to 50 of 5,000")
	p.click("Next")
	p.waitText("#columns", "51 to 100 of 5,000")
	p.fill("Find a column", "c4321")
	p.waitText("#columns", "1 to 1 of 1")
	p.click("Target c4321")
	p.waitJS("the target", `document.querySelector("#target").selectedOptions[0].text.startsWith("c4321")`)
	p.measured("longest task while 5,000 columns are shown", p.longestTask(), longestAim)
	p.shot("many-columns")
}

// Numbers that look like codes for missing values become missing with one click.
func TestSuspectedMarks(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("age,income,buys\n")
	for i := range 120 {
		age, income := strconv.Itoa(20+i%40), strconv.Itoa(100+i*7%90)
		if i%10 == 0 {
			age, income = "-9", "-99"
		}
		if i%15 == 0 {
			income = "-9"
		}
		fmt.Fprintf(&b, "%s,%s,%d\n", age, income, i%3/2)
	}
	p := openReady(t, visit{width: 1400, height: 1000})
	p.drop(".page", p.write("codes.csv", b.String()))
	p.waitText("#suspects", "Several columns contain -9")
	p.shot("codes")
	p.click("Treat as missing")
	p.waitText("#columns li:nth-child(1)", "10.0% missing")
	p.waitJS("no question", `document.querySelector("#suspects") === null`)
}

// A file of Excel in China is dropped. The warning shows how its letters read in other encodings, and one of them is chosen: the browser
// decodes it.
func TestEncoding(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	file.WriteString("\xc4\xea\xc1\xe4,\xd0\xd4\xb1\xf0,\xbd\xe1\xb9\xfb\r\n")
	for i := range 200 {
		fmt.Fprintf(&file, "%d,%s\r\n", 20+i*7%60, []string{"\xc4\xd0,\xd1\xf4\xd0\xd4", "\xc5\xae,\xd2\xf5\xd0\xd4"}[i%2])
	}
	p := openReady(t, visit{path: shortRun, width: 1400, height: 1000})
	p.drop(".page", p.write("people.csv", file.String()))
	p.waitText("#data", "choose the encoding in which it reads well")
	p.waitText("#data", "“年龄” (GB18030)")
	p.click("GB18030")
	for _, text := range []string{"年龄", "性别", "结果", "女"} {
		p.waitText("#data", text)
	}
}
