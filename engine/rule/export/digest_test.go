package export

import (
	library "crypto/sha256"
	"strings"
	"testing"
)

// The lengths around the blocks' ends are those at which the padding changes.
func TestSHA256IsTheLibrarys(t *testing.T) {
	for _, n := range []int{0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000} {
		text := strings.Repeat("drnet ü ", n)[:n]
		if got, want := sha256(text), library.Sum256([]byte(text)); got != want {
			t.Errorf("sha256 of %d bytes = %x, want %x", n, got, want)
		}
	}
}
