package kernel

import (
	"encoding/json"
	"strconv"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// cellsKept is how many cells can still be named as the parent of late
// output.
const cellsKept = 1024

// cell is an execute request that has been given to the interpreter.
type cell struct {
	id     repl.ID
	parent json.RawMessage // the header of the request
	count  int
	silent bool
	stored bool // in the history

	done  chan repl.Done // takes the one Done
	ended bool           // Done has come; used by the relay of events only
}

// cells finds the cell that an event belongs to, also after it has ended. Safe
// for concurrent use.
type cells struct {
	mu   sync.Mutex
	byID map[repl.ID]*cell
	next int
}

func newCells() *cells {
	return &cells{byID: map[repl.ID]*cell{}}
}

// begin makes a cell with an ID of its own: message ids are chosen by clients,
// and two may choose the same. The oldest cell is forgotten.
func (cs *cells) begin(parent json.RawMessage, count int, silent, stored bool) *cell {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c := &cell{
		id:     cellID(cs.next),
		parent: parent,
		count:  count,
		silent: silent,
		stored: stored,
		done:   make(chan repl.Done, 1),
	}
	cs.byID[c.id] = c
	delete(cs.byID, cellID(cs.next-cellsKept))
	cs.next++
	return c
}

// find returns the cell of an event, nil if it is unknown or forgotten.
func (cs *cells) find(id repl.ID) *cell {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return cs.byID[id]
}

func cellID(n int) repl.ID { return repl.ID(strconv.Itoa(n)) }
