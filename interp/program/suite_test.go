package program

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
)

// TestMain runs a program instead of the tests where the environment names one; it
// is lowered without the rule that the environment names.
func TestMain(m *testing.M) {
	if file := os.Getenv("RUN_PROGRAM"); file != "" {
		var without []lower.Rule
		if r := os.Getenv("WITHOUT_RULE"); r != "" {
			without = append(without, lower.Rule(r))
		}
		err := runWithout(file, without)
		if err == nil {
			os.Exit(0)
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	os.Exit(m.Run())
}

// run runs a program in a process of its own, without Go's toolchain, and returns
// what it has written.
func run(t *testing.T, file string, limit time.Duration, env ...string) (out string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, self)
	cmd.Dir = t.TempDir()
	cmd.Env = append(env, "RUN_PROGRAM="+file, "HOME="+cmd.Dir, "PATH="+cmd.Dir)
	cmd.WaitDelay = time.Second
	text, err := cmd.CombinedOutput()
	return string(text), err
}

// A goSuite is programs with which the Go toolchain tests itself: those of some
// folders of its tests that need no more than to be run.
type goSuite struct {
	folders []string
	list    string // a file that lists those that fail, with what they say
}

// slowest are programs that pass and take half of the time of all: they count to
// millions. NVSD_FIXEDBUGS=1 runs them too.
var slowest = map[string]bool{"copy.go": true, "ken/divconst.go": true, "ken/modconst.go": true, "peano.go": true}

// TestGoSuite: every program passes that testdata/suite.txt does not list.
func TestGoSuite(t *testing.T) {
	goSuite{[]string{".", "ken", "chan", "interface", "typeparam"}, "testdata/suite.txt"}.run(t)
}

// TestFixedBugs: so does every one that testdata/fixedbugs.txt does not list of
// those that show that a mistake of the toolchain has been repaired.
func TestFixedBugs(t *testing.T) {
	if os.Getenv("NVSD_FIXEDBUGS") == "" {
		t.Skip("takes minutes: set NVSD_FIXEDBUGS=1")
	}
	goSuite{[]string{"fixedbugs"}, "testdata/fixedbugs.txt"}.run(t)
}

// run tries the programs, or with -update lists anew which fail. What one says stays
// in the list as long as it fails, since it may have a date or an address.
func (s goSuite) run(t *testing.T) {
	files := s.programs(t)
	failing := readTable(t, s.list)
	var mu sync.Mutex
	got := map[string]string{}
	work := make(chan string)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for name := range work {
				why := try(t, name)
				mu.Lock()
				got[name] = why
				mu.Unlock()
			}
		})
	}
	for _, name := range files {
		if slowest[name] && os.Getenv("NVSD_FIXEDBUGS") == "" {
			continue
		}
		// What takes too much time or memory on one machine may pass on another.
		killed := strings.HasPrefix(failing[name], "signal: killed")
		if failing[name] == "" || golden.Update() && !killed {
			work <- name
		}
	}
	close(work)
	wg.Wait()
	// What failed on a busy machine, and did not before, has two more tries, alone.
	for name, why := range got {
		for n := 0; why != "" && failing[name] == "" && n < 2; n++ {
			why = try(t, name)
			got[name] = why
		}
	}
	var lines []string
	passed := 0
	for _, name := range files {
		why, tried := got[name]
		switch {
		case !tried && failing[name] != "":
			lines = append(lines, name+"\t"+failing[name])
		case !tried:
		case why == "":
			passed++
		case golden.Update():
			lines = append(lines, name+"\t"+cmp.Or(failing[name], why))
		default:
			t.Errorf("%s: %s", name, why)
		}
	}
	t.Logf("%d of %d pass", passed, len(files))
	if golden.Update() {
		golden.Write(t, s.list, strings.Join(lines, "\n")+"\n")
	}
}

// readTable reads the lines of a file: what stands before the first tab of each,
// and what after it.
func readTable(t *testing.T, file string) map[string]string {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table := map[string]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		name, rest, _ := strings.Cut(s.Text(), "\t")
		table[name] = rest
	}
	return table
}

// programs lists the programs: those whose first line is "// run".
func (s goSuite) programs(t *testing.T) []string {
	root := goTests(t)
	if _, err := os.Stat(root); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no %s here: the Go toolchain's own test programs are not tried", root)
	}
	var names []string
	for _, dir := range s.folders {
		files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if first, _, _ := bytes.Cut(text, []byte("\n")); strings.TrimSpace(string(first)) == "// run" {
				names = append(names, filepath.ToSlash(filepath.Join(dir, filepath.Base(f))))
			}
		}
	}
	slices.Sort(names)
	return names
}

// goTests is the folder of the toolchain's own tests.
func goTests(t *testing.T) string {
	root, err := goroot()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(root, "test")
}

var goroot = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out)), err
})

// try runs one of them and says what is wrong, or returns "".
func try(t *testing.T, name string) string {
	original := filepath.Join(goTests(t), filepath.FromSlash(name))
	text, err := os.ReadFile(original)
	if err != nil {
		return err.Error()
	}
	copied := filepath.Join(t.TempDir(), "copy.go")
	if err := os.WriteFile(copied, append([]byte("// A copy.\n\n"), text...), 0o644); err != nil {
		return err.Error()
	}
	out, err := run(t, copied, 3*time.Minute)
	out = strings.ReplaceAll(out, filepath.Dir(copied)+string(filepath.Separator), "")
	want, noOutput := os.ReadFile(strings.TrimSuffix(original, ".go") + ".out")
	switch {
	case err != nil:
		return fmt.Sprintf("%v: %s", err, brief(out))
	case noOutput == nil && out != string(want):
		return "other output: " + brief(out)
	case noOutput != nil && (strings.Contains(out, "BUG") || strings.Contains(strings.ToLower(out), "fail")):
		return "says: " + brief(out)
	}
	return ""
}

var folder = regexp.MustCompile(`/[^\s:]*/`)

// brief is the beginning of a text, in one line, with files but no folders.
func brief(text string) string {
	text = strings.Join(strings.Fields(folder.ReplaceAllString(text, "")), " ")
	if len(text) > 120 {
		text = text[:120] + "..."
	}
	return text
}
