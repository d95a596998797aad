package tradeoff

import (
	"testing"

	"drnet/engine/protocol"
)

// Estimates by cross-validation say that they are by weight.
func TestFoldsSayWeights(t *testing.T) {
	e := &protocol.Evaluated{}
	if got := foldsSay(e); got != "" {
		t.Errorf("without weights: %q", got)
	}
	e.Request.Weight = "w"
	if got, want := foldsSay(e), " Rows count by their weight in column “w”."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
