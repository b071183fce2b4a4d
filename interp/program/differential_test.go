package program

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

// An idiom is a program made of a few cells that declare and print, and what it
// prints in Go.
type idiom struct {
	name    string // of its file and its own
	program string
	want    string
}

const (
	idiomFiles  = "testdata/suite/*.txt"
	differences = "testdata/differences.txt"
)

// TestDifferential runs the idioms of testdata/suite, each as the program that its
// cells are together, and compares what they print with what Go prints, which
// -update asks the toolchain. testdata/differences.txt lists those that differ:
// "refused" with an error before anything runs, "fails" while it runs, or
// "silent". An idiom that differs otherwise, or no longer, is a failure here.
func TestDifferential(t *testing.T) {
	idioms := readIdioms(t)
	got := runIdioms(t, idioms)
	if golden.Update() {
		writeDifferences(t, idioms, got)
	}
	listed := readTable(t, differences)
	count := map[string]int{}
	for _, in := range idioms {
		kind, said := in.judge(got[in.name])
		count[kind]++
		was, _, _ := strings.Cut(listed[in.name], "\t")
		switch {
		case kind == was:
		case kind == "":
			t.Errorf("%s is %s in %s, and prints now what Go prints", in.name, was, differences)
		default:
			t.Errorf("%s: %s, not %q as before: %s\ngot:\n%s\nwant:\n%s", in.name, kind, was, said, got[in.name].out, in.want)
		}
		delete(listed, in.name)
	}
	for name := range listed {
		t.Errorf("%s has %s, which is no idiom", differences, name)
	}
	t.Logf("%d of %d idioms print what Go prints; refused: %d, failing: %d, silent: %d",
		count[""], len(idioms), count["refused"], count["fails"], count["silent"])
}

// An outcome is what a run of an idiom gave.
type outcome struct {
	out string
	err error
}

// judge says how an outcome differs from Go, "" if it does not.
func (in idiom) judge(o outcome) (kind, said string) {
	switch {
	case o.err == nil && o.out == in.want:
		return "", ""
	case o.err == nil:
		return "silent", firstDifference(o.out, in.want)
	case strings.HasPrefix(o.out, in.file()+":"):
		return "refused", brief(strings.TrimPrefix(o.out, in.file()+":"))
	}
	return "fails", brief(strings.TrimPrefix(o.out, commonLines(o.out, in.want)))
}

// file is the name of the idiom's program.
func (in idiom) file() string { return strings.ReplaceAll(in.name, "/", "_") + ".go" }

func firstDifference(got, want string) string {
	same := commonLines(got, want)
	g, _, _ := strings.Cut(strings.TrimPrefix(got, same), "\n")
	w, _, _ := strings.Cut(strings.TrimPrefix(want, same), "\n")
	return fmt.Sprintf("%s, want %s", brief(g), brief(w))
}

// commonLines is what two texts begin with, in whole lines.
func commonLines(a, b string) string {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '\n' {
			n = i + 1
		}
	}
	return a[:n]
}

// readIdioms reads the idioms and their outputs, which it has written first
// where -update says so.
func readIdioms(t *testing.T) []idiom {
	files, err := filepath.Glob(idiomFiles)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var idioms []idiom
	for _, file := range files {
		cells, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		subject := strings.TrimSuffix(filepath.Base(file), ".txt")
		for _, f := range cells.Files {
			idioms = append(idioms, idiom{name: subject + "/" + f.Name, program: join(string(f.Data))})
		}
	}
	if golden.Update() {
		writeGolden(t, idioms)
	}
	outputs := map[string]string{}
	for _, file := range files {
		printed, err := txtar.ParseFile(goldenFile(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range printed.Files {
			outputs[strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+f.Name] = string(f.Data)
		}
	}
	seen := map[string]bool{}
	for i, in := range idioms {
		want, ok := outputs[in.name]
		if !ok || want == "" || seen[in.name] {
			t.Fatalf("%s is there twice, or has no output: write it with -update", in.name)
		}
		idioms[i].want, seen[in.name] = want, true
	}
	return idioms
}

func goldenFile(file string) string { return strings.TrimSuffix(file, ".txt") + ".golden" }

// runIdioms runs each idiom in a process of its own.
func runIdioms(t *testing.T, idioms []idiom) map[string]outcome {
	dir := t.TempDir()
	got := map[string]outcome{}
	var mu sync.Mutex
	work := make(chan idiom)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for in := range work {
				file := filepath.Join(dir, in.file())
				if err := os.WriteFile(file, []byte(in.program), 0o644); err != nil {
					t.Error(err)
				}
				out, err := run(t, file, 30*time.Second)
				mu.Lock()
				got[in.name] = outcome{strings.ReplaceAll(out, dir+string(filepath.Separator), ""), err}
				mu.Unlock()
			}
		})
	}
	for _, in := range idioms {
		work <- in
	}
	close(work)
	wg.Wait()
	return got
}

// writeDifferences writes the list of idioms that differ.
func writeDifferences(t *testing.T, idioms []idiom, got map[string]outcome) {
	var lines []string
	for _, in := range idioms {
		if kind, said := in.judge(got[in.name]); kind != "" {
			lines = append(lines, in.name+"\t"+kind+"\t"+said+"\n")
		}
	}
	slices.Sort(lines)
	golden.Write(t, differences, strings.Join(lines, ""))
}

// writeGolden writes what the idioms print in Go.
func writeGolden(t *testing.T, idioms []idiom) {
	outputs := native(t, idioms)
	archives := map[string]*txtar.Archive{}
	for _, in := range idioms {
		subject, name, _ := strings.Cut(in.name, "/")
		if archives[subject] == nil {
			archives[subject] = &txtar.Archive{}
		}
		archives[subject].Files = append(archives[subject].Files, txtar.File{Name: name, Data: []byte(outputs[in.name])})
	}
	for subject, a := range archives {
		golden.Write(t, goldenFile("testdata/suite/"+subject+".txt"), string(txtar.Format(a)))
	}
}
