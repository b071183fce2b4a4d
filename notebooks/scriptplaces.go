package notebooks

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// places maps lines of the cells of a run to lines of the script that the notebook was
// read from.
type places struct {
	file  string
	lines map[int]int // the line, from 1, at which the cell In[n] begins
}

// inCell matches a place in a message of the interpreter.
var inCell = regexp.MustCompile(`In\[(\d+)\]:(\d+)`)

// failure returns f with places in the script instead of places in cells.
func (p places) failure(f *repl.Failure) *repl.Failure {
	if f == nil || len(p.lines) == 0 {
		return f
	}
	said := *f
	said.Value = p.text(f.Value)
	said.Traceback = nil
	longer := 0 // the line above
	for _, line := range f.Traceback {
		text := p.text(line)
		if caret.MatchString(line) {
			text = strings.Repeat(" ", max(0, longer)) + line[max(0, -longer):]
		}
		longer = utf8.RuneCountInString(text) - utf8.RuneCountInString(line)
		said.Traceback = append(said.Traceback, text)
	}
	return &said
}

// caret matches a line that points at a column of the line above it.
var caret = regexp.MustCompile(`^ {4,}(?:\x1b\[[\d;]*m)*\^(?:\x1b\[[\d;]*m)*$`)

func (p places) text(s string) string {
	return inCell.ReplaceAllStringFunc(s, func(at string) string {
		m := inCell.FindStringSubmatch(at)
		count, err := strconv.Atoi(m[1])
		line, err2 := strconv.Atoi(m[2])
		first, ok := p.lines[count]
		if err != nil || err2 != nil || !ok {
			return at
		}
		return p.file + ":" + strconv.Itoa(first+line-1)
	})
}
