package settings

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/dataset"
)

var splits = [][2]string{{"", "at random"}, {core.ByGroup, "by group"}, {core.ByTime, "by time"}}

// splitView selects how the rows are split into training and test rows, and draws the sizes of both.
func splitView(c core.View, send func(core.Msg)) app.UI {
	by := c.Setup.By
	chosen := func(how, name string) core.Msg { return SplitChosen{core.SplitBy{How: how, Column: name}} }
	usable := [][2]string{}
	for _, s := range splits {
		if s[0] == "" || len(dividing(c, s[0])) > 0 {
			usable = append(usable, s)
		}
	}
	column := app.If(by.How != "", kit.Field("split-column", splitColumn[by.How], "", "",
		kit.Select(send, "split-column", dividing(c, by.How), by.Column, func(name string) core.Msg { return chosen(by.How, name) }, by.How)))
	return app.Section().Class("row-split").ID("split").Aria("labelledby", "split-title").Body(
		app.H3().ID("split-title").Text("Training and test rows"),
		app.Div().Class("options").Body(
			kit.FieldHelped("split-by", "Split the rows", splitHint[by.How], "", kit.Help(c, send, "split-by", core.TermSplit),
				kit.Select(send, "split-by", usable, by.How, func(how string) core.Msg { return chosen(how, first(c, how)) }).
					Aria("describedby", "split-by-hint")),
			kit.Some(column)),
		kit.Some(splitBar(c)...), kit.Some(proposedSplit(c, send)))
}

// dividing lists the columns by which the rows can be split, with their labels.
func dividing(c core.View, how string) (list [][2]string) {
	for j := range c.Table.Columns {
		column := &c.Table.Columns[j]
		switch column.Kind {
		case dataset.Constant, dataset.Empty, dataset.ID:
			continue
		case dataset.Numeric, dataset.Date:
		default:
			if how == core.ByTime {
				continue
			}
		}
		if j != c.Setup.Target {
			list = append(list, [2]string{column.Name, column.Name})
		}
	}
	return list
}

// first returns the column that is selected at first for a kind of split: the proposed one, or the first possible one; "" if there is none.
func first(c core.View, how string) string {
	if by, _ := proposal(c); by.How == how {
		return by.Column
	}
	if list := dividing(c, how); how != "" && len(list) > 0 {
		return list[0][0]
	}
	return ""
}

// proposal returns the split that the engine proposes, and why; the zero value without one, or if the user has chosen a split.
func proposal(c core.View) (by core.SplitBy, reason string) {
	if c.Plan == nil || c.Plan.Proposed == nil || c.Setup.By != by {
		return by, ""
	}
	p := c.Plan.Proposed
	return core.SplitBy{How: core.Either(p.Group != "", core.ByGroup, core.ByTime), Column: p.By()}, p.Reason
}

// splitBar draws the shares of the training and test rows, with a caption; nil before the plan is known.
func splitBar(c core.View) []app.UI {
	p := c.Plan
	if p == nil || c.Obstacle() != "" || p.TestRows == 0 {
		return nil
	}
	const width, height = 600, 12
	at := kit.Coordinate(width * float64(p.Rows) / float64(p.Rows+p.TestRows))
	words := sidesInWords(p.Started)
	return []app.UI{
		app.Figure().Class("split-bar").Body(
			kit.SVG("classes", width, height, words[0]+"; "+words[1]).Attr("preserveAspectRatio", "none").Body(
				kit.Path("class", "M0 0H"+at+"V12H0Z"), kit.Path("class positive", "M"+at+" 0H600V12H"+at+"Z")),
			app.FigCaption().Body(app.Span().Text(words[0]), app.Span().Text(words[1]))),
		kit.Some(kit.Lines("quiet", leakInWords(c))...),
	}
}

func proposedSplit(c core.View, send func(core.Msg)) app.UI {
	by, reason := proposal(c)
	if by.How == "" || c.Named(by.Column) == nil {
		return nil
	}
	return app.Div().Class("note").ID("proposed-split").Body(app.P().Text(core.Sentence(reason)),
		kit.Button(send, SplitChosen{By: by}).Text(by.InWords()))
}
