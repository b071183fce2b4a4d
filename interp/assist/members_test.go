package assist

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

func TestMembers(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", `package p
type A struct{ X, Y int; hidden int }
func (A) M()  {}
func (*A) P() {}
type B struct{ A; Y string }
type C struct{ Z int }
type D struct{ *B; C; A2 }
type A2 struct{ Z, X int }
type I interface{ M() }
type E struct{ I }
type R struct{ *R; V int }
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{}).Check("p", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		typ      string
		pointers bool
		from     string
		want     string
	}{
		{"A", true, "p", "M P X Y hidden"},
		{"A", false, "p", "M X Y hidden"},
		{"A", true, "other", "M P X Y"},
		{"B", false, "p", "A M X Y hidden"},
		{"D", false, "other", "A A2 B C M P X Y"}, // two Z at one depth; P by the pointer *B
		{"E", false, "p", "I M"},
		{"I", false, "p", "M"},
		{"R", false, "p", "R V"},
	} {
		var names []string
		for _, m := range members(pkg.Scope().Lookup(c.typ).Type(), types.NewPackage(c.from, c.from), c.pointers) {
			names = append(names, m.obj.Name())
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s from %s: %q, want %q", c.typ, c.from, got, c.want)
		}
	}
}
