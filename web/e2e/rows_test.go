package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// On a phone, a panel covers the sheet with the rows.
func TestPanelOverTheRows(t *testing.T) {
	t.Parallel()
	p := learntPeople(t, visit{width: 360, height: 740})
	p.inspect(1)
	eval[bool](p, `document.querySelector(".card-rows button").click() ?? true`)
	p.wait(".inspector.open #rows")
	for button, panel := range map[string]string{"Learn": "lesson-menu", "Share": "share-panel", "More": "more-panel"} {
		p.click(button)
		p.waitJS("the panel over the rows", fmt.Sprintf(`(() => {
			const panel = document.getElementById(%q), at = panel?.getBoundingClientRect();
			return panel?.contains(document.elementFromPoint(180, (Math.max(at.top, 200) + at.bottom) / 2)) ?? false;
		})()`, panel))
	}
}

// A cell of the confusion matrix opens its rows, and a row links to the rules that fire. A rule opens its rows, which can be downloaded.
func TestRowsOfTheRules(t *testing.T) {
	t.Parallel()
	p := learntPeople(t, visit{width: 1440, height: 1000})
	cell := `document.querySelector(".confusion-table td button")`
	p.waitJS("cells that can be pressed", cell+" !== null")
	eval[bool](p, `document.querySelector(".metrics .toggle button").click() ?? true`)
	p.waitText(".confusion figcaption", "(train)")
	p.allDrawn()
	count := eval[string](p, cell+".firstChild.textContent")
	name := eval[string](p, cell+".innerText.replace(/\\s+/g, ' ').trim()")
	eval[bool](p, cell+".scrollIntoView({block: 'center'}), true")
	p.shot("confusion-1440")
	p.click(name)
	p.waitText("#rows-words", count+" rows")
	p.waitJS("the focus on what was opened", `document.activeElement.id === "rows-title"`)
	p.waitJS("the rows beside the rules, on the screen", `(() => {
		const top = document.querySelector(".split #rows").getBoundingClientRect().top;
		return top > 0 && top < innerHeight - 200;
	})()`)
	p.waitJS("rows", `document.querySelectorAll("#row-table tbody tr:not(.room)").length > 12`)
	p.waitJS("frames", `document.querySelectorAll("#row-table td.asked").length > 0`)
	p.shot("rows-1440")
	p.accessible("rows")

	p.fill("Only rows in which age is", "> 200")
	p.waitText("#rows-words", "No row matches all filters.")
	p.fill("Only rows in which age is", "old")
	p.waitText("#rows", "is not a filter for the numbers of")
	p.fill("Only rows in which age is", "")
	p.waitText("#rows-words", count+" rows")
	p.click("age")
	p.waitText("#rows-words", "by age")
	eval[bool](p, `document.querySelector(".rows-scroll").scrollTo(0, 640), true`)
	p.waitJS("the rows further down", `document.querySelector("#row-table tbody tr:nth-child(2)").ariaRowIndex > 12`)
	p.waitJS("the filters", `(() => {
		const [filters, pane] = [".row-table .filters td", ".rows-scroll"].map((at) => document.querySelector(at).getBoundingClientRect());
		return filters.top > pane.top && filters.bottom < pane.top + 120;
	})()`)
	focused := eval[string](p, `(() => {
		const button = document.querySelector("#row-table tbody tr:nth-child(15) th button");
		button.focus();
		document.querySelector(".rows-scroll").scrollBy(0, 256);
		return button.id;
	})()`)
	p.waitJS("other rows", `document.querySelector("#row-table tbody tr:nth-child(2)").ariaRowIndex > 20`)
	p.waitJS("the focus on the same row", fmt.Sprintf("document.activeElement.id === %q", focused))
	eval[bool](p, `document.querySelector(".rows-scroll").scrollTo(0, 1600), true`)
	p.waitJS("the focus in the list", `document.activeElement.id === "rows-pane"`)
	eval[bool](p, `document.querySelector(".rows-scroll").scrollTo(0, 640), true`)
	p.waitJS("the first rows again", `document.querySelector("#row-table tbody tr:nth-child(2)").ariaRowIndex < 20`)
	row := p.text("#row-table tbody tr:nth-child(15) th button") // in the middle of the pane: a click does not scroll to other rows
	number := strings.TrimSpace(strings.TrimPrefix(row, "Try row"))
	p.click("Try row " + number)
	p.waitText("#answer", "Row "+number+" of the table")
	p.waitJS("the tab", `document.activeElement.id === "tab-try"`)
	p.shot("row-to-try-1440")
	p.click("Close the rows")
	p.waitJS("the rows to go", `document.querySelector("#rows") === null`)
	p.click("Rules")

	p.inspect(1)
	p.waitJS("rows of a rule", `document.querySelector(".card-rows button") !== null`)
	first := eval[string](p, `document.querySelector(".card-rows button").innerText.replace(/\s+/g, " ").trim()`)
	p.click(first)
	p.waitText("#rows-title", "Rule 1 holds")
	n := eval[int](p, `parseInt(document.querySelector(".card-rows button").innerText)`)
	p.waitText("#rows-words", fmt.Sprintf("%d rows", n))
	p.click("Write these rows as CSV")
	p.wait("#rows-copy")
	file, csv := p.download(func() { p.click("Download the rows (CSV)") })
	if lines := strings.Count(string(csv), "\n"); file != "rows.csv" || lines != n+1 || !strings.HasPrefix(string(csv), "row,") {
		t.Errorf("%q has %d lines, want %d:\n%.200s", file, lines, n+1, csv)
	}
	p.click("Copy the rows")
	p.waitJS("word of it", `document.querySelector("#toast")?.textContent === "Copied."`)
	p.resize(390, 900)
	eval[bool](p, `document.querySelector("#rows").scrollIntoView(), true`)
	p.shot("rows-390")
	p.fits("rows")
}
