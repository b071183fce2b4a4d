package magic

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// expandBench measures the functions BenchmarkXxx of the cell or, where it has
// none, its statements, which become the body of a loop.
func expandBench(m *magic) error {
	functions, err := m.functions("Benchmark", "b *testing.B")
	if err != nil {
		return err
	}
	if len(functions) > 0 {
		if m.args != "" {
			return m.fail("%%%%bench takes no name where the cell has functions BenchmarkXxx, which have their own")
		}
		m.blank()
		if err := m.lines(m.end); err != nil {
			return err
		}
		for _, f := range functions {
			m.append(cell.Edit{Text: "\n" + command("BenchmarkFunc", quote(f.name), f.name)})
		}
		return nil
	}
	name := m.args
	if name == "" {
		name = "Cell"
	}
	if !token.IsIdentifier(name) {
		return m.fail("%%%%bench wants a name like those of functions, not %q", name)
	}
	// All in one line, in the place of that of the magic, so that the lines
	// of the body keep their numbers.
	const mark = cell.Mark
	loop := fmt.Sprintf("func(n%s int) { for i%s := 0; i%s < n%s; i%s++ {", mark, mark, mark, mark, mark)
	call := strings.TrimSuffix(command("Benchmark", quote("Benchmark"+name), loop), ")")
	m.edit(cell.Edit{Off: m.off, End: m.end, Text: call})
	m.append(cell.Edit{Text: "\n}})"})
	return nil
}
