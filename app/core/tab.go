package core

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

// Tabs lists the tabs with their names, in display order.
var Tabs = []struct {
	Tab  Tab
	Name string
}{
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

func (t Tab) name() string {
	if t == RulesTab {
		return "rules"
	}
	return string(t)
}

// Next returns the tab that a key leads to; ok is false for other keys.
func (t Tab) Next(key string) (to Tab, ok bool) {
	at, n := 0, len(Tabs)
	for i, known := range Tabs {
		if known.Tab == t {
			at = i
		}
	}
	switch key {
	case "ArrowRight":
		at++
	case "ArrowLeft":
		at--
	case "Home":
		at = 0
	case "End":
		at = n - 1
	default:
		return t, false
	}
	return Tabs[(at+n)%n].Tab, true
}
