package repl

// A Watcher shows the variables of a session as they were when the last cell ended. It
// may be asked at any time, also while a cell runs, and runs no code of the cells.
type Watcher interface {
	// Watch says whether somebody looks at the variables. While nobody does, cells end
	// sooner, and Variables returns them without parts, and some without values.
	Watch(on bool)
	// Variables returns the variables by their names. The caller must not change them.
	Variables() []Variable
	// Render returns the renderings of a variable, as a cell that ends with its name
	// shows it. A value of a type of the cells that renders itself is shown as text. The
	// bundle is empty if there is no such variable.
	Render(name string) Bundle
}

// A Variable is a variable of the session or a part of one: a field, an element, a fact.
type Variable struct {
	Name  string
	Type  string // as in Go; empty for a fact
	Size  string // 3 of a slice, 3 x 2 of a matrix; empty if the value has none
	Value string // in one line
	// Parts are empty if there are none, and where looking further would take too long.
	Parts []Variable `json:",omitempty"`
}
