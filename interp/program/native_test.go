package program

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// native runs programs as Go does and returns what they print, by name. One build
// makes all of them: each is a package, of which main is an exported function.
func native(t *testing.T, programs []idiom) map[string]string {
	t.Helper()
	dir := t.TempDir()
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	_, requires, _ := bytes.Cut(mod, []byte("\n"))
	sum, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"go.mod": "module suite\n" + string(requires), "go.sum": string(sum)}
	var imports, calls strings.Builder
	for i, in := range programs {
		name := packageName(i)
		source := strings.Replace(in.program, "package main\n", "package "+name+"\n", 1)
		files[name+"/"+name+".go"] = strings.Replace(source, "func main() {", "func Main() {", 1)
		fmt.Fprintf(&imports, "import %q\n", "suite/"+name)
		fmt.Fprintf(&calls, "fmt.Print(\"\\x00\")\n%s.Main()\n", name)
	}
	files["main.go"] = "package main\nimport \"fmt\"\n" + imports.String() + "func main() {\n" + calls.String() + "}\n"
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-mod=mod", "-gcflags=-e", "-o", "all", ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	var stderr strings.Builder
	cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "all"))
	cmd.Dir, cmd.Stderr = dir, &stderr
	out, err := cmd.Output()
	texts := strings.Split(string(out), "\x00")
	if err != nil || len(texts) != len(programs)+1 {
		last := len(texts) - 2
		t.Fatalf("%s in Go: %v: %s", programs[max(last, 0)].name, err, stderr.String())
	}
	outputs := map[string]string{}
	for i, in := range programs {
		// In it the package is what it would be as a program of its own.
		text := strings.ReplaceAll(texts[i+1], "suite/"+packageName(i)+".", "main.")
		outputs[in.name] = strings.NewReplacer(packageName(i)+".", "main.", strings.ToUpper(packageName(i))+".", "MAIN.").Replace(text)
	}
	return outputs
}

// packageName names a package by a word as long as main, which stands in outputs
// instead of it.
func packageName(i int) string { return fmt.Sprintf("q%03d", i) }
