package interp

import (
	"os"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/program/product"
)

// TestApartAsCells: two packages beside a notebook and its cells, with the same names in
// all three, say of one another's values what they say in a program.
func TestApartAsCells(t *testing.T) {
	want, err := os.ReadFile("program/testdata/apart.golden")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files := product.Apart()
	for name, text := range files {
		if name != "main.go" {
			write(t, dir, name, text)
		}
	}
	n := open(t, func(o *Options) { o.Dir = dir })
	declared, statements, _ := strings.Cut(strings.TrimPrefix(files["main.go"], "package main\n"), "func main() {\n")
	if o := n.run(declared); o.failure != nil {
		t.Fatal(o.fail())
	}
	o := n.run(strings.TrimSuffix(strings.TrimSpace(statements), "}"))
	if o.failure != nil {
		t.Fatal(o.fail())
	}
	got, lines := strings.Split(o.out, "\n"), strings.Split(string(want), "\n")
	for i, line := range lines {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d is not %q: %q", i+1, line, got[min(i, len(got)-1):min(i+1, len(got))])
		}
	}
}
