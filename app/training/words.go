package training

import (
	"time"

	"drnet/app/core"
	"drnet/engine/drnet"
	"drnet/engine/rule"
	"drnet/engine/setting"
)

const (
	paceHint     = "At a limited speed, training waits until each shown epoch can be followed. The result is the same."
	notifyLabel  = "Notify me when training finishes while this tab is hidden"
	noneYet      = "None yet: the rules are still too long to hold for any row."
	noRules      = "No rules for this class."
	bandNote     = "rule-selection phase"
	intervalNote = "95% interval (test)"
	otherRules   = "This is run %d. The rules under “Rules” are not of this run."
	editedSince  = "This is run %d before your edits. “Rules” has the figures of the edited rules."
	noCheckpoint = "No checkpoint yet"
	restored     = "This run comes from a project, which keeps its rules, scores and settings, but no charts and no checkpoints."
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

// announceQuarter announces each completed quarter of a run, once the network has passed its first review.
func (u *update) announceQuarter(at time.Time) {
	r := &u.run
	done := min(r.Completed(4), 3)
	kept, ok := r.Kept()
	if !ok || r.Reviewed() || done <= r.Announced || r.Phase != core.Training {
		return
	}
	if u.announce([]string{"", "A quarter", "Half", "Three quarters"}[done]+
		" of the training is made: "+core.Plural(kept.Rules, "rule", "rules")+
		", train accuracy "+core.Percent(kept.Train.Accuracy)+".", at) {
		r.Announced = done
	}
}

func standing(run core.Run) string {
	switch run.Phase {
	case core.Preparing:
		return "Encoding the columns as features …"
	case core.Held:
		return "Paused."
	case core.Stopping:
		return "Stopping …"
	}
	if run.Refines != nil {
		return "Refining the rules …"
	}
	switch left, ok := run.Left(); {
	case ok && run.Reviewed():
		return "About " + core.Span(max(left, time.Second)) + " left, longer if the network helps."
	case ok && left < time.Second:
		return "Finishing …"
	case ok:
		return "About " + core.Span(left) + " left."
	}
	return "Training …"
}

// foundInWords says how the best rules so far combine, and which rules they replaced. Their own size is among the figures above the list.
func foundInWords(run core.Run) string {
	n, text := len(run.Found), ""
	if votes := run.Found[n-1].Votes; votes > 1 {
		text = run.Started.Positive + " if " + rule.Enough(votes) + ". "
	}
	if n == 1 {
		return text + "Found without the network, which looks for better ones."
	}
	before := run.Found[n-2]
	return text + "Before: " + core.Plural(len(before.Rules), "rule", "rules") + ", train accuracy " + core.Percent(before.Train) + "."
}

// earlyInWords says after which epoch a single network ended early, "" for others.
func earlyInWords(run core.Run) string {
	made, all := run.EpochOf(run.Steps), run.EpochOf(run.Last.Steps)
	if len(run.Curves) != 1 || made >= all {
		return ""
	}
	return ", after epoch " + core.Count(made) + " of " + core.Count(all)
}

// resultInWords names the version of the final rules, and their checkpoint if it is known: “Simplified rules of epoch 40”.
func resultInWords(run core.Run) string {
	text := core.Either(run.Version() == core.Refined, "Refined rules", "Simplified rules")
	if i := run.BestPlace(); i >= 0 && run.Classes == nil && run.Ended != drnet.Reviewed {
		text += " of epoch " + core.Count(run.EpochOf(run.Snapshots()[i].Step))
	}
	return text
}

func accuracyInWords(run core.Run) string {
	points := run.Curves[run.Best()].Points
	last := points[len(points)-1]
	text := "Train accuracy " + core.Percent(last.Train) + core.When(run.Started.TestRows > 0, ", test accuracy "+core.Percent(last.Test))
	name := run.Last.Name
	return text + core.When(name != "", ", of the rules for "+name) + core.When(name == "" && len(run.Curves) > 1, ", of the best run so far")
}

// curvesInWords says which rules the curves describe, if these differ from the final ones: rules for one class, or before refinement.
func curvesInWords(run core.Run) string {
	of := core.When(run.Last.Name != "", " for “"+run.Last.Name+"” alone") +
		core.When(run.Setup.Text(setting.Refining) != "off", " before refinement")
	return core.When(of != "", "Curves: the network’s rules"+of+". ")
}

// Title returns the page title: the progress of the current run or the result of the last one; "" is the default title.
func Title(r core.Run) string {
	const end = " – DR-Net Lab"
	share := core.Count(r.Completed(100)) + "%"
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
		return Summary(r) + end
	}
	return ""
}

// Summary describes the result of a run in one sentence.
func Summary(r core.Run) string {
	if !r.Learnt() {
		return "Done."
	}
	o, _ := r.Kept()
	if o.Rules == 0 {
		return "Done. No rule survived."
	}
	return "Done. " + core.Plural(o.Rules, "rule", "rules") + core.Either(o.Test != nil, ", test", ", train") + " accuracy " +
		core.Percent(o.Accuracy()) + "."
}
