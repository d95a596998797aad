package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"drnet/engine/protocol"
)

// tally shows how an evaluation stands: a bar on a terminal, elsewhere a line for every unit.
type tally struct {
	out          io.Writer
	terminal     bool
	request      protocol.Evaluate
	done, of     int
	start, shown time.Time
}

func newTally(out io.Writer, r protocol.Evaluate) *tally {
	return &tally{out: out, terminal: isTerminal(out), request: r, start: time.Now()}
}

func (t *tally) show(e protocol.Event) {
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

func (t *tally) bar(e protocol.Evaluating, now time.Time) {
	if now.Sub(t.shown) < redrawEach && e.Done < e.Of {
		return
	}
	t.shown = now
	filled := int(barWidth * e.Share)
	left := ""
	if took := now.Sub(t.start); took > soon && e.Share > 0 {
		left = ", " + time.Duration(float64(took)/e.Share*(1-e.Share)).Round(time.Second).String() + " left"
	}
	fmt.Fprintf(t.out, "\r[%s%s] %d of %d trainings%s\x1b[K", strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), e.Done, e.Of, left)
}

// end closes the line of the bar.
func (t *tally) end() {
	if t.terminal {
		fmt.Fprintln(t.out)
	}
}

// unitText says what became of a unit.
func unitText(u protocol.Unit, settings int) string {
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
		return fmt.Sprintf("%s: learnt from %d rows%s", where, u.Rows, took)
	}
	return fmt.Sprintf("%s: right on %.2f %% of %d rows, complexity %.0f%s", where, 100*u.Scores.Accuracy, u.TestRows, u.Scores.Complexity, took)
}
