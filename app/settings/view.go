package settings

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/setting"
)

// mainSettings lists the settings that most users change. They are never folded.
var mainSettings = []setting.Key{setting.Lambda1, setting.Lambda2, setting.Method, setting.Thresholds}

// View shows the settings of the run: the presets, the main settings, and the others by topic, folded or not.
func View(m Model, c core.View, send func(core.Msg), unfolded bool) []app.UI {
	return []app.UI{
		presetChoice(c, send),
		app.Div().Class("options").Body(kit.Each(mainSettings, func(k setting.Key) app.UI { return field(c, send, k) })),
		splitView(c, send),
		app.Div().Body(kit.Each(setting.Groups, func(g setting.FieldGroup) app.UI { return topic(c, send, g, unfolded || m.unfolded[g]) })),
	}
}

// topic shows the other settings of a group below a line that states their values; nil if it has none.
func topic(c core.View, send func(core.Msg), g setting.FieldGroup, open bool) app.UI {
	rows, words := c.Setup.Chosen(func(row *setting.Setting) bool { return row.Group == g && !slices.Contains(mainSettings, row.Key) })
	fields := []app.UI{kit.Each(rows, func(row *setting.Setting) app.UI { return field(c, send, row.Key) })}
	if g == setting.Form {
		fields, words = append(fields, kit.Some(weightField(c, send))), append(words, weightInWords(c)...)
	}
	return app.If(len(rows) > 0, app.Details().Class("topic").Open(open).Body(
		app.Summary().Body(app.Text(string(g)+" "), app.Span().Class("quiet").Text(strings.Join(words, " · "))),
		app.Div().Class("options").Body(fields...)))
}

func weightField(c core.View, send func(core.Msg)) app.UI {
	columns := [][2]string{{"", "none"}}
	for j := range c.Table.Columns {
		if column := &c.Table.Columns[j]; j != c.Setup.Target && column.Histogram != nil {
			columns = append(columns, [2]string{column.Name, column.Name})
		}
	}
	const id = "row-weight"
	return kit.FieldHelped(id, core.WeightLabel, weightHint, "", kit.Help(c, send, id, core.TermRowWeight),
		kit.Select(send, id, columns, c.Setup.Weight, func(name string) core.Msg { return WeightChosen{name} }).Aria("describedby", id+"-hint"))
}

// Summary shows the duration and the seed of the next run, a choice of its time limit, and the changed settings.
func Summary(m Model, c core.View, send func(core.Msg)) app.UI {
	facts := [][2]string{{"Time", m.durationInWords(c)}, {"Seed", c.Setup.Text(setting.Seed)}}
	return app.Div().Class("outline").Body(
		app.H3().Text(cmp.Or(c.AimInWords(), "Next run")),
		app.P().Body(kit.Helped(c, send, "outline", cmp.Or(PlanInWords(c), "Features: –"), core.TermFeature)),
		app.Dl().ID("outline").Body(kit.Each(facts, func(f [2]string) app.UI {
			return app.Div().Body(app.Dt().Text(f[0]), app.Dd().Text(cmp.Or(f[1], "–")))
		})),
		kit.Field("limit", "Finish within", limitHint, "", kit.Select(send, "limit", limits, m.Limit,
			func(limit string) core.Msg { return LimitChosen{Limit: limit} }).Aria("describedby", "limit-hint")),
		app.H3().Text("Changed from the defaults"),
		changes(c, send))
}

// changes lists the settings that differ from their defaults, each with a button that resets it.
func changes(c core.View, send func(core.Msg)) app.UI {
	var lines []app.UI
	add := func(words, usual string, reset core.Msg) {
		lines = append(lines, app.Li().Body(app.Span().Body(app.Text(words+" "), app.Small().Text("default: "+usual)),
			kit.SmallButton(send, reset).Body(app.Text("Reset"), kit.Unseen(" "+words))))
	}
	rows, words := c.Setup.Changed()
	for i, row := range rows {
		add(words[i], row.Words(row.Default), Typed{Field: row.Key, Text: row.Default})
	}
	if by := c.Setup.By.InWords(); by != "" {
		add(by, "random", SplitChosen{})
	}
	if weight := c.Setup.WeightInWords(); weight != "" {
		add(weight, "none", WeightChosen{})
	}
	if n := len(c.Setup.Cuts); n > 0 {
		add("Cut points of "+core.Plural(n, "column", "columns"), "as all columns", Reset{Cuts: true})
	}
	if lines == nil {
		return app.P().Class("quiet").Text("Nothing.")
	}
	return app.Div().Class("from-defaults").Body(app.Ul().Body(lines...), kit.SmallButton(send, Reset{}).Text("Reset all"))
}

// StaleView says that the settings have changed since training, and offers to train again or to restore them; nil if they have not.
func StaleView(c core.View, send func(core.Msg), train app.UI) app.UI {
	if c.Run.Active() || !c.Stale() {
		return nil
	}
	why := core.Either(c.Run.TableChanged, "The table was read again after training", "Settings changed") + " – rules are out of date."
	return app.Div().ID("stale-run").Class("note stale").Body(app.P().Text(why), kit.Some(train,
		app.If(!c.Run.TableChanged, kit.Button(send, Reverted{}).ID("revert").Text("Revert settings"))))
}

// field shows one setting with its explanation: a list of its choices, or a number, which has a slider if it is a penalty.
func field(c core.View, send func(core.Msg), f setting.Key) app.UI {
	row, value, id := f.Setting(), c.Setup.Fields[f], "set-"+string(f)
	typed := func(text string) core.Msg { return Typed{Field: f, Text: text} }
	mode := core.Either(f == setting.Dates, "text", "decimal")
	var control app.UI = kit.TextInput(send, id, value, typed, f).Attr("inputmode", mode).Aria("describedby", id+"-hint")
	if row.Choices != nil {
		control = kit.Select(send, id, row.Choices, value, typed, f).Aria("describedby", id+"-hint")
	} else if row.Group == setting.Penalties {
		stops := core.Sliders[f]
		moved := func(place int) core.Msg { return Typed{Field: f, Text: stops[min(max(place, 0), len(stops)-1)]} }
		control = app.Div().Class("slide").Body(
			app.Label().Class("unseen").For(id+"-slide").Text(f.Label()+", slider"),
			kit.Slider(send, id+"-slide", 0, len(stops)-1, c.Setup.SliderPlace(f), moved, f).Aria("valuetext", value),
			control)
	}
	hint := strings.TrimSpace(row.Hint + " " + note(c, f))
	return kit.FieldHelped(id, f.Label(), hint, c.Setup.Complaint(f), kit.Help(c, send, id, core.TermOf(f)), control)
}

func presetChoice(c core.View, send func(core.Msg)) app.UI {
	now := c.Setup.Preset()
	return app.FieldSet().Class("field presets").Body(
		app.Legend().Text("Model complexity"),
		app.Range(core.Presets).Slice(func(i int) app.UI {
			p, id, s := core.Presets[i], "preset-"+strconv.Itoa(i), c.Setup
			s.UsePreset(i)
			_, words := s.Chosen(func(row *setting.Setting) bool { return core.DiffersInPresets(row.Key) })
			return app.Div().Class("radio preset").Body(
				kit.RadioInput(send, "preset", id, i == now, PresetChosen{Place: i}).Aria("describedby", id+"-hint"),
				app.Label().For(id).Text(p.Name),
				app.P().ID(id+"-hint").Class("hint").Text(p.Hint), kit.Bullets(words))
		}),
		kit.Some(app.If(now < 0, app.P().Class("hint").Text(ownSettings))))
}

// Used describes in print how the rules were learned, with the settings if they are known; nil for rules from another table.
func Used(c core.View) app.UI {
	m, own := c.Revision.Model, c.Revision.Setup != nil
	if m == nil || !own && !c.Run.Learnt() || c.Revision.Foreign {
		return nil
	}
	title := "Learned"
	if other := m.Learned.Other(); other != "" {
		title += " by " + other
	}
	if c.Table != nil {
		title += " on " + c.Table.Name + ", " + core.Plural(c.Table.Rows, "row", "rows")
	}
	list := []string{"Training rows: " + core.Count(m.Learned.Rows)}
	if setup, known := c.Trained(); known {
		_, words := setup.Chosen(func(*setting.Setting) bool { return true })
		title, list = title+", with these settings", append(words, setup.RolesInWords()...)
	}
	prediction := m.Prediction(true)
	if all := c.MultiClass; all != nil {
		prediction = m.Encoder.Target.Title(m.Target) + ", " + core.Count(len(all.Names)) + " classes"
	}
	return app.Div().Class("used").Body(app.H3().Text(title), app.P().Text("Prediction: "+prediction), kit.Bullets(list))
}
