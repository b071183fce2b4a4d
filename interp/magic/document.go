package magic

import "github.com/nvsd-kernel/nvsd-kernel/interp/cell"

// document returns a cell magic whose body is no Go: it is shown by function.
func document(function string) func(*magic) error {
	return func(m *magic) error {
		if err := m.noArgs(); err != nil {
			return err
		}
		m.edit(cell.Edit{Off: m.off, End: len(m.code), Text: command(function, quote(m.code[min(m.end+1, len(m.code)):]))})
		return nil
	}
}
