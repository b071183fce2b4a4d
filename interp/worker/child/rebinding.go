package child

import "slices"

// A rebinding replaces a function of the session, old, by a function of the running cell,
// fresh. It waits for variables of the cell, by which a name in the function comes to
// mean something else: until they have begun, calls of both call the old one.
type rebinding struct {
	old, fresh string
	until      []string
}

// begun reports whether all variables have begun that a rebinding waits for.
func (r rebinding) begun(variables []string) bool {
	return !slices.ContainsFunc(r.until, func(name string) bool { return !slices.Contains(variables, name) })
}

// rebind carries out the rebindings of a task that are due.
func (e *engine) rebind(t *task, due func(rebinding) bool) {
	if len(t.rebindings) == 0 {
		return
	}
	e.tables.Lock()
	defer e.tables.Unlock()
	t.rebindings = slices.DeleteFunc(t.rebindings, func(r rebinding) bool {
		if !due(r) {
			return false
		}
		e.binder.Rebind(r.old, r.fresh)
		return true
	})
}
