package magic

import (
	"regexp"
	"strings"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// A question is a line that asks for the description of a name: ?name, ??name, name? or
// name??, where name may be the name of a magic. Two question marks ask for the source too.
// Go has no question marks, so that no line of Go is one.
type question struct {
	name   string
	at     int // where it begins in the line
	source bool
}

var (
	questionFirst = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(\?\??)\s*(.*)$`)
	})
	questionLast = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(\S+?)\s*(\?\??)$`)
	})
	askedFor = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(%{1,2}\w+|[\pL_][\pL_\pN]*(\.[\pL_][\pL_\pN]*)*)$`)
	})
)

// questionOf reads a line as a question. One that begins with a question mark is
// one, if perhaps about nothing.
func questionOf(line string) (q question, is bool) {
	line = strings.TrimRight(line, " \t\r")
	if !strings.HasPrefix(line, "?") && !strings.HasSuffix(line, "?") {
		return question{}, false
	}
	if m := questionFirst().FindStringSubmatchIndex(line); m != nil {
		q = question{line[m[4]:m[5]], m[4], m[3]-m[2] == 2}
		is = true
	} else if m := questionLast().FindStringSubmatchIndex(line); m != nil {
		q = question{line[m[2]:m[3]], m[2], m[5]-m[4] == 2}
	}
	if !askedFor().MatchString(q.name) {
		q.name = ""
	}
	return q, is || q.name != ""
}

// ask adds the action that answers a question which ends at end.
func (r *reader) ask(q question, off, end int) error {
	if q.name == "" {
		return &Error{off, "a question wants a name: ?nvsd.Spec, or ??name for its source too"}
	}
	r.result.Edits = append(r.result.Edits, cell.Edit{Off: off, End: end, At: off})
	r.result.Actions = append(r.result.Actions, Action{Kind: Inspect, Arg: q.name, Off: off, At: off + q.at, Source: q.source})
	return nil
}

// About returns the help for a magic, or "" if there is no such magic.
func About(name string) string {
	for _, c := range Commands() {
		if c.Name == name {
			return c.usage() + "\n\n" + strings.ToUpper(c.Help[:1]) + c.Help[1:] + "."
		}
	}
	return ""
}
