package training

import (
	"time"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// interval is the minimum time between announcements of a run, because a screen reader reads each to its end.
const interval = 10 * time.Second

// announce announces an event of a run unless the previous announcement is too recent, and reports whether it did. Skipped
// events remain visible on the page. The end of a run does not use announce and is always announced.
func (u *update) announce(text string, at time.Time) bool {
	if !u.announced.IsZero() && at.Sub(u.announced) < interval {
		return false
	}
	u.announced = at
	u.do(core.Say{Text: text})
	return true
}

// announceQuarter announces each completed quarter of a run.
func (u *update) announceQuarter(at time.Time) {
	r := &u.run
	done := min(r.Completed(4), 3)
	kept, ok := r.Kept()
	if !ok || done <= r.Announced || r.Phase != core.Training {
		return
	}
	if u.announce([]string{"", "A quarter", "Half", "Three quarters"}[done]+
		" of the training is made: "+core.Plural(kept.Rules, "rule", "rules")+
		", right on "+core.Percent(kept.Train)+" of the training rows.", at) {
		r.Announced = done
	}
}

// Title returns the page title: the progress of the current run or the result of the last one. "" means the default
// title.
func Title(r core.Run) string {
	const end = " – DR-Net Lab"
	share := core.Count(r.Completed(100)) + " %"
	switch {
	case r.Phase == core.Preparing:
		return "Training …" + end
	case r.Phase == core.Held:
		return "Paused at " + share + end
	case r.Active() && r.Refines != nil:
		return "Refining …" + end
	case r.Active():
		return share + " trained" + end
	case r.Phase == core.Done && r.Learnt():
		return summary(r) + end
	}
	return ""
}

// summary describes the result of a run in one sentence.
func summary(r core.Run) string {
	if !r.Learnt() {
		return "Done."
	}
	o := protocol.Trained{Model: r.Model, MultiClass: r.Classes}.Outcome()
	if o.Rules == 0 {
		return "Done. No rule survived."
	}
	text := "Done. " + core.Plural(o.Rules, "rule", "rules")
	if o.Test != nil {
		return text + ", right on " + core.Percent(o.Test.Accuracy) + " of the test rows."
	}
	return text + ", right on " + core.Percent(o.Train.Accuracy) + " of the training rows."
}
