package export

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell/celltest"
)

// A programImporter knows package display as well.
type programImporter struct{ types.Importer }

func (im programImporter) Import(path string) (*types.Package, error) {
	if path != displayPath {
		return im.Importer.Import(path)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "display.go", "package display; func Show(values ...any) error { return nil }", 0)
	if err != nil {
		return nil, err
	}
	return (&types.Config{}).Check(path, fset, []*ast.File{f}, nil)
}

func newTestImporter(t testing.TB) types.Importer {
	return programImporter{celltest.NewImporter(t)}
}

func newTestSession(im types.Importer) *cell.Session {
	return cell.NewSession(im, cell.Options{Packages: celltest.Packages(), Own: celltest.Own})
}

// TestGo exports the notebooks in testdata: cells In[n] and texts
// Text[n] become the program main.go, or the error of that name. Every program
// is checked in the making.
func TestGo(t *testing.T) {
	im := newTestImporter(t)
	golden.CheckArchives(t, "testdata/*.txtar", func(t *testing.T, book []txtar.File) (got []txtar.File) {
		var cells []Passage
		for _, f := range book {
			text := strings.TrimSuffix(string(f.Data), "\n")
			switch kind, _, _ := strings.Cut(f.Name, "["); kind {
			case "In":
				cells = append(cells, Passage{Source: cell.Source{Label: f.Name, Count: len(cells) + 1, Code: text}})
			case "Text":
				cells = append(cells, Passage{Text: text})
			default:
				continue
			}
			got = append(got, f)
		}
		program, err := Go(newTestSession(im), "Program p is a test.", cells)
		result := txtar.File{Name: "main.go", Data: program}
		if err != nil {
			result = txtar.File{Name: "error", Data: fmt.Appendln(nil, err)}
		}
		return append(got, result)
	})
}

// drawCell draws a cell that declares or uses one of a few names, which then
// mean something else again and again.
func drawCell(t *rapid.T) string {
	if rapid.Bool().Draw(t, "declares") {
		_, text := celltest.DrawDeclaration(t)
		return text
	}
	v := rapid.SampledFrom([]string{"x", "y", "f0", "ctx", "max", "err"}).Draw(t, "variable")
	e := rapid.SampledFrom([]string{
		"1", `"a"`, "x", "y", "f1()", "T0{}", "[]T1{{}}", "&T2{}", "T0{}.M()", "func() any { return x }",
		"fit.CSV(x)", "fit.Fit(y)", "max(1, 2)", "struct{ T0 }{}", "struct{ T0 }{}.T0.a",
	}).Draw(t, "value")
	return strings.NewReplacer("V", v, "E", e).Replace(rapid.SampledFrom([]string{
		"E", "V", "V := E", "V, z := E, 1", "z, V := 2, E", "V = E", "var V = E", "var V, w = E, 2", "var V int", "_ = V; E;",
		"if V := E; true { fmt.Println(V) }", "for V := range 2 { fmt.Println(E) }", "defer fmt.Println(E)", "func() { fmt.Println(V, E) }()",
		"func f2() int { fit.CSV(V); return 1 }", "func f3(ctx context.Context) { fmt.Println(E); fit.Fit(y) }", "const V = 3", "type V struct{ T0 }",
		"l: for { break l }", "p := &V", "func (t T0) N() any { return E }", "import V \"math\"", "V.Pi",
	}).Draw(t, "cell"))
}

// TestGoOfEverySession: however the cells redeclare what others use, a
// session that takes them has a program that the compiler takes, or one word
// on why Go cannot say it.
func TestGoOfEverySession(test *testing.T) {
	im := newTestImporter(test)
	rapid.Check(test, func(t *rapid.T) {
		s := newTestSession(im)
		cells := []Passage{{Source: cell.Source{Label: "In[0]", Code: `
type T0 struct{ a int }
type T1 struct{ a int }
type T2 struct{ a int }
func (t T0) M() int { return t.a }
func f1() int { return 1 }`}}}
		for i := range rapid.IntRange(1, 15).Draw(t, "cells") {
			cells = append(cells, Passage{Source: cell.Source{Label: fmt.Sprintf("In[%d]", i+1), Count: i + 1, Code: drawCell(t)}})
		}
		taken := cells[:0]
		for _, c := range cells {
			if p, err := s.Check(c.Source); err == nil {
				s.Commit(p)
				taken = append(taken, c)
			}
		}
		if _, err := Go(newTestSession(im), "", taken); err != nil && !strings.Contains(err.Error(), "cannot go on with") {
			for _, c := range taken {
				t.Logf("-- %s --\n%s", c.Label, c.Code)
			}
			t.Fatal(err)
		}
	})
}
