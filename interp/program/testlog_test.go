package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// TestLogsOfTests: the tests of a program log the places that go run logs, by whatever way they
// come to the log.
func TestLogsOfTests(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.go")
	if err := os.WriteFile(file, []byte(ofTests), 0o644); err != nil {
		t.Fatal(err)
	}
	native, _ := exec.Command("go", "run", file).CombinedOutput() // a test of it fails
	got, _ := run(t, file, 30*time.Second)
	varies := regexp.MustCompile(`\(\d+\.\d+s\)|exit status 1\n`)
	if got, want := varies.ReplaceAllString(got, ""), varies.ReplaceAllString(string(native), ""); got != want || want == "" {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

const ofTests = `package main

import (
	"flag"
	"fmt"
	"sort"
	"testing"
)

type logger interface{ Logf(string, ...any) }

func say(l logger) {
	l.Logf("by an %s", "interface")
}

func help(t testing.TB, n int) {
	t.Helper()
	if n > 0 {
		help(t, n-1)
		return
	}
	t.Log("helped")
}

type suite struct {
	*testing.T
	n int
}

func (s suite) check() {
	s.Helper()
	s.Logf("suite %d", s.n)
}

type E struct{ n int }

func (e E) String() string { return fmt.Sprint("E", e.n) }

func TestLogs(t *testing.T) {
	t.Log("one", 1, "x\ny\n")
	t.Logf("%T %v %v", t, E{1}, []any{E{2}})
	t.Log()
	help(t, 0)
	help(t, 3)
	say(t)
	suite{t, 3}.check()
	log := t.Log
	log("method value")
	t.Cleanup(func() { t.Log("clean") })
	defer func() { t.Log("deferred") }()
	done := make(chan bool)
	go func() {
		t.Log("goroutine")
		close(done)
	}()
	<-done
	sort.Slice([]int{2, 1}, func(i, j int) bool {
		t.Log("callback")
		return false
	})
}

func TestWithin(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		t.Log("in sub")
		help(t, 1)
		t.Run("deeper", func(t *testing.T) {
			t.Helper()
			t.Log("all are helpers")
		})
	})
	for i, f := range []func(testing.TB){
		func(t testing.TB) { t.Error("error") },
		func(t testing.TB) { t.Errorf("error %d", 2) },
		func(t testing.TB) { t.Fatal("fatal") },
		func(t testing.TB) { t.Fatalf("fatal %d", 2) },
		func(t testing.TB) { t.Skip("skip") },
		func(t testing.TB) { t.Skipf("skip %d", 2) },
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) { f(t) })
	}
}

func TestPanicking(t *testing.T) {
	defer func() {
		recover()
		t.Log("recovered")
	}()
	var e *E
	e.n++
}

func main() {
	testing.Init()
	flag.Set("test.v", "true")
	testing.Benchmark(func(b *testing.B) { b.Log("nobody sees this") })
	testing.Main(func(pattern, name string) (bool, error) { return true, nil }, []testing.InternalTest{
		{"TestLogs", TestLogs}, {"TestWithin", TestWithin}, {"TestPanicking", TestPanicking},
	}, nil, nil)
}
`
