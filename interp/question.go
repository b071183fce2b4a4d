package interp

import (
	"encoding/json"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// page answers a question in the pager. It asks about the name where the name
// stands, so that what the lines around it declare is known too.
func (r *runner) page(j job, a magic.Action) *repl.Failure {
	src := j.cell.src
	told := repl.Inspection{Plain: magic.About(a.Arg), Markdown: magic.About(a.Arg)}
	if told.Plain == "" {
		end := a.At + len(a.Arg)
		detail := 0
		if a.Source {
			detail = 1
		}
		code := magic.Blank(src.Code, src.Edits)
		told = r.scope.inspect(code[:a.At]+a.Arg+code[end:], end, detail)
	}
	if told.Plain == "" {
		return checkFailure(cell.Fault(src, a.At, "nothing is known of "+a.Arg+": no cell has declared it, nor does a package have it"))
	}
	j.emit(repl.Page{Parent: j.id, Bundle: repl.Bundle{Data: map[string]json.RawMessage{
		"text/plain":    jsonString(told.Plain),
		"text/markdown": jsonString(told.Markdown),
	}}})
	return nil
}

func jsonString(s string) json.RawMessage {
	b, _ := json.Marshal(s) // a string can be marshalled
	return b
}
