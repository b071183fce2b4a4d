package hidden

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Stale is a cell that has used a name which has changed since.
type Stale struct {
	ID    string
	Count int // the number of its latest run
	Why   []Reason
	// Displayed reports whether the cell has used a value under _, __ or a name such as _7.
	// Running it again may use another value.
	Displayed bool

	roots map[root]bool
}

// A Reason is a name because of which a cell is stale.
type Reason struct {
	Name string
	By   int // the number of the cell that gave the name its new meaning, or has kept the old one
	Kind Kind
}

// A Kind is a type of change of a name.
type Kind int

const (
	Changed    Kind = iota // By has given it another meaning
	Undeclared             // By declared it, and no longer does: its old value is still there
	Replaced               // By declares it now, otherwise than the cell that did
	Follows                // By, which has made it, is stale itself
)

// String describes the change of the name in words.
func (r Reason) String() string {
	name := r.Name
	if name == "_" {
		name = "the displayed value"
	}
	switch r.Kind {
	case Undeclared:
		return fmt.Sprintf("%s, which [%d] no longer declares: the old value is still there", name, r.By)
	case Replaced:
		return fmt.Sprintf("%s, which is now that of [%d]", name, r.By)
	case Follows:
		return fmt.Sprintf("%s of [%d], which is stale", name, r.By)
	}
	return fmt.Sprintf("%s, which [%d] has changed", name, r.By)
}

// A root is a cell that has made others stale, and the name by which it did.
type root struct {
	id, name   string
	undeclared bool
}

// Stale returns the stale cells, in the order in which the cells first ran: those that would use
// something else if all stale cells that they use ran again, and then they. A cell that has
// failed is not among them: what it shows is not what its inputs led to.
func (l *Ledger) Stale() []Stale {
	j := judge{l, map[string]*state{}}
	var list []Stale
	for _, id := range l.order {
		if rec := l.cells[id]; !rec.gone && !rec.failed {
			if s := j.of(rec).stale; s != nil {
				list = append(list, *s)
			}
		}
	}
	return list
}

// A judge computes the staleness of cells, each cell after those that it has used.
type judge struct {
	l      *Ledger
	states map[string]*state
}

// A state is the staleness of one cell.
type state struct {
	stale *Stale             // nil: it is not
	wrote map[string]version // what it would leave if it ran again, by slots
}

// of judges a cell. Of cells that use each other, one is judged by what it has left.
func (j judge) of(rec *record) *state {
	if st := j.states[rec.id]; st != nil {
		return st
	}
	st := &state{wrote: rec.wrote}
	j.states[rec.id] = st
	if rec.failed {
		return st
	}
	found := &Stale{ID: rec.id, Count: rec.count, Displayed: rec.blanks, roots: map[root]bool{}}
	for _, rd := range rec.reads {
		j.look(rec, rd, found)
	}
	if len(found.Why) > 0 {
		st.stale = found
		st.wrote = j.replay(rec)
	}
	return st
}

// look adds a reason to the state of a cell if a version that it has used differs from the one
// that it would use now.
func (j judge) look(rec *record, rd usedVersion, found *Stale) {
	owner := j.l.cells[rd.owner]
	if owner == nil {
		return // a cell that nobody knows
	}
	by := j.owner(owner, rec, rd.slot)
	st := j.of(by)
	v, ok := st.wrote[rd.slot]
	kind, cause, undeclared := Changed, by.id, false
	if !ok && rd.slot != "_" {
		now, declared := j.l.names[rd.slot]
		other := j.l.cells[now.owner]
		switch {
		case !declared || other == nil:
			return
		case other == by:
			kind, undeclared = Undeclared, true
		default:
			by, kind, undeclared = other, Replaced, true
			st = j.of(by)
			v, ok = st.wrote[rd.slot]
		}
	}
	if ok && v.key() == rd.key {
		return
	}
	if st.stale != nil {
		maps.Copy(found.roots, st.stale.roots)
		if kind == Changed {
			kind = Follows
		}
	}
	if actual, ok := by.wrote[rd.slot]; st.stale == nil || !ok || actual.key() != rd.key {
		found.roots[root{cause, rd.slot, undeclared}] = true
	}
	if why := (Reason{rd.slot, by.count, kind}); !slices.Contains(found.Why, why) {
		found.Why = append(found.Why, why)
	}
}

// owner returns the cell from which another would have a name that it has used of before: the
// same, or the last of the cells that stand between the two, and that has given the name a
// meaning since.
func (j judge) owner(before, rec *record, slot string) *record {
	last := before
	for i := before.first + 1; i < rec.first; i++ {
		c := j.l.cells[j.l.order[i]]
		if _, ok := c.wrote[slot]; ok && c.run > rec.run && !c.gone {
			last = c
		}
	}
	return last
}

// replay returns the versions that a stale cell would leave if it ran again, after the stale
// cells that it has used.
func (j judge) replay(rec *record) map[string]version {
	again := *rec
	again.steps, again.seen, again.blanks = nil, nil, false
	r := newRun(j.l, &again)
	r.known = func(name string) (version, bool) {
		v, ok := rec.seen[name]
		if !ok {
			return v, false
		}
		if v.owner == rec.id { // what it was made of may be old
			found := &Stale{roots: map[root]bool{}}
			for _, rd := range v.from {
				j.look(rec, rd, found)
			}
			if len(found.Why) > 0 {
				v.base = keyOf("stale", string(v.base[:]))
			}
			return v, true
		}
		if before := j.l.cells[v.owner]; before != nil {
			if now, ok := j.of(j.owner(before, rec, slot(name))).wrote[slot(name)]; ok {
				return now, true
			}
			if now, ok := j.l.names[name]; ok {
				return now, true
			}
		}
		return v, true
	}
	r.all = func() map[string]version { return rec.seen }
	for _, steps := range rec.steps {
		r.Take(steps)
	}
	return r.written()
}

// Line returns a line with the cells that have used names which the cell of an identity has
// changed. It is empty if there are none.
func (l *Ledger) Line(id string) string {
	var counts []int
	changed, undeclared := map[string]bool{}, map[string]bool{}
	for _, s := range l.Stale() {
		mine := false
		for root := range s.roots {
			if root.id == id && s.ID != id {
				mine = true
				if root.undeclared {
					undeclared[root.name] = true
				} else {
					changed[root.name] = true
				}
			}
		}
		if mine {
			counts = append(counts, s.Count)
		}
	}
	if len(counts) == 0 {
		return ""
	}
	slices.Sort(counts)
	cells, have := cellsOf(counts)
	const more = " (%stale lists them, %refresh runs them again)"
	if len(changed) == 0 {
		return fmt.Sprintf("%s %s used %s, which is no longer declared here and lives on", cells, have, wordsOf(undeclared)) + more
	}
	return fmt.Sprintf("%s %s used the old %s", cells, have, wordsOf(changed)) + more
}

// mostNamed is the largest number of cells, or names, that a line names.
const mostNamed = 8

// cellsOf writes the numbers of cells.
func cellsOf(counts []int) (text, have string) {
	if len(counts) == 1 {
		return fmt.Sprintf("cell [%d]", counts[0]), "has"
	}
	words := make([]string, len(counts))
	for i, n := range counts {
		words[i] = fmt.Sprintf("[%d]", n)
	}
	return "cells " + joined(words), "have"
}

// wordsOf writes names, methods by their types.
func wordsOf(names map[string]bool) string {
	words := slices.SortedFunc(maps.Keys(names), strings.Compare)
	for i, w := range words {
		if w == "_" {
			words[i] = "displayed value"
		}
	}
	return joined(words)
}

// joined writes a list, the end of a long one as a number.
func joined(words []string) string {
	if n := len(words); n > mostNamed {
		words = append(words[:mostNamed-1:mostNamed-1], fmt.Sprintf("%d more", n-mostNamed+1))
	}
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
