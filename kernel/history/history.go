// Package history keeps the cells of a kernel's session and of the sessions
// before it, across restarts and crashes.
//
// A session is one file in a folder, named after the session's number. Only the kernel
// that made a file writes to it, and only at its end, so that several kernels can use
// one folder at once. The operating system has the input of a cell when the cell begins:
// a kernel that is killed loses nothing.
//
// The current session is also held in memory. If the folder cannot be written, that is
// logged once and the session goes on without a file.
package history

import (
	"log/slog"
	"slices"
	"sync"
	"time"
)

// All means no limit, of a number of cells or of a range.
const All = int(^uint(0) >> 1)

const (
	// maxInput and maxOutput bound the texts of one cell that are kept. Nobody looks
	// for data that was pasted into a cell.
	maxInput  = 1 << 20
	maxOutput = 64 << 10
	// maxMemory bounds the cells of the current session in memory. The newest are
	// kept.
	maxMemory = 8 << 20
	// maxAnswer bounds the cells that one request finds, and maxSearch the time that
	// it takes, because other requests wait for it.
	maxAnswer = 16 << 20
	maxSearch = time.Second
)

// A Cell is a cell that was run. Its line is its execution count.
type Cell struct {
	Session, Line int
	Input         string
	Output        *string // the text of its result; nil if it had none
}

// size returns the memory of a cell in bytes, roughly.
func (c Cell) size() int {
	n := len(c.Input) + 100
	if c.Output != nil {
		n += len(*c.Output)
	}
	return n
}

// A History is the history of one kernel. Its methods are safe for concurrent use.
type History struct {
	folder string // empty: there are no files
	log    *slog.Logger

	mu      sync.Mutex
	file    *sessionFile // nil before the first cell, or if there is no file
	number  int          // of the current session; 0 before the first cell
	cells   []Cell       // of the current session
	size    int          // of cells
	trouble bool         // the session is not written to a file any more
}

// New returns the history of a new session in a folder. The first cell makes the folder
// and the file of the session. If the folder is empty, no file is written. If log is nil,
// nothing is logged.
func New(folder string, log *slog.Logger) *History {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &History{folder: folder, log: log, trouble: folder == ""}
}

// Add keeps a cell that begins.
func (h *History) Add(line int, input string) {
	if len(input) > maxInput {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.number == 0 {
		h.begin()
	}
	c := Cell{Session: h.number, Line: line, Input: input}
	h.cells = append(h.cells, c)
	h.size += c.size()
	h.forget()
	h.write(record{Line: line, Input: &input})
}

// SetOutput keeps the result of the cell that was added last, if the cell has this line.
// A result always comes before the next cell begins.
func (h *History) SetOutput(line int, output string) {
	if len(output) > maxOutput {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	n := len(h.cells)
	if n == 0 || h.cells[n-1].Line != line {
		return
	}
	h.size -= h.cells[n-1].size()
	h.cells[n-1].Output = &output
	h.size += h.cells[n-1].size()
	h.write(record{Line: line, Output: &output})
}

// Close ends the session. Its cells can still be asked for.
func (h *History) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.trouble = true
	if h.file == nil {
		return nil
	}
	defer func() { h.file = nil }()
	return h.file.close()
}

// begin gives the session its number, and a file if it can have one.
func (h *History) begin() {
	h.number = 1
	if h.trouble {
		return
	}
	file, err := create(h.folder)
	if err != nil {
		h.fail(err)
		if old, err := sessions(h.folder); err == nil && len(old) > 0 {
			h.number = old[len(old)-1] + 1
		}
		return
	}
	h.file, h.number = file, file.number
	prune(h.folder, keptSessions, keptBytes, h.log)
}

// write adds to the session's file.
func (h *History) write(r record) {
	if h.trouble {
		return
	}
	if err := h.file.append(r); err != nil {
		h.fail(err)
	}
}

// fail logs an error and goes on without a file.
func (h *History) fail(err error) {
	h.trouble = true
	h.log.Warn("the history of this session is not kept from here on", "error", err)
}

// forget drops the older half of the cells in memory once they are too many.
func (h *History) forget() {
	if h.size <= maxMemory {
		return
	}
	drop := 0
	for h.size > maxMemory/2 && drop < len(h.cells)-1 {
		h.size -= h.cells[drop].size()
		drop++
	}
	h.cells = slices.Delete(h.cells, 0, drop)
}

// current returns the number of the current session and its cells so far.
func (h *History) current() (number int, cells []Cell) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.number, slices.Clone(h.cells)
}
