package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

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
		m := &meter{out: &out, terminal: test.terminal}
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
		m.clear()
		if cleared := strings.HasSuffix(out.String(), "\r\x1b[K"); cleared != (test.lines > 0) {
			t.Errorf("%s: the line was taken away: %v, want %v", test.name, cleared, test.lines > 0)
		}
	}
}
