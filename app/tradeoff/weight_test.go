package tradeoff

import (
	"testing"

	"drnet/app/core/coretest"
	"drnet/engine/protocol"
)

// Estimates by cross-validation say that they are by weight.
func TestFoldsSayWeights(t *testing.T) {
	e := &protocol.Evaluated{}
	coretest.Equal(t, foldsSay(e), "", "without weights")
	e.Request.Weight = "w"
	if got, want := foldsSay(e), " Rows count by their weight in column “w”."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
