package runs

import (
	"slices"
	"strings"
	"time"

	"drnet/app/core"
	"drnet/engine/setting"
)

var note = "The list holds up to " + core.Count(mostRuns) + " runs; then the oldest one that you have not opened is dropped. " +
	"It lasts until another table is opened or the page is closed. A project keeps it, without charts."

const (
	chooseTwo    = "Choose two runs under “Compare” to see which rules they share."
	noneCompared = "Only runs that predict a single class can be compared."
)

func name(number int) string { return "run " + core.Count(number) }

// Label names the run of the current rules, for the button that opens the list; "" without a list.
func (m Model) Label(c core.View) string {
	switch {
	case len(m.List) == 0 && m.deleted == nil:
		return ""
	case m.index(c.Revision.Run) < 0:
		return "Runs ▾"
	}
	return "Run " + core.Count(c.Revision.Run) + " ▾"
}

func scoreInWords(r core.ListedRun) (accuracy, size string) {
	o, ok := outcome(r)
	if !ok {
		return "Edited, not scored yet", ""
	}
	if o.Test == nil {
		return "Train accuracy " + core.Percent(o.Train.Accuracy), core.SizeInWords(o)
	}
	return "Test accuracy " + core.Percent(o.Test.Accuracy) + core.IntervalInWords(o.Test.Confusion), core.SizeInWords(o)
}

// settingsInWords lists the settings of a run that differ from the defaults. It names the target if the listed runs have several targets.
func (m Model) settingsInWords(r core.ListedRun) string {
	_, words := r.Setup.Changed()
	if n := len(r.Setup.Cuts); n > 0 {
		words = append(words, "Cut points of "+core.Plural(n, "column", "columns"))
	}
	words = append(words, r.Setup.RolesInWords()...)
	if n := len(r.Setup.Ignore); n > 0 {
		words = append(words, core.Plural(n, "column", "columns")+" excluded")
	}
	if n := r.Setup.Grouped(); n > 0 {
		words = append(words, "Values of "+core.Plural(n, "column", "columns")+" grouped")
	}
	if words == nil {
		words = []string{"Default settings"}
	}
	if core.FileOf(r.Revision, r.MultiClass).Edited() {
		words = append(words, "Edited by hand")
	}
	if slices.ContainsFunc(m.List, func(other core.ListedRun) bool { return aim(other) != aim(r) }) {
		words = append([]string{aim(r)}, words...)
	}
	return strings.Join(words, " · ")
}

func aim(r core.ListedRun) string {
	if r.MultiClass != nil {
		return "Predicts each value of " + r.MultiClass.Target
	}
	return "Predicts " + r.Revision.Model.Prediction(true)
}

func timeInWords(r core.ListedRun) string {
	took := core.Span(r.Took())
	if r.Took() < time.Second/2 {
		took = "less than 1\u00a0s"
	}
	return "Took " + took + ", seed " + r.Setup.Text(setting.Seed) + ", ended " + r.LastEvent.Format("2 Jan 2006, 15:04")
}
