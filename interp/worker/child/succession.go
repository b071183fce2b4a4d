package child

import "slices"

// A succession is a function of a session and the one of the running cell as which it is
// to go on. It waits for variables of the cell, by which a name in the function comes to
// mean something else: until they have begun, calls of both call the old one.
type succession struct {
	old, fresh string
	until      []string
}

// begun reports whether all variables have begun that a succession waits for.
func (s succession) begun(variables []string) bool {
	return !slices.ContainsFunc(s.until, func(name string) bool { return !slices.Contains(variables, name) })
}

// succeed makes those successions of a task happen that are due.
func (e *engine) succeed(t *task, due func(succession) bool) {
	if len(t.successions) == 0 {
		return
	}
	e.tables.Lock()
	defer e.tables.Unlock()
	t.successions = slices.DeleteFunc(t.successions, func(s succession) bool {
		if !due(s) {
			return false
		}
		e.binder.Rebind(s.old, s.fresh)
		return true
	})
}
