package variables

import (
	"reflect"
	"slices"
	"strconv"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/internal/mapkeys"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// What a snapshot holds at most.
const (
	snapshotParts = 100  // of one value
	snapshotDepth = 5    // below a variable
	snapshotSize  = 2000 // variables and parts together
	sortedKeys    = 10000
	snapshotTime  = 30 * time.Millisecond // after which it looks into nothing more
)

// Snapshot returns variables with their parts, which are looked into as far as a few
// milliseconds allow. Of each variable, rows has the name, the type and the value by turns.
// No method of a cell's type is called, and busy reports whether goroutines run that may be
// writing to maps: these are then left alone.
func Snapshot(rows []any, busy func() bool) []repl.Variable {
	s := &snapshot{deadline: time.Now().Add(snapshotTime), busy: busy}
	s.take(rows)
	return s.variables
}

// A snapshot is the variables of a session as data. It is taken level by level, so that
// what has many parts does not keep others from being looked into.
type snapshot struct {
	variables []repl.Variable
	left      int // how many parts there may still be
	deadline  time.Time
	busy      func() bool // goroutines run, which may write to maps
	checked   bool        // busy has been called …
	isBusy    bool        // … and has returned this
}

// A node is a value whose parts are to be listed, and the variable that takes them.
type node struct {
	view rt.View
	into *repl.Variable
}

func (s *snapshot) take(rows []any) {
	s.left = snapshotSize
	s.variables = make([]repl.Variable, len(rows)/3)
	level := make([]node, len(s.variables))
	for i := range s.variables {
		view := rt.ViewOf(rows[3*i+2])
		s.variables[i] = s.describe(rows[3*i].(string), view)
		s.variables[i].Type = rows[3*i+1].(string)
		level[i] = node{view, &s.variables[i]}
	}
	for depth := 0; depth < snapshotDepth && len(level) > 0; depth++ {
		var next []node
		for _, at := range level {
			if s.left <= 0 || time.Now().After(s.deadline) {
				return
			}
			next = append(next, s.lookInto(at)...)
		}
		level = next
	}
}

// describe returns a value without its parts.
func (s *snapshot) describe(name string, v rt.View) repl.Variable {
	out := repl.Variable{Name: name, Type: v.TypeName()}
	out.Size, out.Value = sizeAndSummary(v)
	return out
}

// sizeAndSummary returns the size and the summary of a value. Methods of compiled types
// may panic, as those of the zero reflect.Value do.
func sizeAndSummary(v rt.View) (size, summary string) {
	defer func() {
		if recover() != nil {
			size, summary = "", ""
		}
	}()
	if v.V.IsValid() && v.V.CanInterface() && v.V.Kind() != reflect.String && v.V.Kind() != reflect.Chan {
		size = extent(v.V.Interface())
	}
	if m, ok := compiled[mat.Matrix](v); ok {
		return size, matrixSummary(m)
	}
	if _, ok := compiled[display.Reporter](v); ok && v.V.Kind() == reflect.Pointer {
		return size, "" // factsOf has a summary
	}
	if message, ok := errorMessage(v); ok {
		return size, message
	}
	return size, summarizeValue(v.V)
}

// errorMessage returns the message of an error of packages errors and fmt. Its method is not
// called, since an error that it wraps may be a cell's.
func errorMessage(v rt.View) (string, bool) {
	if _, ok := compiled[error](v); !ok || v.V.Kind() != reflect.Pointer || v.V.Elem().Kind() != reflect.Struct {
		return "", false
	}
	if e := v.V.Elem(); e.NumField() > 0 && e.Field(0).Kind() == reflect.String {
		return summarizeValue(e.Field(0)), true
	}
	return "", false
}

// compiled returns the value as an interface that its compiled type implements.
func compiled[I any](v rt.View) (I, bool) {
	var none I
	if !v.V.IsValid() || !v.Compiled() || !v.V.CanInterface() || v.V.Kind() == reflect.Pointer && v.V.IsNil() {
		return none, false
	}
	i, ok := v.V.Interface().(I)
	return i, ok
}

// lookInto gives a variable its parts, and returns those of them that may have parts.
func (s *snapshot) lookInto(at node) []node {
	names, views, more := s.parts(at)
	if len(names) == 0 {
		return nil
	}
	s.left -= len(names)
	parts := make([]repl.Variable, len(names))
	deeper := make([]node, len(names))
	for i, name := range names {
		parts[i] = s.describe(name, views[i])
	}
	parts = append(parts, more...)
	for i := range names {
		deeper[i] = node{views[i], &parts[i]}
	}
	at.into.Parts = parts
	return deeper
}

// parts returns the parts of a value by name, and what is said of those that are left out.
// Facts have no parts of their own, and are set at once.
func (s *snapshot) parts(at node) (names []string, views []rt.View, more []repl.Variable) {
	defer func() {
		if recover() != nil {
			names, views, more = nil, nil, nil
		}
	}()
	v := at.view
	if facts, summary := factsOf(v); len(facts) > 0 {
		s.left -= len(facts)
		at.into.Parts = facts
		if summary != "" {
			at.into.Value = summary
		}
		return nil, nil, nil
	}
	for v.V.Kind() == reflect.Pointer && !v.V.IsNil() {
		v = v.Elem()
		if !v.V.IsValid() {
			return nil, nil, nil
		}
		if k := v.V.Kind(); k != reflect.Pointer && k != reflect.Struct {
			return []string{"*"}, []rt.View{v}, nil
		}
	}
	switch v.V.Kind() {
	case reflect.Struct:
		names, views = v.Fields()
		n := min(len(names), snapshotParts)
		return names[:n], views[:n], omitted(len(names), n, "fields")
	case reflect.Slice, reflect.Array:
		n := min(v.V.Len(), snapshotParts)
		for i := range n {
			names, views = append(names, strconv.Itoa(i)), append(views, v.Index(i))
		}
		return names, views, omitted(v.V.Len(), n, "elements")
	case reflect.Map:
		return s.entries(v)
	}
	return nil, nil, nil
}

// entries returns the entries of a map in the order of the keys. A map that a goroutine
// may be writing to is left alone: Go ends the process when it sees that.
func (s *snapshot) entries(v rt.View) (names []string, views []rt.View, more []repl.Variable) {
	if !s.checked {
		s.checked, s.isBusy = true, s.busy()
	}
	if s.isBusy || v.V.Len() > sortedKeys {
		return nil, nil, nil
	}
	keys := v.V.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return mapkeys.Compare(v.Key(a).V, v.Key(b).V) })
	n := min(len(keys), snapshotParts)
	for _, key := range keys[:n] {
		names, views = append(names, summarizeValue(v.Key(key).V)), append(views, v.MapIndex(key))
	}
	return names, views, omitted(len(keys), n, "entries")
}
