package exam

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	pathpkg "path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// An example is a runnable example of a package, made a program.
type example struct {
	name      string // such as strings.ExampleBuilder
	dir       string // of its package, with the files that it reads
	program   []byte
	output    string
	unordered bool
}

const (
	exampleLimit = time.Minute // for an example as a program, and as cells
	sampleEvery  = 12          // a sample has one of so many examples
)

// TestExamples runs examples as programs and as cells. It compares their output with
// the output in their comments, as go test does. testdata/examples.txt lists the
// differences. It tries a sample of the examples, or all with NVSD_EXAM=1.
func TestExamples(t *testing.T) {
	known := readList(t, "testdata/examples.txt")
	var packages []string
	for _, pattern := range []string{"std", gonum + "/..."} {
		packages = append(packages, goList(t, "-f", "{{.ImportPath}}={{.Dir}}", pattern)...)
	}
	var all []example
	for _, p := range packages {
		path, dir, _ := strings.Cut(p, "=")
		all = append(all, examples(t, path, dir)...)
	}
	all, whole := chosen(all, func(i int, ex example) (string, bool) { return ex.name, i%sampleEvery == 0 })
	got := map[string]difference{}
	var mu sync.Mutex
	each(all, func(ex example) {
		p, c := ex.asProgram(t), ex.asCells(t)
		mu.Lock()
		defer mu.Unlock()
		got[ex.name+" program"], got[ex.name+" cells"] = p, c
	})
	known.hold(t, got, whole)
}

// examples reads the examples of a package that have an output comment.
func examples(t *testing.T, path, dir string) []example {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if ok, err := build.Default.MatchFile(dir, filepath.Base(name)); err != nil || !ok {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	if strings.HasPrefix(path, gonum) {
		dir = t.TempDir() // a folder without packages that a session could import
	}
	var list []example
	for _, ex := range doc.Examples(files...) {
		if ex.Play == nil || ex.Output == "" && !ex.EmptyOutput {
			continue
		}
		var text bytes.Buffer
		if err := format.Node(&text, fset, ex.Play); err != nil {
			t.Fatal(err)
		}
		// The package has another name than in a test.
		output := strings.ReplaceAll(ex.Output, pathpkg.Base(path)+"_test.", "main.")
		list = append(list, example{path + ".Example" + ex.Name, dir, text.Bytes(), output, ex.Unordered})
	}
	return list
}

// asProgram runs the example as a program.
func (ex example) asProgram(t *testing.T) difference {
	dir := t.TempDir()
	file := filepath.Join(dir, "example.go")
	if err := os.WriteFile(file, ex.program, 0o644); err != nil {
		t.Fatal(err)
	}
	r := interpret(t, file, ex.dir, exampleLimit)
	if *only != "" {
		t.Logf("%s as a program: %v\n%s%s\nwant:\n%s", ex.name, r.status, r.out, r.err, ex.output)
	}
	switch said := strings.TrimPrefix(r.err, dir+string(filepath.Separator)); {
	case r.late:
		return difference{late, "no end"}
	case r.status != nil && lacks(said) != "":
		return difference{missing, lacks(said)}
	case r.status != nil && r.out == "" && !strings.Contains(said, "panic: "):
		return difference{refused, brief(said)}
	case r.status != nil:
		return difference{fails, brief(said)}
	}
	return ex.compare(r.out)
}

var importOf = regexp.MustCompile(`could not import (\S+)`)

// lacks returns the path of the package that a message reports as missing, or "". It is the
// last one of the first line that has any: it is missing in a package that is imported.
func lacks(said string) string {
	for line := range strings.Lines(said) {
		if found := importOf.FindAllStringSubmatch(line, -1); found != nil {
			return found[len(found)-1][1]
		}
	}
	return ""
}

// compare compares outputs as go test does.
func (ex example) compare(out string) difference {
	got, want := strings.TrimSpace(out), strings.TrimSpace(ex.output)
	if ex.unordered {
		got, want = sorted(got), sorted(want)
	}
	if got == want {
		return difference{}
	}
	return difference{silent, firstDifference(got, want)}
}

func sorted(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; ; i++ {
		if i == len(g) || i == len(w) || g[i] != w[i] {
			line := func(lines []string) string {
				if i < len(lines) {
					return "\"" + brief(lines[i]) + "\""
				}
				return "nothing"
			}
			return line(g) + ", want " + line(w)
		}
	}
}
