package interp

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/advice"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
)

// page answers a question in the pager. It asks about the name where the name
// stands, so that what the lines around it declare is known too.
func (r *runner) page(j job, a magic.Action) *repl.Failure {
	src := j.cell.src
	told := repl.Inspection{Plain: magic.About(a.Arg), Markdown: magic.About(a.Arg)}
	if told.Plain == "" {
		told = r.about(src, a, a.Arg)
	}
	if told.Plain == "" {
		names, owners := r.scope.meant(a.Arg)
		if len(names) == 1 {
			told = r.about(src, a, names[0])
		}
		if told.Plain == "" {
			return checkFailure(cell.Fault(src, a.At, unknown(a.Arg, names, owners)))
		}
	}
	j.emit(repl.Page{Parent: j.id, Bundle: repl.Bundle{Data: map[string]json.RawMessage{
		"text/plain":    jsonString(told.Plain),
		"text/markdown": jsonString(told.Markdown),
	}}})
	return nil
}

// about describes a name where the question stands.
func (r *runner) about(src cell.Source, a magic.Action, name string) repl.Inspection {
	detail := 0
	if a.Source {
		detail = 1
	}
	code := magic.Blank(src.Code, src.Edits)
	return r.scope.inspect(code[:a.At]+name+code[a.At+len(a.Arg):], a.At+len(name), detail)
}

// unknown returns the answer to a question about an unknown name, with guesses: names of
// packages, or types that have a method of the name.
func unknown(name string, names, owners []string) string {
	text := "nothing is known of " + name + ": "
	switch {
	case len(names) > 0:
		return text + advice.Question(names)
	case len(owners) > 0:
		return text + fmt.Sprintf("it is a method of %s; ask of a value, m.%s?", strings.Join(owners, ", "), name)
	}
	return text + "no cell has declared it, nor does a package have it"
}

func jsonString(s string) json.RawMessage {
	b, _ := json.Marshal(s) // a string can be marshalled
	return b
}
