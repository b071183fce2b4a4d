package data

import (
	"fmt"
	"strings"
)

// An Advice is a list of options that a table can be read with, and the condition under
// which they are right.
type Advice struct {
	When  string // what the options say of the table, such as "blanks are between thousands"
	Calls []Call // each of which is needed
}

// Text returns the advice with the calls as the given function writes them, and "" if it writes
// nothing for one of them.
func (a Advice) Text(write func(Call) string) string {
	calls := inWords(a.Calls, write)
	if calls == "" {
		return ""
	}
	return fmt.Sprintf("if %s, say %s", a.When, calls)
}

// inWords returns calls as the given function writes them, and "" if it writes nothing for one of them.
func inWords(calls []Call, write func(Call) string) string {
	texts := make([]string, len(calls))
	for k, c := range calls {
		texts[k] = write(c)
		if texts[k] == "" {
			return ""
		}
	}
	return strings.Join(texts, " and ")
}

// String returns the advice for a cell.
func (a Advice) String() string { return a.Text(Call.String) }

// advise returns an advice of one option.
func advise(when, option string, args ...string) Advice {
	return Advice{when, []Call{{option, args}}}
}

// advices returns the texts of several, one after another.
func advices(all []Advice, write func(Call) string) string {
	var texts []string
	for _, a := range all {
		if text := a.Text(write); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "; ")
}
