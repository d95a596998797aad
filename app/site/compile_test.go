package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Another version of go-app than that of the replaced files is rejected, with what to change.
func TestSlimRefusesAnotherVersion(t *testing.T) {
	dir := t.TempDir()
	list := "# " + slimModule + " v9.8.1\n## explicit; go 1.26\n"
	if err := os.WriteFile(filepath.Join(dir, "modules.txt"), []byte(list), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := slim(dir); err == nil || !strings.Contains(err.Error(), "slimVersion") {
		t.Errorf("slim() = %v, want what to change", err)
	}
}
