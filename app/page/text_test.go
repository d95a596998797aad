package page

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/explain"
	"drnet/app/page/state"
	"drnet/app/rows"
	"drnet/app/rules"
	"drnet/app/storage"
	"drnet/engine/protocol"
)

// Data is text: it creates no element, attribute or address.
func TestHostileNamesAreText(t *testing.T) {
	hostile := hostileState(t)
	plain := &node{children: []*node{whole(t, hostile)}}
	for _, messages := range [][]state.Msg{
		{rules.RuleOpened{Line: 0}, rules.RuleNoted{Line: 0, Text: "<b>"}},
		{core.TabChosen{Tab: core.ExplainTab}, explain.CellTyped{Column: hostile.Rules.DraftColumns()[0], Text: "<i>"}},
		{core.TabChosen{Tab: core.ExportTab}, heard(protocol.Exported{Name: "<b>", Text: "<script>"}, 6)},
		{core.TabChosen{Tab: core.MatrixTab}},
		{core.SectionChosen{Section: core.DataSection}, rows.Unfolded{}, heard(pickedRows("\u202eevil", 1), 6)},
		{
			core.RowsAsked{Of: protocol.Selection{Truth: "<u>"}},
			heard(pickedRows("</td><script>", 2), 6),
			rows.FilterTyped{Column: hostile.Table.Columns[0].Name, Text: "<em>"},
			heard(protocol.Refused{Message: "<i>"}, 7),
		},
		{core.TabChosen{Tab: core.TradeOffTab}},
		{
			core.SectionChosen{Section: core.DataSection},
			storage.WorksListed{Works: []storage.SavedWork{{ID: `"><script>`, Name: "<img src=x onerror=alert(1)>.csv"}}},
		},
	} {
		plain.children = append(plain.children, whole(t, after(hostile, messages...)))
	}
	words := plain.words()
	for _, want := range []string{
		"<script>alert(1)</script>", "javascript:alert(2)", `" onload="alert(3)`, "</td><img src=x onerror=alert(4)>",
		"<img src=x onerror=alert(5)>.csv", "<img src=x onerror=alert(1)>.csv",
		"&lt;b&gt; 'it' \"is\" {{.}}", "\u202eevil", "😀`${x}", "=cmd|' /C calc'!A0",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is not shown", want)
		}
	}
	known := strings.Fields("caption div header p svg path text main section h1 h2 h3 span strong small label input " +
		"select option fieldset legend details summary " +
		"button table thead tbody tr th td ul ol li dl dt dd figure figcaption footer g progress pre")
	plain.each(func(n *node) {
		if !slices.Contains(known, n.tag) {
			t.Errorf("there is an element %q", n.tag)
		}
		for name, value := range n.attributes {
			shown := name == "value" && n.tag == "input" // typed text
			if strings.HasPrefix(name, "on") || name == "href" || name == "src" || !shown && strings.ContainsAny(value, "<>") {
				t.Errorf("<%s %s=%q>", n.tag, name, value)
			}
		}
	})
}

// The page is never rendered from markup, so that no name or value of a table can become an element.
func TestNothingIsMarkup(t *testing.T) {
	sources, err := filepath.Glob("*.go")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	for _, path := range sources {
		text := coretest.File(t, path)
		for _, way := range []string{"app." + "Raw(", "inner" + "HTML", "outer" + "HTML", "insertAdjacent" + "HTML", ".Href" + "("} {
			if strings.Contains(text, way) {
				t.Errorf("%s uses %s", path, way)
			}
		}
	}
}
