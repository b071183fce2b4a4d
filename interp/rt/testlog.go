package rt

import (
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"weak"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/chain"
)

// These replace the methods of testing's types that write to the log of a test with the place that
// has called them, which package testing would look for among the interpreter's.

// A tested is the record of a test, a benchmark or a fuzz test that a program runs.
type tested struct {
	mu      sync.Mutex
	helpers map[string]bool // functions of the program that have called Helper
	calls   []chain.Frame   // of Run, that has begun it within another one
	around  *tested         // that one; nil if there is none
}

// tests has the *tested by the weak pointers to testing's own values.
var tests sync.Map

// testedBy returns the record of t, and false if t is none of package testing's.
func testedBy(t testing.TB) (*tested, bool) {
	switch t := t.(type) {
	case *testing.T:
		return testedAt(t), true
	case *testing.B:
		return testedAt(t), true
	case *testing.F:
		return testedAt(t), true
	}
	return nil, false
}

func testedAt[T any](p *T) *tested {
	key := weak.Make(p)
	known, have := tests.LoadOrStore(key, &tested{helpers: map[string]bool{}})
	if !have {
		runtime.AddCleanup(p, func(key weak.Pointer[T]) { tests.Delete(key) }, key)
	}
	return known.(*tested)
}

func (t *tested) isHelper(function string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.helpers[function]
}

// mostOfTest is the largest number of calls that are looked at, the one of package testing.
const mostOfTest = 50

// TestPlace returns the place, FILE:LINE, at which a function of the program that is no helper
// has called the function that asks.
func TestPlace(t testing.TB) string {
	place := "???:1"
	known, _ := testedBy(t)
	for calls := frames(mostOfTest); known != nil; calls, known = known.calls, known.around {
		for _, f := range calls {
			if f.Link == nil {
				continue
			}
			place = filepath.Base(f.Filename) + ":" + strconv.Itoa(f.Line)
			if !known.isHelper(f.Func) {
				return place
			}
		}
	}
	return place
}

// LogTest writes text to the log of t, as from a place.
func LogTest(t testing.TB, place, text string) {
	text = place + ": " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
	if f := host.benchmarkLog.Load(); f != nil {
		if _, is := t.(*testing.B); is {
			(*f)(text)
			return
		}
	}
	_, _ = io.WriteString(t.Output(), text) // it keeps the text, and does not fail
}

func TestLog(t testing.TB, v ...any) { LogTest(t, TestPlace(t), fmt.Sprintln(v...)) }

func TestLogf(t testing.TB, format string, v ...any) { LogTest(t, TestPlace(t), Sprintf(format, v...)) }

func TestError(t testing.TB, v ...any) {
	TestLog(t, v...)
	t.Fail()
}

func TestErrorf(t testing.TB, format string, v ...any) {
	TestLogf(t, format, v...)
	t.Fail()
}

func TestFatal(t testing.TB, v ...any) {
	TestLog(t, v...)
	t.FailNow()
}

func TestFatalf(t testing.TB, format string, v ...any) {
	TestLogf(t, format, v...)
	t.FailNow()
}

func TestSkip(t testing.TB, v ...any) {
	TestLog(t, v...)
	t.SkipNow()
}

func TestSkipf(t testing.TB, format string, v ...any) {
	TestLogf(t, format, v...)
	t.SkipNow()
}

// TestHelper is the method Helper.
func TestHelper(t testing.TB) {
	known, ok := testedBy(t)
	f, called := caller(0)
	if !ok || !called {
		return
	}
	known.mu.Lock()
	defer known.mu.Unlock()
	known.helpers[f.Func] = true
}

// RunTest and RunBenchmark are the methods Run.
func RunTest(t *testing.T, name string, f func(*testing.T)) bool {
	calls := frames(mostOfTest)
	return t.Run(name, func(inner *testing.T) {
		testedAt(inner).begin(testedAt(t), calls)
		f(inner)
	})
}

func RunBenchmark(b *testing.B, name string, f func(*testing.B)) bool {
	calls := frames(mostOfTest)
	return b.Run(name, func(inner *testing.B) {
		testedAt(inner).begin(testedAt(b), calls)
		f(inner)
	})
}

func (t *tested) begin(around *tested, calls []chain.Frame) { t.around, t.calls = around, calls }

// testMethods are the methods of testing's values that have others in their place, as an interface
// of a program finds them.
var testMethods = map[string]func(t testing.TB) any{
	"Log":    func(t testing.TB) any { return func(v ...any) { TestLog(t, v...) } },
	"Logf":   func(t testing.TB) any { return func(f string, v ...any) { TestLogf(t, f, v...) } },
	"Error":  func(t testing.TB) any { return func(v ...any) { TestError(t, v...) } },
	"Errorf": func(t testing.TB) any { return func(f string, v ...any) { TestErrorf(t, f, v...) } },
	"Fatal":  func(t testing.TB) any { return func(v ...any) { TestFatal(t, v...) } },
	"Fatalf": func(t testing.TB) any { return func(f string, v ...any) { TestFatalf(t, f, v...) } },
	"Skip":   func(t testing.TB) any { return func(v ...any) { TestSkip(t, v...) } },
	"Skipf":  func(t testing.TB) any { return func(f string, v ...any) { TestSkipf(t, f, v...) } },
	"Helper": func(t testing.TB) any { return func() { TestHelper(t) } },
}

// methodOf returns a method of x, a compiled value, as a function of the arguments.
func methodOf(x any, name string) reflect.Value {
	if t, is := x.(testing.TB); is && testMethods[name] != nil {
		if _, own := testedBy(t); own {
			return reflect.ValueOf(testMethods[name](t))
		}
	}
	return reflect.ValueOf(asIO(x)).MethodByName(name)
}
