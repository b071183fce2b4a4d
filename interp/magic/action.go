package magic

// An Action is what the session does before the Go of a cell runs.
type Action struct {
	Kind Kind
	Arg  string // of Load: the file
	Off  int    // where its magic begins in the cell
}

// Kind is one of the actions.
type Kind int

const (
	_ Kind = iota
	Reset
	Replay
	Load
)

// act is a magic without arguments that is an action.
func act(k Kind) func(*magic) error {
	return func(m *magic) error {
		if err := m.noArgs(); err != nil {
			return err
		}
		return m.action(k)
	}
}

func expandLoad(m *magic) error {
	if m.args == "" {
		return m.fail("%%load wants a file: %%load FILE")
	}
	return m.action(Load)
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
