package remote

import (
	"fmt"
	"strings"
)

// exitReason describes why a worker ended, from its exit code and its output. For a panic the output is a message line
// and a stack trace, which is omitted.
func exitReason(code int, written string) string {
	const memory = "out of memory"
	first, _, _ := strings.Cut(strings.TrimSpace(written), "\n")
	switch {
	case strings.Contains(strings.ToLower(written), memory):
		return "it ran " + memory
	case first != "":
		return strings.TrimPrefix(first, "panic: ")
	}
	return fmt.Sprintf("it ended with code %d", code)
}
