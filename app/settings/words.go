package settings

import (
	"time"

	"drnet/app/core"
	"drnet/engine/setting"
)

// durationInWords describes the estimated duration of the planned run, "" if it is unknown.
func (m Model) durationInWords(c core.View) string {
	if m.Estimate.Seconds <= 0 || !m.Estimate.known() || c.Plan == nil || c.Obstacle() != "" {
		return ""
	}
	span := core.Span(time.Duration(m.Estimate.Seconds * float64(time.Second)))
	if m.Estimate.Seconds < 1 {
		span = "a second"
	}
	if m.Estimate.complete {
		return "about " + span + " as last time"
	}
	text := "about " + span
	if c.Setup.Fields[setting.Refining] != "off" {
		text += ", then refining"
	}
	return text
}

// outlineInWords describes the input and duration of the planned run: "108 features, 24,129 training rows, about 3 min, then
// refining." It returns "" if nothing is known.
func (m Model) outlineInWords(c core.View) string {
	if c.Plan == nil || c.Obstacle() != "" {
		return ""
	}
	text := core.Plural(c.Plan.Features, "feature", "features") + ", " +
		core.Plural(c.Plan.Rows, "training row", "training rows")
	switch words := m.durationInWords(c); {
	case words != "":
		return text + ", " + words + "."
	case m.trial != core.NoID || m.Estimate.tries > 0 && !m.Estimate.known():
		return text + ", estimating the duration …"
	}
	return text + "."
}

// rareInWords warns of a rare positive class with unweighted rows, for which rules hardly improve the accuracy. It
// returns "" if the warning does not apply.
func rareInWords(c core.View) string {
	const rare = 0.2
	if c.Setup.Classes != "" || c.Splits() || c.Setup.Fields[setting.Costs] != "even" {
		return ""
	}
	all, positive := 0, 0
	for _, v := range c.Choices() {
		all += v.Rows
		if v.Text == c.Setup.Positive {
			positive = v.Rows
		}
	}
	if all == 0 || positive == 0 || float64(positive) >= rare*float64(all) {
		return ""
	}
	return "Only " + core.Percent(float64(positive)/float64(all)) + " of the rows are “" + c.Setup.Positive +
		"”. The baseline is nearly always correct, so rules for this class gain little accuracy."
}
