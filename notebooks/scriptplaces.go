package notebooks

import (
	"regexp"
	"strconv"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
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
	for _, line := range f.Traceback {
		said.Traceback = append(said.Traceback, p.text(line))
	}
	return &said
}

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
