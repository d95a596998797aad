package site

import (
	"io"
	"testing"
)

func TestRunStatus(t *testing.T) {
	for _, test := range []struct {
		name string
		args []string
		want int
	}{
		{"nothing", nil, 2},
		{"no folder", []string{"build"}, 2},
		{"unknown command", []string{"bake", "dist"}, 2},
		{"unknown flag", []string{"build", "dist", "-fast"}, 2},
		{"bad base path", []string{"build", "dist", "-base", "name"}, 1},
		{"no site", []string{"serve", "localhost:0", "-dir", "testdata/none"}, 1},
	} {
		if got := Run(test.args, io.Discard, io.Discard); got != test.want {
			t.Errorf("%s: Run(%q) = %d, want %d", test.name, test.args, got, test.want)
		}
	}
}
