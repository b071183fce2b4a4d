package cell

import (
	"fmt"
	"go/parser"
	"go/token"
	"testing"
)

func TestBlankValues(t *testing.T) {
	for _, c := range []struct {
		body  string
		lines string // those of the blanks that are values
	}{
		{"_ = 1\n_, x := f()\nvar _, y = 1, 2\nvar _ int", "[]"},
		{"x := _\nf(_, _)\nx = _ + 1\n_.f()\n_[0] = 1\n*_ = 2", "[1 2 2 3 4 5 6]"},
		{"_ = _", "[1]"},
		{"for _, v := range x {}\nfor _ = range x {}\nfor range _ {}", "[3]"},
		{"_ = func(_ int) (_ error) {\nreturn _\n}", "[2]"},
		{"type T struct{ _ int }\n_ = T{_: 1}\n_ = m{1: _}", "[3]"},
		{"switch _ {\ncase _:\n}\nselect {\ncase _ = <-c:\ncase _ <- 1:\n}", "[1 2 6]"},
		{"if _, ok := _.(int); ok {}", "[1]"},
		{"_:\nfor {\nbreak _\n}", "[]"},
		{"x._ = 1\n_++", "[2]"},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "", stmtPrefix+c.body+"\n}", 0)
		if err != nil {
			t.Errorf("%q: %v", c.body, err)
			continue
		}
		lines := []int{}
		for _, id := range blankValues(file) {
			lines = append(lines, fset.Position(id.Pos()).Line)
		}
		if fmt.Sprint(lines) != c.lines {
			t.Errorf("%q has values on %v, want %s", c.body, lines, c.lines)
		}
	}
}

// A notebook of cells that are all displayed but those that fail.
func TestHistory(t *testing.T) {
	s := newTestSession(t, newTestImporter(t))
	for i, c := range []struct{ code, err string }{
		{"1", ""},
		{"\"two\"", ""},
		{"var a string = _\nvar b int = __\na", ""},
		{"func f() string { return _ }\nf()", ""},
		{"x := _ + 1", "In[5]:1:6: invalid operation: _4 + 1 (mismatched types string and untyped int)"},
		{"type T struct{}\nT{}", ""},
		{"var t T = _\n3", ""},
		{"type T struct{ A int }\nT{A: _}", ""},
		{"_6", "In[9]:1:1: undefined: _6 (dropped when In[8] replaced its type T)"},
		{"func g() int { return __ }\ng()", ""},
		{"var n int = g()\nvar s string = f()\nn", ""}, // they mean what they meant
	} {
		n := i + 1
		label := fmt.Sprintf("In[%d]", n)
		p, err := s.Check(Source{Label: label, Count: n, Code: c.code, Out: fmt.Sprintf("_%d", n)})
		message := ""
		if err != nil {
			message = err.(*Errors).List[0].Msg
			message = fmt.Sprintf("%s:%d:%d: %s", label, err.(*Errors).List[0].Line, err.(*Errors).List[0].Col, message)
		}
		if message != c.err {
			t.Errorf("%s: %s, want %s", label, message, c.err)
		}
		if err == nil {
			s.Commit(p)
			s.Displayed(p)
		}
	}
}

func TestIsOut(t *testing.T) {
	for name, want := range map[string]bool{"_1": true, "_12": true, "_": false, "__": false, "_a": false, "_1a": false, "x_1": false, "": false} {
		if IsOut(name) != want {
			t.Errorf("%q: %t", name, !want)
		}
	}
}
