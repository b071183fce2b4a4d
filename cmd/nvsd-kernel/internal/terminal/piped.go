package terminal

import (
	"bufio"
	"io"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// piped reads cells from a pipe or a file. A cell ends with the line at which it is complete.
type piped struct {
	lines    *bufio.Reader
	analyzer repl.Analyzer
}

func newPiped(in io.Reader, analyzer repl.Analyzer) *piped {
	return &piped{bufio.NewReader(in), analyzer}
}

// cell implements prompter. A last cell that is not complete is a cell, too: it fails, and says
// what is missing.
func (p *piped) cell(int) (string, error) {
	var code strings.Builder
	for {
		line, err := p.lines.ReadString('\n')
		code.WriteString(line)
		if strings.TrimSpace(code.String()) == "" {
			code.Reset()
			if err != nil {
				return "", err
			}
			continue
		}
		text := strings.TrimRight(code.String(), "\r\n")
		if err == io.EOF {
			return text, nil
		}
		if err != nil {
			return "", err
		}
		if p.analyzer.Completeness(ended(text, code.String())).State != repl.Incomplete {
			return text, nil
		}
	}
}

// ended returns the text of a cell as its completeness depends on it: a cell of %% ends with an
// empty line.
func ended(text, lines string) string {
	if strings.HasPrefix(strings.TrimSpace(text), "%%") {
		return strings.TrimSuffix(lines, "\n")
	}
	return text
}

// line implements prompter.
func (p *piped) line(string, bool) (string, error) {
	line, err := p.lines.ReadString('\n')
	if line != "" {
		return strings.TrimRight(line, "\r\n"), nil
	}
	return "", err
}

// nextCell implements prompter: a pipe has its cells already.
func (p *piped) nextCell(string) {}
