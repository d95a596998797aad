package e2e

import (
	"strings"
	"testing"

	"drnet/engine"
	"drnet/engine/protocol"
)

// export exports a model as the engine does that has read the table, and so knows which columns hold integers.
func export(t *testing.T, table string, m *protocol.Model, format string) protocol.Exported {
	t.Helper()
	var out protocol.Exported
	session := engine.NewSession()
	session.Handle(t.Context(), protocol.Load{Name: "people.csv", File: strings.NewReader(table)}, func(protocol.Event) {})
	session.Handle(t.Context(), protocol.Export{Model: m, Format: format}, func(e protocol.Event) {
		switch e := e.(type) {
		case protocol.Exported:
			out = e
		case protocol.Refused:
			t.Fatalf("%s: %s", format, e.Message)
		}
	})
	return out
}
