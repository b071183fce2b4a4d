package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// maxFile is the largest size of the file of a session, in bytes, for writing and for
// reading.
const maxFile = 16 << 20

// A record is a line of a file. It holds the input of a cell or, later, the output.
type record struct {
	Line   int     `json:"line"`
	Input  *string `json:"input,omitempty"`
	Output *string `json:"output,omitempty"`
}

// A sessionFile is the file of the running session.
type sessionFile struct {
	file   *os.File
	number int
	size   int
}

var errFull = fmt.Errorf("its file has grown to %d MiB", maxFile>>20)

// append writes a record in one piece, so that another process that reads the file finds
// the whole record or, at worst, an incomplete last line.
func (f *sessionFile) append(r record) error {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return err
	}
	f.size += line.Len()
	if f.size > maxFile {
		return fmt.Errorf("%s: %w", f.file.Name(), errFull)
	}
	_, err := f.file.Write(line.Bytes())
	return err
}

func (f *sessionFile) close() error { return f.file.Close() }

// readFile reads the cells of a session.
func readFile(folder string, session int) ([]Cell, error) {
	f, err := os.Open(filepath.Join(folder, fileName(session)))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxFile))
	return parse(text, session), errors.Join(err, f.Close())
}

// parse returns the cells in the text of a file. It skips lines that are no records: the
// last line may be incomplete, because the machine stopped, the disk was full, or a
// kernel is writing the line now.
func parse(text []byte, session int) []Cell {
	var cells []Cell
	for line := range bytes.Lines(text) {
		var r record
		if json.Unmarshal(line, &r) != nil {
			continue
		}
		switch last := len(cells) - 1; {
		case r.Input != nil:
			cells = append(cells, Cell{Session: session, Line: r.Line, Input: *r.Input, Output: r.Output})
		case last >= 0 && cells[last].Line == r.Line:
			cells[last].Output = r.Output
		}
	}
	return cells
}
