package console

import (
	"fmt"
	"io"
	"strings"
	"time"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// Meter shows the progress of a run: a bar on a terminal, elsewhere a line for every tenth. On a terminal it also shows the
// progress of reading a file that takes long.
type Meter struct {
	out      io.Writer
	terminal bool
	start    time.Time
	shown    time.Time
	tenth    int
	read     time.Time      // start of reading a file, zero without one
	drawn    bool           // a line is shown
	steps    map[[2]int]int // made by each restart
}

const (
	barWidth   = 30
	redrawEach = 100 * time.Millisecond
	soon       = time.Second // a file read by then is not reported
	megabyte   = 1e6
)

// NewMeter returns a meter that writes to out.
func NewMeter(out io.Writer) *Meter {
	return &Meter{out: out, terminal: IsTerminal(out), start: time.Now()}
}

// Show shows an event of a session.
func (m *Meter) Show(e protocol.Event) {
	switch e := e.(type) {
	case protocol.Reading:
		m.reading(e, time.Now())
	case protocol.Started:
		m.start = time.Now()
		fmt.Fprintf(m.out, "%d training rows, %d test rows, %d features", e.Rows, e.TestRows, e.Features)
		if e.Network.Steps > 0 {
			fmt.Fprintf(m.out, "; batch %d, %d steps", e.Network.Batch, e.Network.Steps)
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
		m.refining(e, time.Now())
	}
}

// refining shows the progress of the refinement.
func (m *Meter) refining(e protocol.Preparing, now time.Time) {
	if e.Stage == protocol.Refining && m.terminal && now.Sub(m.shown) >= redrawEach {
		m.shown = now
		fmt.Fprintf(m.out, "\rrefining the rules: %d of %d\x1b[K", e.Done, e.Of)
	}
}

// reading shows the progress, the rate and the remaining time of reading a file.
func (m *Meter) reading(e protocol.Reading, now time.Time) {
	if m.read.IsZero() {
		m.read = now
	}
	if took := now.Sub(m.read); m.terminal && took >= soon && now.Sub(m.shown) >= redrawEach {
		m.shown, m.drawn = now, true
		fmt.Fprintf(m.out, "\r%s\x1b[K", pace(e, took))
	}
}

func pace(e protocol.Reading, took time.Duration) string {
	done, second := float64(e.Bytes), took.Seconds()
	if e.Size <= 0 || e.Bytes <= 0 {
		return fmt.Sprintf("reading: %.0f MB, %.0f MB/s", done/megabyte, done/second/megabyte)
	}
	left := time.Duration(second / done * float64(e.Size-e.Bytes) * float64(time.Second)).Round(time.Second)
	return fmt.Sprintf("reading: %.0f of %.0f MB, %.0f MB/s, %s left", done/megabyte, float64(e.Size)/megabyte, done/second/megabyte, left)
}

// Clear removes the line about reading.
func (m *Meter) Clear() {
	if m.drawn {
		fmt.Fprint(m.out, "\r\x1b[K")
	}
	m.read, m.drawn = time.Time{}, false
}

func (m *Meter) step(p protocol.Progress) {
	p = m.together(p)
	if !m.terminal {
		if tenth := 10 * p.Step / p.Steps; tenth > m.tenth {
			m.tenth = tenth
			if p.Phase == "" { // no network
				fmt.Fprintf(m.out, "%d0%%\n", tenth)
				return
			}
			fmt.Fprintf(m.out, "step %d of %d: %s\n", p.Step, p.Steps, standing(p))
		}
		return
	}
	if p.Phase != "" && p.Step%16 != 0 && p.Step != p.Steps { // reading the clock at every step is slow
		return
	}
	if now := time.Now(); now.Sub(m.shown) >= redrawEach || p.Step == p.Steps {
		m.shown = now
		left := time.Duration(float64(now.Sub(m.start)) / float64(p.Step) * float64(p.Steps-p.Step)).Round(time.Second)
		fmt.Fprintf(m.out, "\r%s %s left  %s\x1b[K", bar(barWidth*p.Step/p.Steps), left, standing(p))
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
		s += fmt.Sprintf(", best checkpoint: %d rules, train accuracy %.1f%%", len(p.Best.Rules), 100*p.Best.Train)
	}
	return s
}

// EvalMeter shows the progress of an evaluation: a bar on a terminal, elsewhere a line for every unit.
type EvalMeter struct {
	out          io.Writer
	terminal     bool
	request      protocol.Evaluate
	done, of     int
	start, shown time.Time
}

// NewEvalMeter returns a meter for a request that writes to out.
func NewEvalMeter(out io.Writer, r protocol.Evaluate) *EvalMeter {
	return &EvalMeter{out: out, terminal: IsTerminal(out), request: r, start: time.Now()}
}

// Show shows an event of an evaluation.
func (t *EvalMeter) Show(e protocol.Event) {
	switch e := e.(type) {
	case protocol.Evaluating:
		t.done, t.of = e.Done, e.Of
		if t.terminal {
			t.bar(e, time.Now())
		}
	case protocol.FoldResult:
		t.done++
		if !t.terminal {
			fmt.Fprintln(t.out, unitText(e.Unit, len(t.request.Settings)))
		}
	}
}

func (t *EvalMeter) bar(e protocol.Evaluating, now time.Time) {
	if now.Sub(t.shown) < redrawEach && e.Done < e.Of {
		return
	}
	t.shown = now
	left := ""
	if took := now.Sub(t.start); took > soon && e.Share > 0 {
		left = ", " + time.Duration(float64(took)/e.Share*(1-e.Share)).Round(time.Second).String() + " left"
	}
	fmt.Fprintf(t.out, "\r%s %d of %d runs%s\x1b[K", bar(int(barWidth*e.Share)), e.Done, e.Of, left)
}

// End ends the line of the bar.
func (t *EvalMeter) End() {
	if t.terminal {
		fmt.Fprintln(t.out)
	}
}

// unitText describes the result of a unit.
func unitText(u protocol.UnitResult, settings int) string {
	where := fmt.Sprintf("fold %d", u.Fold)
	switch {
	case u.Fold < 0:
		where = "all folds"
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
