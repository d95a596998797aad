package remote

import (
	"fmt"
	"strings"
)

// exitReason says in words why a worker has ended, from the code it ended with and what it or the browser wrote about it: of a panic
// that is a line and then where it happened, which nobody reads who uses the page.
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
