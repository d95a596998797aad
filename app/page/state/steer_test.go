package state_test

import (
	"testing"
	"time"

	"drnet/app/core"
	"drnet/app/core/coretest"
	"drnet/app/page/state"
	"drnet/app/settings"
	"drnet/app/training"
	"drnet/engine/protocol"
	"drnet/engine/setting"
)

func TestSteering(t *testing.T) {
	start, begun := training.StartAsked{At: at(0)}, heard(started(), 1)
	step, pause, stop, again := training.StepAsked{At: at(3)}, training.PauseAsked{}, training.StopAsked{}, training.RestartAsked{At: at(3)}
	paused, resumed := heard(protocol.Paused{}, 3), heard(protocol.Resumed{}, 3)
	const once, twice = "train rich=yes", "train rich=yes, stop, train rich=yes"
	several := started()
	several.Helpers = 2
	travel(t, withTable(), func(s state.State) any { return s.Run.Phase }, []journey{
		{
			"a target of three values needs a class", steps(core.TargetChosen{Column: 1}, start, settings.PositiveChosen{Value: 1}, start),
			"train city=Rom", core.Preparing,
		},
		{"a target that cannot be", steps(core.TargetChosen{Column: 3}, start), "", core.Idle},
		{"training once at a time", steps(start, begun, start), once, core.Training},
		{"stop", steps(start, begun, stop, stop, pause, heard(trained(1), 4)), once + ", stop", core.Done},
		{
			"stop goes on stopping, and is said again when the training begins",
			steps(start, stop, begun, heard(progress(1), 2), paused), once + ", stop, stop", core.Stopping,
		},
		{"stop while paused", steps(start, begun, pause, paused, stop), once + ", pause, stop", core.Stopping},
		{"stop with nothing at work", steps(stop, pause, training.ResumeAsked{}), "", core.Idle},
		{"step begins a training", steps(step), once + ", step", core.Preparing},
		{"and is paused after an epoch", steps(step, resumed, begun, heard(progress(20), 1), paused), once + ", step", core.Held},
		{"step while it is held", steps(start, begun, paused, step, resumed), once + ", step", core.Training},
		{"step while it trains", steps(start, begun, step, resumed, paused), once + ", step", core.Held},
		{"no step while it stops", steps(start, begun, stop, step), once + ", stop", core.Stopping},
		{"no step of trainings at the same time", steps(start, heard(several, 1), step), once, core.Training},
		{"a speed before", steps(training.SpeedChosen{Epochs: 5}, start, begun), once + ", pace", core.Training},
		{
			"a speed meanwhile", steps(start, begun, training.SpeedChosen{Epochs: 25}, training.SpeedChosen{}),
			once + ", pace, pace", core.Training,
		},
		{"start over", steps(start, begun, heard(progress(100), 2), again, heard(trained(2), 3)), twice, core.Preparing},
		{"start over before it has begun", steps(start, again, heard(stopped, 3)), twice, core.Preparing},
		{"start over when nothing trains", steps(again), once, core.Preparing},
		{
			"no start over with an invalid setting", steps(start, begun, settings.Typed{Field: setting.Lambda1, Text: "x"}, again),
			once, core.Training,
		},
		{
			"start over, and then stop", steps(start, begun, again, heard(trained(2), 3), heard(started(), 4), stop, heard(trained(1), 5)),
			twice + ", stop", core.Done,
		},
	})
}

// After a restart, a discarded run leaves no trace: the previous rules are shown until the new ones arrive.
func TestStartOverGivesUp(t *testing.T) {
	s, _ := after(withTable(), training.StartAsked{At: at(0)}, heard(started(), 1), heard(trained(3), 2))
	learned, shown := s.Run.Model, s.Rules.Model()
	s, _ = after(s, training.StartAsked{At: at(3)}, heard(started(), 4), heard(progress(50), 5),
		training.RestartAsked{At: at(6)}, heard(trained(9), 6))
	if s.Rules.Model() != shown || learned == nil || s.Run.Before() != learned || len(s.Run.Curves) != 0 {
		t.Errorf("after starting over the model in sight has changed, or %d curves are left", len(s.Run.Curves))
	}
}

// A screen reader announces progress at most every ten seconds, and always the end of a run.
func TestAnnouncements(t *testing.T) {
	s, _ := after(withTable(), training.StartAsked{At: at(0)}, heard(started(), 1))
	var said []string
	last, when := s.Status, at(1)
	for step := 10; step <= 1000; step += 10 { // 50 seconds
		now := at(1 + float64(step)/20)
		s, _ = after(s, core.Heard{Event: progress(step), At: now})
		if step%100 == 0 {
			s, _ = after(s, core.Heard{Event: protocol.Paused{}, At: now}, core.Heard{Event: protocol.Resumed{}, At: now})
		}
		if s.Status != last {
			if now.Sub(when) < 10*time.Second {
				t.Errorf("%q was said %v after %q", s.Status, now.Sub(when), last)
			}
			last, when, said = s.Status, now, append(said, s.Status)
		}
	}
	if len(said) < 3 {
		t.Errorf("only this was said: %q", said)
	}
	s, _ = after(s, heard(trained(7), 51.1))
	coretest.Equal(t, s.Status, "Done. 7 rules, train accuracy 90.0%.", "at the end it says")
}

func TestTitle(t *testing.T) {
	title := func(s state.State) any { return training.Title(s.Run) }
	travel(t, withTable(), title, []journey{
		{"nothing", nil, "", ""},
		{"asked", steps(training.StartAsked{At: at(0)}), "train rich=yes", "Training … – DR-Net Lab"},
	})
	travel(t, withTable(training.StartAsked{At: at(0)}, heard(started(), 1), heard(progress(430), 2)), title, []journey{
		{"training", nil, "", "43% trained – DR-Net Lab"},
		{"paused", steps(heard(protocol.Paused{}, 3)), "", "Paused at 43% – DR-Net Lab"},
		{"refining", steps(heard(protocol.Preparing{Stage: protocol.Refining, Of: 5}, 3)), "", "Refining … – DR-Net Lab"},
		{"done", steps(heard(trained(7), 3)), "", "Done. 7 rules, train accuracy 90.0%. – DR-Net Lab"},
	})
}

// A pace delays a run, so that its duration is not used as an estimate.
func TestPaceIsNoTime(t *testing.T) {
	slow, fast, start := training.SpeedChosen{Epochs: 1}, training.SpeedChosen{}, training.StartAsked{At: at(0)}
	begun := heard(started(), 1)
	for name, begin := range map[string][]state.Msg{"before": steps(slow, start, begun), "during": steps(start, begun, slow)} {
		s, _ := after(withTable(), append(begin, fast, heard(progress(500), 12), heard(trained(3), 15))...)
		coretest.Equal(t, s.Settings.Estimate.Seconds, 0, "the seconds of a run with a pace set %s it", name)
	}
}

func TestPresets(t *testing.T) {
	s := withTable()
	if got := s.Setup.Preset(); core.Presets[got].Name != "Balanced" {
		t.Errorf("the settings at first are preset %d", got)
	}
	for i, p := range core.Presets {
		s, _ = after(s, settings.PresetChosen{Place: i})
		coretest.Equal(t, s.Setup.Preset(), i, "the preset after %q", p.Name)
		coretest.Equal(t, s.Obstacle(), "", "the obstacle after %q", p.Name)
	}
	s, _ = after(s, settings.Typed{Field: setting.Lambda1, Text: "0.5"})
	coretest.Equal(t, s.Setup.Preset(), -1, "with another lambda the preset")
	s, _ = after(s, settings.PresetChosen{Place: 99})
	coretest.Equal(t, s.Setup.Fields[setting.Lambda1], "0.5", "a preset that there is not changed the settings")
}

func TestSlider(t *testing.T) {
	for _, f := range []setting.Key{setting.Lambda1, setting.Lambda2} {
		for place, text := range core.Sliders[f] {
			s := withTable(settings.Typed{Field: f, Text: text})
			coretest.Equal(t, s.Setup.SliderPlace(f), place, "%s: the place of %q", f, text)
			coretest.Equal(t, s.Setup.Complaint(f), "", "%s: the complaint about %q", f, text)
		}
	}
	for text, want := range map[string]string{
		"0.01": "0.01", "0.0123": "0.01", "0.004": "0.005", "7": "1",
		"0": "0.00001", "many": "0.00001", "0,02": "0.00001",
	} {
		s := withTable(settings.Typed{Field: setting.Lambda1, Text: text})
		coretest.Equal(t, core.Sliders[setting.Lambda1][s.Setup.SliderPlace(setting.Lambda1)], want, "at %q the slider stands at", text)
	}
}

// A run stops the trial that estimates its duration.
func TestRunStopsTrial(t *testing.T) {
	s, requests := after(withTable(), settings.Rested{}, training.StartAsked{At: at(20)})
	if asked(requests) != "stop, train rich=yes" || s.Settings.Untimed(s.View()) {
		t.Errorf("a start in a trial asks for %q", asked(requests))
	}
	s, _ = after(s, heard(protocol.Refused{Kind: protocol.Cancelled, Message: "stopped"}, 20), heard(started(), 21),
		heard(progress(500), 22), heard(trained(3), 25))
	if s.Run.Phase != core.Done || s.Settings.Estimate.Duration() != 4*time.Second {
		t.Errorf("after the trial was stopped the run is %q and took %v", s.Run.Phase, s.Settings.Estimate.Duration())
	}
}
