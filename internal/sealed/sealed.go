// Package sealed keeps values in files that say what they are of, and that are read as they were written or not at all.
package sealed

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"io"
	"os"

	"github.com/nvsd-kernel/nvsd-kernel/internal/wholefile"
)

var (
	// ErrOther is the error of a file that is of something else than is asked for.
	ErrOther = errors.New("it is of something else")
	// ErrBroken is the error of a file that is not as it was written.
	ErrBroken = errors.New("it is broken: it has not what was written to it")
)

// begins is the first line of every file. The SHA-256 of the name follows, then one of the rest, and the rest.
const begins = "nvsd-sealed 1\n"

// Write replaces a file by a value, which [gob] encodes. of names what the value is of, such as the settings that it
// follows from.
//
// [gob]: https://pkg.go.dev/encoding/gob
func Write(path, of string, value any) error {
	var content bytes.Buffer
	if err := gob.NewEncoder(&content).Encode(value); err != nil {
		return err
	}
	name, sum := sha256.Sum256([]byte(of)), sha256.Sum256(content.Bytes())
	return wholefile.Write(path, wholefile.ModeOf(path), func(w io.Writer) error {
		for _, part := range [][]byte{[]byte(begins), name[:], sum[:], content.Bytes()} {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
		return nil
	})
}

// Read sets a value to what Write has written to a file. The error is [ErrOther] if that is of something else,
// [ErrBroken] if the file is not as it was written, or the one of reading it.
func Read(path, of string, value any) error {
	all, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	all, is := bytes.CutPrefix(all, []byte(begins))
	if !is || len(all) < 2*sha256.Size {
		return ErrBroken
	}
	name, sum, content := all[:sha256.Size], all[sha256.Size:2*sha256.Size], all[2*sha256.Size:]
	if own := sha256.Sum256(content); !bytes.Equal(sum, own[:]) {
		return ErrBroken
	}
	if own := sha256.Sum256([]byte(of)); !bytes.Equal(name, own[:]) {
		return ErrOther
	}
	return gob.NewDecoder(bytes.NewReader(content)).Decode(value)
}
