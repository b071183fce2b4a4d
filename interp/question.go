package interp

import (
	"encoding/json"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// tell answers a question in the pager: what inspection tells of the name where
// it stands, so that what the lines around it declare is known too.
func (s *Session) tell(id repl.ID, c notebookCell, a magic.Action, emit func(repl.Event)) *repl.Failure {
	told := repl.Inspection{Plain: magic.About(a.Arg), Markdown: magic.About(a.Arg)}
	if told.Plain == "" {
		end := a.At + len(a.Arg)
		detail := 0
		if a.Source {
			detail = 1
		}
		code := magic.Blank(c.src.Code, c.src.Edits)
		told = s.Inspect(code[:a.At]+a.Arg+code[end:], end, detail)
	}
	if told.Plain == "" {
		return checkFailure(cell.Fault(c.src, a.At, "nothing is known of "+a.Arg+": no cell has declared it, nor does a package have it"))
	}
	emit(repl.Page{Parent: id, Bundle: repl.Bundle{Data: map[string]json.RawMessage{
		"text/plain":    jsonString(told.Plain),
		"text/markdown": jsonString(told.Markdown),
	}}})
	return nil
}

func jsonString(s string) json.RawMessage {
	b, _ := json.Marshal(s) // a string can be marshalled
	return b
}
