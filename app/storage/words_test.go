package storage

import (
	"strings"
	"testing"

	"drnet/app/core"
	"drnet/engine/protocol"
)

// The page announces whether a project contains rows.
func TestProjectInWords(t *testing.T) {
	own := core.Shared{Table: new(protocol.TableSummary), Source: core.Source{Name: "a.csv", Size: 1200, File: strings.NewReader("a")}}
	sample, large := own, own
	sample.Source.Sample, large.Source.Size = "monk-1", MaxTable+1
	for _, test := range []struct {
		name     string
		c        core.Shared
		included bool
		want     string
	}{
		{"without the table", own, false, "but no rows."},
		{"with the table", own, true, "and all of its rows."},
		{"a sample dataset", sample, true, "but no rows."},
		{"a large table", large, true, "but no rows."},
		{"no table", core.Shared{}, true, "but no rows."},
	} {
		if got := projectInWords(Model{DownloadTable: test.included}, test.c); !strings.HasSuffix(got, test.want) {
			t.Errorf("%s: %q, want %q at its end", test.name, got, test.want)
		}
	}
}
