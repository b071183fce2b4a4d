package child

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// An example is a function and what it is to print.
type example struct {
	name      string
	f         func()
	output    string
	unordered bool
}

// example notes an example for test to run.
func (m *commands) example(name string, f func(), output string, unordered bool) {
	m.renew()
	m.examples = append(m.examples, example{name, f, output, unordered})
}

// test runs tests and the examples noted before, by package testing itself,
// which writes to the standard output of the process as under go test -v.
func (m *commands) test(names string, tests ...func(*testing.T)) {
	m.renew()
	var list []testing.InternalTest
	for i, name := range strings.Fields(names) {
		list = append(list, testing.InternalTest{Name: name, F: m.guard(tests[i])})
	}
	var examples []testing.InternalExample
	for _, e := range m.examples {
		examples = append(examples, testing.InternalExample{Name: e.name, F: m.captured(e.f), Output: e.output, Unordered: e.unordered})
	}
	m.examples = nil
	testing.Init()
	if !flag.Parsed() {
		rt.Must(flag.CommandLine.Parse(nil))
	}
	rt.Must(flag.Set("test.v", "true"))
	if testing.MainStart(testDeps{}, list, nil, nil, examples).Run() != 0 {
		rt.Must(errors.New("a test failed"))
	}
}

// guard lets a panic fail the test in which it happens, and no more than that.
func (m *commands) guard(f func(*testing.T)) func(*testing.T) {
	return func(t *testing.T) {
		defer func() {
			if v := recover(); v != nil {
				place := "?"
				if trail := rt.TakeTrail(); len(trail) > 0 && trail[0].Link != nil {
					at := trail[0].Link.Origin()
					place = fmt.Sprintf("%s:%d", at.Filename, at.Line)
				}
				rt.LogTest(t, place, "panic: "+wire.PanicMessage(v))
				t.Fail()
			} else if m.c.here().exit.Load() != nil {
				t.FailNow() // os.Exit ends the cell, and testing wants to know why the test ended
			}
		}()
		f(t)
	}
}

// captured returns f with its output sent to the os.Stdout of its caller, which is not the
// cell's.
func (m *commands) captured(f func()) func() {
	return func() {
		std := m.c.engine.std
		file, err := duplicate(os.Stdout)
		rt.Must(err)
		before := std.stdout
		std.stdout = file
		defer func() {
			std.stdout = before
			rt.Must(file.Close())
		}()
		f()
	}
}

func (m *commands) run(t *testing.T, name string, f func(*testing.T)) bool {
	return rt.RunTest(t, name, m.guard(f))
}

// testDeps implements the services of the go command that package testing asks for. There is
// neither profile nor coverage nor fuzzing.
type testDeps struct{}

type corpusEntry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}

var errNoFuzzing = errors.New("a cell cannot fuzz")

func (testDeps) ImportPath() string                        { return "main" }
func (testDeps) ModulePath() string                        { return "" }
func (testDeps) MatchString(pat, str string) (bool, error) { return true, nil }
func (testDeps) SetPanicOnExit0(bool)                      {}
func (testDeps) StartCPUProfile(io.Writer) error           { return nil }
func (testDeps) StopCPUProfile()                           {}
func (testDeps) StartTestLog(io.Writer)                    {}
func (testDeps) StopTestLog() error                        { return nil }
func (testDeps) WriteProfileTo(string, io.Writer, int) error {
	return nil
}
func (testDeps) CoordinateFuzzing(time.Duration, int64, time.Duration, int64, int, []corpusEntry, []reflect.Type, string, string) error {
	return errNoFuzzing
}
func (testDeps) RunFuzzWorker(func(corpusEntry) error) error { return errNoFuzzing }
func (testDeps) ReadCorpus(string, []reflect.Type) ([]corpusEntry, error) {
	return nil, errNoFuzzing
}
func (testDeps) CheckCorpus([]any, []reflect.Type) error { return errNoFuzzing }
func (testDeps) ResetCoverage()                          {}
func (testDeps) SnapshotCoverage()                       {}
func (testDeps) InitRuntimeCoverage() (string, func(string, string) (string, error), func() float64) {
	return "", nil, nil
}
