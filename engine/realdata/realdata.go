// Package realdata finds the public tables that tests need and that are too large for the repository.
package realdata

import (
	"os"
	"path/filepath"
	"testing"
)

// Variable is the environment variable with the absolute path of the folder that holds adult.csv, adult.test.csv,
// heloc.csv, magic.csv and house.csv. Its sibling folders reference and paper hold recorded facts about these tables.
const Variable = "DRNET_DATA"

// Present reports whether Variable is set.
func Present() bool { return os.Getenv(Variable) != "" }

// Path returns the path of a file relative to the folder, such as "adult.csv" or "../reference/adult_folds.txt".
// The test is skipped if Variable is not set, and fails if it is set and the file does not exist.
func Path(t testing.TB, name string) string {
	t.Helper()
	if !Present() {
		t.Skipf("needs %s, which is not in the repository: set %s to its folder (see CONTRIBUTING.md)", name, Variable)
	}
	folder := os.Getenv(Variable)
	if !filepath.IsAbs(folder) {
		t.Fatalf("%s = %q, want an absolute path", Variable, folder)
	}
	path := filepath.Join(folder, name)
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// Read returns the content of a file; Path describes name and the cases without it.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}
