package core

import (
	"cmp"
	"slices"
)

// Tab is a tab of the rules view.
type Tab string

// The tabs.
const (
	RulesTab    Tab = ""
	MatrixTab   Tab = "matrix"
	ExplainTab  Tab = "try"
	TradeOffTab Tab = "trade"
	CompareTab  Tab = "compare"
	ExportTab   Tab = "export"
)

type namedTab struct {
	Tab  Tab
	Name string
}

// Tabs lists the tabs with their names, in display order.
var Tabs = []namedTab{
	{RulesTab, "Rules"},
	{MatrixTab, "Matrix"},
	{ExplainTab, "What-if"},
	{TradeOffTab, "Trade-off"},
	{CompareTab, "Benchmark"},
	{ExportTab, "Export"},
}

// TabChosen shows a tab.
type TabChosen struct{ Tab Tab }

// ID returns the ID of the tab's button.
func (t Tab) ID() string { return "tab-" + t.name() }

// PanelID returns the ID of the tab's content.
func (t Tab) PanelID() string { return "panel-" + t.name() }

func (t Tab) name() string { return cmp.Or(string(t), "rules") }

// Next returns the tab that a key leads to; ok is false for other keys.
func (t Tab) Next(key string) (to Tab, ok bool) {
	n := len(Tabs)
	at := max(slices.IndexFunc(Tabs, func(known namedTab) bool { return known.Tab == t }), 0)
	next, ok := map[string]int{"ArrowRight": at + 1, "ArrowLeft": at + n - 1, "Home": 0, "End": n - 1}[key]
	return Tabs[next%n].Tab, ok
}
