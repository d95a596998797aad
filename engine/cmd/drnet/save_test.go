package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drnet/engine/protocol"
)

// holds fails unless a folder has these files alone.
func holds(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}

func contentOf(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestSaveWritesANewFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "m.json")
	for range 2 { // the second is rejected
		err := save(path, []byte("one"), false)
		if _, err2 := os.Stat(path); err2 != nil {
			t.Fatal(err, err2)
		}
	}
	var wrong usageError
	if err := save(path, []byte("two"), false); !errors.As(err, &wrong) || contentOf(t, path) != "one" {
		t.Errorf("a second file is %v and leaves %q, want a refusal and the first file", err, contentOf(t, path))
	}
	holds(t, folder, "m.json")
}

func TestSaveKeepsPermissionsAndLinks(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	const private = 0o600
	for _, err := range []error{os.WriteFile(file, []byte("old"), private), os.Symlink("file", link), save(link, []byte("new"), true)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is a %v: %v", info.Mode(), err)
	}
	if info, _ = os.Stat(file); info.Mode().Perm() != private || contentOf(t, file) != "new" {
		t.Errorf("the file has permissions %v and %q, want %v and new", info.Mode().Perm(), contentOf(t, file), os.FileMode(private))
	}
	holds(t, folder, "file", "link")
}

// TestSaveRefusesADanglingLink: save does not create the missing end of a link without force.
func TestSaveRefusesADanglingLink(t *testing.T) {
	folder := t.TempDir()
	link := filepath.Join(folder, "link")
	if err := os.Symlink("nowhere", link); err != nil {
		t.Fatal(err)
	}
	var wrong usageError
	if err := free("-model", link, false); !errors.As(err, &wrong) {
		t.Errorf("free() = %v, want a refusal", err)
	}
	if err := save(link, nil, false); !errors.As(err, &wrong) {
		t.Errorf("save() = %v, want a refusal", err)
	}
	holds(t, folder, "link")
}

// TestSaveLeavesTheOldFile where the new one cannot take its place.
func TestSaveLeavesTheOldFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "m.json")
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	err := save(path, []byte("new"), true)
	f, ok := err.(protocol.Refused)
	if !ok || f.Kind != unwritten || !strings.HasPrefix(f.Message, path+" cannot be written: ") || f.Hint == "" {
		t.Errorf("save() over a folder = %v, want a failure that names it", err)
	}
	holds(t, folder, "m.json")
	err = save(filepath.Join(folder, "nowhere", "m.json"), nil, false)
	f, ok = err.(protocol.Refused)
	if !ok || !strings.Contains(f.Message, "m.json cannot be written: ") || strings.Contains(f.Message, ".part") {
		t.Errorf("save() into no folder = %v, want a failure that names the file", err)
	}
}

// TestFreeRefusesWhatSaveCannotWrite before the work, and leaves nothing behind.
func TestFreeRefusesWhatSaveCannotWrite(t *testing.T) {
	folder := t.TempDir()
	long := filepath.Join(folder, strings.Repeat("m", 300)) // no file system has such names
	if f, ok := free("-model", long, false).(protocol.Refused); !ok || !strings.Contains(f.Message, "cannot be written") {
		t.Errorf("free() = %v, want the refusal of save", f)
	}
	if err := free("-model", filepath.Join(folder, "m.json"), false); err != nil {
		t.Error(err)
	}
	holds(t, folder)
}

// full is a disk without free space.
type full struct{}

var errFull = errors.New("no space left on device")

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestFullDiskIsNoSuccess: each format reports a failed write to standard output.
func TestFullDiskIsNoSuccess(t *testing.T) {
	folder := t.TempDir()
	path, model := table(t, "monk-1"), filepath.Join(folder, "m.json")
	for _, args := range [][]string{
		{"train", path, "-target", "class", "-steps", "50", "-refine", "off", "-quiet", "-model", model},
		{"apply", "-model", model, path},
		{"export", "-model", model, "-format", "sql"},
		{"explain", "-model", model, "-row", "1", path},
		{"inspect", path},
		{"inspect", path, "-format", "json"},
		{"sample"},
		{"sample", "monk-1"},
		{"eval", path, "-target", "class", "-steps", "50", "-refine", "off", "-folds", "2", "-quiet"},
	} {
		var errs bytes.Buffer
		code := (&command{context.Background(), strings.NewReader(""), full{}, &errs}).run(args)
		want := "drnet: standard output cannot be written: " + errFull.Error() + "\n"
		if code != failed || !strings.HasSuffix(errs.String(), want) {
			t.Errorf("%q ends with %d and says %q", args, code, errs.String())
		}
	}
}
