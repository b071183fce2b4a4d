package program

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write what the tests read under testdata anew")

// TestMain runs a program instead of the tests where the environment names one.
func TestMain(m *testing.M) {
	if file := os.Getenv("RUN_PROGRAM"); file != "" {
		err := Run([]string{file}, []string{file})
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
func run(t *testing.T, file string, limit time.Duration) (out string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(ctx, self)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"RUN_PROGRAM=" + file, "HOME=" + cmd.Dir, "PATH=" + cmd.Dir}
	cmd.WaitDelay = time.Second
	text, err := cmd.CombinedOutput()
	return string(text), err
}

// TestGoSuite runs the programs with which the Go toolchain tests itself, those
// that need no more than to be run, as copies with other names and shifted lines.
// testdata/suite.txt lists the ones that fail, with what they say; every other one
// must pass.
func TestGoSuite(t *testing.T) {
	files := suite(t)
	failing := map[string]string{}
	if !*update {
		failing = readList(t)
	}
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
		if failing[name] == "" {
			work <- name
		}
	}
	close(work)
	wg.Wait()
	// What failed on a busy machine has two more tries, alone.
	for name, why := range got {
		for n := 0; why != "" && n < 2; n++ {
			why = try(t, name)
			got[name] = why
		}
	}
	var lines []string
	passed := 0
	for _, name := range files {
		switch why := got[name]; {
		case failing[name] != "":
		case why == "":
			passed++
		case *update:
			lines = append(lines, name+"\t"+why)
		default:
			t.Errorf("%s: %s", name, why)
		}
	}
	t.Logf("%d of %d pass", passed, len(files))
	if *update {
		if err := os.WriteFile(list, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

const list = "testdata/suite.txt"

// readList reads the names of programs and why they fail.
func readList(t *testing.T) map[string]string { return readTable(t, list) }

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

// suite lists the programs: those whose first line is "// run".
func suite(t *testing.T) []string {
	root := goTests(t)
	if _, err := os.Stat(root); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no %s here: the Go toolchain's own test programs are not tried", root)
	}
	var names []string
	for _, dir := range []string{".", "ken", "chan", "interface", "typeparam"} {
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
	out, err := run(t, copied, time.Minute)
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

// brief is the beginning of a text, in one line.
func brief(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 120 {
		text = text[:120] + "..."
	}
	return text
}
