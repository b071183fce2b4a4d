package interp

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// marked matches a place in a rendering, which is JSON.
var marked = regexp.MustCompile(`\\u001e([^\\"]*)\\u001e`)

// rendered puts the lines of cells into the text of a value whose method panicked.
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
