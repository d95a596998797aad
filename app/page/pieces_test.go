package page

import (
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"drnet/app/core"
	"drnet/app/learn"
	"drnet/app/network"
	"drnet/app/page/state"
	"drnet/app/privacy"
	"drnet/app/rules"
	"drnet/app/settings"
	"drnet/app/tradeoff"
	"drnet/app/training"
	"drnet/engine/drnet"
	"drnet/engine/protocol"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

// A page rendered in pieces finally equals one rendered at once, after any messages.
func TestPiecesKeepUp(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	table := read(t, "people.csv", friendly)
	begin := started(20)
	begin.Head = model(t, table, "buys", false, rule.Set{})
	first, second := progress(150, nil), progress(300, nil)
	first.Net, second.Net = net(true), net(false)
	life := []state.Msg{
		state.Connected{},
		heard(protocol.Loaded{Table: protocol.Describe(table, nil)}, 0), heard(planned(), 0),
		settings.Typed{Field: setting.Epochs, Text: "many"},
		settings.Typed{Field: setting.Epochs, Text: ""},
		learn.MenuToggled{},
		learn.TeachingSwitched{On: true},
		learn.HandoutOpened{Lesson: 1},
		learn.HandoutOpened{},
		training.StartAsked{At: noon},
		heard(begin, 1), heard(first, 2), heard(second, 3),
		network.RuleChosen{Rule: 1},
		network.TraceShown{Shown: true},
		network.PaletteChosen{Name: "print"},
		network.Escaped{},
		training.PauseAsked{},
		heard(protocol.Paused{}, 4),
		training.StepAsked{At: noon},
		heard(protocol.Resumed{}, 5), heard(progress(350, nil), 6), heard(protocol.Paused{}, 7),
		training.ResumeAsked{},
		heard(protocol.Resumed{}, 8), heard(protocol.Preparing{Stage: protocol.Refining, Done: 1, Of: 3}, 9),
		core.HelpToggled{Place: "live"},
		training.StopAsked{},
		heard(protocol.Trained{
			Status: drnet.Finished, Steps: 700,
			Model: model(t, table, "buys", true, rule.Set{{{Feature: 0}, {Feature: 1, Not: true}}, {{Feature: 3}}}),
		}, 10),
		training.SnapshotChosen{Place: 0},
		training.EpochSought{Text: "2"},
		rules.RuleSwitched{Line: 1},
		rules.Undone{},
		core.TabChosen{Tab: core.ExplainTab},
		core.TabChosen{Tab: core.TradeOffTab},
		tradeoff.EvaluationAsked{Kind: tradeoff.Sweep, At: noon},
		heard(protocol.Evaluating{Done: 1, Of: 3, Share: 0.3}, 11),
		core.TabChosen{Tab: core.RulesTab},
		core.TargetChosen{Column: 1},
		heard(protocol.Refused{Kind: protocol.Crashed, Message: "gone"}, 12),
		privacy.PanelToggled{},
		privacy.PanelToggled{},
		privacy.Logged{Log: privacy.NetworkLog{Ready: 900, Waits: true}},
		privacy.AttemptEnded{},
		learn.ExplanationOpened{Open: true},
		learn.ExplanationOpened{},
	}
	root := &Root{Engine: new(engine)}
	d := app.NewClientTester(root)
	defer d.Close()
	d.Consume()
	for _, m := range life {
		d.Dispatch(app.Dispatch{Mode: app.Update, Source: root, Function: func(app.Context) { root.send(m) }})
		d.Consume()
		for end := time.Now().Add(10 * time.Second); root.parts.left() != none || root.state.Drawing() ||
			root.pace.waits; time.Sleep(time.Millisecond) {
			if d.Consume(); time.Now().After(end) {
				t.Fatalf("%T: the page is not drawn to its end", m)
			}
		}
		var shown, whole strings.Builder
		parse(t, root).write(&shown, 0)
		parse(t, page(root.current(), new(Root))).write(&whole, 0)
		if got, want := shown.String(), whole.String(); got != want {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			from := max(0, at-200)
			t.Errorf("after %T %+v the page shows\n\t%.400s\nwant\n\t%.400s", m, m, got[from:], want[from:])
		}
	}
}
