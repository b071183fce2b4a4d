package interp

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/advice"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// ANSI colours, as every front end shows them.
const (
	red   = "\x1b[31m"
	bold  = "\x1b[1m"
	dim   = "\x1b[2m"
	reset = "\x1b[0m"
)

// sources holds the text of the cells of a session, for the places in messages.
type sources struct {
	text  map[string][]string                // the lines of a cell, by label
	lines map[string][]cell.Position         // cell.Program.Lines, by its File
	local func(file string, line int) string // the lines of packages that cells import as source

	failed map[string]int // when a cell has failed, by label
}

func newSources(local func(file string, line int) string) sources {
	return sources{map[string][]string{}, map[string][]cell.Position{}, local, map[string]int{}}
}

func (s sources) add(label, code string) { s.text[label] = strings.Split(code, "\n") }

// at returns the place in a cell that a line of a program comes from.
func (s sources) at(file string, line int) cell.Position {
	if lines := s.lines[file]; line >= 1 && line <= len(lines) {
		return lines[line-1]
	}
	return cell.Position{}
}

// line returns a line of a cell, or nothing.
func (s sources) line(p cell.Position) string {
	if text := s.text[p.Label]; p.Line >= 1 && p.Line <= len(text) {
		return text[p.Line-1]
	}
	return s.local(p.Label, p.Line)
}

// failure returns the failure of a cell's run, or nil if it succeeded.
func (s sources) failure(label string, o wire.Outcome) *repl.Failure {
	switch o.Status {
	case wire.Succeeded:
		return nil
	case wire.Exited:
		if o.Code == 0 {
			return nil
		}
		return plainFailure("exit", fmt.Sprintf("%s: exit status %d", label, o.Code))
	case wire.Goexited:
		return plainFailure("exit", label+": runtime.Goexit ended the cell")
	case wire.Interrupted:
		return plainFailure("interrupted", label+" was interrupted; what it had assigned is kept")
	case wire.Refused:
		return plainFailure("interpreter error", s.refusal(label, o))
	case wire.Failed:
		return s.thrown("error", label, o)
	default:
		return s.thrown("panic", label, o)
	}
}

// death returns a sentence on the end of the interpreter, with the cell that has caused it.
func (s sources) death(d worker.Died) string {
	why := "the interpreter " + rt.UserNames(d.Reason)
	if d.Label == "" {
		return why
	}
	for _, c := range d.Calls {
		if p := s.at(c.File, c.Line); p.Line > 0 {
			return fmt.Sprintf("%s, at %s:%d in a goroutine that %s had started", why, p.Label, p.Line, d.Label)
		}
	}
	return fmt.Sprintf("%s, in a goroutine that %s had started", why, d.Label)
}

// deathFailure returns the failure of a cell during which the interpreter died.
func (s sources) deathFailure(label string, d worker.Died, advice string) *repl.Failure {
	f := plainFailure("interpreter died", fmt.Sprintf("%s: %s. %s.", label, s.death(d), advice))
	f.Traceback = append(f.Traceback, s.chain(d.Calls)...)
	return f
}

// adviceAfter returns advice to the user after the death of an interpreter.
func (r *runner) adviceAfter(d worker.Died) string {
	const advice = "Its variables are gone and a fresh interpreter is running: %replay runs again the cells that had succeeded"
	if slices.ContainsFunc(r.ran, labelled(d.Label)) {
		return advice + ", but not " + d.Label
	}
	return advice
}

// plainFailure returns a failure of one line.
func plainFailure(name, value string) *repl.Failure {
	return &repl.Failure{Name: name, Value: value, Traceback: []string{red + name + reset + ": " + value}}
}

// checkFailure returns the failure of a cell that package cell has refused.
func checkFailure(err error) *repl.Failure {
	var all *cell.Errors
	if !errors.As(err, &all) || len(all.List) == 0 {
		return plainFailure("compile error", err.Error())
	}
	first := all.List[0]
	f := &repl.Failure{
		Name:  "compile error",
		Value: fmt.Sprintf("%s:%d:%d: %s", all.Label, first.Line, first.Col, first.Msg),
	}
	switch n := len(all.List) - 1; {
	case n+1 >= cell.MaxErrors:
		f.Value += " (and many more)"
	case n > 0:
		f.Value += fmt.Sprintf(" (and %d more)", n)
	}
	for _, e := range all.List[:min(len(all.List), errorsShown)] {
		f.Traceback = append(f.Traceback,
			fmt.Sprintf("%s%s:%d:%d:%s %s%s%s", bold, all.Label, e.Line, e.Col, reset, red, e.Msg, reset))
		if text, col := excerpt(e.Text, e.Col); text != "" {
			f.Traceback = append(f.Traceback, "    "+text, "    "+under(text, col)+red+"^"+reset)
		}
		if e.Advice != "" {
			f.Traceback = append(f.Traceback, "    "+e.Advice)
		}
	}
	if len(all.List) > errorsShown {
		f.Traceback = append(f.Traceback, "too many errors")
	}
	return f
}

// errorsShown is the number of errors of a cell that are shown, as many as the Go compiler
// shows. A wrong text of 100 kB may have thousands.
const errorsShown = 10

// thrown returns the failure of a cell that has panicked or has ended with an error. It says
// where that was and which calls led there. The cause stands below the message, which is Go's.
func (s sources) thrown(name, label string, o wire.Outcome) *repl.Failure {
	var line string
	for _, c := range o.Calls {
		if p := s.at(c.File, c.Line); p.Line > 0 {
			label, line = fmt.Sprintf("%s:%d", p.Label, p.Line), s.line(p)
			break
		}
	}
	f := plainFailure(name, label+": "+rt.UserNames(o.Message))
	if text := advice.Failure(o.Message, line); text != "" {
		f.Traceback = append(f.Traceback, "    "+text)
	}
	if o.Cause != "" {
		f.Traceback = append(f.Traceback, "    "+rt.UserNames(o.Cause)+s.whyNil(o.Nil))
	}
	f.Traceback = append(f.Traceback, s.chain(o.Calls)...)
	return f
}

// whyNil returns a sentence on the cell that may have left a variable nil: the last of the
// cells that have failed and that assign to it, if there is one.
func (s sources) whyNil(name string) string {
	if name == "" {
		return ""
	}
	assigns := regexp.MustCompile(`^\s*([\pL_][\pL\pN_]*\s*,\s*)*` + regexp.QuoteMeta(name) + `\s*(,[^=:]*)?:?=[^=]`)
	last := ""
	for label, when := range s.failed {
		if (last == "" || when > s.failed[last]) && slices.ContainsFunc(s.text[label], assigns.MatchString) {
			last = label
		}
	}
	if last == "" {
		return ": give it a value first"
	}
	return fmt.Sprintf(": %s, which assigns to it, has failed", last)
}

// refusal returns the reason why the interpreter refuses a cell that Go would run.
func (s sources) refusal(label string, o wire.Outcome) string {
	for _, c := range o.Calls {
		if p := s.at(c.File, c.Line); p.Line > 0 {
			label = fmt.Sprintf("%s:%d", p.Label, p.Line)
		}
	}
	return label + ": " + rt.UserNames(o.Message)
}
