// Package history keeps the cells of a kernel's session and of the sessions
// before it, across restarts and crashes.
//
// A session is one file in a folder, named after the session's number. Only
// the kernel that made a file writes to it, and only at its end, so that
// several kernels can use one folder at once. What is written is with the
// operating system when a cell begins: a kernel that is killed loses nothing.
//
// The current session is also held in memory. A folder that cannot be written
// is therefore no reason to fail: it is logged once, and the session goes on
// without a file.
package history

import (
	"log/slog"
	"slices"
	"sync"
	"time"
)

// All stands for no limit: of a number of cells, or of a range.
const All = int(^uint(0) >> 1)

const (
	// maxInput and maxOutput bound the texts of one cell that are kept: data
	// that was pasted into a cell is not what people look for.
	maxInput  = 1 << 20
	maxOutput = 64 << 10
	// maxMemory bounds the cells of the current session that are held; of a
	// longer one those are the newest.
	maxMemory = 8 << 20
	// maxAnswer bounds the cells that one question finds, and maxSearch its
	// time: other requests wait for it.
	maxAnswer = 16 << 20
	maxSearch = time.Second
)

// A Cell is one that was run. Its line is its execution count.
type Cell struct {
	Session, Line int
	Input         string
	Output        *string // the text of its result; nil if it had none
}

// size is what a cell counts where memory is bounded.
func (c Cell) size() int {
	n := len(c.Input) + 100
	if c.Output != nil {
		n += len(*c.Output)
	}
	return n
}

// A History is that of one kernel. Its methods may be called from any
// goroutine.
type History struct {
	folder string // empty: there are no files
	log    *slog.Logger

	mu      sync.Mutex
	file    *sessionFile // nil before the first cell, and where there is none
	number  int          // of the current session; 0 before the first cell
	cells   []Cell       // of the current session
	size    int          // of cells
	trouble bool         // there is no writing to a file any more
}

// New returns the history of a new session whose files are in a folder; it is
// made when there is a first cell. Without a folder nothing is kept. A nil log
// is told nothing.
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

// SetOutput keeps the result of the cell that was added last, if that is its
// line: a result is there before the next cell begins.
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

// fail goes on without a file.
func (h *History) fail(err error) {
	h.trouble = true
	h.log.Warn("the history of this session is not kept from here on", "error", err)
}

// forget drops the older half of what is too much to hold.
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

// current is the session so far, and its number.
func (h *History) current() (number int, cells []Cell) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.number, slices.Clone(h.cells)
}
