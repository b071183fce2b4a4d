package chain

import (
	"fmt"
	"go/token"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// link makes a link to a line.
func link(fset *token.FileSet, file *token.File, name string, line int) *Link {
	return &Link{Func: name, At: file.LineStart(line), In: &Source{fset, func(line int) token.Position {
		if line == 9 {
			return token.Position{}
		}
		return token.Position{Filename: "x.go", Line: 10 * line}
	}}}
}

// TestFrames: the calls of a goroutine are found, the innermost first, with those
// of compiled packages between them, however deep the stack is and while a panic is
// on its way.
func TestFrames(t *testing.T) {
	At(&Link{}, func() { // the layout is learnt inside other calls
		if !Known() {
			t.Fatal("the calls of a goroutine cannot be found on this processor")
		}
	})
	fset := token.NewFileSet()
	file := fset.AddFile("lowered", -1, 100)
	file.SetLines([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	var got []string
	look := func() {
		got = nil
		for _, f := range Frames(1000) {
			if f.Link != nil || strings.HasPrefix(f.Func, "slices.") {
				name, _, _ := strings.Cut(f.Func, "[")
				if f.Link != nil {
					name = fmt.Sprintf("%s:%d", name, f.Line)
				}
				if len(got) == 0 || got[len(got)-1] != name {
					got = append(got, name)
				}
			}
		}
	}
	f, g, h := link(fset, file, "main.f", 2), link(fset, file, "main.g", 3), link(fset, file, "main.h", 4)
	made := link(fset, file, "main.made", 9)
	check := func(want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	At(f, func() { At(g, look) })
	check("main.g:30", "main.f:20")
	At(f, func() { At(made, func() { At(g, look) }) })
	check("main.g:30", "main.f:20")
	At(f, func() { _ = slices.IndexFunc([]int{1}, func(int) bool { At(h, look); return true }) })
	check("main.h:40", "slices.IndexFunc", "main.f:20")
	At(f, func() {
		defer func() {
			recover()
			check("main.g:30", "main.f:20")
		}()
		defer At(g, look)
		panic(1)
	})
	done := make(chan bool)
	go func() {
		var deep func(n int)
		deep = func(n int) {
			if n%50 == 0 {
				runtime.GC()
			}
			if n == 0 {
				look()
				return
			}
			At(f, func() { deep(n - 1) })
		}
		At(h, func() { deep(500) })
		close(done)
	}()
	<-done
	check("main.f:20", "main.h:40")
	if n := len(Frames(1000)); n != 0 {
		t.Errorf("%d calls where there is none", n)
	}
}
