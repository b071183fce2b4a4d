package program

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

// TestIdioms: each program in testdata/idioms prints what the file of its name
// with .out says, which -update writes with the Go toolchain.
func TestIdioms(t *testing.T) {
	files, err := filepath.Glob("testdata/idioms/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		printed := strings.TrimSuffix(file, ".go") + ".out"
		if golden.Update() {
			out, err := exec.Command("go", "run", file).CombinedOutput()
			if err != nil {
				t.Fatalf("%s: %v: %s", file, err, out)
			}
			golden.Write(t, printed, string(out))
		}
		want, err := os.ReadFile(printed)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := run(t, whole, 30*time.Second)
		if err != nil || got != string(want) {
			t.Errorf("%s: %v\n got:\n%s\nwant:\n%s", file, err, got, want)
		}
	}
}

func TestRunSays(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"syntax", "package main\nfunc main() {\n\tx := \n}\n", "p.go:4:1: expected operand"},
		{"types", "package main\nfunc main() {\n\tvar x int = \"a\"\n\t_ = y\n}\n", "p.go:4:6: undefined: y"},
		{"no main", "package main\n", "function main is undeclared in the main package"},
		{"panic", "package main\nfunc f(n int) {\n\tif n == 0 {\n\t\tpanic(\"deep\")\n\t}\n\tf(n - 1)\n}\nfunc main() { f(2) }\n", "panic: deep\n\nmain.f(...)\n\t"},
		{"panic of an error", "package main\nimport \"fmt\"\ntype E struct{ asked *int }\nfunc (e E) Error() string {\n\t*e.asked++\n\treturn fmt.Sprint(\"asked\\n\", *e.asked)\n}\nfunc f(n int) {\n\tif n == 0 {\n\t\tpanic(E{new(int)})\n\t}\n\tf(n - 1)\n}\nfunc main() { f(3) }\n", "panic: asked\n\t1\n\nmain.f(...)\n\t"},
		{"panic of an error that has no text", "package main\ntype E struct{ error }\nfunc main() { panic(&E{}) }\n", "fatal error: panic while printing panic value: type runtime.errorString\n\nmain.main(...)\n\t"},
		{"panic of an error that panics", "package main\ntype E struct{}\nfunc (E) Error() string { panic(\"inner\") }\nfunc main() { panic(E{}) }\n", "fatal error: panic while printing panic value: inner\n\nmain.main(...)\n\t"},
		{"panic of a declared string", "package main\ntype S string\nfunc main() { panic(S(\"a\")) }\n", "panic: main.S(\"a\")\n"},
		{"panic in slices", "package main\nimport \"slices\"\nfunc main() {\n\tslices.Insert([]int{1}, 3, 2)\n}\n", "panic: runtime error: slice bounds out of range [3:1]\n\nmain.main(...)\n\t"},
		{"finalizers", "package main\nimport \"runtime\"\nfunc main() {\n\tn, m := new(int), 0\n\truntime.SetFinalizer(n, func(*int) { m++ })\n}\n", "p.go:5:26: a finalizer here must be a declared function"},
		{"cleanups", "package main\nimport \"runtime\"\nfunc main() {\n\tn := new(int)\n\truntime.AddCleanup(n, func(int) {}, 1)\n}\n", "p.go:5:10: code here cannot use runtime.AddCleanup"},
	} {
		file := filepath.Join(t.TempDir(), "p.go")
		if err := os.WriteFile(file, []byte(c.source), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := run(t, file, 30*time.Second)
		var exit *exec.ExitError
		if !errors.As(err, &exit) || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v: %q does not have %q", c.name, err, out, c.want)
		}
	}
}

func TestExitStatus(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(file, []byte("package main\nimport \"os\"\nfunc main() { os.Exit(3) }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := run(t, file, 30*time.Second)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Errorf("exit status 3 is %v", err)
	}
}
