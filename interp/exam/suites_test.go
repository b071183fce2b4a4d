package exam

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

// testLimit returns the time limit of one test. With -update it is the minute after
// which a test is listed as late. Otherwise it is three minutes, since the collector of memory
// takes its share, and machines differ.
func testLimit() time.Duration {
	if golden.Update() {
		return time.Minute
	}
	return 3 * time.Minute
}

// sampled are packages whose suites run quickly, including the part of the Go toolchain.
var sampled = []string{
	"container/heap", "container/list", "container/ring", "encoding/csv", "html", "path", "text/tabwriter", "unicode/utf16",
	gonum + "/spatial/r2", gonum + "/num/quat",
}

const gonum = "gonum.org/v1/gonum"

// TestSuites runs packages with their own tests, with -short, and compares the result
// of each test with its result in Go. testdata/packages.txt lists the packages, and
// testdata/tests.txt the tests with another result. It tries some packages, or all with
// NVSD_EXAM=1.
func TestSuites(t *testing.T) {
	known := readList(t, "testdata/tests.txt")
	text, err := os.ReadFile("testdata/packages.txt")
	if err != nil {
		t.Fatal(err)
	}
	// A line has a package, followed by packages that import it and that its tests use:
	// they are copied with it. A line that begins with # names a package that is left out.
	with := map[string][]string{}
	var packages []string
	for line := range strings.Lines(string(text)) {
		names := strings.Fields(line)
		if names[0] == "#" {
			continue
		}
		packages = append(packages, names[0])
		with[names[0]] = names
	}
	packages, whole := chosen(packages, func(_ int, p string) (string, bool) { return p, slices.Contains(sampled, p) })
	want := nativeTests(t, packages)
	roots := map[string]string{
		"":    filepath.Join(goList(t, "-f", "{{.Root}}", "fmt")[0], "src"),
		gonum: goList(t, "-m", "-f", "{{.Dir}}", gonum)[0],
	}
	// Packages of other modules that the tests import.
	others := goList(t, append([]string{"-deps", "-test", "-f", "{{if and .Module (not .ForTest)}}{{.ImportPath}} {{.Dir}}{{end}}"}, packages...)...)
	for i := 0; i < len(others); i += 2 {
		roots[others[i]] = others[i+1]
	}
	got := map[string]difference{}
	var mu sync.Mutex
	journal := openJournal(t, known)
	each(packages, func(p string) {
		if ended, is := journal.before(p); is {
			mu.Lock()
			defer mu.Unlock()
			maps.Copy(got, ended)
			return
		}
		for name, d := range known.entries {
			// A test that is listed as late is not run again.
			if test, ok := strings.CutPrefix(name, p+"."); ok && d.kind == late && !golden.Update() && *only == "" {
				delete(want[p], test)
			}
		}
		ended := testPackage(t, newCopier(t, kept(t), roots, with[p]...), p, want[p])
		mu.Lock()
		defer mu.Unlock()
		others := 0 // told at once, so that a run of hours that is stopped is not lost
		for name, d := range ended {
			name = p + "." + name
			if was := known.entries[name].kind; d.kind != was && !(d.kind == silent && was == measures) {
				others++
			}
			got[name] = d
		}
		t.Logf("%s: %d tests, %d of them otherwise than is listed", p, len(ended), others)
		if others == 0 {
			journal.add(t, p)
		}
	})
	known.hold(t, got, whole)
}

// A journal lists the packages whose tests ended as is listed, so that a run that is stopped goes on
// where it was.
type journal struct {
	file string // "" for none
	done []string
	list list
}

func openJournal(t *testing.T, known list) *journal {
	j := &journal{file: os.Getenv("NVSD_EXAM_JOURNAL"), list: known}
	if j.file == "" {
		return j
	}
	text, err := os.ReadFile(j.file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	j.done = strings.Fields(string(text))
	return j
}

// before returns the differences of a package that an earlier run has tested.
func (j *journal) before(p string) (map[string]difference, bool) {
	ended := map[string]difference{}
	for name, d := range j.list.entries {
		if test, is := strings.CutPrefix(name, p+"."); is && !strings.Contains(test, "/") {
			ended[name] = d
		}
	}
	return ended, slices.Contains(j.done, p)
}

func (j *journal) add(t *testing.T, p string) {
	if j.file == "" {
		return
	}
	j.done = append(j.done, p)
	if err := os.WriteFile(j.file, []byte(strings.Join(j.done, "\n")+"\n"), 0o644); err != nil {
		t.Error(err)
	}
}

// kept returns a folder for the program of a suite.
func kept(t *testing.T) string {
	if *keep != "" {
		return *keep
	}
	return t.TempDir()
}

// nativeTests runs the tests of packages by go test and returns the result of each.
func nativeTests(t *testing.T, packages []string) map[string]map[string]string {
	var stderr bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"test", "-short", "-json", "-vet=off", "-run=^Test"}, packages...)...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("go test: %v: %s", err, stderr.String())
	}
	ended := map[string]map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var e struct{ Action, Package, Test string }
		if err := d.Decode(&e); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if e.Test == "" || strings.Contains(e.Test, "/") || !slices.Contains([]string{"pass", "fail", "skip"}, e.Action) {
			continue
		}
		if ended[e.Package] == nil {
			ended[e.Package] = map[string]string{}
		}
		ended[e.Package][e.Test] = e.Action
	}
	return ended
}

// testPackage runs the tests of a package that pass in Go.
func testPackage(t *testing.T, c *copier, importPath string, want map[string]string) map[string]difference {
	got := map[string]difference{}
	all := func(kind, why string) map[string]difference {
		for name, w := range want {
			if w == "pass" {
				got[name] = difference{kind, why}
			}
		}
		return got
	}
	s, err := c.suite(importPath)
	if err != nil {
		return all(refused, brief(err.Error()))
	}
	rest := slices.DeleteFunc(s.tests, func(name string) bool { return want[name] != "pass" })
	for begun := false; len(rest) > 0; begun = true {
		ended, said := s.run(t, rest)
		if len(ended) == 0 && !begun {
			return all(refused, cmp.Or(brief(strings.ReplaceAll(said, filepath.Dir(s.file)+string(filepath.Separator), "")), "says nothing"))
		}
		if len(ended) == 0 {
			ended[rest[0]] = difference{fails, brief(said)}
		}
		for name, d := range ended {
			got[name] = d
		}
		rest = slices.DeleteFunc(rest, func(name string) bool { _, ok := ended[name]; return ok })
	}
	return got
}

var outcomes = regexp.MustCompile(`^--- (PASS|FAIL|SKIP): (\S+) \(`)

// run runs some of the tests, until one ends the process, and returns their results.
func (s suite) run(t *testing.T, names []string) (ended map[string]difference, said string) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := exec.CommandContext(ctx, self, "-test.v", "-test.short", "-test.parallel=1", "-test.run=^("+strings.Join(names, "|")+")$")
	cmd.Dir = s.dir
	cmd.Env = environment("RUN_PROGRAM=" + s.file)
	cmd.WaitDelay = time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	spending := newLimiter(cmd.Process.Pid, testLimit(), cancel)
	ended = map[string]difference{}
	running, last := "", ""
	var lines []string // output of the running test
	in := bufio.NewReader(out)
	for {
		line, err := in.ReadString('\n')
		line = strings.TrimSuffix(line, "\n")
		if *only != "" && line != "" {
			fmt.Println(s.path + "| " + line)
		}
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "===" {
			if name, _, sub := strings.Cut(fields[2], "/"); !sub && fields[1] == "RUN" {
				spending.begin()
				running, lines = name, nil
			} else {
				running = name
			}
		} else if m := outcomes.FindStringSubmatch(line); m != nil && slices.Contains(names, m[2]) {
			switch m[1] {
			case "PASS":
				ended[m[2]] = difference{}
			case "SKIP":
				ended[m[2]] = difference{skips, brief(strings.Join(lines, " "))}
			case "FAIL":
				ended[m[2]] = difference{silent, cmp.Or(brief(strings.Join(lines, " ")), "fails")}
			}
			running, last = "", m[2]
		} else {
			lines = append(lines, line)
		}
		if err != nil {
			break
		}
	}
	_ = cmd.Wait() // its last words say how it ended
	isLate := spending.stop()
	if *only != "" {
		fmt.Println(s.path + "| stderr: " + stderr.String())
	}
	said = strings.Join(lines, " ") + " " + stderr.String()
	switch {
	case running != "" && isLate:
		ended[running] = difference{late, "takes longer than a minute"}
	case running != "":
		ended[running] = difference{fails, brief(stderr.String())}
	case isLate:
		said = "no test begins within its limit"
	case strings.HasPrefix(stderr.String(), "panic: ") && last != "":
		ended[last] = difference{fails, brief(stderr.String())}
	}
	return ended, said
}
