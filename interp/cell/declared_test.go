package cell

import (
	"maps"
	"testing"
)

func TestSourceHasItsComments(t *testing.T) {
	s := newTestSession(t, newTestImporter(t))
	code := "x := 1\n\n// far away\n\n// f is\n//   a function.\nfunc f() int {\n\treturn 1 // one\n}\nconst c = 2 // two\ntype T struct{}\n// M is.\nfunc (T) M() {}"
	transcript(s, Source{Label: "In[1]", Count: 1, Code: code})
	for name, want := range map[string]string{
		"f":   "// f is\n//   a function.\nfunc f() int {\n\treturn 1 // one\n}",
		"c":   "const c = 2 // two",
		"T":   "type T struct{}",
		"T.M": "// M is.\nfunc (T) M() {}",
	} {
		label, got, ok := s.Source(name)
		if !ok || label != "In[1]" || got != want {
			t.Errorf("%s: %q of %q, want %q", name, got, label, want)
		}
		if got, ok := s.Look(code, 0).Source(name); ok && got != want {
			t.Errorf("%s in the cell itself: %q, want %q", name, got, want)
		}
	}
	if _, got, ok := s.Source("x"); ok {
		t.Errorf("a variable has the source %q", got)
	}
}

// With shows what a program will declare, and leaves the session as it is.
func TestWith(t *testing.T) {
	s := newTestSession(t, newTestImporter(t))
	transcript(s, Source{Label: "In[1]", Count: 1, Code: "x := 1\ntype T struct{ a int }\nv := T{1}"})
	p, err := s.Check(Source{Label: "In[2]", Count: 2, Code: "x := \"s\"\ny := 2\ntype T struct{ b string }"})
	if err != nil {
		t.Fatal(err)
	}
	before := maps.Clone(s.symbols)
	next := s.With(p)
	if next.Lookup("y") == nil || next.Lookup("x").Type().String() != "string" || next.Lookup("v") != nil {
		t.Error("it does not show what the program declares")
	}
	if !maps.Equal(before, s.symbols) || s.Lookup("y") != nil {
		t.Error("the session has changed")
	}
	s.Commit(p)
	if s.Lookup("y") == nil || s.Lookup("v") != nil {
		t.Error("the program cannot be committed any more")
	}
}
