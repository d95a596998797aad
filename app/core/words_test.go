package core_test

import (
	"testing"

	"drnet/app/core"
)

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1000: "1.0 kB", 12_345: "12.3 kB",
		4_000_000: "4 MB", 4_040_000: "4.0 MB", 50_000_000: "50 MB",
	} {
		if got := core.Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %s, want %s", n, got, want)
		}
	}
}
