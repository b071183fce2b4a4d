package interp

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// places puts the lines of cells into the logs of tests, where package testing
// has put those of its caller.
type places struct {
	sources sources
	next    func(repl.Event)
	held    *repl.Stream // the beginning of a line that may have a place
}

func (r *runner) places(emit func(repl.Event)) *places {
	return &places{sources: r.sources, next: emit}
}

// A line of a log with its place, and the beginning of what may become one.
var (
	placed  = regexp.MustCompile(`\S+\.go:\d+: ` + wire.PlaceMark + `([^` + wire.PlaceMark + `]*)` + wire.PlaceMark)
	opening = regexp.MustCompile(`(?m)^ +([\w-]+(\.(go?(:\d*(:( (` + wire.PlaceMark + `[^` + wire.PlaceMark + `]*)?)?)?)?)?)?)?$\z`)
)

func (p *places) emit(e repl.Event) {
	text, ok := e.(repl.Stream)
	if !ok || text.Name != repl.Stdout {
		p.flush()
		p.next(e)
		return
	}
	if p.held != nil && p.held.Parent == text.Parent {
		text.Text = p.held.Text + text.Text
		p.held = nil
	}
	p.flush()
	text.Text = placed.ReplaceAllStringFunc(text.Text, func(line string) string {
		return p.place(placed.FindStringSubmatch(line)[1]) + ": "
	})
	if at := opening.FindStringIndex(text.Text); at != nil {
		rest := text
		text.Text, rest.Text = text.Text[:at[0]], text.Text[at[0]:]
		p.held = &rest
	}
	if text.Text != "" {
		p.next(text)
	}
}

// flush passes on what has been held back.
func (p *places) flush() {
	if p.held != nil {
		text := *p.held
		p.held = nil
		p.next(text)
	}
}

// place is a place as a reader knows it.
func (p *places) place(text string) string {
	file, number, _ := strings.Cut(text, ":")
	line, err := strconv.Atoi(number)
	if err != nil {
		return text
	}
	if at := p.sources.at(file, line); at.Line > 0 {
		return at.Label + ":" + strconv.Itoa(at.Line)
	}
	return text
}
