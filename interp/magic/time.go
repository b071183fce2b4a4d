package magic

import "github.com/nvsd-kernel/nvsd-kernel/interp/cell"

// expandTime puts the statement on the rest of the line, which may go on over
// several, between two calls that take the time.
func expandTime(m *magic) error {
	if m.args == "" {
		return m.fail("%%time wants a statement or an expression: %%time f(x)")
	}
	m.edit(cell.Edit{Off: m.off, End: m.at, Text: command("Start") + "\n"})
	m.end = m.statementEnd(m.at)
	m.edit(cell.Edit{Off: m.end, End: m.end, Text: "\n" + command("Stop"), Trailing: true})
	return nil
}

// expandTimeCell measures the time of the whole cell.
func expandTimeCell(m *magic) error {
	if err := m.noArgs(); err != nil {
		return err
	}
	m.call("Start")
	if err := m.lines(m.end); err != nil {
		return err
	}
	m.append(cell.Edit{Text: "\n" + command("Stop"), Trailing: true})
	return nil
}
