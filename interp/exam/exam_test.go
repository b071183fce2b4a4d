package exam

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/interp/program"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/child"
)

var (
	only = flag.String("only", "", "try only what this regular expression matches, and show all output")
	keep = flag.String("keep", "", "the folder in which the program of one suite is to stay")
)

// TestMain runs the interpreter of a session or a program if the first argument says so, a
// program if the environment names one, and the tests otherwise.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		os.Exit(child.Main(context.Background()))
	}
	if len(os.Args) > 2 && os.Args[1] == "run" {
		os.Exit(runFiles(os.Args[2:]))
	}
	if file := os.Getenv("RUN_PROGRAM"); file != "" {
		// The program has its own flags, beside those of package testing.
		flags := flag.CommandLine
		flag.CommandLine = flag.NewFlagSet(os.Args[0], flag.ExitOnError)
		flags.VisitAll(func(f *flag.Flag) {
			if strings.HasPrefix(f.Name, "test.") {
				flag.Var(f.Value, f.Name, f.Usage)
			}
		})
		if err := program.Run([]string{file}, append([]string{file}, os.Args[1:]...)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		os.Exit(0)
	}
	if runtime.GOOS != "linux" {
		fmt.Println("no tests: the lists under testdata are of Linux, where the library has other examples and tests")
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// runFiles runs the program in the files with which args begins, as nvsd-kernel run does,
// and returns its status.
func runFiles(args []string) int {
	n := 1
	for n < len(args) && filepath.Ext(args[n]) == ".go" {
		n++
	}
	err := program.Run(args[:n], append(args[:1:1], args[n:]...))
	var (
		panicked *program.Panic
		overflow *program.Overflow
	)
	switch {
	case err == nil:
		return 0
	case errors.As(err, &panicked), errors.As(err, &overflow):
		fmt.Fprintln(os.Stderr, err)
		return 2
	default:
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
}

// A result has the output of a program, and how the program ended.
type result struct {
	out, err string
	status   error
	late     bool // the time limit ended it
}

// interpret runs a program in a separate process, in the folder dir.
func interpret(t *testing.T, file, dir string, limit time.Duration, args ...string) result {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Dir = dir
	cmd.Env = environment("RUN_PROGRAM=" + file)
	cmd.WaitDelay = time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	return result{stdout.String(), stderr.String(), err, errors.Is(ctx.Err(), context.DeadlineExceeded)}
}

// environment returns the environment of this process with more variables. The time
// zone is that of the tests of package time.
func environment(more ...string) []string {
	return append(os.Environ(), append(more, "TZ=America/Los_Angeles")...)
}

// goList returns the fields of what go list prints.
func goList(t *testing.T, args ...string) []string {
	t.Helper()
	var stderr strings.Builder
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list"}, args...)...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %s: %v: %s", strings.Join(args, " "), err, stderr.String())
	}
	return strings.Fields(string(out))
}

// chosen returns the items to try: those that -only matches, all with NVSD_EXAM=1, and
// a sample otherwise. about returns the name of an item and whether it is in the sample.
func chosen[T any](all []T, about func(i int, x T) (name string, sample bool)) (some []T, whole bool) {
	match := regexp.MustCompile(*only)
	whole = os.Getenv("NVSD_EXAM") != "" && *only == ""
	for i, x := range all {
		name, sample := about(i, x)
		if whole || *only == "" && sample || *only != "" && match.MatchString(name) {
			some = append(some, x)
		}
	}
	return some, whole
}

// each calls f for the items, in as many goroutines as there are processors.
func each[T any](items []T, f func(T)) {
	work := make(chan T)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for item := range work {
				f(item)
			}
		})
	}
	for _, item := range items {
		work <- item
	}
	close(work)
	wg.Wait()
}

// The kinds of differences. The user of a program sees all of them except silent ones.
const (
	missing = "missing" // a package that the kernel does not have
	refused = "refused" // an error before anything ran
	fails   = "fails"   // an error while it ran
	late    = "late"    // it did not end within the time limit
	skips   = "skips"   // a test says that it cannot be run here
	silent  = "silent"  // other output, and no error
	// A test of time, memory or allocations: those are the interpreter's, and the results
	// are right.
	measures = "measures"
)

// A difference says how a result differs from that of Go. Its zero value is none.
type difference struct{ kind, reason string }

// A list is a file of differences by name.
type list struct {
	file    string
	entries map[string]difference
}

func readList(t *testing.T, file string) list {
	t.Helper()
	l := list{file, map[string]difference{}}
	text, err := os.ReadFile(file)
	if err != nil && !(golden.Update() && errors.Is(err, os.ErrNotExist)) {
		t.Fatal(err)
	}
	last := ""
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		part := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(part) != 3 || part[2] == "" || !slices.Contains([]string{missing, refused, fails, late, skips, silent, measures}, part[1]) {
			t.Fatalf("%s:%d: %q is no name, kind and reason", file, n, line)
		}
		if part[0] <= last {
			t.Errorf("%s:%d: %s is out of order", file, n, part[0])
		}
		last = part[0]
		l.entries[last] = difference{part[1], part[2]}
	}
	return l
}

// hold compares the differences that were found with the list, or writes the list with
// -update. A reason that a person wrote stays as long as the kind of the difference is
// the same. whole reports whether everything in the list was tried.
func (l list) hold(t *testing.T, got map[string]difference, whole bool) {
	t.Helper()
	count := map[string]int{}
	for name, d := range got {
		was := l.entries[name]
		if d.kind == silent && was.kind == measures {
			d.kind = measures
		}
		count[d.kind]++
		switch {
		case d.kind == was.kind:
		case golden.Update() && d.kind == "":
			delete(l.entries, name)
		case golden.Update():
			l.entries[name] = d
		case d.kind == "":
			t.Errorf("%s: %s in %s, and comes out now as in Go", name, was.kind, l.file)
		default:
			t.Errorf("%s: %s, not %q as in %s: %s", name, d.kind, was.kind, l.file, d.reason)
		}
	}
	for name, was := range l.entries {
		if _, ok := got[name]; ok || !whole || was.kind == late && !golden.Update() {
			continue
		}
		if golden.Update() {
			delete(l.entries, name)
		} else {
			t.Errorf("%s has %s, which is nothing that is tried", l.file, name)
		}
	}
	t.Logf("%s: %d of %d as in Go; lack a package: %d, refused: %d, failing: %d, late: %d, skipped: %d, measuring: %d, silent: %d",
		l.file, count[""], len(got), count[missing], count[refused], count[fails], count[late], count[skips], count[measures], count[silent])
	if golden.Update() {
		var text strings.Builder
		for _, name := range slices.Sorted(maps.Keys(l.entries)) {
			fmt.Fprintf(&text, "%s\t%s\t%s\n", name, l.entries[name].kind, l.entries[name].reason)
		}
		golden.Write(t, l.file, text.String())
	}
}

var folder = regexp.MustCompile(`/[^\s:]*/`)

// brief returns the beginning of a text, in one line, with files but no folders.
func brief(text string) string {
	text = strings.Join(strings.Fields(folder.ReplaceAllString(text, "")), " ")
	if len(text) > 160 {
		text = strings.ToValidUTF8(text[:160], "") + "..."
	}
	return text
}

// write writes files, named by paths with slashes, into a folder.
func write(t *testing.T, dir string, files map[string][]byte) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
