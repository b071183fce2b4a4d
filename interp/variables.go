package interp

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// variables holds the variables of a session as the last look at them has found them. The
// runner looks when a cell ends, and between cells when somebody asks for what is not known
// yet. The methods are safe for concurrent use.
type variables struct {
	mu       sync.Mutex
	watched  bool
	list     []repl.Variable
	rendered map[string]repl.Bundle // those that have been asked for
}

// mostRendered is the largest number of variables that are rendered anew when a cell ends.
const mostRendered = 16

// watch sets whether variables are looked at. It reports whether that is new.
func (v *variables) watch(on bool) (changed bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	changed = v.watched != on
	v.watched = on
	if !on {
		v.list, v.rendered = nil, nil
	}
	return changed
}

// wanted reports whether variables are looked at, and which of them are rendered.
func (v *variables) wanted() (watched bool, rendered []string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.watched, slices.Sorted(maps.Keys(v.rendered))
}

// all returns the variables, if there has been a look at them.
func (v *variables) all() (list []repl.Variable, looked bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.list, v.list != nil
}

// has reports whether a look has found a variable.
func (v *variables) has(name string) bool {
	list, _ := v.all()
	return slices.ContainsFunc(list, func(x repl.Variable) bool { return x.Name == name })
}

// rendering returns the renderings of a variable, if it has been rendered.
func (v *variables) rendering(name string) (repl.Bundle, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	b, ok := v.rendered[name]
	return b, ok
}

func (v *variables) set(list []repl.Variable) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.list = list
}

func (v *variables) setRendering(name string, b repl.Bundle) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.rendered == nil || len(v.rendered) == mostRendered {
		v.rendered = map[string]repl.Bundle{}
	}
	v.rendered[name] = b
}

// reset forgets the variables, for a fresh interpreter.
func (v *variables) reset() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.list, v.rendered = nil, nil
}

// lookPatience is the time for which a question about variables waits for a look between
// two cells.
const lookPatience = time.Second

// Watch implements [repl.Watcher].
func (s *Session) Watch(on bool) {
	if s.variables.watch(on) && on {
		s.inbox.look("", lookPatience)
	}
}

// Variables implements [repl.Watcher]. A question that comes first while a cell runs is
// answered from what inspection knows.
func (s *Session) Variables() []repl.Variable {
	if list, looked := s.variables.all(); looked {
		return list
	}
	return s.scope.variables()
}

// Render implements [repl.Watcher]. Of a variable that is asked for the first time while a
// cell runs, only the summary is known.
func (s *Session) Render(name string) repl.Bundle {
	list := s.Variables()
	i := slices.IndexFunc(list, func(v repl.Variable) bool { return v.Name == name })
	if i < 0 {
		return repl.Bundle{}
	}
	if _, ok := s.variables.rendering(name); !ok {
		s.inbox.look(name, lookPatience)
	}
	if b, ok := s.variables.rendering(name); ok {
		return b
	}
	return plainBundle(list[i].Value + "\n(a cell is running; the whole value is shown when it has ended)")
}

// plainBundle returns text as a bundle.
func plainBundle(text string) repl.Bundle {
	quoted, _ := json.Marshal(text) // a string has JSON
	return repl.Bundle{Data: map[string]json.RawMessage{"text/plain": quoted}}
}

// look looks at the variables after the request id, and renders those that have been asked
// for, and the one of the name extra if that is not empty. A look that fails, because it
// was interrupted or the worker has died, leaves what was known.
func (r *runner) look(id repl.ID, extra string) {
	watched, rendered := r.variables.wanted()
	if !watched || r.ctx.Err() != nil {
		return
	}
	r.inbox.resume()
	if extra != "" && !slices.Contains(rendered, extra) {
		rendered = append(rendered, extra)
	} else if b, ok := r.observe(id, magic.Call("Snapshot")); ok {
		var list []repl.Variable
		if json.Unmarshal(b.Data[wire.VariablesMIME], &list) == nil {
			r.variables.set(list)
		}
	}
	for _, name := range rendered {
		if extra != "" && name != extra || !r.variables.has(name) {
			continue
		}
		if b, ok := r.observe(id, magic.CallOn("Render", name)); ok {
			r.variables.setRendering(name, b)
		}
	}
}

// observe runs a command that looks at variables, and returns its display.
func (r *runner) observe(id repl.ID, command string) (b repl.Bundle, ok bool) {
	src := cell.Source{Label: "a look at the variables", Edits: []cell.Edit{{Text: command}}}
	failure := r.run(job{id: id, cell: notebookCell{src: src}, emit: func(e repl.Event) {
		if shown, is := e.(repl.Display); is {
			b, ok = shown.Bundle, true
			return
		}
		r.emit(e) // of goroutines
	}})
	return b, ok && failure == nil
}
