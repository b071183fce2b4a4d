// Package wholefile writes files that are there as a whole or not at all.
package wholefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write replaces a file by the output of write. It writes another file beside it, which it
// renames when all of it is on the disk. An error leaves the old file as it was, and nothing
// beside it. A symbolic link stays, and the file that it leads to is replaced. A device or a pipe, which cannot be
// replaced, is written to.
func Write(path string, mode fs.FileMode, write func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		device, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(device), device.Close())
	}
	draft, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name()) // fails once the draft is renamed, as it should
	defer draft.Close()           // fails once it is closed
	if err := write(draft); err != nil {
		return err
	}
	if err := errors.Join(draft.Chmod(mode), draft.Sync()); err != nil { // some disks are full only then
		return err
	}
	if err := draft.Close(); err != nil {
		return err
	}
	return os.Rename(draft.Name(), path)
}

// ModeOf returns the permissions of a file, or the permissions of a new one if there is
// none.
func ModeOf(path string) fs.FileMode {
	if info, err := os.Stat(path); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}
