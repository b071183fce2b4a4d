package terminal

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/reeflective/readline"
	"github.com/reeflective/readline/inputrc"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/history"
)

// pastCells is the number of cells of earlier sessions that the arrow keys find.
const pastCells = 2000

// indent is the text that the editor shows, and inserts, for a level of a block.
const indent = "    "

// An editor asks a person at a terminal for cells, which may have many lines.
type editor struct {
	shell    *readline.Shell // of cells
	asking   *readline.Shell // of answers, which have no history
	analyzer repl.Analyzer
	screen   *screen
	next     string // code for the next cell

	mu   sync.Mutex
	late []string // lines that are to stand above what is typed
}

// These keys insert the code for the next cell, and write lines above what is typed: the line editor does
// all in its own goroutine. No keyboard sends them.
const (
	nextCellKeys = `\C-x\C-_p`
	lateKeys     = `\C-x\C-_l`
)

func newEditor(analyzer repl.Analyzer, past *history.History, screen *screen) *editor {
	e := &editor{shell: readline.NewShell(), asking: readline.NewShell(), analyzer: analyzer, screen: screen}
	for _, sh := range []*readline.Shell{e.shell, e.asking} {
		set(sh.Config, "enable-bracketed-paste", true)
		set(sh.Config, "bell-style", "none")
		set(sh.Config, "convert-meta", false) // letters that are not ASCII are letters
		set(sh.Config, "input-meta", true)
		set(sh.Config, "output-meta", true)
		sh.Keymap.Register(map[string]func(){"nvsd-late": func() { e.writeLate(sh) }})
		for _, keymap := range keymaps() {
			bind(sh.Config, keymap, lateKeys, "nvsd-late")
		}
	}
	set(e.shell.Config, "completion-ignore-case", true)
	set(e.shell.Config, "menu-complete-display-prefix", true)
	e.asking.History.Delete()
	e.shell.History.Delete()
	e.shell.History.Add("cells", newCellHistory(past))
	e.shell.Completer = e.complete
	e.shell.PasteTransformer = func(text string) string { return strings.ReplaceAll(text, "\t", indent) }
	e.shell.Keymap.Register(map[string]func(){
		"nvsd-enter":     e.enter,
		"nvsd-newline":   e.newline,
		"nvsd-close":     e.closeBlock,
		"nvsd-next-cell": e.insertNextCell,
		"nvsd-up":        e.up,
		"nvsd-down":      e.down,
	})
	for _, keymap := range keymaps() {
		for keys, command := range map[string]string{
			`\C-m`: "nvsd-enter", `\C-j`: "nvsd-enter", `\M-\C-m`: "nvsd-newline",
			`}`: "nvsd-close", `\C-i`: "menu-complete",
			`\M-[A`: "nvsd-up", `\M-OA`: "nvsd-up", `\M-[B`: "nvsd-down", `\M-OB`: "nvsd-down", nextCellKeys: "nvsd-next-cell",
		} {
			bind(e.shell.Config, keymap, keys, command)
		}
	}
	return e
}

// keymaps returns the names of the keymaps in which a person types text.
func keymaps() []string { return []string{"emacs", "emacs-standard", "vi-insert"} }

// set sets a variable of the line editor, unless the user's inputrc has another kind of value.
func set(c *inputrc.Config, name string, value any) { _ = c.Set(name, value) }

func bind(c *inputrc.Config, keymap, keys, command string) {
	if c.Binds[keymap] == nil {
		c.Binds[keymap] = map[string]inputrc.Bind{}
	}
	c.Binds[keymap][inputrc.Unescape(keys)] = inputrc.Bind{Action: command}
}

// cell implements prompter.
func (e *editor) cell(count int) (string, error) {
	prompt := numbered(count)
	e.shell.Prompt.Primary(func() string { return prompt })
	e.shell.Prompt.Secondary(func() string { return continued(prompt) })
	if e.next != "" {
		e.shell.Keys.Feed(false, []rune(inputrc.Unescape(nextCellKeys))...)
	}
	for {
		code, err := e.read(e.shell)
		if err != nil || strings.TrimSpace(code) != "" {
			return code, err
		}
	}
}

// line implements prompter.
func (e *editor) line(prompt string, password bool) (string, error) {
	e.asking.Prompt.Primary(func() string { return prompt })
	e.asking.SyntaxHighlighter = nil
	if password {
		e.asking.SyntaxHighlighter = func(line []rune) string { return strings.Repeat("*", len(line)) }
	}
	return e.read(e.asking)
}

// read returns the text that a person types. What goroutines write meanwhile stands above it.
func (e *editor) read(sh *readline.Shell) (string, error) {
	e.screen.typing(func(lines string) {
		e.mu.Lock()
		e.late = append(e.late, lines)
		e.mu.Unlock()
		sh.Keys.Feed(false, []rune(inputrc.Unescape(lateKeys))...)
		sh.Keys.RequestRefresh()
	})
	text, err := sh.Readline()
	e.screen.typing(nil)
	for _, lines := range e.takeLate() { // that came with the last key
		fmt.Fprint(e.screen, lines)
	}
	if errors.Is(err, readline.ErrInterrupt) {
		err = errLeft
	}
	return text, err
}

// writeLate writes lines above what is typed.
func (e *editor) writeLate(sh *readline.Shell) {
	sh.History.SkipSave()
	for _, lines := range e.takeLate() {
		_, _ = sh.PrintTransientf("%s", strings.TrimSuffix(lines, "\n")) // to a terminal that is gone
	}
}

func (e *editor) takeLate() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	late := e.late
	e.late = nil
	return late
}

// nextCell implements prompter.
func (e *editor) nextCell(code string) { e.next = strings.ReplaceAll(code, "\t", indent) }

func (e *editor) insertNextCell() {
	e.shell.Cursor().InsertAt([]rune(e.next)...)
	e.next = ""
}

// enter runs the cell if it is complete and the cursor stands at its end. A cell of one line runs
// wherever the cursor stands.
func (e *editor) enter() {
	code, at := string(*e.shell.Line()), e.shell.Cursor().Pos()
	atEnd := strings.TrimSpace(string([]rune(code)[at:])) == ""
	if !atEnd && strings.Contains(code, "\n") || e.analyzer.Completeness(code).State == repl.Incomplete {
		e.newline()
		return
	}
	e.shell.Keymap.Commands()["accept-line"]()
}

// newline begins a line, as deep in blocks as the text before it is.
func (e *editor) newline() {
	before := string([]rune(string(*e.shell.Line()))[:e.shell.Cursor().Pos()])
	depth := e.analyzer.Completeness(before).Indent
	e.shell.Cursor().InsertAt([]rune("\n" + strings.ReplaceAll(depth, "\t", indent))...)
}

// up goes to the line above, from the first line to the cell before.
func (e *editor) up() {
	if e.shell.Cursor().LinePos() > 0 {
		e.shell.History.SkipSave()
		e.shell.Cursor().LineMove(-1)
		return
	}
	e.shell.Keymap.Commands()["previous-history"]()
}

// down goes to the line below, from the last line to the next cell.
func (e *editor) down() {
	if e.shell.Cursor().LinePos() < e.shell.Line().Lines() {
		e.shell.History.SkipSave()
		e.shell.Cursor().LineMove(1)
		return
	}
	e.shell.Keymap.Commands()["next-history"]()
}

// closeBlock inserts a brace, one level less deep if it is the first of its line.
func (e *editor) closeBlock() {
	line, at := e.shell.Line(), e.shell.Cursor().Pos()
	before := string((*line)[:at])
	if last := before[strings.LastIndexByte(before, '\n')+1:]; last != "" && strings.TrimSpace(last) == "" && strings.HasSuffix(last, indent) {
		line.Cut(at-len(indent), at)
		e.shell.Cursor().Set(at - len(indent))
	}
	e.shell.Cursor().InsertAt('}')
}

// complete offers the completions at the cursor. The line editor wants some text before the
// cursor that all candidates begin with: where there is none, the character before.
func (e *editor) complete(line []rune, cursor int) readline.Completions {
	code := string(line)
	at := len(string(line[:cursor]))
	found := e.analyzer.Complete(code, at)
	from := found.Start
	if from == at {
		_, size := utf8.DecodeLastRuneInString(code[:at])
		from -= size
	}
	list := make([]readline.Completion, len(found.Entries))
	for i, c := range found.Entries {
		list[i] = readline.Completion{
			Value: code[from:found.Start] + c.Text, Display: c.Text, Description: c.Signature, Tag: string(c.Kind),
		}
	}
	all := readline.CompleteRaw(list).NoSort()
	all.PREFIX = code[from:at]
	return all
}

// numbered is the prompt of a cell.
func numbered(count int) string { return fmt.Sprintf("In[%d]: ", count) }

// continued is the prompt of the further lines of a cell.
func continued(prompt string) string {
	return strings.Repeat(" ", utf8.RuneCountInString(prompt)-5) + "...: "
}

// A cellHistory holds the cells of earlier sessions and of this one, for the line editor.
type cellHistory struct{ cells []string }

func newCellHistory(past *history.History) *cellHistory {
	h := &cellHistory{}
	for _, c := range past.Tail(pastCells) {
		_, _ = h.Write(strings.ReplaceAll(c.Input, "\t", indent)) // it cannot fail
	}
	return h
}

// Write adds a cell, unless it is the one before.
func (h *cellHistory) Write(code string) (int, error) {
	if n := len(h.cells); n == 0 || h.cells[n-1] != code {
		h.cells = append(h.cells, code)
	}
	return len(h.cells), nil
}

// GetLine returns a cell.
func (h *cellHistory) GetLine(i int) (string, error) {
	if i < 0 || i >= len(h.cells) {
		return "", errors.New("there is no such cell")
	}
	return h.cells[i], nil
}

// Len returns the number of cells.
func (h *cellHistory) Len() int { return len(h.cells) }

// Dump returns the cells.
func (h *cellHistory) Dump() any { return h.cells }
