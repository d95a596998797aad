package state

import (
	"time"

	"drnet/app/core"
)

// sayEach is how far apart announcements of a training are: a screen reader reads each to its end.
const sayEach = 10 * time.Second

// say announces what happens in a training, unless the announcement before it is too new, and reports whether it did. What is
// not said is to be seen all the same. The end is always said; it does not come through here.
func (s *State) say(text string, at time.Time) bool {
	if !s.said.IsZero() && at.Sub(s.said) < sayEach {
		return false
	}
	s.Status, s.said = text, at
	return true
}

// sayQuarter announces that a further quarter of a training is made.
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

// Title is what the page is called: how far a training is, and how the last one ended; "" for its usual name.
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
