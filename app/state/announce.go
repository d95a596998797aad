package state

import (
	"time"

	"drnet/app/core"
)

// sayEach is the minimum interval between announcements of a run, because a screen reader reads each to its end.
const sayEach = 10 * time.Second

// say announces an event of a run unless the previous announcement is too recent, and reports whether it did. Skipped
// events remain visible on the page. The end of a run does not use say and is always announced.
func (s *State) say(text string, at time.Time) bool {
	if !s.said.IsZero() && at.Sub(s.said) < sayEach {
		return false
	}
	s.Status, s.said = text, at
	return true
}

// sayQuarter announces each completed quarter of a run.
func (s *State) sayQuarter(at time.Time) {
	r := &s.Run
	all := r.Last.Steps * max(r.Last.Restarts, 1) * max(r.Last.Sets, 1)
	if all == 0 || r.Phase != core.Training {
		return
	}
	const parts = 4
	done := min(parts*r.Made()/all, parts-1)
	kept, ok := r.Kept()
	if !ok || done <= r.Announced {
		return
	}
	if s.say([]string{"", "A quarter", "Half", "Three quarters"}[done]+" of the training is made: "+core.Plural(kept.Rules, "rule", "rules")+
		", right on "+core.Percent(kept.Train)+" of the training rows.", at) {
		r.Announced = done
	}
}

// Title returns the page title: the progress of the current run or the result of the last one. "" means the default
// title.
func (s State) Title() string {
	r := s.Run
	share := 0
	if all := r.Last.Steps * max(r.Last.Restarts, 1) * max(r.Last.Sets, 1); all > 0 {
		const percent = 100
		share = percent * r.Made() / all
	}
	switch {
	case r.Phase == core.Preparing:
		return "Training … – " + titleEnd
	case r.Phase == core.Held:
		return "Paused at " + core.Count(share) + " % – " + titleEnd
	case r.Active() && r.Refines != nil:
		return "Refining … – " + titleEnd
	case r.Active():
		return core.Count(share) + " % trained – " + titleEnd
	case r.Phase == core.Done && r.Learnt():
		return s.verdict() + " – " + titleEnd
	}
	return ""
}

const titleEnd = "DR-Net Lab"
