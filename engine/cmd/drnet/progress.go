package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"drnet/engine/protocol"
)

// meter shows how a training stands: a bar on a terminal, elsewhere a line for every tenth.
type meter struct {
	out      io.Writer
	terminal bool
	start    time.Time
	shown    time.Time
	tenth    int
}

const (
	barWidth   = 30
	redrawEach = 100 * time.Millisecond
)

func newMeter(out io.Writer) *meter {
	m := &meter{out: out, start: time.Now()}
	if f, ok := out.(*os.File); ok {
		if info, err := f.Stat(); err == nil {
			m.terminal = info.Mode()&os.ModeCharDevice != 0
		}
	}
	return m
}

func (m *meter) show(e protocol.Event) {
	switch e := e.(type) {
	case protocol.Started:
		fmt.Fprintf(m.out, "%d rows to train on, %d to test on, %d features; batch %d, %d steps\n",
			e.Rows, e.TestRows, e.Features, e.Network.Batch, e.Network.Steps)
		if e.Asked > 0 {
			fmt.Fprintf(m.out, "the batch of %d is more than there are rows; using %d\n", e.Asked, e.Network.Batch)
		}
		if e.Dropped > 0 {
			fmt.Fprintf(m.out, "left out for a missing cell: %d\n", e.Dropped)
		}
		if e.Unnamed > 0 {
			fmt.Fprintf(m.out, "left out because the target is missing: %d\n", e.Unnamed)
		}
	case protocol.Progress:
		m.step(e)
	}
}

func (m *meter) step(p protocol.Progress) {
	if !m.terminal {
		if tenth := 10 * p.Step / p.Steps; tenth > m.tenth {
			m.tenth = tenth
			fmt.Fprintf(m.out, "step %d of %d: %s\n", p.Step, p.Steps, standing(p))
		}
		return
	}
	if p.Step%16 != 0 && p.Step != p.Steps { // the clock need not be asked at every step
		return
	}
	if now := time.Now(); now.Sub(m.shown) >= redrawEach || p.Step == p.Steps {
		m.shown = now
		filled := barWidth * p.Step / p.Steps
		left := time.Duration(float64(now.Sub(m.start)) / float64(p.Step) * float64(p.Steps-p.Step)).Round(time.Second)
		fmt.Fprintf(m.out, "\r[%s%s] %s left  %s\x1b[K", strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), left, standing(p))
	}
}

// end closes the line of the bar.
func (m *meter) end() {
	if m.terminal {
		fmt.Fprintln(m.out)
	}
}

func standing(p protocol.Progress) string {
	s := fmt.Sprintf("loss %.3f", p.Loss)
	if p.Best != nil {
		s += fmt.Sprintf(", best so far: %d rules, %.1f %% of the training rows", len(p.Best.Rules), 100*p.Best.Train)
	}
	return s
}
