package gen

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// TestSource: the programs are correct Go, a seed always gives the same one, and
// another seed another.
func TestSource(t *testing.T) {
	fset := token.NewFileSet()
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	last := ""
	for seed := range uint64(200) {
		source := Source(seed)
		if source == last || source != Source(seed) {
			t.Fatal("the program of a seed is not its own")
		}
		last = source
		f, err := parser.ParseFile(fset, "p.go", source, 0)
		if err == nil {
			_, err = conf.Check("main", fset, []*ast.File{f}, nil)
		}
		if err != nil {
			t.Fatalf("seed %d: %v in\n%s", seed, err, source)
		}
	}
}
