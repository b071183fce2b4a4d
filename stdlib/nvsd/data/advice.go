package data

import (
	"fmt"
	"strings"
)

// A Call is an option as it is written in a cell.
type Call struct {
	Option string   // a function of this package, such as "Thousands"
	Args   []string // its arguments; of Thousands one character
}

// String returns the text of the call.
func (c Call) String() string {
	args := make([]string, len(c.Args))
	for i, arg := range c.Args {
		args[i] = fmt.Sprintf("%q", arg)
		if c.Option == "Thousands" {
			args[i] = fmt.Sprintf("%q", []rune(arg)[0])
		}
	}
	return fmt.Sprintf("data.%s(%s)", c.Option, strings.Join(args, ", "))
}

// An Advice is options with which cells can be read, and when that is right.
type Advice struct {
	When  string // what the options say of the cells, such as "blanks are between thousands"
	Calls []Call // each of which is needed
}

// Text returns the advice with the calls as the given function writes them.
func (a Advice) Text(write func(Call) string) string {
	calls := make([]string, len(a.Calls))
	for i, c := range a.Calls {
		calls[i] = write(c)
	}
	return fmt.Sprintf("if %s, say %s", a.When, strings.Join(calls, " and "))
}

// String returns the advice for a cell.
func (a Advice) String() string { return a.Text(Call.String) }
