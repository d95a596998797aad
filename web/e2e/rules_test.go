package e2e

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"drnet/engine/protocol"
)

// learntPeople opens a page with rules learned from people.csv.
func learntPeople(t *testing.T, v visit) *page {
	t.Helper()
	v.path = cmp.Or(v.path, shortRun)
	p := openReady(t, v)
	p.learn()
	p.allDrawn()
	return p
}

// Rules are switched off, edited and restored, and the scores follow at once.
func TestEditRules(t *testing.T) {
	t.Parallel()
	p := learntPeople(t, visit{width: 1400, height: 1000})
	lines := func() int { return eval[int](p, `document.querySelectorAll("button.rule-line").length`) }
	before, n := p.text("#accuracy"), lines()
	p.waitText("#inspector", "raw")
	p.waitText("#check", "the conditions of each raw rule contradict each other, so it holds for no row.")
	p.shot("rules-1400")

	p.unfocus()
	p.press("j")
	p.waitJS("the focus on the first rule", `document.activeElement.dataset.rule === "1" && document.activeElement.ariaPressed === "true"`)
	p.press(kb.Escape)
	p.waitJS("no rule selected", `document.activeElement.ariaPressed === "false"`)
	p.press(kb.ArrowDown)
	p.waitJS("the rule selected again", `document.activeElement.ariaPressed === "true"`)
	p.press("x")
	p.waitJS("the message, which stays while it has the focus",
		`(document.querySelector("#toast button")?.focus(), document.activeElement.textContent === "Undo: Rule 1 switched off.")`)
	p.shot("toast-1400")
	p.press("\r")
	p.waitJS("the focus on Redo", `document.activeElement.id === "redo" && document.querySelector("#toast") === null`)
	_, err := chromedp.Call(p.ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeKeyDown, Key: "/", Text: "/",
	})
	p.must(err)
	p.waitJS("the focus in the field", `document.activeElement.id === "find-rule"`)
	p.press("size <= 20") // the keys arrive while the page draws
	p.waitJS("every letter in the field",
		`document.activeElement.value === "size <= 20" && document.querySelector("button.rule-line") === null`)
	p.fill("Find", "")
	p.waitJS("the rules again", `document.querySelector("button.rule-line") !== null`)
	p.unfocus()
	p.press("e")
	p.waitJS("the focus in the editor", `document.activeElement.id === "edit-0" && document.querySelector("#add-condition") !== null`)
	p.press("e")
	p.waitJS("a closed editor", `document.querySelector("#add-condition") === null`)
	p.press(kb.Escape)
	p.waitJS("no rule selected", `document.querySelector(".rule-line").ariaPressed === "false"`)

	p.inspect(1)
	p.click("On rule 1")
	p.waitText("#rules .card", "Off. It would cover")
	p.waitText("#score", "test accuracy")
	p.waitJS("another score", fmt.Sprintf(`document.querySelector("#accuracy").textContent !== %q`, before))
	p.waitText("#rules", "edited by hand")
	p.shot("switched-off-1400")
	p.click("Undo")
	p.waitJS("the score as before", fmt.Sprintf(`document.querySelector("#accuracy").textContent === %q`, before))
	p.click("Redo")
	p.waitText("#rules .card", "Off. It would cover")
	p.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.waitJS("the first rule on", `document.querySelector("#on-0").checked`)
	p.do(chromedp.KeyEvent("Z", chromedp.KeyModifiers(chromedp.ModifierCtrl|chromedp.ModifierShift)))
	p.waitText("#rules .card", "Off. It would cover")
	p.press("2")
	p.wait("#settings")
	p.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))) // must not undo rules that are not on the screen
	p.press("4")
	p.waitText("#rules .card", "Off. It would cover")
	p.click("Undo")
	p.waitJS("the first rule on", `document.querySelector("#on-0").checked`)

	p.click("Edit rule 1")
	p.wait("#add-condition")
	p.choose("Column", "city")
	p.choose("Condition", "city = Rom")
	p.click("Add the condition")
	p.waitText("#rules .card", "city = Rom")
	p.waitText("#rules .card", "Covers")
	p.shot("editing-1400")
	p.fill("Note", "only in Rome")
	p.waitText("#rules .card .own-note", "only in Rome")
	p.click("Take out city = Rom")
	p.waitJS("the condition to go", `!document.querySelector("#rules .card .conditions").innerText.includes("Rom")`)
	p.waitJS("the focus on what is still there", `document.activeElement.id === "edit-0"`)
	p.click("Edit rule 1")
	p.click("Add a rule")
	p.choose("Column", "city")
	p.click("Add the rule")
	p.waitJS("one rule more", fmt.Sprintf(`document.querySelectorAll("button.rule-line").length === %d`, n+1))
	p.inspect(1)
	p.click("Pin rule 1")
	p.waitText("#rules .card", "★")
	m, _ := p.model()
	if !m.Edited || m.Learned.Edited == nil || len(m.Marks) == 0 || m.Marks[0].Note != "only in Rome" || !m.Marks[0].Pinned {
		t.Errorf("the file has edited = %v, %+v and the marks %+v", m.Edited, m.Learned.Edited, m.Marks)
	}
	_, text := p.download(func() { p.click("Download as text") })
	if !strings.Contains(string(text), "edited by hand") {
		t.Errorf("the text does not say that it was edited:\n%s", text)
	}
	p.choose("Sort", "coverage")
	p.fill("Find", "city")
	p.waitJS("fewer rules", fmt.Sprintf(`document.querySelectorAll("button.rule-line").length < %d`, n+1))
	p.fill("Find", "")
	p.inspect(1)
	p.shot("inspected-1400")
	p.click("Rules with age")
	p.waitJS("the focus on the filter", `document.activeElement.id === "column-filter"`)
	p.shot("filtered-1400")
	p.press(kb.Enter)
	p.waitJS("the focus on the search", `document.activeElement.id === "find-rule"`)
	p.waitJS("all rules", fmt.Sprintf(`document.querySelectorAll("button.rule-line").length === %d`, n+1))
	p.click("Close the rule")
	p.click("raw")
	p.waitJS("no edits", `document.querySelector("#undo") === null`)
	p.shot("raw-1400")
	p.click("edited by hand")
	p.wait("#undo")
	p.inspect(1)
	p.click("Copy rule 1")
	p.waitJS("word of it", `document.querySelector("#toast")?.textContent === "Copied."`)
	p.resize(320, 900)
	eval[bool](p, `document.querySelector("#rules").scrollIntoView(), true`)
	p.shot("rules-320")
	p.fits("edited")
}

// A bound of a condition is dragged over its histogram with the mouse and by touch, and moved with keys. The scores follow, no task is
// long, and one undo takes the whole drag back. The list can be read as sentences, and the toolbar above it stays on one line.
func TestDragABound(t *testing.T) {
	t.Parallel()
	p := learntPeople(t, visit{width: 1440, height: 900})
	const upright = `[...document.querySelectorAll("#rules .toolbar > *, .tool-acts > *")].
		map((e) => e.getBoundingClientRect()).filter((r) => r.height > 0)`
	if apart := eval[float64](p, `Math.max(...`+upright+`.map((r) => r.top)) - Math.min(...`+upright+`.map((r) => r.top))`); apart > 10 {
		t.Errorf("the controls above the list are %.0f px apart, want one line", apart)
	}
	p.click("Sentences")
	p.waitText("#rules .rule-lines", "Predict no if")
	p.shot("sentences-1440")
	p.click("Sentences")
	p.waitJS("conditions", `!document.querySelector("#rules .rule-lines").innerText.includes("Predict no if")`)
	p.inspect(1)
	p.wait("#rules .card [role=slider]")
	const slider, names = `document.querySelector("#rules .card [role=slider][aria-label='Upper bound']")`, `#rules .card .conditions`
	before := eval[string](p, slider+".ariaValueText")
	conditions, covers := p.text(names), p.text("#rules .rule-coverage small")
	p.allDrawn()
	p.shot("bounds-1440")
	p.resetTasks()
	p.dragTo("Upper bound", -60)
	p.waitJS("another bound", slider+`.ariaValueText !== "`+before+`"`)
	p.waitJS("other rows covered", fmt.Sprintf(`document.querySelector("#rules .rule-coverage small").textContent !== %q`, covers))
	p.measured("longest task while a bound is dragged", p.longestTask(), longestAim)
	dragged := ""
	p.waitFor("the bound to stay where it is", func() bool { // the last moves may not have arrived yet
		was := dragged
		dragged = eval[string](p, slider+".ariaValueText")
		return dragged == was
	})
	p.shot("bound-dragged-1440")
	p.press(kb.ArrowLeft)
	p.waitJS("a step", slider+`.ariaValueText !== "`+dragged+`" && document.activeElement === `+slider)
	p.click("Undo")
	p.waitJS("the drag alone", slider+`.ariaValueText === "`+dragged+`"`)
	p.click("Undo")
	p.waitJS("the bound as before", slider+`.ariaValueText === "`+before+`"`)
	if now := p.text(names); strings.Split(now, "\n")[0] != strings.Split(conditions, "\n")[0] {
		t.Errorf("the conditions are %q, want %q", now, conditions)
	}
	p.resize(360, 740)
	p.shot("bounds-360")
	p.fits("bounds")
	p.resize(360, 740)
	p.touchable()
	x, y := p.centre(p.control("Upper bound"))
	const scrolled = `scrollY + document.querySelector(".inspector").scrollTop`
	const left = `document.querySelector("#rules .card [role=slider][aria-label='Upper bound']").getBoundingClientRect().left`
	place := eval[float64](p, scrolled)
	from := eval[float64](p, left)
	p.touch([][2]float64{{x, y}, {x - 4, y - 20}, {x - 20, y - 30}, {x - 40, y - 40}, {x - 50, y - 60}})
	p.waitJS("the bound at the finger", fmt.Sprintf(`Math.abs(%v - 50 - %s) < 8`, from, left))
	if now := eval[float64](p, scrolled); now != place {
		t.Errorf("a finger that drags a bound scrolls by %.0f px", now-place)
	}
}

// A what-if row is changed cell by cell, and by the proposed counterfactuals.
func TestTryARow(t *testing.T) {
	t.Parallel()
	p := learntPeople(t, visit{width: 1400, height: 1000})
	p.click("What-if")
	p.waitText("#answer", "Row 1 of the table: buys = ")
	p.waitText("#flips", " → ")
	p.waitText("#nearest", "Differences in the conditions: ")
	p.shot("try-1400")
	p.fill("Start from row", "7")
	p.waitText("#answer", "Row 7 of the table")
	p.fill("Start from row", "999")
	p.waitText("#panel-try", "Type a row from 1 to 200.")
	p.fill("Start from row", "2")
	p.waitText("#answer", "Row 2 of the table")
	was := p.text("#answer strong")
	p.click("Try it : change 1")
	p.waitText("#answer", "changed")
	p.waitJS("the other answer", fmt.Sprintf(`document.querySelector("#answer strong").textContent !== %q`, was))
	p.shot("flipped-1400")
	p.click("Reset changes")
	p.waitJS("the answer as before", fmt.Sprintf(`document.querySelector("#answer strong").textContent === %q`, was))
	p.resetTasks()
	for _, age := range []string{"20", "35", "50", "75"} {
		p.typeCell("age", age)
	}
	p.waitText("#panel-try .checklists", "age is 75")
	p.measured("longest task while a row is edited", p.longestTask(), longestAim)
	p.typeCell("age", "")
	p.waitText("#panel-try .checklists", "age is missing")
	p.click("Lock age in counterfactuals")
	p.waitJS("no change of age", `![...document.querySelectorAll("#flips li")].some((l) => l.innerText.startsWith("age"))`)
	p.resize(320, 900)
	eval[bool](p, `document.querySelector("#rules").scrollIntoView(), true`)
	p.shot("try-320")
	p.fits("try")
}

// typeCell types into a column's cell of the what-if row.
func (p *page) typeCell(column, text string) {
	p.t.Helper()
	p.wait(".cell-name")
	eval[bool](p, fmt.Sprintf(`(() => {
		const label = [...document.querySelectorAll(".cell-name")].find((l) => l.innerText.startsWith(%q));
		const input = document.getElementById(label.htmlFor);
		input.value = %q;
		return input.dispatchEvent(new Event("input", {bubbles: true}));
	})()`, column, text))
}

// Every exported format equals the output of the engine, and the predictions have a line for each row.
func TestExports(t *testing.T) {
	t.Parallel()
	p := learntPeople(t, visit{width: 1400, height: 1000})
	m, _ := p.model()
	p.click("Export")
	for _, f := range protocol.Formats {
		p.click(f.Label)
		want := export(t, people(), m, f.Name)
		p.waitText("#panel-export", want.Name+", ")
		name, got := p.download(func() { p.click("Download") })
		if name != want.Name || string(got) != want.Text {
			t.Errorf("%s: downloaded %q with %d bytes, want %q with %d", f.Name, name, len(got), want.Name, len(want.Text))
		}
	}
	p.waitText("#holds", "No row of the table is in it.")
	p.click("SQL")
	p.waitText("#file-preview", "CASE")
	p.shot("export-1400")
	p.click("Copy")
	p.waitJS("word of it", `document.querySelector("#toast")?.textContent === "Copied."`)
	p.click("Score rows")
	p.waitText("#panel-export", "200 rows are scored.")
	name, csv := p.download(func() { p.click("Download the predictions (CSV)") })
	if lines := strings.Count(string(csv), "\n"); name != "predictions.csv" || lines != 201 ||
		!strings.HasPrefix(string(csv), "row,buys,probability,rule\n1,") {
		t.Errorf("%q has %d lines:\n%.200s", name, lines, csv)
	}
	p.resize(320, 900)
	eval[bool](p, `document.querySelector("#rules").scrollIntoView(), true`)
	p.shot("export-320")
	p.fits("export")
}

// A saved model is opened without a table, and predicts the rows of another file.
func TestOpenAModel(t *testing.T) {
	t.Parallel()
	p := learntPeople(t, visit{width: 1400, height: 1000})
	_, file := p.download(func() { p.click("Download the model (JSON)") })
	path := p.write("my model.json", string(file))

	q := open(t, visit{width: 1400, height: 1000})
	q.ready()
	q.drop(".page", q.write("bad.json", "{}"))
	q.waitText(".problem", "Open a file that was downloaded here as a model.")
	q.setFiles("#open-model", path)
	q.waitText("#rules", "Drop a table to apply the rules to it.")
	q.shot("opened-1400")
	q.click("What-if")
	q.typeCell("age", "70")
	q.waitText("#answer", "Custom row: buys = ")
	q.click("Rules")
	q.rules()

	other := strings.ReplaceAll(people(), "\n25;", "\nadult;")
	q.drop(".page", q.write("others.csv", other))
	q.waitText("#rules", "These rules are from my model.json, and are applied to others.csv.")
	q.waitText("#score", "accuracy on this table")
	q.waitText("#rules", "4 cells are missing (or unreadable)")
	q.shot("applied-1400")
	q.click("Export")
	q.click("Score rows")
	q.waitText("#panel-export", "200 rows are scored.")
}

// The keyboard alone is enough to use the tabs.
func TestTabsByKeyboard(t *testing.T) {
	t.Parallel()
	p := learntPeople(t, visit{})
	p.tabTo("#tab-rules")
	p.press(kb.ArrowRight)
	p.waitJS("the second tab", `document.activeElement.id === "tab-matrix"`)
	p.wait("#matrix")
	p.press(kb.ArrowRight)
	p.waitJS("the third tab", `document.activeElement.id === "tab-try"`)
	p.waitText("#answer", "Row 1 of the table")
	p.tabTo("#cell-0")
	p.tabTo("#tab-try, #put-back, .flips button")
	eval[bool](p, `document.querySelector("#tab-try").focus(), true`)
	p.press(kb.End)
	p.waitJS("the last tab", `document.activeElement.id === "tab-export"`)
	p.waitText("#file-preview", "IF")
	p.press(kb.Home)
	p.waitJS("the first tab", `document.activeElement.id === "tab-rules"`)
	p.tabTo(`[data-rule="1"]`)
	p.press(kb.Enter)
	p.wait("#on-0")
	p.tabTo("#on-0")
	p.press(" ")
	p.waitText("#rules .card", "Off.")
	if focus := eval[string](p, "document.activeElement.id"); focus != "on-0" {
		t.Errorf("the focus is on %q, want on-0", focus)
	}
}
