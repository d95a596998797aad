package link

import (
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// soundField returns the text of a setting in the form of a link, or why the setting is invalid. It applies the rules
// of the form.
func soundField(f setting.Key, value string) (text, why string) {
	if row := f.Setting(); row.Choices != nil {
		if !row.Has(value) {
			return "", "it must be one of " + strings.Join(firsts(row.Choices), ", ")
		}
		return value, ""
	}
	if complaint := f.Setting().Check(value); complaint != "" {
		first := strings.ToLower(complaint[:1])
		return "", first + strings.TrimSuffix(complaint[1:], ".")
	}
	if value == "" {
		return "", ""
	}
	x, ok := dataset.ParseNumber(value)
	if !ok {
		return "", "not a number"
	}
	return core.Shortest(x), ""
}

// cutText encodes the cut points of a column: "120,130", "width", "width:5", ":5".
func cutText(c core.ThresholdEdit) string {
	if c.Method == core.Listed {
		return strings.Join(c.List, ",")
	}
	if c.Count == "" {
		return c.Method
	}
	return c.Method + ":" + c.Count
}

// parseCut parses the output of cutText. Numbers have the bounds of the form.
func parseCut(text string) (c core.ThresholdEdit, ok bool) {
	const least, most = 1, setting.MaxThresholds
	method, count, counted := strings.Cut(text, ":")
	if setting.Method.Setting().Has(method) || method == "" && counted {
		c.Method = method
		if !counted {
			return c, true
		}
		n, ok := setting.ParseInt(count)
		c.Count = strconv.Itoa(n)
		return c, ok && n >= least && n <= most
	}
	c.Method = core.Listed
	for number := range strings.SplitSeq(text, ",") {
		x, ok := dataset.ParseNumber(number)
		if !ok || len(c.List) == most {
			return core.ThresholdEdit{}, false
		}
		c.List = append(c.List, core.Shortest(x))
	}
	return c, len(c.List) > 0
}

// soundCut returns the cut points of a column in the form of a link; ok is false for invalid ones.
func soundCut(c core.ThresholdEdit, column *protocol.ColumnSummary) (text string, ok bool) {
	if c.Method == core.Listed {
		var list []string
		for _, t := range c.List {
			if x, ok := core.NumberIn(column, t); ok {
				list = append(list, core.Shortest(x))
			}
		}
		c.List = list
	}
	text = cutText(c)
	_, ok = parseCut(text)
	return text, ok
}
