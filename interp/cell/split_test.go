package cell

import (
	"slices"
	"testing"
)

func TestSplit(t *testing.T) {
	const s, i, d = StmtChunk, ImportChunk, DeclChunk
	type piece struct {
		text string
		kind ChunkKind
		semi bool
	}
	for _, c := range []struct {
		code string
		want []piece
	}{
		{"", nil},
		{"// nothing", nil},
		{"x := 1; y := 2\nx + y;", []piece{{"x := 1", s, true}, {"y := 2", s, false}, {"x + y", s, true}}},
		{"x\n;", []piece{{"x", s, true}}},
		{"import \"fmt\"\nimport (\n\t\"os\"\n)", []piece{{`import "fmt"`, i, false}, {"import (\n\t\"os\"\n)", i, false}}},
		{"func f() {}\nfunc (t T) m() {}\nfunc() {}()", []piece{{"func f() {}", d, false}, {"func (t T) m() {}", d, false}, {"func() {}()", s, false}}},
		{"func(a int) T { return T{} }(1)", []piece{{"func(a int) T { return T{} }(1)", s, false}}},
		{"type T struct {\n\ta int\n}\nvar x T", []piece{{"type T struct {\n\ta int\n}", d, false}, {"var x T", s, false}}},
		{"for i := 0; i < 3; i++ { f(i); g() }\nh()", []piece{{"for i := 0; i < 3; i++ { f(i); g() }", s, false}, {"h()", s, false}}},
		{"if x := f(); x {\n} else if y := g(); y {\n}", []piece{{"if x := f(); x {\n} else if y := g(); y {\n}", s, false}}},
		{"if f := func() bool { return true }; f() {}", []piece{{"if f := func() bool { return true }; f() {}", s, false}}},
		{"for x, i := []any{1}, 0; i < 1; i++ {\n}", []piece{{"for x, i := []any{1}, 0; i < 1; i++ {\n}", s, false}}},
		{"if x := (struct{ F int }{1}); x.F > 0 { f() }; g()", []piece{{"if x := (struct{ F int }{1}); x.F > 0 { f() }", s, true}, {"g()", s, false}}},
		{"switch x := 1; {\ncase x > 0:\n}", []piece{{"switch x := 1; {\ncase x > 0:\n}", s, false}}},
		{"s := `a\r\n{;`\r\nt := \"}\"", []piece{{"s := `a\r\n{;`", s, false}, {"t := \"}\"", s, false}}},
		{"f(1,\n\t2)\n// end", []piece{{"f(1,\n\t2)", s, false}}},
	} {
		chunks, errs := split(&Source{Code: c.code})
		if len(errs) > 0 {
			t.Errorf("%q: %v", c.code, errs)
		}
		var got []piece
		for _, k := range chunks {
			got = append(got, piece{k.text(), k.kind, k.semi})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q:\ngot  %+v\nwant %+v", c.code, got, c.want)
		}
	}
}
