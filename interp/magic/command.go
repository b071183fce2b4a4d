package magic

import (
	"fmt"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// A Command is one magic.
type Command struct {
	Name string // as it is written: %time, %%bench, !
	Args string // what follows it, as %help shows it
	Help string // one sentence
	// expand replaces a magic by Go. The rest of a cell magic is the body of its cell.
	expand func(m *magic) error
}

// Commands returns every magic, in the order of %help.
func Commands() []Command {
	return []Command{
		{"%time", "STATEMENT", "run a statement, or show an expression, and say how long it took", expandTime},
		{"%vars", "", "list the variables: name, type, size and value", withoutArgs("Vars")},
		{"%reset", "", "forget all declarations and variables, in a fresh interpreter", act(Reset)},
		{"%replay", "", "run the cells so far that succeeded again, in a fresh interpreter", act(Replay)},
		{"%stale", "[on|off]", "list the cells that have used what other cells have changed since; off: cells do not tell of it", actStale},
		{"%refresh", "", "run those cells again, in order, each by its last source", act(Refresh)},
		{"%run", "FILE", "run a file of Go declarations, or of cells, as if it stood here", withFile(Run)},
		{"%load", "FILE", "put a file into the cell, in the place of what it holds", withFile(Load)},
		{"%cd", "[DIR]", "change the working directory; without DIR, to your home", text("Cd")},
		{"%env", "[NAME[=VALUE]]", "list the environment, show one variable of it, or set one", text("Env")},
		{"%help", "", "list the magics", expandHelp},
		{"!", "COMMAND", "run a command of the shell", expandShell},
		{"%%time", "", "say how long the cell took", expandTimeCell},
		{"%%bench", "[NAME]", "measure the statements of the cell, or its functions BenchmarkXxx, as go test -bench does", expandBench},
		{"%%test", "", "run the cell's functions TestXxx and ExampleXxx as go test -v does", expandTest},
		{"%%html", "", "show the cell as HTML", document("HTML")},
		{"%%markdown", "", "show the cell as Markdown", document("Markdown")},
	}
}

// Names returns the names of all magics.
func Names() []string {
	var names []string
	for _, c := range Commands() {
		names = append(names, c.Name)
	}
	return names
}

// Help returns the text that %help prints.
func Help() string {
	var b strings.Builder
	for _, c := range Commands() {
		fmt.Fprintf(&b, "%-22s %s\n", c.usage(), c.Help)
	}
	b.WriteString("\n?NAME or NAME? shows what is known of a name, ??NAME its source too.\n")
	b.WriteString("_, __ and _7 are the value displayed last, the one before, and that of In[7].\n")
	return b.String()
}

// usage returns the syntax of a magic.
func (c Command) usage() string {
	space := " "
	if c.Name == "!" {
		space = ""
	}
	return strings.TrimSpace(c.Name + space + c.Args)
}

// A magic is one occurrence of a command in a cell.
type magic struct {
	*reader
	name string
	off  int    // where it begins
	args string // the rest of its line, without space around
	at   int    // where args begin
	end  int    // the end of the line, where reading goes on
}

// edit adds an edit on behalf of the magic.
func (m *magic) edit(e cell.Edit) {
	e.At = m.off
	m.result.Edits = append(m.result.Edits, e)
}

// append adds an edit at the end of the cell.
func (m *magic) append(e cell.Edit) {
	e.Off, e.End = len(m.code), len(m.code)
	m.edit(e)
}

// blank leaves the line of the magic out.
func (m *magic) blank() { m.edit(cell.Edit{Off: m.off, End: m.end}) }

// call replaces the magic line by the call of a command. Arguments are Go.
func (m *magic) call(function string, args ...string) {
	m.edit(cell.Edit{Off: m.off, End: m.end, Text: command(function, args...)})
}

// command returns a line of Go that calls a command.
func command(function string, args ...string) string {
	return fmt.Sprintf("%s%s.%s(%s)", cell.CommandsName, cell.Mark, function, strings.Join(args, ", "))
}

// fail returns an error at the magic.
func (m *magic) fail(format string, args ...any) error {
	return &Error{Off: m.off, Msg: fmt.Sprintf(format, args...)}
}

// withoutArgs returns a magic without arguments that calls function.
func withoutArgs(function string) func(*magic) error {
	return func(m *magic) error {
		if err := m.noArgs(); err != nil {
			return err
		}
		m.call(function)
		return nil
	}
}

func (m *magic) noArgs() error {
	if m.args != "" {
		return m.fail("%s takes no arguments", m.name)
	}
	return nil
}

// text returns a magic that gives the rest of its line to function.
func text(function string) func(*magic) error {
	return func(m *magic) error {
		m.call(function, quote(m.args))
		return nil
	}
}

func expandHelp(m *magic) error {
	if err := m.noArgs(); err != nil {
		return err
	}
	m.call("Print", quote(Help()))
	return nil
}

func expandShell(m *magic) error {
	if m.args == "" {
		return m.fail("! wants a command of the shell, as !ls; a Go expression that begins with ! goes in parentheses")
	}
	m.call("Shell", quote(m.args))
	return nil
}

// Call returns the Go that calls a command with strings.
func Call(function string, args ...string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = quote(arg)
	}
	return command(function, quoted...)
}

// CallOn returns the Go that calls a command with one argument, a variable of the session.
func CallOn(function, variable string) string { return command(function, variable) }
