package local

import (
	"go/ast"
	"testing"
)

// TestAssembly: of a package with functions in assembly the files are taken that are in Go alone,
// by a tag for that or as on a machine without assembly.
func TestAssembly(t *testing.T) {
	l, _ := loaderIn(t, ".", `
-- tagged/asm.go --
//go:build !purego

package tagged

func Sum(x []float64) float64
-- tagged/plain.go --
//go:build purego

package tagged

func Sum(x []float64) float64 { return 0 }

const Plain = true
-- ported/asm.go --
//go:build amd64 || arm64

package ported

func Sum(x []float64) float64
-- ported/plain.go --
//go:build !amd64 && !arm64

package ported

func Sum(x []float64) float64 { return 0 }

const Plain = true
-- only/asm.go --
package only

func Sum(x []float64) float64
`)
	for _, path := range []string{"tagged", "ported", "tagged"} {
		p, err := l.Load(path)
		if err != nil || p.Types.Scope().Lookup("Plain") == nil {
			t.Errorf("%s: %v, %v", path, p, err)
		}
	}
	_, err := l.Load("only")
	fails(t, err, "only/asm.go:3:1: the function Sum of package only has no body. It is written in assembly", "purego, noasm, appengine")
}

// TestLinked: a function that is linked to one of the runtime may be named, and panics.
func TestLinked(t *testing.T) {
	l, _ := loaderIn(t, ".", `
-- p/a.go --
package p

import _ "unsafe"

//go:linkname nanotime runtime.nanotime
func nanotime() int64

func Now() int64 { return nanotime() }
`)
	p, err := l.Load("p")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range p.Files[0].Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "nanotime" {
			call := f.Body.List[0].(*ast.ExprStmt).X.(*ast.CallExpr)
			if got := call.Args[0].(*ast.BasicLit).Value; got != `"nanotime is a function of the runtime, and cannot be called here"` {
				t.Errorf("it panics with %s", got)
			}
			return
		}
	}
	t.Error("the function is not there")
}
