package bounds

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// chain writes n declarations, each by the one before.
func chain(first, next string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, first+"\n", 0)
	for i := 1; i <= n; i++ {
		b.WriteString(strings.NewReplacer("NEW", fmt.Sprint(i), "OLD", fmt.Sprint(i-1)).Replace(next) + "\n")
	}
	return b.String()
}

func check(t *testing.T, code string, session *types.Package) *Error {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+code, 0)
	if err != nil {
		t.Fatal(err)
	}
	return Check([]ast.Node{f}, func(name string) types.Object {
		if session == nil {
			return nil
		}
		return session.Scope().Lookup(name)
	})
}

func TestCheck(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"nothing", "", ""},
		{"usual", "const a = `x` + `y`\nvar x = a + \"z\"\ntype T struct { a, b int; next *T; of map[string][]T }", ""},
		{"constants", chain(`const s%d = "x"`, `const sNEW = sOLD + sOLD`, 30), "constant strings"},
		{"fewer constants", chain(`const s%d = "x"`, `const sNEW = sOLD + sOLD`, 20), ""},
		{"constants of a type", "type S string\n" + chain(`const s%d = S("x")`, `const sNEW = (sOLD) + S(sOLD)`, 30), "constant strings"},
		{"constants that repeat", "const (\n" + chain(`s%d = "x"`, `sNEW, tNEW = sOLD + sOLD, 1`, 30) + ")", "constant strings"},
		{"many constants", chain(`const s%d = "`+strings.Repeat("x", 1<<20)+`"`, `const sNEW = s0 + "y"`, 20), "constant strings"},
		{"constants in a function", "func f() {\n" + chain(`const s%d = "x"`, `const sNEW = sOLD + sOLD`, 30) + "}", "constant strings"},
		{"no constants", "func f(s string) string {\n" + chain(`s%d := s`, `sNEW := sOLD + sOLD`, 50) + "return s50\n}", ""},
		{"itself", "const a = a + a", ""},

		{"structs", chain(`type T%d struct { a int }`, `type TNEW struct { a, b TOLD }`, 40), "type T1"},
		{"structs before they are declared", `type A struct { x T40 }` + "\n" + chain(`type T%d struct { a int }`, `type TNEW struct { a, b TOLD }`, 40), "type A"},
		{"arrays of structs", chain(`type T%d struct { a int }`, `type TNEW struct { a [3]TOLD; b TOLD }`, 40), "type T"},
		{"pointers", chain(`type T%d struct { a int }`, `type TNEW struct { a, b *TOLD }`, 40), "type T"},
		{"functions", chain(`type T%d struct { a int }`, `type TNEW func(TOLD) []TOLD`, 40), "type T"},
		{"maps", chain(`type T%d struct { a int }`, `type TNEW map[string]struct { a, b chan TOLD }`, 40), "type T"},
		{"methods of interfaces", "type T0 struct{}\n" + chain(`type I%d interface { }`, `type INEW interface { M(IOLD) IOLD; IOLD }`, 40), ""},
		{"unions", chain(`type I%d interface { ~int }`, `type INEW interface { IOLD | IOLD }`, 40), "type I"},
		{"a web", chain(`type T%d struct { a int }`, `type TNEW struct { a *T12; b *T11; c *T10; d *TOLD }`, 12), ""},
		{"aliases", chain(`type T%d = struct { a *int }`, `type TNEW = struct { a, b *TOLD }`, 40), "type T"},
		{"instances", "type P[A, B any] struct { }\n" + chain(`type T%d = P[int, int]`, `type TNEW = P[TOLD, TOLD]`, 40), "type T"},
		{"instances that hold", "type P[A any] struct { a, b A }\ntype X " + strings.Repeat("P[", 40) + "int" + strings.Repeat("]", 40), "type X"},
		{"a list", "type T struct { next *T }\ntype U struct { U }", ""},
		{"wide", "type T struct {" + strings.Repeat("_, _, _, _ [4]int\n", 1000) + "}", ""},
		{"in a function", "func f() {\n" + chain(`type T%d struct { a int }`, `type TNEW struct { a, b TOLD }`, 40) + "}", "type T"},
	} {
		err := check(t, c.code, nil)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Msg, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// What was declared before counts.
func TestCheckBesideWhatIsKnown(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", "package p\n"+
		chain(`const s%d = "x"`, `const sNEW = sOLD + sOLD`, 20)+
		chain(`type T%d struct { a int; p *T0 }`, `type TNEW struct { a, b TOLD }`, 15), 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.Default()}
	session, err := conf.Check("main", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]string{
		"const a = s20 + s20 ":                            "",
		"const a = s20 + s20; const b = a+a+a+a+a+a+a+a ": "constant strings",
		"type U struct { a, b T15 }":                      "",
		"type U struct { a [2]struct { b, c, d, e, f, g, h, i T15 }; b, c, d, e, f, g, h, i [1]struct { a, b T15 } }": "type U",
		"type T15 struct {}; type U struct { a, b, c, d, e, f, g, h, i T15 }":                                         "",
		"type U struct { a, b, c, d, e, f, g, h, i *T15 }":                                                            "type U",
	} {
		err := check(t, code, session)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Msg, want) {
			t.Errorf("%s: %v", code, err)
		}
	}
}
