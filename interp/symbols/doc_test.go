package symbols

import (
	"strings"
	"testing"
)

func TestDoc(t *testing.T) {
	var l Library
	for _, c := range []struct{ path, name, want string }{
		{"fmt", "", "Package fmt implements formatted I/O"},
		{"fmt", "Println", "Println formats using the default formats"},
		{"strings", "Builder.WriteString", "WriteString appends"},
		{"math", "Pi", "oeis.org/A000796"},
		{"io", "EOF", "EOF is the error"},
		{"io", "Reader", "Reader is the interface"},
		{"time", "Second", "Common durations"},
		{"gonum.org/v1/gonum/mat", "Dense.At", "At returns the element"},
		{"gonum.org/v1/plot", "New", "New returns a new plot"},
		{module + "stdlib/nvsd", "Spec.Fit", "Fit"},
		{module + "stdlib/nvsd", "Spec.Penalty", "P"},
		{module + "stdlib/nvsd/kern", "Gaussian", "exp(-||x-z||^2"},
		{"builtin", "append", "The append built-in function"},
		{"no/such/package", "X", ""},
		{"fmt", "NoSuchName", ""},
	} {
		got := l.Doc(c.path, c.name)
		if !strings.Contains(got, c.want) || c.want != "" && got == "" {
			t.Errorf("Doc(%q, %q) = %q, want something with %q", c.path, c.name, got, c.want)
		}
	}
}

func TestExample(t *testing.T) {
	var l Library
	if got := l.Example(module+"stdlib/nvsd", "Spec.Fit"); !strings.HasPrefix(got, "f, err := data.E1(") || !strings.Contains(got, "spec.Fit(ctx, f") {
		t.Errorf("the example of Spec.Fit is %q", got)
	}
	if got := l.Example("fmt", "Println"); got != "" {
		t.Errorf("the standard library has no examples here, but Println %q", got)
	}
}

// The first lookup reads one package; further lookups read nothing.
func BenchmarkDocFirst(b *testing.B) {
	for b.Loop() {
		var l Library
		if l.Doc("gonum.org/v1/gonum/mat", "Dense") == "" {
			b.Fatal("no comment")
		}
	}
}
