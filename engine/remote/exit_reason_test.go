package remote

import "testing"

func TestExitReason(t *testing.T) {
	for _, test := range []struct {
		name    string
		code    int
		written string
		want    string
	}{
		{"nothing written", 3, "", "it ended with code 3"},
		{
			"panic", 2, "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\nmain.main()",
			"runtime error: index out of range [5] with length 3",
		},
		// The output of Go 1.26 when memory.grow fails.
		{
			"no more memory", 2,
			"runtime: out of memory: cannot allocate 4194304-byte block (4211965952 in use)\nfatal error: out of memory\n\ngoroutine 1 [running]:",
			"it ran out of memory",
		},
		{"no more memory, by the browser", 2, "RangeError: WebAssembly.Memory.grow(): Out of memory", "it ran out of memory"},
		{"a trap", 2, "RuntimeError: unreachable", "RuntimeError: unreachable"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := exitReason(test.code, test.written); got != test.want {
				t.Errorf("exitReason() = %q, want %q", got, test.want)
			}
		})
	}
}
