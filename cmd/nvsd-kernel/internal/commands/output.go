package commands

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// An output is the destination of a result. It is opened before the work begins. It is a
// stream, or a file that keeps its old content, or does not exist, until everything is
// written.
type output struct {
	stream io.Writer
	draft  *os.File // a file beside the file; nil for a stream
	file   string
	mode   os.FileMode
}

// openOutput opens a file, or takes the stream if file is empty.
func openOutput(file string, stream io.Writer) (*output, error) {
	if file == "" {
		return &output{stream: stream}, nil
	}
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(file); err == nil {
		f, err := os.OpenFile(file, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() { // a pipe or a device cannot be replaced
			return &output{stream: f}, nil
		}
		f.Close()
		mode = info.Mode().Perm()
	}
	draft, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return nil, fmt.Errorf("%s cannot be written: %w", file, err)
	}
	return &output{stream: draft, draft: draft, file: file, mode: mode}, nil
}

// commit writes the whole text.
func (o *output) commit(text []byte) error {
	if _, err := o.stream.Write(text); err != nil || o.draft == nil {
		return err
	}
	if err := o.draft.Chmod(o.mode); err != nil {
		return err
	}
	if err := o.draft.Close(); err != nil {
		return err
	}
	return os.Rename(o.draft.Name(), o.file)
}

// discard removes the draft of an output that has not been committed.
func (o *output) discard() {
	if o.draft != nil {
		o.draft.Close()
		os.Remove(o.draft.Name()) // fails after commit, which has renamed it
	}
}
