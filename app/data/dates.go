package data

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/binarize"
	"drnet/engine/dataset"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

// DatePartChosen includes or excludes a part of a date column, one of binarize.DateParts; "" resets the column to the global setting.
type DatePartChosen struct {
	Column int
	Part   binarize.Operation
	Use    bool
}

func dateEditor(c core.View, send func(core.Msg), j int) app.UI {
	column, id := &c.Table.Columns[j], "dates-"+strconv.Itoa(j)
	parts, own := chosenParts(c, column)
	return editorFrame(send, id, app.H3().Text("Parts of "+column.Name), EditorToggled{Column: j}, "the parts",
		app.Div().Body(kit.Each(binarize.DateParts, func(part binarize.Operation) app.UI {
			used := slices.Contains(parts, part)
			return kit.Tick("part-"+string(part), partNames[part], used, !possible(column, part),
				kit.On(send, DatePartChosen{Column: j, Part: part, Use: !used}))
		})),
		app.P().Class("note").Text(partsNote),
		app.Div().Class("controls").Body(kit.Button(send, DatePartChosen{Column: j}).Disabled(!own).Text("Reset")))
}

// rereading returns the message that reads a column in another possible way, and its label: integers as dates or the reverse, or dates with
// day and month swapped. It is nil if there is only one way.
func rereading(column *protocol.ColumnSummary, j int) (core.Msg, string) {
	layout, ok := dataset.DateLayoutOf(column.Layout)
	switch {
	case ok && column.Kind == dataset.Numeric:
		return KindChosen{Column: j, Kind: dataset.Date}, "Read as dates"
	case ok && layout.IsInteger():
		return KindChosen{Column: j, Kind: dataset.Numeric}, "Read as numbers"
	case column.Either > 0 && layout.First() == dataset.DayFirst:
		return KindChosen{Column: j, Kind: dataset.Date, First: dataset.MonthFirst}, "Read month before day"
	case column.Either > 0:
		return KindChosen{Column: j, Kind: dataset.Date, First: dataset.DayFirst}, "Read day before month"
	}
	return nil, ""
}

func possible(column *protocol.ColumnSummary, part binarize.Operation) bool {
	layout, ok := dataset.DateLayoutOf(column.Layout)
	return ok && (part != binarize.Hour || layout.HasTimes) && (part != binarize.Weekday || layout.HasDays())
}

// dateChoice returns the chosen parts of dates, the default ones if the text of the setting is invalid.
func dateChoice(c core.View) binarize.DateChoice {
	choice, err := binarize.ParseDateChoice(c.Setup.Text(setting.Dates))
	if err != nil {
		choice, _ = binarize.ParseDateChoice("")
	}
	return choice
}

// chosenParts returns the parts of a date column that are features, and whether they were chosen for this
// column. In the default parts, the year is included only if the plan uses it.
func chosenParts(c core.View, column *protocol.ColumnSummary) (parts []binarize.Operation, own bool) {
	choice := dateChoice(c)
	parts, auto := choice.Parts(column.Name)
	year := binarize.Derived{Op: binarize.Year, Of: [2]string{column.Name}}
	p := c.Planning[column.Name]
	unplanned := auto && (p == nil || !slices.Contains(p.Parts, year.Name()))
	parts = slices.DeleteFunc(parts, func(part binarize.Operation) bool {
		return part == binarize.Year && unplanned || !possible(column, part)
	})
	_, own = choice.Of[column.Name]
	return parts, own
}

func choosePart(msg DatePartChosen, c core.View) core.Setup {
	column := c.Column(msg.Column)
	if column == nil || column.Kind != dataset.Date || msg.Part != "" && !possible(column, msg.Part) {
		return c.Setup
	}
	choice := dateChoice(c)
	now, _ := chosenParts(c, column)
	var parts []string
	for _, part := range binarize.DateParts {
		if part == msg.Part && msg.Use || part != msg.Part && slices.Contains(now, part) {
			parts = append(parts, string(part))
		}
	}
	choice.Of[column.Name] = strings.Join(parts, ",")
	if parts == nil {
		choice.Of[column.Name] = "none"
	}
	if msg.Part == "" {
		delete(choice.Of, column.Name)
	}
	return c.Setup.With(map[setting.Key]string{setting.Dates: choice.String()})
}
