package data

import (
	"fmt"
	"os"
)

// A File identifies a file that was read: its path, its size and its checksum.
type File struct {
	Path   string `json:"path"`   // as it was given
	SHA256 string `json:"sha256"` // of its bytes as they are on the disk, in hexadecimal digits
	Bytes  int64  `json:"bytes"`
}

// fits refuses a path at which there is something else than this file for sure, without reading it.
func (f File) fits(path string) error {
	info, err := os.Stat(path)
	switch {
	case isAddress(path) || err != nil: // reading it says why
		return nil
	case !info.Mode().IsRegular():
		return fmt.Errorf("data: rebuild: %s is no regular file", path)
	case info.Size() != f.Bytes:
		return fmt.Errorf("data: rebuild: %s has changed since: it has %d bytes, and had %d", path, info.Size(), f.Bytes)
	}
	return nil
}
