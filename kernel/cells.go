package kernel

import (
	"encoding/json"
	"strconv"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// cellsKept is the number of cells that are remembered, so that late output finds its parent.
// As many messages of comms are remembered besides, because one dragged widget sends
// hundreds. A cell and its header take about a kilobyte.
const cellsKept = 4096

// A cell is a request that the interpreter has been given: to run code or to
// deliver a message of a comm.
type cell struct {
	id     repl.ID
	parent json.RawMessage // the header of the request
	comm   bool            // it delivers a message of a comm
	count  int
	silent bool
	stored bool // in the history
	stdin  stdinClient

	// Only relay writes these. Others read them after done.
	ended  bool // Done has come
	reply  payload
	output cellOutput
	last   []repl.Sent // messages of comms that come after the failure

	done chan repl.Done // receives the Done
}

// cells finds the cell that an event belongs to, also after the cell has ended. It
// is safe for concurrent use.
type cells struct {
	mu       sync.Mutex
	byID     map[repl.ID]*cell
	next     int
	nextComm int
	newest   *cell // the newest cell that is neither silent nor of a comm
}

func newCells() *cells {
	return &cells{byID: map[repl.ID]*cell{}}
}

// begin gives a cell an ID and forgets the oldest cell of the same kind. The ID is
// not the message id, which clients choose: two clients may choose the same.
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

// find returns the cell with an ID, or nil if it is unknown or forgotten.
func (cs *cells) find(id repl.ID) *cell {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return cs.byID[id]
}

// newestShown returns the newest cell whose output is shown, or nil before the first
// one. It shows the output of forgotten cells, because front ends do not show
// output without a parent.
func (cs *cells) newestShown() *cell {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return cs.newest
}

func cellID(n int) repl.ID { return repl.ID(strconv.Itoa(n)) }

func commID(n int) repl.ID { return "comm " + cellID(n) }
