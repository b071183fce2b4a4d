package program

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a program does not name of a package that it imports costs nothing: the lowered program
// is the same without it.
func TestUnnamedCostsNothing(t *testing.T) {
	const used = "package lib\n\nvar table = []int{1, 2, 3}\n\nvar counted = count()\n\nfunc count() int { return len(table) }\n\nfunc Used() int { return counted + table[0] }\n"
	var unused strings.Builder
	for i := range 50 {
		fmt.Fprintf(&unused, "\nvar list%d = []string{\"a\", \"b\"}\n\ntype T%d struct{ n int }\n\nvar _ fmt.Stringer = T%d{}\n\nfunc (t T%d) String() string { return list%d[t.n] }\n\nfunc F%d() string { return T%d{1}.String() }\n", i, i, i, i, i, i, i)
	}
	lowered := func(more string) string {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"go.mod": "module prog\n\ngo 1.26\n", "lib/lib.go": used, "lib/more.go": "package lib\n\nimport \"fmt\"\n\nvar _ fmt.Stringer\n" + more,
			"main.go": "package main\n\nimport \"prog/lib\"\n\nfunc main() { println(lib.Used()) }\n",
		} {
			if err := os.MkdirAll(filepath.Join(dir, "lib"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		s, err := read([]string{filepath.Join(dir, "main.go")})
		if err != nil {
			t.Fatal(err)
		}
		l, err := s.lower()
		if err != nil {
			t.Fatal(err)
		}
		return l.Program.Code
	}
	if with, without := lowered(unused.String()), lowered(""); len(with) != len(without) {
		t.Errorf("%d bytes with what is not named, %d without", len(with), len(without))
	}
}
