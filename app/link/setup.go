package link

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

const shapeDigits = 8 // length of a fingerprint

// Shape returns a fingerprint of the number of rows and the kinds of the columns in order. It reveals no name and no cell.
func Shape(t *protocol.TableSummary) string {
	h := fnv.New32a()
	fmt.Fprint(h, t.Rows)
	for _, c := range t.Columns {
		h.Write([]byte("," + string(c.Kind)))
	}
	return fmt.Sprintf("%0*x", shapeDigits, h.Sum32())
}

// About reports whether the link names a table: a sample dataset, or the shape of a file.
func (l Link) About(t *protocol.TableSummary, sample string) bool {
	return l.Sample == sample && (sample != "" || l.Shape == Shape(t))
}

// Configures reports whether the link holds settings.
func (l Link) Configures() bool { return l.Sample != "" || l.Shape != "" || len(l.Fields) > 0 }

// Loads reports whether the link names a sample dataset that is not loaded.
func (l Link) Loads(c core.Shared) bool {
	return l.Sample != "" && (c.Table == nil || c.Source.Sample != l.Sample)
}

// Of returns the link to the current settings. A number that the user typed for their own table may be a cell of it, and date parts of
// single columns contain the names of these. The link holds both only if numbers is true, for a file that stays with the user.
func Of(c core.Shared, numbers bool) Link {
	if !numbers && (c.Table == nil || c.Source.Sample == "") {
		c.Setup.KeepDates(nil)
	}
	l := Link{Fields: fieldsOf(c.Setup, c.Table != nil), Cuts: map[int]string{}}
	if c.Table != nil {
		l.Sample = c.Source.Sample
		l.addTable(c, numbers || l.Sample != "")
		if !numbers && len(l.String()) > mostLink {
			l.Codebook = nil
		}
	}
	return l
}

// completed adds the current thresholds, codebook and bound to a link that lacks them, if it is about the open table of the user: such
// links leave them out, because they may hold cells of the table.
func (l Link) completed(c core.Shared) Link {
	if c.Table == nil || l.Sample != "" || !l.About(c.Table, c.Source.Sample) {
		return l
	}
	own := Of(c, true)
	if len(l.Cuts) == 0 {
		l.Cuts = own.Cuts
	}
	if l.Codebook == nil {
		l.Codebook = own.Codebook
	}
	if l.Bound == "" && l.Target == own.Target && l.Classes == own.Classes {
		l.Sign, l.Bound = own.Sign, own.Bound
	}
	return l
}

// fieldsOf returns the valid settings that differ from the defaults and, with always, also the Readable ones that do not.
func fieldsOf(s core.Setup, always bool) map[setting.Key]string {
	fields := map[setting.Key]string{}
	for _, row := range setting.Table {
		text := s.Text(row.Key)
		if text == "" || text == core.Defaults[row.Key] && !(always && row.Readable) {
			continue
		}
		if sound, why := soundField(row.Key, text); why == "" {
			fields[row.Key] = sound
		}
	}
	return fields
}

// addTable adds the choices about the table, with or without typed numbers. A table that is not a sample is identified by its shape.
func (l *Link) addTable(c core.Shared, numbers bool) {
	own := l.Sample == ""
	proposed := core.Setup{Target: -1}
	proposed.Propose(c.Table, l.Sample)
	now := c.Setup
	if now.Target != proposed.Target || own && now.Target >= 0 {
		l.Target = now.Target + 1
	}
	l.Classes = now.Classes
	if target := c.TargetColumn(); target != nil && now.Classes == "" && (l.Target > 0 || now.Positive != proposed.Positive) {
		if target.Kind != dataset.Numeric {
			l.Positive = 1 + slices.IndexFunc(target.Values, func(v protocol.Value) bool { return v.Text == now.Positive })
		} else if x, ok := core.NumberIn(target, now.Bound); ok && numbers {
			l.Sign, l.Bound = now.Sign, core.Shortest(x)
		}
	}
	book := now.Codebook.Sorted()
	for j := range c.Table.Columns {
		name := c.Table.Columns[j].Name
		if now.Ignore[name] {
			l.Ignore = append(l.Ignore, j+1)
		}
		if now.Require[name] {
			l.Require = append(l.Require, j+1)
		}
		if name == now.Weight {
			l.Weight = j + 1
		}
		switch now.By {
		case core.SplitBy{How: core.ByGroup, Column: name}:
			l.Group = j + 1
		case core.SplitBy{How: core.ByTime, Column: name}:
			l.Time = j + 1
		}
		if cut, edited := now.Cuts[name]; edited && numbers {
			if text, ok := soundCut(cut, &c.Table.Columns[j]); ok {
				l.Cuts[j+1] = text
			}
		}
		if entry, ok := book[name]; ok && numbers {
			l.Codebook = core.With(l.Codebook, j+1, entry)
		}
	}
	if own {
		l.Shape = Shape(c.Table)
	}
}

// apply returns the current settings after the link's choices about columns, and the positions of columns or values that the table lacks.
func (l Link) apply(c core.Shared) (s core.Setup, missing []int) {
	s = c.Setup
	s.Cuts, s.Ignore, s.Require = map[string]core.ThresholdEdit{}, map[string]bool{}, map[string]bool{}
	s.Propose(c.Table, l.Sample)
	if dates, ok := l.Fields[setting.Dates]; ok { // loading the table dropped the choices for single columns
		s = s.With(map[setting.Key]string{setting.Dates: dates})
	}
	s.Codebook, c.Setup = nil, s
	if place := l.aim(c, &s); place > 0 {
		missing = append(missing, place)
	}
	each := func(places []int, choose func(place int, column *protocol.ColumnSummary)) {
		for _, place := range places {
			if column := c.Column(place - 1); column != nil {
				choose(place, column)
			} else if place > 0 {
				missing = append(missing, place)
			}
		}
	}
	each(l.Ignore, func(_ int, column *protocol.ColumnSummary) { s.Ignore[column.Name] = true })
	each(l.Require, func(_ int, column *protocol.ColumnSummary) { s.Require[column.Name] = true })
	s.By, s.Weight = core.SplitBy{}, ""
	how := core.Either(l.Group > 0, core.ByGroup, core.ByTime)
	each([]int{l.Weight}, func(_ int, column *protocol.ColumnSummary) { s.Weight = column.Name })
	each([]int{cmp.Or(l.Group, l.Time)}, func(_ int, column *protocol.ColumnSummary) {
		s.By = core.SplitBy{How: how, Column: column.Name}
	})
	each(slices.Sorted(maps.Keys(l.Cuts)), func(place int, column *protocol.ColumnSummary) {
		if column.Kind == dataset.Numeric {
			s.Cuts[column.Name], _ = parseCut(l.Cuts[place])
		}
	})
	each(slices.Sorted(maps.Keys(l.Codebook)), func(place int, column *protocol.ColumnSummary) {
		s.Codebook = core.With(s.Codebook, column.Name, l.Codebook[place])
	})
	return s, missing
}

// SetupOf returns the settings of a project, applied to the current table.
func SetupOf(c core.Shared, settings string) core.Setup {
	l, _ := ParseProject(settings)
	c.Setup.Fields = l.fields()
	s, _ := l.apply(c)
	return s
}

// fields returns every setting. A number that equals its default has the text of the default.
func (l Link) fields() map[setting.Key]string {
	fields := maps.Clone(core.Defaults)
	for key, text := range l.Fields {
		if sound, _ := soundField(key, fields[key]); text != sound {
			fields[key] = text
		}
	}
	return fields
}

// aim selects the target and the positive class. It returns a position that the table does not have, 0 for none.
func (l Link) aim(c core.Shared, s *core.Setup) (missing int) {
	if l.Target > 0 {
		to := c.Column(l.Target - 1)
		if to == nil {
			return l.Target
		}
		s.Target, s.Proposed, s.Classes = l.Target-1, false, ""
		s.ProposePositive(to)
	}
	c.Setup = *s
	target, values := c.TargetColumn(), c.Choices()
	switch {
	case target == nil:
	case l.Classes != "":
		if core.Separable(target) {
			s.Classes, s.Proposed = l.Classes, false
		}
	case l.Bound != "" && target.Kind == dataset.Numeric:
		s.Sign, s.Bound, s.Proposed = cmp.Or(l.Sign, ">"), l.Bound, false
		s.Split(target)
	case l.Positive > len(target.Values):
		return l.Positive
	case l.Positive > 0 && l.Positive <= len(values):
		s.Positive, s.Classes, s.Proposed = values[l.Positive-1].Text, "", false
	}
	return 0
}

// soundField returns the text of a setting as links write it, or why it is invalid.
func soundField(f setting.Key, value string) (text, why string) {
	if row := f.Setting(); row.Choices != nil {
		if !row.Has(value) {
			return "", "it must be one of " + strings.Join(firsts(row.Choices), ", ")
		}
		return value, ""
	}
	if complaint := f.Setting().Check(value); complaint != "" {
		return "", strings.ToLower(complaint[:1]) + strings.TrimSuffix(complaint[1:], ".")
	}
	if value == "" {
		return "", ""
	}
	if x, ok := dataset.ParseNumber(value); ok {
		value = core.Shortest(x)
	}
	return value, ""
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

// soundCut returns the cut points of a column as links write them; ok is false if they are invalid.
func soundCut(c core.ThresholdEdit, column *protocol.ColumnSummary) (text string, ok bool) {
	if c.Method == core.Listed {
		list, _ := c.Numbers(column)
		c.List = core.Texts(len(list), func(i int) string { return core.Shortest(list[i]) })
	}
	text = cutText(c)
	_, ok = parseCut(text)
	return text, ok
}
