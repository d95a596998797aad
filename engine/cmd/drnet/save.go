package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"drnet/engine/protocol"
)

// free refuses the name of a file that is there already. It is asked before the work, so that nothing is done in vain.
func free(path string, force bool) error {
	if _, err := os.Lstat(path); force || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return taken(path)
}

func taken(path string) error {
	return usageError(fmt.Sprintf("%s exists: choose another name, or -force", path))
}

// usual are the permissions of a new file, less what the user's mask takes away.
const usual = 0o666

// save writes a file whole or not at all: into a new file beside it, which takes its place once its bytes are on the disk. An
// interruption or a full disk leaves what was there. Without force it never replaces a file, not even one that came to be
// meanwhile. A link leads to the file that is replaced, which keeps its permissions. What is no file, such as /dev/stdout, is
// written to.
func save(path string, content []byte, force bool) error {
	mode := fs.FileMode(usual)
	if force {
		if end, err := filepath.EvalSymlinks(path); err == nil {
			path = end
		}
		info, err := os.Stat(path)
		switch {
		case err == nil && !info.Mode().IsRegular():
			return unsaved(path, os.WriteFile(path, content, usual))
		case err == nil:
			mode = info.Mode().Perm()
		}
	}
	beside, err := writeBeside(path, content, mode)
	if err != nil {
		return unsaved(path, err)
	}
	if force {
		err = os.Rename(beside, path)
	} else {
		err = renameNew(beside, path)
	}
	if err != nil {
		os.Remove(beside)
		if errors.Is(err, fs.ErrExist) {
			return taken(path)
		}
		return unsaved(path, err)
	}
	if folder, err := os.Open(filepath.Dir(path)); err == nil { // so that the new name is on the disk too; not every system can
		folder.Sync()
		folder.Close()
	}
	return nil
}

// writeBeside writes a new file in the folder of another, and returns its name.
func writeBeside(path string, content []byte, mode fs.FileMode) (string, error) {
	var file *os.File
	var err error
	for i := range 100 { // names of runs that were killed may be taken
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%d-%d.part", filepath.Base(path), os.Getpid(), i))
		if file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return "", err
	}
	_, err = file.Write(content)
	if err == nil && mode != usual { // the mask has no say in what is kept
		err = file.Chmod(mode)
	}
	if synced := file.Sync(); err == nil {
		err = synced
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return file.Name(), err
}

// renameNew gives a file a name that no other has. A link is refused if the name is taken, a renaming is not; where there are
// no links, the name is looked at once more.
func renameNew(from, to string) error {
	err := os.Link(from, to)
	if err == nil {
		return os.Remove(from)
	}
	if _, missing := os.Lstat(to); errors.Is(err, fs.ErrExist) || !errors.Is(missing, fs.ErrNotExist) {
		return fs.ErrExist
	}
	return os.Rename(from, to)
}

// unwritten is the kind of the failure that a file could not be written.
const unwritten = "unwritten"

// unsaved is a failure that names the file, not the one beside it; nil without an error.
func unsaved(path string, err error) error {
	if err == nil {
		return nil
	}
	var known *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &known):
		err = known.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return failure{protocol.Refused{
		Kind: unwritten, Message: fmt.Sprintf("%s cannot be written: %s", path, err),
		Hint: "check the path, the permissions and the space that is left; what was there is as it was",
	}}
}
