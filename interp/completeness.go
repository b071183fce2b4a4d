package interp

import (
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
)

// states maps the states of package cell to those of package repl.
var states = map[cell.State]repl.CompletenessState{
	cell.Complete:   repl.Complete,
	cell.Incomplete: repl.Incomplete,
	cell.Invalid:    repl.Invalid,
}

// completeness reports whether a cell with its magics could be run as it stands. A cell that
// begins with %% may be no Go: it is complete when it ends with an empty line.
func completeness(code string) repl.Completeness {
	m, err := magic.Parse(code)
	if err == nil && m.Idle {
		return repl.Completeness{State: repl.Complete}
	}
	if err == nil && m.Continues {
		return repl.Completeness{State: repl.Incomplete}
	}
	if strings.HasPrefix(strings.TrimSpace(code), "%%") {
		_, body, _ := strings.Cut(strings.TrimSpace(code), "\n")
		if body != "" && strings.HasSuffix(strings.TrimRight(code, " \t"), "\n") {
			return repl.Completeness{State: repl.Complete}
		}
		return repl.Completeness{State: repl.Incomplete}
	}
	if err != nil {
		return repl.Completeness{State: repl.Invalid}
	}
	state, indent := cell.Completeness(magic.Blank(code, m.Edits))
	return repl.Completeness{State: states[state], Indent: indent}
}
