package e2e

import (
	"testing"

	"drnet/engine"
	"drnet/engine/protocol"
)

// export exports a model as the engine does.
func export(t *testing.T, m *protocol.Model, format string) protocol.Exported {
	t.Helper()
	var out protocol.Exported
	engine.NewSession().Handle(t.Context(), protocol.Export{Model: m, Format: format}, func(e protocol.Event) {
		switch e := e.(type) {
		case protocol.Exported:
			out = e
		case protocol.Refused:
			t.Fatalf("%s: %s", format, e.Message)
		}
	})
	return out
}
