package data

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"drnet/app/core"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/dataset/twin"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

const (
	optionsNote    = "The table is read again; settings that still fit are kept."
	missingHint    = "Separated by commas, or by spaces without a comma. Empty cells are always missing."
	countHint      = "Default: global setting."
	manyValuesNote = "Values of a column with more than 50 of them are grouped by the command only: drnet train -groups file.csv."
	partsNote      = "The date itself and the days since the earliest one do not generalize to later rows, nor does the year unless " +
		"the dates span 20 years."
	noTargetNote = "Cut points appear once a target is selected."
	aliasHint    = "Shown in rules, exports and reports instead of the column’s name."
	unitHint     = "Shown behind the column’s numbers, such as EUR or years."
	noCutsNote   = "No cut points: each of its few values is a condition, or the column is constant."
)

var partNames = map[binarize.Operation]string{
	binarize.Year: "Year", binarize.Month: "Month", binarize.Weekday: "Day of week", binarize.Hour: "Hour",
	binarize.Days: "Days to or from other dates", binarize.Since: "Days since the earliest training date",
}

// sheetInWords names a sheet with its size: "People (4 rows × 3 columns)".
func sheetInWords(s dataset.Sheet) string {
	size := "empty"
	switch {
	case s.Bytes > 0:
		size = core.Count(int((s.Bytes+999)/1000)) + " kB"
	case s.Rows > 0:
		size = core.Plural(s.Rows, "row", "rows") + core.When(s.Columns > 0, " × "+core.Plural(s.Columns, "column", "columns"))
	}
	return s.Name + " (" + size + core.When(s.Hidden, ", hidden") + ")"
}

// words describes the progress: "12 of 80 MB, 45 MB/s, about 2 s left".
func (p progress) words() string {
	const megabyte = 1e6
	if p.stopping {
		return "Stopping …"
	}
	if p.bytes == 0 || p.size > 0 && p.size < megabyte { // it is read at once
		return ""
	}
	text := fmt.Sprintf("%.0f MB", float64(p.bytes)/megabyte)
	if p.size > 0 {
		text = fmt.Sprintf("%.0f of %.0f MB", float64(p.bytes)/megabyte, float64(p.size)/megabyte)
	}
	const soon = 300 * time.Millisecond // before that, the rate is unreliable
	took := p.at.Sub(p.since)
	if took < soon || p.bytes <= p.first {
		return text
	}
	rate := float64(p.bytes-p.first) / took.Seconds()
	text += fmt.Sprintf(", %.0f MB/s", rate/megabyte)
	if p.size > p.bytes {
		text += ", about " + core.Span(time.Duration(float64(p.size-p.bytes)/rate*float64(time.Second))) + " left"
	}
	return text
}

// pages describes the columns shown, such as "1 to 50 of 784", and whether others precede and follow them.
func (m Model) pages(c core.View) (words string, before, behind bool) {
	columns, found := m.Shown(c)
	first := m.page(c) * pageSize
	if len(columns) == 0 {
		return "no matching column", first > 0, false
	}
	last := first + len(columns)
	return core.Count(first+1) + " to " + core.Count(last) + " of " + core.Count(found), first > 0, last < found
}

func (m MarkSwitched) label() string {
	return "Count “" + m.Mark + "” as " + core.Either(m.Value, "a value", "missing")
}

// missingInWords describes the missing cells of a column and their markers: "2.1% missing (“?”)"; "" for none.
func missingInWords(c *protocol.ColumnSummary, rows int) string {
	if c.Missing == 0 || rows == 0 {
		return ""
	}
	text := core.PercentOf(c.Missing, rows) + " missing"
	if 1000*c.Missing < rows { // less than a tenth of a percent
		text = core.Count(c.Missing) + " missing"
	}
	const most = 4 // markers that are listed
	marks := core.Texts(len(c.Marks), func(i int) string {
		return core.Either(c.Marks[i].Text != "", "“"+c.Marks[i].Text+"”", "empty cells")
	})
	if marks = core.First(marks, most); c.Odd > 0 {
		marks = append(marks, core.Plural(c.Odd, "non-numeric cell", "non-numeric cells"))
	}
	return text + core.When(len(marks) > 0, " ("+strings.Join(marks, ", ")+")")
}

// spread summarizes the values of a column: "17 to 90", "Private (69.7%), State-gov (4.0%) and 6 more".
func spread(c *protocol.ColumnSummary, rows int) string {
	if h := c.Histogram; h != nil && c.Kind == dataset.Numeric {
		return core.RangeInWords(h)
	}
	values := core.Frequent(c)
	if len(values) == 0 || rows == 0 {
		if c.Distinct > 0 {
			return core.Plural(c.Distinct, "value", "values")
		}
		return ""
	}
	const most = 2 // values that are listed
	words := core.Texts(min(len(values), most), func(i int) string {
		return core.Directed(values[i].Text) + " (" + core.PercentOf(values[i].Rows, rows) + ")"
	})
	n := len(values) - most
	return strings.Join(words, ", ") + core.When(n > 0, " and "+core.Count(n)+" more")
}

func columnsInWords(c core.Shared) string {
	used := 0
	for j := range c.Table.Columns {
		if c.Used(j) {
			used++
		}
	}
	return "Columns (" + core.Count(used) + " of " + core.Count(len(c.Table.Columns)) + " used)"
}

// featuresInWords describes how many features a column yields, "" if unknown.
func featuresInWords(c core.View, j int) string {
	column := c.Column(j)
	switch {
	case column == nil || j == c.Setup.Target:
		return ""
	case !column.Kind.Usable():
		return "excluded"
	case c.Setup.Ignore[column.Name]:
		return "excluded by you"
	case c.Plan == nil || j == c.PlanAim.Target: // the plan lacks it, because it was the target then
		return ""
	}
	p := c.Planning[column.Name]
	if p == nil {
		return "no candidate conditions"
	}
	return core.Plural(p.Features, "candidate condition", "candidate conditions") +
		core.When(p.Others > 0, "; "+core.Plural(p.Others, "rare value has none", "rare values have none"))
}

// notes returns the notes about a column: doubts, i.e. the notes of the plan and the doubts of the reader, and facts.
func notes(c core.View, j int) (doubts, facts []string) {
	column := &c.Table.Columns[j]
	if p := c.Planning[column.Name]; p != nil {
		doubts = p.Notes
	}
	return core.Sentences(slices.Concat(doubts, column.Doubts)), core.Sentences(column.Notes)
}

// leakInWords warns of a used column that separates the target suspiciously well; "" for all other columns.
func leakInWords(c core.View, name string) string {
	if a := c.Associated()[name]; a != nil && a.Leak != binarize.NoLeak && !c.Setup.Ignore[name] {
		return "Possible leakage: separates the target " + string(a.Leak) + "."
	}
	return ""
}

type warning struct {
	text    string
	column  int  // the column concerned, -1 for none
	remedy  bool // excluding the column resolves the warning
	repeats bool // identical rows can be kept together
}

// duplicated reports whether a used column duplicates an earlier used one.
func duplicated(c core.View, j int) bool {
	return slices.ContainsFunc(c.Table.Twins, func(t twin.Twin) bool { return t.Later == j && c.Used(j) && c.Used(t.Earlier) })
}

func warnings(c core.View) (list []warning) {
	if c.Table == nil {
		return nil
	}
	if p := c.Plan; p != nil && p.Repeats > 0 {
		list = append(list, warning{
			text: core.Sentence(protocol.RepeatsInWords(p.Repeats, p.TestRows)), column: -1,
			repeats: c.Setup.Text(setting.Identical) == setting.Identical.Setting().Default,
		})
	}
	for _, twin := range c.Table.Twins {
		if j := twin.Later; duplicated(c, j) {
			text := "Column “" + c.Table.Columns[j].Name + "” duplicates column “" + c.Table.Columns[twin.Earlier].Name + "”: " + twin.Says + "."
			list = append(list, warning{text: text, column: j, remedy: true})
		}
	}
	for _, text := range c.Table.Warnings {
		list = append(list, warning{text: core.Sentence(text), column: -1})
	}
	for j := range c.Table.Columns {
		column := &c.Table.Columns[j]
		for _, doubt := range column.Doubts {
			list = append(list, warning{text: core.Sentence(column.Named(doubt)), column: j, remedy: c.Used(j) && column.Kind != dataset.Binary})
		}
	}
	return list
}
