package magic

import (
	"go/doc"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// expandTest adds a call that runs the tests and examples of the cell behind their
// declarations.
func expandTest(m *magic) error {
	if err := m.noArgs(); err != nil {
		return err
	}
	tests, err := m.functions("Test", "t *testing.T")
	if err != nil {
		return err
	}
	examples, err := m.functions("Example", "")
	if err != nil {
		return err
	}
	var names []string
	for _, f := range tests {
		names = append(names, f.name)
	}
	m.blank()
	if err := m.lines(m.end); err != nil {
		return err
	}
	for _, f := range examples {
		if output, unordered, ok := outputOf(m.code[f.off:f.end]); ok {
			m.append(cell.Edit{Text: "\n" + command("Example", quote(f.name), f.name, quote(output), strconv.FormatBool(unordered))})
			names = append(names, f.name)
		}
	}
	if len(names) == 0 {
		return m.fail("%%%%test finds no test: func TestXxx(t *testing.T), or func ExampleXxx() that ends with a comment // Output:")
	}
	m.result.Tests = true
	m.append(cell.Edit{Text: "\n" + command("Test", append([]string{quote(strings.Join(names[:len(tests)], " "))}, names[:len(tests)]...)...)})
	return nil
}

// outputOf returns the expected output of an example, by the comment at its end. Without
// one, or without an end, it is not run.
func outputOf(function string) (output string, unordered, ok bool) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p;"+function, parser.ParseComments)
	if err != nil {
		return "", false, false
	}
	all := doc.Examples(file)
	if len(all) != 1 || all[0].Output == "" && !all[0].EmptyOutput {
		return "", false, false
	}
	return all[0].Output, all[0].Unordered, true
}
