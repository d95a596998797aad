package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// Each pattern of a target matches a file, so that no file drops out of the targets when it is renamed.
func TestTargetsHaveFiles(t *testing.T) {
	for _, part := range targets {
		for pattern := range strings.SplitSeq(part.files, ",") {
			paths, err := filepath.Glob(filepath.Join("..", "..", "..", part.folder, pattern))
			if err != nil || len(paths) == 0 {
				t.Errorf("%s: no file of %s matches %s (%v)", part.name, part.folder, pattern, err)
			}
		}
	}
}
