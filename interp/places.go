package interp

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// places puts lines of cells into the logs of tests, in the place of the Go files and lines
// that package testing has written.
type places struct {
	sources sources
	next    func(repl.Event)
	held    *repl.Stream // the beginning of a line that may have a place
}

func (r *runner) places(emit func(repl.Event)) *places {
	return &places{sources: r.sources, next: emit}
}

// placed matches the place in a line of a log, and opening the beginning of a line that may
// become one with a place.
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
		return p.sources.place(placed.FindStringSubmatch(line)[1]) + ": "
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

// flush passes on the text that has been held back.
func (p *places) flush() {
	if p.held != nil {
		text := *p.held
		p.held = nil
		p.next(text)
	}
}

// marked matches a place in a rendering, which is JSON.
var marked = regexp.MustCompile(`\\u001e([^\\"]*)\\u001e`)

// rendered puts the lines of cells into what an event shows of a value whose method panicked.
func (s sources) rendered(e repl.Event) repl.Event {
	var b repl.Bundle
	switch shown := e.(type) {
	case repl.Result:
		b = shown.Bundle
	case repl.Display:
		b = shown.Bundle
	case repl.Page:
		b = shown.Bundle
	}
	for mime, data := range b.Data {
		b.Data[mime] = marked.ReplaceAllFunc(data, func(place []byte) []byte {
			return []byte(s.place(string(marked.FindSubmatch(place)[1])))
		})
	}
	return e
}

// place returns a place as the user knows it: a cell and its line.
func (s sources) place(text string) string {
	file, number, _ := strings.Cut(text, ":")
	line, err := strconv.Atoi(number)
	if err != nil {
		return text
	}
	if at := s.at(file, line); at.Line > 0 {
		return at.Label + ":" + strconv.Itoa(at.Line)
	}
	return text
}
