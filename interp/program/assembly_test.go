package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A package with functions in assembly runs by its files in Go, however they are chosen. One
// that has none is refused, with the function and its place.
func TestPackagesWithAssembly(t *testing.T) {
	const here = "//go:build (amd64 || arm64)"
	files := map[string]string{
		"go.mod": "module prog\n\ngo 1.26\n",

		"purego/fast.go": here + " && !purego\n\npackage purego\n\nfunc Add(a, b int) int\n",
		"purego/slow.go": "//go:build !(amd64 || arm64) || purego\n\npackage purego\n\nfunc Add(a, b int) int { return a + b }\n",

		"noasm/fast.go": here + " && gc && !noasm\n\npackage noasm\n\n//go:noescape\nfunc add(p *int, b int)\n\nfunc Add(a, b int) int { add(&a, b); return a }\n",
		"noasm/slow.go": "//go:build !(amd64 || arm64) || !gc || noasm\n\npackage noasm\n\nfunc Add(a, b int) int { return a + b }\n",

		"arch/fast.go": here + "\n\npackage arch\n\nfunc Add(a, b int) int\n",
		"arch/slow.go": "//go:build !amd64 && !arm64\n\npackage arch\n\nfunc Add(a, b int) int { return a + b }\n",

		"system/real.go":    "//go:build !appengine\n\npackage system\n\nimport \"syscall\"\n\nvar Add = syscall.Getpid\n",
		"system/without.go": "//go:build appengine\n\npackage system\n\nfunc Add(a, b int) int { return a + b }\n",

		"linked/linked.go": "package linked\n\nimport _ \"unsafe\"\n\n//go:linkname nanotime runtime.nanotime\nfunc nanotime() int64\n\nvar now = nanotime\n\nfunc Add(a, b int) int {\n\tif a == b {\n\t\treturn int(now())\n\t}\n\treturn a + b\n}\n",

		"onlyasm/only.go": "package onlyasm\n\n// Add is fast.\nfunc Add(a, b int) int\n",
	}
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ name, calls, want string }{
		{"purego", "2, 3", "5"},
		{"noasm", "2, 3", "5"},
		{"arch", "2, 3", "5"},
		{"system", "2, 3", "5"},
		{"linked", "2, 3", "5"},
		{"linked", "3, 3", "nanotime is a function of the runtime, and cannot be called here"},
		{"onlyasm", "2, 3", "onlyasm/only.go:4:1: the function Add of package prog/onlyasm has no body. It is written in assembly, and only Go can be run here. The package has no files in Go alone for the tags purego, noasm, appengine: write the function in Go in a copy of the package, or do without it"},
	} {
		file := filepath.Join(dir, "main.go")
		source := "package main\n\nimport \"prog/" + c.name + "\"\n\nfunc main() { print(" + c.name + ".Add(" + c.calls + ")) }\n"
		if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := run(t, file, 30*time.Second); !strings.Contains(out, c.want) || err == nil != (len(c.want) == 1) {
			t.Errorf("%s: %v: %q does not have %q", c.name, err, out, c.want)
		}
	}
}
