package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"drnet/engine/dataset"
	"drnet/engine/protocol"
)

// meter shows how a training stands: a bar on a terminal, elsewhere a line for every tenth. Of the reading of a file that
// takes long, it shows the pace on a terminal.
type meter struct {
	out      io.Writer
	terminal bool
	start    time.Time
	shown    time.Time
	tenth    int
	read     time.Time      // when the reading of a file began, zero without one
	drawn    bool           // a line is there to be cleared
	steps    map[[2]int]int // made by each restart
}

const (
	barWidth   = 30
	redrawEach = 100 * time.Millisecond
	soon       = time.Second // a file that is read by then needs no word
	megabyte   = 1e6
)

func newMeter(out io.Writer) *meter {
	return &meter{out: out, terminal: isTerminal(out), start: time.Now()}
}

func (m *meter) show(e protocol.Event) {
	switch e := e.(type) {
	case protocol.Reading:
		m.reading(e, time.Now())
	case protocol.Started:
		m.start = time.Now()
		fmt.Fprintf(m.out, "%d rows to train on, %d to test on, %d features", e.Rows, e.TestRows, e.Features)
		if e.Network.Steps > 0 {
			fmt.Fprintf(m.out, "; batch %d, %d steps", e.Network.Batch, e.Network.Steps)
		}
		fmt.Fprintln(m.out)
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
	case protocol.Preparing:
		m.refining(e, time.Now())
	}
}

// refining shows how far the search for better rules is.
func (m *meter) refining(e protocol.Preparing, now time.Time) {
	if e.Stage == protocol.Refining && m.terminal && now.Sub(m.shown) >= redrawEach {
		m.shown = now
		fmt.Fprintf(m.out, "\rrefining the rules: %d of %d\x1b[K", e.Done, e.Of)
	}
}

// reading shows how far a file is read, how fast, and how long it will take.
func (m *meter) reading(e protocol.Reading, now time.Time) {
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

// clear takes the line about reading away.
func (m *meter) clear() {
	if m.drawn {
		fmt.Fprint(m.out, "\r\x1b[K")
	}
	m.read, m.drawn = time.Time{}, false
}

func (m *meter) step(p protocol.Progress) {
	p = m.together(p)
	if !m.terminal {
		if tenth := 10 * p.Step / p.Steps; tenth > m.tenth {
			m.tenth = tenth
			if p.Phase == "" { // no network
				fmt.Fprintf(m.out, "%d0 %%\n", tenth)
				return
			}
			fmt.Fprintf(m.out, "step %d of %d: %s\n", p.Step, p.Steps, standing(p))
		}
		return
	}
	if p.Phase != "" && p.Step%16 != 0 && p.Step != p.Steps { // the clock need not be asked at every step
		return
	}
	if now := time.Now(); now.Sub(m.shown) >= redrawEach || p.Step == p.Steps {
		m.shown = now
		filled := barWidth * p.Step / p.Steps
		left := time.Duration(float64(now.Sub(m.start)) / float64(p.Step) * float64(p.Steps-p.Step)).Round(time.Second)
		fmt.Fprintf(m.out, "\r[%s%s] %s left  %s\x1b[K", strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), left, standing(p))
	}
}

// together counts the steps of all restarts and of all sets of rules.
func (m *meter) together(p protocol.Progress) protocol.Progress {
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

// end closes the line of the bar.
func (m *meter) end() {
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
		s = fmt.Sprintf("rules for %s (%d of %d), %s", dataset.Legible(p.Name), p.Set, p.Sets, s)
	}
	if p.Best != nil {
		s += fmt.Sprintf(", best so far: %d rules, %.1f %% of the training rows", len(p.Best.Rules), 100*p.Best.Train)
	}
	return s
}
