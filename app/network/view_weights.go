package network

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/kit"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// mostWeights is the number of weights of a neuron that are shown: the strongest.
const mostWeights = 12

// weightsView shows the weights of the trained network on request in teaching mode, to edit them, and the effect of the edits.
func weightsView(m Model, c core.View, send func(core.Msg)) app.UI {
	if !c.Teaching {
		return kit.Some()
	}
	shown := m.edits.shown
	body := []app.UI{app.Span().Class("switch").Body(kit.Checkbox(send, "teach-weights", shown, EditingSwitched{On: !shown}),
		app.Label().For("teach-weights").Text("Edit weights"), kit.Some(kit.Help(c, send, "network", core.TermGate)))}
	switch net, model := m.net(c); {
	case !shown:
	case !still(c):
		body = append(body, app.P().Class("note").Text(pauseFirst))
	case m.canEdit(c) && len(net.Neurons) > 0:
		body = append(body, app.P().Class("quiet").Text(weightsHint), neuronView(m.edits, net, model, send), edited(m, c, send))
	}
	return app.Div().Class("net-weights").Body(body...)
}

func neuronView(e edits, net *drnet.Sketch, model *protocol.Model, send func(core.Msg)) app.UI {
	n := net.Neurons[e.neuronAt(net)]
	number, features := n.Rule+1, model.Encoder.Features()
	list := kit.Choices(nil, len(net.Neurons), func(i int) (string, string) {
		return strconv.Itoa(net.Neurons[i].Rule + 1), neuronInWords(net.Neurons[i])
	})
	turn := core.Either(n.Open(), "Switch it off", "Switch it on")
	lines := strongest(n.Lines)
	left := len(n.Lines) + n.More - len(lines)
	return app.Div().Class("net-neuron").Body(
		app.Div().Class("controls").Body(
			app.Label().For("neuron").Text("Neuron"),
			kit.NumberSelect(send, "neuron", list, number, func(number int) core.Msg { return NeuronChosen{Number: number} }),
			kit.SmallButton(send, NeuronSwitched{On: !n.Open()}).ID("switch-neuron").Text(turn)),
		kit.Scrolls("Weights of the neuron", app.Table().Class("net-table").ID("network-weights").Body(
			kit.ColumnHeads("Feature", "Weight", "Gate open", "Probability", "Required condition"),
			app.TBody().Body(kit.Each(lines, func(l drnet.Connection) app.UI {
				f := features[l.Feature]
				return weightRow(e, number, l, f.Text(false), core.When(l.Open(), f.Text(l.W < 0)), send)
			})))),
		app.P().Class("quiet").Text(core.When(left > 0, core.Plural(left, "weaker weight is", "weaker weights are")+" not shown.")),
		app.P().Class("complaint").Role("alert").Text(e.complaint))
}

// strongest returns the weights to show, in the order of the features: those behind open gates before others, then the largest.
func strongest(lines drnet.Connections) drnet.Connections {
	const first = 1e9 // larger than any weight
	size := func(l drnet.Connection) float64 {
		w := math.Abs(float64(l.W))
		if l.Open() {
			w += first
		}
		return w
	}
	list := slices.Clone(lines)
	sort.SliceStable(list, func(i, j int) bool { return size(list[i]) > size(list[j]) })
	list = list[:min(len(list), mostWeights)]
	sort.Slice(list, func(i, j int) bool { return list[i].Feature < list[j].Feature })
	return list
}

func weightRow(e edits, neuron int, l drnet.Connection, feature, condition string, send func(core.Msg)) app.UI {
	open, at, weight := drnet.Opens(l.Loc), int(l.Feature), l.Weight()
	if !open {
		weight = l.W
	}
	number := core.Decimal(float64(weight), 2)
	if e.feature == at {
		number = cmp.Or(e.typed, number)
	}
	id := "weight-" + strconv.Itoa(at)
	typed := func(v string) core.Msg { return WeightTyped{Feature: at, Text: v} }
	gate := "gate-" + strconv.Itoa(at)
	return app.Tr().Body(
		app.Th().Scope("row").Body(app.Label().For(id).Text(feature)),
		app.Td().Body(kit.ChangeInput(send, id, number, typed, at, neuron).Attr("inputmode", "decimal")),
		app.Td().Body(kit.Checkbox(send, gate, open, GateSwitched{Feature: at, Open: !open}),
			app.Label().Class("unseen").For(gate).Text("Gate open")),
		app.Td().Text(core.Percent(float64(drnet.Probability(l.Loc)))), app.Td().Text(condition))
}

func edited(m Model, c core.View, send func(core.Msg)) app.UI {
	e := m.edits
	if e.net == nil {
		return kit.Some()
	}
	return app.Div().Class("net-edited").Body(
		app.P().Class("sentence").ID("edited-says").Role("status").Text(e.inWords()),
		app.Div().Class("controls").Body(
			kit.SmallButton(send, EditsDropped{}).ID("drop-edits").Text("Undo all changes"),
			kit.SmallButton(send, EditsKept{}).ID("keep-edits").Disabled(!c.Run.Learnt() || e.now == nil).Text("Show these rules")))
}
