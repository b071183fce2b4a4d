package watch

import (
	"errors"
	"go/parser"
	"strings"
	"testing"

	"github.com/traefik/yaegi/interp"
)

// TestCompile: what the interpreter does not take, or fails at, has a line and no
// stack.
func TestCompile(t *testing.T) {
	for _, c := range []struct {
		code, reason string
		line         int
	}{
		{"package main\nfunc f() {\n\tx := undefinedName\n}\n", "undefined: undefinedName", 3},
		{"package main\nfunc f() {\n\t_ = append([]int{}, nil...)\n}\n", "nil pointer dereference", 3},
	} {
		i := interp.New(interp.Options{})
		file, err := parser.ParseFile(i.FileSet(), "", c.code, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Compile(i, file)
		var r *Refusal
		if !errors.As(err, &r) || r.Line != c.line || !strings.Contains(r.Reason, c.reason) || strings.Contains(err.Error(), "CFG") {
			t.Errorf("%q: %#v", c.code, err)
		}
	}
}
