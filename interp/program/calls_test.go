package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPanicNamesTheLineOfEachCall: of functions that call themselves, that defer
// calls, that loop over functions, of methods and of literals.
func TestPanicNamesTheLineOfEachCall(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(file, []byte(`package main

type T struct{ next *T }

func (t *T) Walk(n int) int {
	defer func() { n++ }()
	if n == 0 {
		return t.next.Walk(1) /
			len(t.next.next.list())
	}
	return t.Walk(n - 1)
}

func (t *T) list() []int { return nil }

func each(yield func(int) bool) {
	yield(1)
}

func main() {
	for i := range each {
		func() {
			new(T).Walk(i)
		}()
	}
}
`), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := run(t, file, 30*time.Second)
	if err == nil {
		t.Fatal("the program does not panic")
	}
	want := "panic: runtime error: invalid memory address or nil pointer dereference\n" + strings.NewReplacer("@", "(...)\n\t"+file+":").Replace(`
main.(*T).Walk@8
main.(*T).Walk@11
main.(*T).Walk@8
main.(*T).Walk@11
main.main.func1@23
main.main@22
main.each@17
main.main@21
`)
	if _, got, _ := strings.Cut(out, "panic: "); !strings.HasPrefix("panic: "+got, strings.TrimSuffix(want, "\n")) {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
}
