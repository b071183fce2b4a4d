package rt

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// In the tests of this package Go itself says what is right: they do natively, beside a
// function of the package, what the function stands for.

// panicOf returns the value of the panic of a function.
func panicOf(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

// samePanics fails if two functions do not panic alike: both with errors of Go's runtime of the
// same text, both with the same value, or both not.
func samePanics(t *testing.T, name string, own, native func()) {
	t.Helper()
	got, want := panicOf(own), panicOf(native)
	gotErr, gotIs := got.(runtime.Error)
	wantErr, wantIs := want.(runtime.Error)
	switch {
	case gotIs && wantIs:
		if gotErr.Error() != wantErr.Error() {
			t.Errorf("%s panics with %q, and Go with %q", name, gotErr, wantErr)
		}
	case gotIs != wantIs || got != want:
		t.Errorf("%s panics with %v (%T), and Go with %v (%T)", name, got, got, want, want)
	}
}

// TestPanicsOfTheLanguage: what lowering writes in the place of an operation panics as the
// operation does.
func TestPanicsOfTheLanguage(t *testing.T) {
	var (
		none     []int
		short    = make([]int, 2)
		minus    = -1
		pointer  *int
		least    = math.MinInt
		one      = 1
		value    byte
		goOn     func(int) bool
		sequence = func(yield func(int) bool) { goOn = yield; yield(1) }
	)
	for name, c := range map[string]struct{ own, native func() }{
		"an array of a short slice": {func() { ShortSlice(2, 3) }, func() { _ = [3]int(short) }},
		"an array of no slice":      {func() { ShortSlice(0, 1) }, func() { _ = (*[1]int)(none) }},
		"a negative shift":          {NegativeShift, func() { _ = 1 << minus }},
		"a nil pointer":             {Nil, func() { *pointer = 1 }},
		"an iteration after break": {func() { NoIteration(LoopLeft) }, func() {
			for range sequenceOnAndOn {
				break
			}
		}},
		"an iteration after the loop": {func() { NoIteration(LoopOver) }, func() {
			for range sequence {
			}
			goOn(2)
		}},
		"an iteration after a panic": {func() { NoIteration(LoopWithin) }, func() {
			for range func(yield func(int) bool) {
				func() {
					defer func() { recover() }()
					yield(1)
				}()
				yield(2)
			} {
				panic("body")
			}
		}},
		"a panic of the body that is kept": {BodyPanicked, func() {
			for range func(yield func(int) bool) {
				defer func() { recover() }()
				yield(1)
			} {
				panic("body")
			}
		}},
		"a slice of negative length":  {func() { UnsafeSlice(&one, minus) }, func() { _ = unsafe.Slice(&one, minus) }},
		"a slice of nothing":          {func() { UnsafeSlice(pointer, one) }, func() { _ = unsafe.Slice(pointer, one) }},
		"an empty slice of nothing":   {func() { UnsafeSlice(pointer, 0) }, func() { _ = unsafe.Slice(pointer, 0) }},
		"a slice of all memory":       {func() { UnsafeSlice(&one, math.MaxInt) }, func() { _ = unsafe.Slice(&one, math.MaxInt+0*one) }},
		"a string of negative length": {func() { UnsafeString(&value, least) }, func() { _ = unsafe.String(&value, least) }},
		"a string of nothing":         {func() { UnsafeString(nil, one) }, func() { _ = unsafe.String(nil, one) }},
	} {
		samePanics(t, name, c.own, c.native)
	}
}

// sequenceOnAndOn goes on after its loop has been left.
func sequenceOnAndOn(yield func(int) bool) {
	yield(1)
	yield(2)
}

// TestRune: a loop over a string by Rune is one by range, whatever bytes the string has.
func TestRune(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.SampledFrom([]byte("a\x80\xff\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xed\xa0"))).Draw(t, "bytes"))
		at := 0
		for i, want := range s {
			got, width := Rune(s, at)
			if at != i || got != want {
				t.Fatalf("%q has %q at %d, and here %q at %d", s, want, i, got, at)
			}
			at += width
		}
		if at != len(s) {
			t.Errorf("%q ends at %d, and here at %d", s, len(s), at)
		}
	})
}

// TestClearMap: a cleared map has no entry, not even of a NaN, which no key finds.
func TestClearMap(t *testing.T) {
	m := map[float64]int{1: 1, math.NaN(): 2, math.NaN(): 3}
	same := m
	ClearMap(m)
	if len(m) != 0 || len(same) != 0 {
		t.Errorf("it has %v", m)
	}
	ClearMap(map[string]int(nil))
}

// TestSameChan: the direction of its type makes no other channel.
func TestSameChan(t *testing.T) {
	c, d := make(chan int), make(chan int)
	var in <-chan int = c
	if !SameChan(c, in) || SameChan(d, in) || !SameChan((chan int)(nil), (<-chan int)(nil)) || SameChan(c, (chan<- int)(nil)) {
		t.Error("channels are the same by their directions")
	}
}

// ownText and ownNumber are types with names.
type (
	ownText   string
	ownNumber float64
	ownFlag   bool
)

// plainValues are values that print takes.
var plainValues = []any{
	true, 0, -7, int8(-128), uint64(math.MaxUint64), 'x', uintptr(9), "a\nb", "",
	0.0, math.Copysign(0, -1), 1.5, 0.1, float32(0.1), 1e20, 1e21, 1e-7, 123456789.0, math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(),
	complex(1, -2), complex64(complex(0.1, 3)), complex(math.Inf(1), math.NaN()),
	ownText("t"), ownNumber(2.5), ownFlag(true), nil,
}

// A talker is a value with a text of its own.
type talker struct{ text string }

func (v talker) String() string { return "says " + v.text }

// A failing is an error.
type failing string

func (f failing) Error() string { return "fails: " + string(f) }

// panicValues are values of panics, of which Go's runtime prints a text.
var panicValues = append(slices.Clone(plainValues[:len(plainValues)-1]), talker{"x"}, failing("y"), errors.New("z"), fmt.Errorf("w: %w", failing("v")))

// asChild names what the test does in a process of its own.
const asChild = "NVSD_RT_CHILD"

// child returns the standard error of this test in a process of its own, where asChild names the
// task.
func child(t *testing.T, do string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), asChild+"="+do)
	var said strings.Builder
	cmd.Stderr = &said
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return said.String()
}

// TestPrintIsGos: Print and Println write what print and println do.
func TestPrintIsGos(t *testing.T) {
	if os.Getenv(asChild) != "" {
		printNatively()
		os.Exit(0)
	}
	var said strings.Builder
	for _, v := range plainValues {
		said.WriteString(printed(v) + "\n")
	}
	if want := child(t, "print"); said.String() != want {
		t.Errorf("it writes\n%s\nand Go\n%s", said.String(), want)
	}
}

// printNatively prints plainValues by println.
func printNatively() {
	for _, v := range plainValues {
		switch v := v.(type) {
		case bool:
			println(v)
		case int:
			println(v)
		case int8:
			println(v)
		case uint64:
			println(v)
		case rune:
			println(v)
		case uintptr:
			println(v)
		case string:
			println(v)
		case float64:
			println(v)
		case float32:
			println(v)
		case complex128:
			println(v)
		case complex64:
			println(v)
		case ownText:
			println(v)
		case ownNumber:
			println(v)
		case ownFlag:
			println(v)
		case nil:
			println(v)
		default:
			panic(fmt.Sprintf("there is no println of %T here", v))
		}
	}
}

// TestPanicTextIsGos: PanicText is what Go's runtime prints of a panic that ends a program.
func TestPanicTextIsGos(t *testing.T) {
	if do := os.Getenv(asChild); do != "" {
		k, _ := strconv.Atoi(do)
		panics := make(chan any)
		go func() { panic(<-panics) }() // beyond the test, which would recover
		panics <- panicValues[k]
		select {}
	}
	for k, v := range panicValues {
		text, failed := PanicText(v)
		said := child(t, strconv.Itoa(k))
		want, _, _ := strings.Cut(strings.TrimPrefix(said, "panic: "), "\n\ngoroutine ")
		if got := strings.ReplaceAll(text, "\n", "\n\t"); got != want || failed != nil {
			t.Errorf("of %#v (%v) it is %q, %v, and Go prints %q", v, reflect.TypeOf(v), got, failed, want)
		}
	}
}
