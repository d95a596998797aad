package console

import (
	"fmt"
	"io"
	"strings"
	"time"

	"drnet/engine/protocol"
)

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
	filled := int(barWidth * e.Share)
	left := ""
	if took := now.Sub(t.start); took > soon && e.Share > 0 {
		left = ", " + time.Duration(float64(took)/e.Share*(1-e.Share)).Round(time.Second).String() + " left"
	}
	fmt.Fprintf(t.out, "\r[%s%s] %d of %d runs%s\x1b[K", strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled),
		e.Done, e.Of, left)
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
	return fmt.Sprintf("%s: accuracy %.2f%% on %d rows, complexity %.0f%s", where, 100*u.Scores.Accuracy, u.TestRows,
		u.Scores.Complexity, took)
}
