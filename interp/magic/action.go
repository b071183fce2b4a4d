package magic

// An Action is a step of the session before the Go of a cell runs.
type Action struct {
	Kind Kind
	Arg  string // of Run and Load: the file; of Inspect: the name; of Stale: on, off or nothing
	Off  int    // where its magic begins in the cell
	// Of Inspect: where the name begins, and whether its source is wanted too.
	At     int
	Source bool
}

// Kind is a type of actions.
type Kind int

const (
	_ Kind = iota
	Reset
	Replay
	Run  // a file
	Load // a file into the cell
	Inspect
	Stale   // list the stale cells, or tell of them no longer
	Refresh // run them again
)

// act returns a magic without arguments that is an action.
func act(k Kind) func(*magic) error {
	return func(m *magic) error {
		if err := m.noArgs(); err != nil {
			return err
		}
		return m.action(k)
	}
}

// actStale returns the magic %stale.
func actStale(m *magic) error {
	if m.args != "" && m.args != "on" && m.args != "off" {
		return m.fail("%%stale lists the stale cells; %%stale off and %%stale on say whether cells tell of them")
	}
	return m.action(Stale)
}

// withFile returns a magic about a file that is an action.
func withFile(k Kind) func(*magic) error {
	return func(m *magic) error {
		if m.args == "" {
			return m.fail("%s wants a file: %s FILE", m.name, m.name)
		}
		return m.action(k)
	}
}

// action adds an action. It is over before the Go of the cell is even checked,
// so it stands before all that.
func (m *magic) action(k Kind) error {
	if m.begun {
		return m.fail("%s must stand before everything else in its cell", m.name)
	}
	m.blank()
	m.result.Actions = append(m.result.Actions, Action{Kind: k, Arg: m.args, Off: m.off})
	return nil
}

// alone returns an error if an action that must be alone in its cell is not.
func (r *reader) alone() error {
	for _, a := range r.result.Actions {
		if a.Kind == Load && (r.begun || len(r.result.Actions) > 1) {
			return &Error{a.Off, "%load fills its cell with the file, and so stands there alone; %run FILE runs a file among other lines"}
		}
	}
	return nil
}
