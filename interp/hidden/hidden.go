// Package hidden tracks the hidden state of a session: the cells that have used names which
// other cells have changed since.
//
// A [Ledger] takes the steps of each cell that runs (package cell). It gives every name a
// version, which says by which source, made of which other versions, the name came to mean what
// it means: the same source of the same versions is the same version again. So a cell that is run
// again and yields the same changes nothing, however often. What cells compute is not looked at.
//
// A cell is stale when a cell that it has used has given a name another version since, or when
// it has used a stale cell. Before anything runs, [Examine] tells from the sources of a notebook
// what order they need.
package hidden

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// A Ledger records the latest run of each cell of a session. It is not safe for concurrent
// use.
type Ledger struct {
	cells map[string]*record // by identity
	order []string           // identities, by the first runs
	names map[string]version // what the session's names mean
	runs  int
}

// NewLedger returns the ledger of a session without cells.
func NewLedger() *Ledger {
	l := &Ledger{}
	l.Reset()
	return l
}

// Reset forgets all cells and names, for a fresh interpreter.
func (l *Ledger) Reset() {
	l.cells, l.order, l.names = map[string]*record{}, nil, map[string]version{}
}

// A record is the latest run of a cell.
type record struct {
	id     string
	count  int
	first  int // where the cell stands among all, by its first run
	run    int // when the latest began
	failed bool
	gone   bool               // it has been deleted
	blanks bool               // it has used a value that a cell has displayed
	steps  [][]cell.Step      // of its programs
	seen   map[string]version // what names meant to it
	reads  []usedVersion      // by their names
	wrote  map[string]version // what it has left, by the slots of the names
}

// A usedVersion is a version that a cell has used.
type usedVersion struct {
	owner string // the cell that made it
	slot  string
	key   key
}

// A Run is a cell that runs. Its changes to names are the session's after [Run.End].
type Run struct {
	l     *Ledger
	rec   *record
	names map[string]version // those that the run has given a version
	reads map[usedVersion]bool
	// known returns the meaning of a name before the run. all are the names that had a meaning.
	known func(name string) (version, bool)
	all   func() map[string]version
}

// Begin begins a run of the cell with an identity. A cell without one, "", is a cell of its own
// each time, is never stale, and what it leaves is never found to be old.
func (l *Ledger) Begin(id string, count int) *Run {
	l.runs++
	r := newRun(l, &record{id: id, count: count, run: l.runs, seen: map[string]version{}})
	r.known = func(name string) (version, bool) {
		v, ok := l.names[name]
		if ok {
			r.rec.seen[name] = v
		}
		return v, ok
	}
	r.all = func() map[string]version { return l.names }
	return r
}

func newRun(l *Ledger, rec *record) *Run {
	return &Run{l: l, rec: rec, names: map[string]version{}, reads: map[usedVersion]bool{}}
}

// Take takes the steps of a program that the interpreter has loaded.
func (r *Run) Take(steps []cell.Step) {
	r.rec.steps = append(r.rec.steps, steps)
	for _, s := range steps { // which all statements of the program see
		if s.Kind != cell.StmtChunk {
			r.declare(s)
		}
	}
	for _, s := range steps {
		if s.Kind == cell.StmtChunk {
			r.state(s)
		}
	}
}

// Loaded reports whether the interpreter has loaded a program of the cell. Otherwise nothing ran,
// and the cell's latest run stays what it was.
func (r *Run) Loaded() bool { return len(r.rec.steps) > 0 }

// End ends the run. After a run that has failed nobody knows how far it came, so all that it may
// have written is new. End reports whether the cell had run before.
func (r *Run) End(failed bool) (again bool) {
	l, rec := r.l, r.rec
	if !r.Loaded() {
		return false
	}
	rec.failed = failed
	for name, v := range r.names {
		if failed {
			v.base, v.parts = keyOf("failed", strconv.Itoa(rec.run)), nil
			r.names[name] = v
		}
		l.names[name] = v
	}
	if rec.id == "" {
		return false
	}
	rec.wrote = r.written()
	rec.reads = slices.SortedFunc(maps.Keys(r.reads), func(a, b usedVersion) int {
		return cmp.Or(strings.Compare(a.slot, b.slot), strings.Compare(a.owner, b.owner), bytes.Compare(a.key[:], b.key[:]))
	})
	before, again := l.cells[rec.id]
	if again {
		rec.first = before.first
	} else {
		rec.first = len(l.order)
		l.order = append(l.order, rec.id)
	}
	l.cells[rec.id] = rec
	return again
}

// written returns the versions that the run has left so far.
func (r *Run) written() map[string]version {
	wrote := map[string]version{}
	for name := range r.names {
		wrote[slot(name)], _ = r.lookup(name)
	}
	return wrote
}

// Forget forgets cells that have been deleted. What they have declared lives on.
func (l *Ledger) Forget(ids []string) {
	for _, id := range ids {
		if rec := l.cells[id]; rec != nil {
			rec.gone = true
		}
	}
}
