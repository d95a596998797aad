package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"drnet/engine/protocol"
)

// free rejects the value of a flag as the name of a file to write: a folder, a name that cannot be written, or an existing file without
// force. Callers check it before the work. An empty path means no file.
func free(flag, path string, force bool) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return usageError(fmt.Sprintf("%s is %s: it is a folder: name a file in it", flag, path))
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return usageError(fmt.Sprintf("%s is %s: the folder %s does not exist", flag, path, folder))
	}
	if _, err := os.Lstat(path); err == nil {
		if force {
			return nil
		}
		return taken(path)
	}
	beside, err := writeBeside(path, nil, usual)
	if err == nil {
		err = os.Remove(beside)
	}
	return unsaved(path, err)
}

func taken(path string) error {
	return usageError(fmt.Sprintf("%s exists: choose another name, or -force", path))
}

// usual holds the permissions of a new file, before the user's mask.
const usual = 0o666

// save writes a file atomically: it writes a temporary file in the same folder, syncs it, and renames it. An interruption or a full
// disk leaves the old file. Without force it never replaces a file, not even one created in the meantime. With force it follows
// links, keeps the permissions of the old file, and writes directly to special files such as /dev/stdout.
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
	if folder, err := os.Open(filepath.Dir(path)); err == nil { // sync the new name too; not every system can
		folder.Sync()
		folder.Close()
	}
	return nil
}

// writeBeside writes a temporary file in the folder of another, and returns its name.
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
	if err == nil && mode != usual { // the mask does not apply to kept permissions
		err = file.Chmod(mode)
	}
	if err = cmp.Or(err, file.Sync(), file.Close()); err != nil {
		os.Remove(file.Name())
	}
	return file.Name(), err
}

// renameNew renames a file unless the new name is taken. Creating a link fails if the name is taken, renaming does not; on file
// systems without links, it checks the name just before renaming.
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

// unwritten is the kind of a failure to write a file.
const unwritten = "unwritten"

// unsaved returns a failure that names the file rather than the temporary one; nil without an error.
func unsaved(path string, err error) error {
	if err == nil {
		return nil
	}
	cause := cmp.Or(errors.Unwrap(err), err) // without the operation and the path
	return protocol.Refuse(unwritten, fmt.Sprintf("%s cannot be written: %s", path, cause),
		"check the path, the permissions and the free space; an old file is unchanged")
}
