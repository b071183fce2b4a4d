package export

import (
	"errors"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
)

// leaveOutMagics gives a cell edits that put a comment in the place of its magics
// and questions. The Go that %time, %%time and %%bench run stays; a cell of tests
// is left out.
func leaveOutMagics(src *cell.Source) error {
	m, err := magic.Parse(src.Code)
	var wrong *magic.Error
	if errors.As(err, &wrong) {
		return cell.Fault(*src, wrong.Off, wrong.Msg)
	} else if err != nil {
		return err
	}
	src.Edits = nil
	if m.Tests {
		src.Edits = []cell.Edit{{End: len(src.Code), Text: leftOut(src.Code)}}
		return nil
	}
	for _, e := range m.Edits {
		text := ""
		if rest := src.Code[e.End:]; rest == "" || rest[0] == '\n' { // no Go follows on the line
			text = leftOut(src.Code[e.Off:e.End])
		}
		src.Edits = append(src.Edits, cell.Edit{Off: e.Off, End: e.End, At: e.At, Text: text})
	}
	return nil
}

// leftOut returns the comment in place of text which no program can have.
func leftOut(text string) string {
	rest := strings.TrimLeft(text, " \t\r\n")
	var b strings.Builder
	b.WriteString(text[:len(text)-len(rest)])
	prefix := "// Left out: "
	for line := range strings.Lines(rest) {
		b.WriteString(strings.TrimRight(prefix+line, " "))
		prefix = "// "
	}
	return b.String()
}
