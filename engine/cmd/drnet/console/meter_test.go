package console

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"drnet/engine/drnet"
	"drnet/engine/protocol"
)

// TestReadingIsShown: a file that takes longer than a second shows its pace on a terminal, at most ten times a second.
func TestReadingIsShown(t *testing.T) {
	const piece = 1_000_000
	tests := []struct {
		name     string
		terminal bool
		pieces   int           // of a file of 100
		each     time.Duration // for a piece
		size     int64
		lines    int
		last     string
	}{
		{"fast", true, 90, 10 * time.Millisecond, 100 * piece, 0, ""},
		{"slow", true, 81, 50 * time.Millisecond, 100 * piece, 31, "reading: 81 of 100 MB, 20 MB/s, 1s left"},
		{"of unknown size", true, 41, 50 * time.Millisecond, 0, 11, "reading: 41 MB, 20 MB/s"},
		{"not on a terminal", false, 81, 50 * time.Millisecond, 100 * piece, 0, ""},
	}
	for _, test := range tests {
		var out bytes.Buffer
		m := &Meter{out: &out, terminal: test.terminal}
		now := time.Unix(1, 0)
		for i := range test.pieces {
			m.reading(protocol.Reading{Bytes: int64(i+1) * piece, Size: test.size}, now)
			now = now.Add(test.each)
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\x1b[K"), "\x1b[K")
		if out.Len() == 0 {
			lines = nil
		}
		if len(lines) != test.lines || test.lines > 0 && lines[len(lines)-1] != "\r"+test.last {
			t.Errorf("%s: %d lines, %q, want %d and %q", test.name, len(lines), lines, test.lines, test.last)
		}
		m.Clear()
		if cleared := strings.HasSuffix(out.String(), "\r\x1b[K"); cleared != (test.lines > 0) {
			t.Errorf("%s: the line was taken away: %v, want %v", test.name, cleared, test.lines > 0)
		}
	}
}

func TestMeter(t *testing.T) {
	best := &protocol.Snapshot{Train: 0.75, Rules: [][]string{{"a"}, {"b"}}}
	var out bytes.Buffer
	m := &Meter{out: &out, terminal: true, start: time.Now()}
	m.Show(protocol.Started{Rows: 10, TestRows: 2, Features: 3, Network: drnet.Config{Batch: 5, Steps: 64}})
	for step := 1; step <= 64; step++ {
		m.Show(protocol.Progress{Phase: "rules", Step: step, Steps: 64, Loss: 0.5, Best: best})
	}
	m.End()
	lines := strings.Split(out.String(), "\r")
	if want := "10 training rows, 2 test rows, 3 features; batch 5, 64 steps\n"; lines[0] != want {
		t.Errorf("it begins with %q, want %q", lines[0], want)
	}
	if want := "[" + strings.Repeat("#", 7) + strings.Repeat(".", 23) + "] "; len(lines) < 2 || !strings.HasPrefix(lines[1], want) {
		t.Errorf("the bar after a quarter is %q", lines[1:])
	}
	const full = "[##############################] 0s left  loss 0.500, best checkpoint: 2 rules, train accuracy 75.0%\x1b[K\n"
	if last := lines[len(lines)-1]; last != full {
		t.Errorf("it ends with %q, want %q", last, full)
	}
	if len(lines) > 4 {
		t.Errorf("the bar was drawn %d times within a moment, want no more than once in a tenth of a second", len(lines)-1)
	}
}
