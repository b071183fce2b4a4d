package kernel

import (
	"encoding/json"
	"strconv"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// cellsKept is how many cells can still be named as the parent of late
// output. As many messages of comms can, besides: one widget that is dragged
// sends hundreds. With its header a cell takes about a kilobyte.
const cellsKept = 4096

// cell is a request that the interpreter has been given: to run code, or to
// deliver a message of a comm.
type cell struct {
	id     repl.ID
	parent json.RawMessage // the header of the request
	comm   bool            // it delivers a message of a comm
	count  int
	silent bool
	stored bool // in the history
	asker  asker

	// Used by the relay of events only, and read by others after done.
	ended bool // Done has come
	reply payload

	done chan repl.Done // takes the one Done
}

// cells finds the cell that an event belongs to, also after it has ended. Safe
// for concurrent use.
type cells struct {
	mu       sync.Mutex
	byID     map[repl.ID]*cell
	next     int
	nextComm int
	newest   *cell // of those whose output is shown
}

func newCells() *cells {
	return &cells{byID: map[repl.ID]*cell{}}
}

// begin gives a cell an ID of its own: message ids are chosen by clients, and
// two may choose the same. The oldest cell of the kind is forgotten.
func (cs *cells) begin(c *cell) *cell {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	id, next := cellID, &cs.next
	if c.comm {
		id, next = commID, &cs.nextComm
	}
	c.id, c.done = id(*next), make(chan repl.Done, 1)
	cs.byID[c.id] = c
	delete(cs.byID, id(*next-cellsKept))
	*next++
	if !c.silent && !c.comm {
		cs.newest = c
	}
	return c
}

// find returns the cell of an event, nil if it is unknown or forgotten.
func (cs *cells) find(id repl.ID) *cell {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return cs.byID[id]
}

// heir returns the cell that shows the output of one that is forgotten, the
// newest: front ends do not show what has no parent. It is nil before the first
// cell.
func (cs *cells) heir() *cell {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return cs.newest
}

func cellID(n int) repl.ID { return repl.ID(strconv.Itoa(n)) }

func commID(n int) repl.ID { return "comm " + cellID(n) }
