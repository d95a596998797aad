package audit

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/chart"
	"drnet/engine/dataset"
	"drnet/engine/eval"
	"drnet/engine/protocol"
)

const boundText = "A bound keeps a difference between these groups on the training rows: new rules are searched from the current ones, " +
	"which takes about as long as training. It holds for the predictions of the rules on the training rows, and nearly so on new rows " +
	"only. Other figures may move, and other groups; a threshold of the probability is not bounded. The price is accuracy."

var disparities = []struct {
	of               eval.Disparity
	name, label      string
	usual, complaint string  // default of the typed limit, and the message for an invalid one
	unit             float64 // the typed number divided by this is the limit
}{
	{
		eval.SelectionRatio, "Selection rates", "Ratio of the smallest to the largest, at least", "0.8",
		"Type a number above 0 and at most 1.", 1,
	},
	{eval.RecallDifference, "Recalls", "Difference in points, at most", "5", "Type a number from 0 to less than 100.", 100},
}

func (m Model) limit() string {
	if text := m.limits[m.disparity]; text != nil {
		return *text
	}
	return disparities[m.disparity].usual
}

// bound returns the bound as chosen and typed. Complaint describes an error in its limit, "" if it is valid.
func (m Model) bound() (b protocol.Bound, complaint string) {
	d := disparities[m.disparity]
	x, ok := dataset.ParseNumber(m.limit())
	b = protocol.Bound{By: m.columns(), Disparity: d.of, Limit: x / d.unit}
	if !ok || b.Check() != nil {
		return b, d.complaint
	}
	return b, ""
}

// trades returns the rule sets of the trade-off, if the current rules are one of them or were shown when the search began; otherwise nil.
func (m Model) trades(c core.View) []*protocol.Model {
	shown := func(model *protocol.Model) bool { return core.SameRules(model, c.Revision.Model) }
	if m.traced == nil || !shown(m.shown) && !slices.ContainsFunc(m.traced.Models, shown) {
		return nil
	}
	return m.traced.Models
}

// unbounded returns the rules that a search begins with: those of the shown trade-off without a bound, or else the current ones.
func (m Model) unbounded(c core.View) *protocol.Model {
	if list := m.trades(c); list != nil {
		return list[0]
	}
	return c.Revision.Model
}

// open shows the rules of a point of the trade-off, unless they are shown already. Undo restores the previous ones.
func (m Model) open(i int, c core.View) []core.Command {
	if m.traced == nil || i < 0 || i >= len(m.traced.Models) || m.traced.Models[i] == c.Revision.Model {
		return nil
	}
	model := m.traced.Models[i]
	words := core.Either(i == 0, "without the bound", "bound on "+m.tracedBy.Text())
	r := core.Revision{Words: words, Model: model, Refined: model.Rules, From: c.Source.Name}
	return []core.Command{core.ShowRules{Revision: r}}
}

// boundView starts the search for rules under a bound, and shows the cost of the bound; nil unless groups are chosen.
func boundView(m Model, c core.View, send func(core.Msg)) app.UI {
	if m.by[0] == "" {
		return nil
	}
	d, names := disparities[m.disparity], core.Texts(len(disparities), func(i int) string { return disparities[i].name })
	_, complaint := m.bound()
	t, words := m.bounding, obstacle(bounding, c)
	ask := func(id, text string, adopts bool) app.UI {
		return kit.TimedButton(send, func(at time.Time) core.Msg { return BoundAsked{Adopts: adopts, At: at} }).ID(id).
			Disabled(complaint != "" || obstacle(bounding, c) != "" || c.Busy).Text(text)
	}
	if t.Active() {
		words = t.InWords(core.When(t.Share > 0, core.Percent(t.Share)))
	}
	return app.Details().ID("bound").Open(t.Active() || m.trades(c) != nil).Body(app.Summary().Text("Bound the difference"),
		app.P().Class("quiet").Text(boundText),
		app.Div().Class("controls").Body(
			kit.Picker(send, "bound-what", "Bound", names, m.disparity, func(i int) core.Msg { return DisparityChosen{Index: i} }),
			kit.Field("bound-limit", d.label, "", complaint, kit.TextInput(send, "bound-limit", m.limit(),
				func(text string) core.Msg { return LimitTyped{Text: text} }).Attr("inputmode", "decimal"))),
		kit.TaskView(t, send, "bound", "Bound", words, Stopped{},
			ask("bound-train", "Train with this bound", true), ask("bound-trace", "Draw the trade-off", false)),
		kit.Some(kit.ProblemView(t.Problem)),
		kit.Some(heldView(c)), kit.Some(tradeView(m, c, send)...))
}

// heldView says whether the current rules satisfy the bound that they were searched under, and its cost; nil without a bound.
func heldView(c core.View) app.UI {
	if r := c.Revision.Model; r.Learned.Bounded != nil && !r.Edited {
		return app.Div().ID("bound-says").Body(kit.Bullets(r.Learned.Bounded.Sentences()))
	}
	return nil
}

// tradeView draws accuracy against the difference, and lists the same points; nil without a trade-off of the current rules.
func tradeView(m Model, c core.View, send func(core.Msg)) []app.UI {
	list := m.trades(c)
	if list == nil {
		return nil
	}
	name := m.tracedBy.Compared()
	dot := func(i int, mark app.HTMLElem) app.UI {
		if i >= len(list) { // a point of the test rows
			return mark.Aria("hidden", "true")
		}
		return mark.Attr(kit.Part, "dot"+core.When(core.SameRules(list[i], c.Revision.Model), " chosen")).TabIndex(0).Role("button").
			Aria("label", "Open: "+m.tradeInWords(i)).OnClick(kit.On(send, TradeOpened{Index: i}), i).
			OnKeyDown(kit.Pressed(send, TradeOpened{Index: i}), i)
	}
	sentence := "Accuracy against the " + name + " of " + core.Plural(len(list), "rule set", "rule sets") + ". The table lists all of them."
	return []app.UI{
		app.Figure().Class("trade").Body(app.FigCaption().Text(tradeHint), kit.Scatter(sentence, m.scatter().Scene(), dot)),
		kit.RoledTable{Label: "Trade-off under the bound", Class: "result-table", ID: "bound-trades", Unseen: "Open"}.Body(
			[]string{"Rules", "Train: " + name, "Train: accuracy", "Test: " + name, "Test: accuracy", ""},
			app.Range(list).Slice(func(i int) app.UI {
				cells := append(m.cells(&m.traced.Scores[i].Train), m.cells(m.traced.Scores[i].Test)...)
				label := core.Either(core.SameRules(list[i], c.Revision.Model), "Shown", "Open")
				return kit.RoledRow(core.Count(len(list[i].Rules)), cells, kit.SmallButton(send, TradeOpened{Index: i}).
					ID("bound-open-"+strconv.Itoa(i)).Aria("label", label+": "+m.tradeInWords(i)).Text(label))
			})),
	}
}

const tradeHint = "Each rule set that was found has a circle for the training rows, which opens it, and a square for the test rows. " +
	"Choose by the training rows: the test rows took no part."

// cells returns the difference and the accuracy on the training or the test rows, “–” if unknown.
func (m Model) cells(s *protocol.BoundedSide) []string {
	if s == nil {
		return []string{"–", "–"}
	}
	value := "–"
	if s.Gap.Value != nil {
		value = m.tracedBy.Value(*s.Gap.Value)
	}
	return []string{value, core.Percent(s.Accuracy)}
}

func (m Model) tracedInWords() string {
	if b := m.traced.Models[m.traced.Chosen].Learned.Bounded; b != nil {
		return strings.Join(b.Sentences(), " ")
	}
	return "These rules keep to the bound already."
}

func (m Model) tradeInWords(i int) string {
	return m.tracedBy.Compared() + " " + strings.Join(m.cells(&m.traced.Scores[i].Train), ", train accuracy ")
}

// scatter returns the chart of the trade-off: the training rows, then the test rows, where the compared rates are defined.
func (m Model) scatter() chart.Scatter {
	out := kit.AccuracyScatter(m.tracedBy.Compared())
	if m.tracedBy.Disparity == eval.RecallDifference {
		out.XFormat = core.PercentTick
	}
	series := [2]chart.Points{{Class: chart.SeriesClass(0)}, {Class: chart.SeriesClass(1)}}
	for _, scores := range m.traced.Scores {
		for k, s := range []*protocol.BoundedSide{&scores.Train, scores.Test} {
			if s == nil {
				continue
			}
			x := 0.
			if s.Gap.Value != nil {
				x = *s.Gap.Value
			}
			series[k].X, series[k].Y = append(series[k].X, x), append(series[k].Y, s.Accuracy)
		}
	}
	out.Series = series[:1]
	if len(series[1].X) > 0 {
		out.Series = series[:]
	}
	return out
}
