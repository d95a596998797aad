package data

import (
	"maps"
	"slices"
	"strings"

	"drnet/app/core"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// The messages about the file. ReadingStopped cancels the reading; the previous table stays. OptionsToggled opens or closes the
// import options. OptionTyped changes one for the next reading, and ReadAgainAsked reads the file of the table again. SampleAsked
// reads random rows of a file that was rejected as too large. SheetChosen reads another sheet of the workbook, EncodingChosen reads
// the file in another encoding in which its letters make sense. MarksAnswered says whether the suspected marks mean missing values; if
// so, the file is read again.
type (
	ReadingStopped struct{}
	OptionsToggled struct{}
	OptionTyped    struct {
		Option Option
		Text   string
	}
	ReadAgainAsked struct{}
	SampleAsked    struct{}
	SheetChosen    struct{ Name string }
	EncodingChosen struct{ Name string }
	MarksAnswered  struct{ Missing bool }
)

// The messages about columns. KindChosen reads the file again with another kind of a column, "" to detect it, and another order of its
// dates. MarkSwitched reads the file again after making a missing-value marker a value of a column (Value) or a marker again. ColumnUsed
// includes or excludes a column, ColumnRequired requires it in the rules or not. ColumnsSought shows the columns whose names contain a
// text and that match a filter, RankingToggled switches their order between file and association, PageTurned shows another page of
// them. PartDrawn reports that a batch of columns is rendered and the page is idle.
// EditorToggled opens or closes the thresholds of a column, or its names. IdenticalKept keeps identical rows on one side of the split.
type (
	IdenticalKept struct{}

	KindChosen struct {
		Column int
		Kind   dataset.Kind
		First  string // of dates: dataset.DayFirst or dataset.MonthFirst; "" to detect it
	}
	MarkSwitched struct {
		Column int
		Mark   string
		Value  bool
	}
	ColumnUsed struct {
		Column int
		Use    bool
	}
	ColumnRequired struct {
		Column   int
		Required bool
	}
	ColumnsSought  struct{ Text, Filter string }
	RankingToggled struct{}
	PageTurned     struct{ To int }
	PartDrawn      struct{}
	EditorToggled  struct {
		Column int
		Names  bool
	}
)

// The messages about the thresholds of a column. MethodChosen sets how they are found: "" for the global setting, a method of
// binarize, or core.Listed. CountTyped sets their number. ThresholdsTyped replaces all of them. ThresholdAdded adds one in the
// widest gap, ThresholdRemoved removes one, and ThresholdNudged moves one by a number of round steps, which may be negative.
// ThresholdGrabbed starts dragging one, ThresholdMoved drags it to a value, and ThresholdDropped ends the drag.
type (
	MethodChosen struct {
		Column int
		Method string
	}
	CountTyped struct {
		Column int
		Text   string
	}
	ThresholdsTyped struct {
		Column int
		Text   string
	}
	ThresholdAdded   struct{ Column int }
	ThresholdRemoved struct{ Column, Index int }
	ThresholdNudged  struct{ Column, Index, Steps int }
	ThresholdGrabbed struct{ Column int }
	ThresholdMoved   struct {
		Column, Index int
		To            float64
	}
	ThresholdDropped struct{}
)

// Update returns the model after a message, and the resulting commands.
func (m Model) Update(msg core.Msg, c core.View) (Model, []core.Command) {
	switch msg := msg.(type) {
	case core.ReadingStarted:
		m.reading = progress{}
	case core.Heard:
		return m.hear(msg, c)
	case core.TableRead:
		if m.typed, m.Dragging = nil, false; !msg.Again {
			m = Model{reading: m.reading}
		}
	case ReadingStopped:
		if c.Reading != "" && !m.reading.stopping {
			m.reading.stopping = true
			return m, []core.Command{core.Send{Msg: core.ReadingCancelled{}}}
		}
	case OptionsToggled:
		m.unfolded = !m.unfolded
	case OptionTyped:
		m.typed = core.With(m.options(c), msg.Option, msg.Text)
	case ReadAgainAsked:
		return m, m.readAgain(c)
	case SampleAsked:
		return m, readSample(c)
	case SheetChosen:
		return m, chooseSheet(msg.Name, c)
	case EncodingChosen:
		return m, chooseEncoding(msg.Name, c)
	case MarksAnswered:
		if m.marksKept = !msg.Missing; msg.Missing {
			return m, readWithMarks(c)
		}
	case KindChosen:
		return m, chooseKind(msg, c)
	case MarkSwitched:
		return m, switchMark(msg, c)
	case ColumnUsed:
		return m, mark(c, msg.Column, !msg.Use, func(s *core.Setup) *map[string]bool { return &s.Ignore })
	case IdenticalKept:
		together := map[setting.Key]string{setting.Identical: string(protocol.Together)}
		return m, []core.Command{core.Configure{Setup: c.Setup.With(together)}}
	case ColumnRequired:
		return m, mark(c, msg.Column, msg.Required, func(s *core.Setup) *map[string]bool { return &s.Require })
	case ColumnsSought, RankingToggled, PageTurned:
		m.list(msg)
	case PartDrawn:
		m.Drawn++
	case EditorToggled:
		return m.toggleEditor(msg, c)
	case ThresholdGrabbed, ThresholdDropped:
		grabbed, ok := msg.(ThresholdGrabbed)
		m.Dragging = ok && c.Column(grabbed.Column) != nil
	case LabelTyped, ValuePicked, GroupTyped, GroupMade, GroupRemoved:
		return m.updateNames(msg, c)
	case MethodChosen, CountTyped, ThresholdsTyped, ThresholdAdded, ThresholdRemoved, ThresholdNudged, ThresholdMoved, DatePartChosen:
		return m, []core.Command{core.Configure{Setup: m.editThresholds(msg, c)}}
	}
	return m, nil
}

func (m Model) readAgain(c core.View) []core.Command {
	o := m.options(c)
	if o.complaint() != "" {
		return nil
	}
	return readWith(o.apply(c.Source.Options))
}

// readWith reads the file of the table again with other options.
func readWith(o dataset.Options) []core.Command {
	return []core.Command{core.Send{Msg: core.TableReadAgain{Options: o}}}
}

// readOther is readWith where the columns may have other names: it drops the choices for columns.
func readOther(o dataset.Options) []core.Command {
	o.Types, o.Values, o.DateOrder = nil, nil, nil
	return readWith(o)
}

func readSample(c core.View) []core.Command {
	n := sampleSize(c)
	if n == 0 {
		return nil
	}
	of := *c.Rejected
	of.Options.Sample = n
	return []core.Command{core.Send{Msg: core.TableAsked{Source: of}}}
}

// list handles the messages that change which columns are shown. Search and order return to the first page.
func (m *Model) list(msg core.Msg) {
	m.Page, m.Drawn = 0, min(m.Drawn, partsAtOnce)
	switch msg := msg.(type) {
	case ColumnsSought:
		m.Sought, m.Filter = msg.Text, msg.Filter
	case RankingToggled:
		m.Ranked = !m.Ranked
	case PageTurned:
		m.Page = msg.To
	}
}

// toggleEditor opens an editor of a column and closes any other one, or closes it and focuses its button.
func (m Model) toggleEditor(msg EditorToggled, c core.View) (Model, []core.Command) {
	m.grouping = grouping{}
	if column := c.Column(msg.Column); column != nil && (column.Name != m.Opened || msg.Names != m.Names) {
		m.Opened, m.Names = column.Name, msg.Names
		return m, nil
	}
	m.Opened, m.Names = "", false
	return m, []core.Command{core.Focus{ID: core.Either(msg.Names, namesButton, editButton)(msg.Column)}}
}

// hear stores the progress of the reading. Progress after a cancellation means that this reached the engine too early: it is sent again.
func (m Model) hear(h core.Heard, c core.View) (Model, []core.Command) {
	e, ok := h.Event.(protocol.Reading)
	if !ok || c.Reading == "" {
		return m, nil
	}
	p := &m.reading
	if p.since.IsZero() {
		p.since, p.first = h.At, e.Bytes
	}
	if p.bytes, p.size, p.at = e.Bytes, e.Size, h.At; p.stopping {
		return m, []core.Command{core.Send{Msg: core.ReadingCancelled{}}}
	}
	return m, nil
}

func readWithMarks(c core.View) []core.Command {
	if c.Table == nil || len(c.Table.Suspects) == 0 {
		return nil
	}
	o := optionsOf(c.Source.Options)
	o[MissingOption] += ", " + strings.Join(c.Table.Suspects, ", ")
	return readWith(o.apply(c.Source.Options))
}

// chooseSheet reads another sheet of the workbook.
func chooseSheet(name string, c core.View) []core.Command {
	if c.Table == nil || !slices.ContainsFunc(c.Table.Sheets, func(s dataset.Sheet) bool { return s.Name == name }) {
		return nil
	}
	o := c.Source.Options
	o.Sheet = name
	return readOther(o)
}

// chooseEncoding reads the file in another encoding. The other options stay, also those that the import options cannot express.
func chooseEncoding(name string, c core.View) []core.Command {
	if c.Table == nil || !slices.Contains(c.Table.Dialect.Readings, name) {
		return nil
	}
	o := c.Source.Options
	o.Encoding = name
	return readOther(o)
}

// switches lists the messages that change the meaning of missing-value markers in a column: first of those that count as values now, then
// of those that count as missing. A marker in a column of numbers cannot become a value.
func switches(c core.View, j int) (list []MarkSwitched) {
	column := &c.Table.Columns[j]
	for _, mark := range column.Kept {
		list = append(list, MarkSwitched{Column: j, Mark: mark.Text})
	}
	for _, mark := range column.Marks {
		if mark.Text != "" && column.Kind != dataset.Numeric {
			list = append(list, MarkSwitched{Column: j, Mark: mark.Text, Value: true})
		}
	}
	return list
}

func switchMark(msg MarkSwitched, c core.View) []core.Command {
	column := c.Column(msg.Column)
	if column == nil || !slices.Contains(switches(c, msg.Column), msg) {
		return nil
	}
	values := []string{}
	for _, mark := range column.Kept {
		if mark.Text != msg.Mark {
			values = append(values, mark.Text)
		}
	}
	if msg.Value {
		values = append(values, msg.Mark)
	}
	o := c.Source.Options
	o.Values = core.With(o.Values, column.Name, values)
	return readWith(o)
}

func chooseKind(msg KindChosen, c core.View) []core.Command {
	column := c.Column(msg.Column)
	if column == nil || msg.Kind != "" && !slices.Contains(kinds, msg.Kind) {
		return nil
	}
	o := c.Source.Options
	if o.Types = core.With(o.Types, column.Name, msg.Kind); msg.Kind == "" {
		delete(o.Types, column.Name)
	}
	o.DateOrder = maps.Clone(o.DateOrder)
	if delete(o.DateOrder, column.Name); msg.First != "" {
		o.DateOrder = core.With(o.DateOrder, column.Name, msg.First)
	}
	return readWith(o)
}

// mark adds a column to a set of column names in the settings, or removes it. Set returns a pointer to that set.
func mark(c core.View, j int, in bool, set func(*core.Setup) *map[string]bool) []core.Command {
	column, setup := c.Column(j), c.Setup
	if column == nil {
		return nil
	}
	names := set(&setup)
	if *names = core.With(*names, column.Name, true); !in {
		delete(*names, column.Name)
	}
	return []core.Command{core.Configure{Setup: setup}}
}
