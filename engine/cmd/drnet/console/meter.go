package console

import (
	"fmt"
	"io"
	"strings"
	"time"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// Meter shows the progress of a run: a bar on a terminal, elsewhere a line for every tenth, or for every unit of an evaluation.
// On a terminal it also shows the progress of reading a file that takes long.
type Meter struct {
	Settings int // of an evaluation
	out      io.Writer
	terminal bool
	start    time.Time // of reading, of the training, or of the evaluation
	shown    time.Time
	tenth    int
	steps    map[[2]int]int // made by each restart
}

const (
	barWidth   = 30
	redrawEach = 100 * time.Millisecond
	soon       = time.Second // a file read by then is not reported
	megabyte   = 1e6
)

// NewMeter returns a meter that writes to out.
func NewMeter(out io.Writer) *Meter { return &Meter{out: out, terminal: IsTerminal(out)} }

// Say shows a sentence in a line of its own.
func (m *Meter) Say(text string) { fmt.Fprintln(m.out, dataset.EscapeControl(text)) }

// Show shows an event of a session.
func (m *Meter) Show(e protocol.Event) {
	switch e := e.(type) {
	case protocol.Reading:
		m.reading(e, time.Now())
	case protocol.Started:
		m.start = time.Now()
		fmt.Fprintf(m.out, "%s, %s, %s", protocol.Plural(e.Rows, "training row", "training rows"),
			protocol.Plural(e.TestRows, "test row", "test rows"), protocol.Plural(e.Features, "feature", "features"))
		if e.Network.Steps > 0 {
			fmt.Fprintf(m.out, "; batch %s, %s steps", protocol.Grouped(e.Network.Batch), protocol.Grouped(e.Network.Steps))
		}
		fmt.Fprintln(m.out)
		if e.Asked > 0 {
			fmt.Fprintf(m.out, "batch of %d exceeds the training rows; using %d\n", e.Asked, e.Network.Batch)
		}
		if e.Dropped > 0 {
			fmt.Fprintf(m.out, "dropped for missing values: %d\n", e.Dropped)
		}
		if e.Unnamed > 0 {
			fmt.Fprintf(m.out, "dropped for a missing target: %d\n", e.Unnamed)
		}
	case protocol.Progress:
		m.step(e)
	case protocol.Preparing:
		if e.Stage == protocol.Refining {
			m.draw(time.Now(), false, "refining the rules: %d of %d", e.Done, e.Of)
		}
	case protocol.Evaluating:
		now, left := time.Now(), ""
		if took := now.Sub(m.start); took > soon && e.Share > 0 {
			left = fmt.Sprintf(", %s left", remaining(took, e.Share, 1))
		}
		m.draw(now, e.Done >= e.Of, "%s %d of %d runs%s", bar(int(barWidth*e.Share)), e.Done, e.Of, left)
	case protocol.FoldResult:
		if !m.terminal {
			fmt.Fprintln(m.out, unitText(e.Unit, m.Settings))
		}
	}
}

// draw replaces the line on a terminal: the last time, and at most ten times a second before.
func (m *Meter) draw(now time.Time, last bool, format string, args ...any) {
	if m.terminal && (last || now.Sub(m.shown) >= redrawEach) {
		m.shown = now
		fmt.Fprintf(m.out, "\r"+format+"\x1b[K", args...)
	}
}

// remaining extrapolates the time that a part of the work took.
func remaining(took time.Duration, done, of float64) time.Duration {
	return time.Duration(float64(took) / done * (of - done)).Round(time.Second)
}

// reading shows the progress, the rate and the remaining time of reading a file.
func (m *Meter) reading(e protocol.Reading, now time.Time) {
	if m.start.IsZero() {
		m.start = now
	}
	took, done, size := now.Sub(m.start), float64(e.Bytes)/megabyte, float64(e.Size)/megabyte
	switch rate := done / took.Seconds(); {
	case took < soon:
	case e.Size <= 0 || e.Bytes <= 0:
		m.draw(now, false, "reading: %.0f MB, %.0f MB/s", done, rate)
	default:
		m.draw(now, false, "reading: %.0f of %.0f MB, %.0f MB/s, %s left", done, size, rate, remaining(took, done, size))
	}
}

// Clear removes the line about reading. The time of what follows begins here.
func (m *Meter) Clear() {
	if !m.shown.IsZero() {
		fmt.Fprint(m.out, "\r\x1b[K")
	}
	m.start, m.shown = time.Now(), time.Time{}
}

func (m *Meter) step(p protocol.Progress) {
	p = m.together(p)
	if tenth := 10 * p.Step / p.Steps; !m.terminal && tenth > m.tenth {
		m.tenth = tenth
		if p.Phase == "" { // no network
			fmt.Fprintf(m.out, "%d0%%\n", tenth)
		} else {
			fmt.Fprintf(m.out, "step %d of %d: %s\n", p.Step, p.Steps, standing(p))
		}
	}
	if m.terminal && (p.Phase == "" || p.Step%16 == 0 || p.Step == p.Steps) { // reading the clock at every step is slow
		now := time.Now()
		left := remaining(now.Sub(m.start), float64(p.Step), float64(p.Steps))
		m.draw(now, p.Step == p.Steps, "%s %s left  %s", bar(barWidth*p.Step/p.Steps), left, standing(p))
	}
}

// bar draws a bar of which some cells are filled.
func bar(filled int) string {
	return "[" + strings.Repeat("#", filled) + strings.Repeat(".", barWidth-filled) + "]"
}

// together adds up the steps of all restarts and of all sets of rules.
func (m *Meter) together(p protocol.Progress) protocol.Progress {
	if p.Restarts == 0 && p.Sets == 0 {
		return p
	}
	if m.steps == nil {
		m.steps = map[[2]int]int{}
	}
	unit := [2]int{p.Set, p.Restart}
	m.steps[unit] = p.Step
	if p.Ended { // perhaps before its last step
		m.steps[unit] = p.Steps
	}
	p.Step = 0
	for _, n := range m.steps {
		p.Step += n
	}
	p.Steps *= max(p.Restarts, 1) * max(p.Sets, 1)
	return p
}

// End ends the line of the bar.
func (m *Meter) End() {
	if m.terminal {
		fmt.Fprintln(m.out)
	}
}

func standing(p protocol.Progress) string {
	if p.Phase == "" {
		return ""
	}
	s := fmt.Sprintf("loss %.3f", p.Loss)
	if p.Restarts > 0 {
		s = fmt.Sprintf("restart %d of %d, %s", p.Restart, p.Restarts, s)
	}
	if p.Sets > 0 {
		s = fmt.Sprintf("class %s (%d of %d), %s", dataset.EscapeControl(p.Name), p.Set, p.Sets, s)
	}
	if p.Best != nil {
		s += fmt.Sprintf(", best checkpoint: %d rules, train accuracy %s", len(p.Best.Rules), dataset.Percent(p.Best.Train))
	}
	return s
}

// unitText describes the result of a unit.
func unitText(u protocol.UnitResult, settings int) string {
	where := fmt.Sprintf("fold %d", u.Fold)
	switch {
	case u.Fold < 0:
		where = "all folds"
	case u.Random:
		where = "random " + where
	case u.Inner >= 0:
		where += fmt.Sprintf(", inner fold %d", u.Inner)
	}
	if settings > 1 {
		where += fmt.Sprintf(", setting %d", u.Setting)
	}
	took := ""
	if u.Seconds > 0 {
		took = fmt.Sprintf(", %.1f s", u.Seconds)
	}
	if u.Scores == nil {
		return fmt.Sprintf("%s: trained on %d rows%s", where, u.Rows, took)
	}
	return fmt.Sprintf("%s: accuracy %.2f%% on %d rows, complexity %.0f%s",
		where, 100*u.Scores.Accuracy, u.TestRows, u.Scores.Complexity, took)
}
