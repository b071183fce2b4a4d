package generic

import (
	stdcmp "cmp"
	stderrors "errors"
	"fmt"
	stdmaphash "hash/maphash"
	"io/fs"
	stditer "iter"
	stdreflect "reflect"
	stdruntime "runtime"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/std/cmp"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/std/errors"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/std/hash/maphash"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/std/iter"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/std/math/rand/v2"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/std/reflect"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/std/runtime"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/std/sync"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/std/sync/atomic"
)

func TestCmpOr(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vals := rapid.SliceOf(rapid.IntRange(0, 2)).Draw(t, "vals")
		if got, want := cmp.Or(vals...), stdcmp.Or(vals...); got != want {
			t.Fatalf("Or is %d, want %d", got, want)
		}
	})
}

// TestIterPull: whatever is asked in which order, Pull and Pull2 answer as those
// of the standard library do.
func TestIterPull(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SliceOfN(rapid.Int(), 0, 5).Draw(t, "s")
		stops := rapid.IntRange(0, 8).Draw(t, "stops")
		fails := rapid.Bool().Draw(t, "fails")
		seq := func(yield func(int, string) bool) {
			for i, v := range s {
				if !yield(v, fmt.Sprint(i)) {
					return
				}
			}
			if fails {
				panic("the end")
			}
		}
		ask := func(pull func() (func() (int, string, bool), func())) func() string {
			return func() string {
				next, stop := pull()
				var all []any
				for i := range 8 {
					if i == stops {
						stop()
					}
					all = append(all, outcome(func() string { k, v, ok := next(); return show(k, v, ok) }))
				}
				return show(all...)
			}
		}
		agree(t, "Pull2",
			ask(func() (func() (int, string, bool), func()) { return iter.Pull2(seq) }),
			ask(func() (func() (int, string, bool), func()) { return stditer.Pull2(seq) }))
		first := func(yield func(int) bool) { seq(func(k int, _ string) bool { return yield(k) }) }
		one := func(next func() (int, bool), stop func()) (func() (int, string, bool), func()) {
			return func() (int, string, bool) { v, ok := next(); return v, "", ok }, stop
		}
		agree(t, "Pull",
			ask(func() (func() (int, string, bool), func()) { return one(iter.Pull(first)) }),
			ask(func() (func() (int, string, bool), func()) { return one(stditer.Pull(first)) }))
	})
}

func TestSyncOnce(t *testing.T) {
	calls := 0
	value := sync.OnceValue(func() int { calls++; return calls })
	values := sync.OnceValues(func() (int, error) { calls++; return calls, fs.ErrExist })
	for range 2 {
		a := value()
		b, err := values()
		if a != 1 || b != 2 || err != fs.ErrExist {
			t.Errorf("OnceValue is %d, OnceValues %d and %v", a, b, err)
		}
	}
	fails := sync.OnceValue(func() int { panic("never") })
	for range 2 {
		if got := outcome(func() string { return show(fails()) }); got != "panic: never" {
			t.Errorf("a function that panics gives %s", got)
		}
	}
}

func TestAtomicPointer(t *testing.T) {
	var p atomic.Pointer[string]
	a, b := "a", "b"
	if p.Load() != nil || p.CompareAndSwap(&a, &b) {
		t.Error("the zero pointer is not nil")
	}
	p.Store(&a)
	if p.Load() != &a || p.Swap(&b) != &a || !p.CompareAndSwap(&b, &a) || p.Load() != &a {
		t.Error("a pointer does not keep what is stored")
	}
}

func TestRandN(t *testing.T) {
	seen := map[time.Duration]bool{}
	for range 1000 {
		seen[rand.N(time.Duration(3))] = true
	}
	if len(seen) != 3 || !seen[0] || !seen[1] || !seen[2] {
		t.Errorf("random numbers below 3: %v", seen)
	}
	if got := outcome(func() string { return show(rand.N(0)) }); got != "panic: invalid argument to N" {
		t.Errorf("N(0): %s", got)
	}
}

func TestReflectTypes(t *testing.T) {
	if reflect.TypeFor[error]() != stdreflect.TypeFor[error]() || reflect.TypeFor[int]() != stdreflect.TypeFor[int]() {
		t.Error("TypeFor returns another type")
	}
	v := stdreflect.ValueOf(fs.ErrExist)
	got, ok := reflect.TypeAssert[error](v)
	if _, isString := reflect.TypeAssert[string](v); got != fs.ErrExist || !ok || isString {
		t.Error("TypeAssert does not give what the value holds")
	}
}

// A fault says that it is an fs.PathError, and joins others.
type fault struct{ others []error }

func (fault) Error() string     { return "fault" }
func (f fault) Unwrap() []error { return f.others }
func (fault) As(target any) bool {
	p, ok := target.(**fs.PathError)
	if ok {
		*p = &fs.PathError{Path: "of fault"}
	}
	return ok
}

func TestErrorsAsType(t *testing.T) {
	leaf := &fs.PathError{Path: "leaf"}
	for _, err := range []error{
		nil, fs.ErrExist, leaf, fmt.Errorf("around %w", leaf), fault{}, fault{[]error{nil, fs.ErrExist, leaf}},
		stderrors.Join(fs.ErrExist, fmt.Errorf("around %w", fault{[]error{leaf}})),
	} {
		path, ok := errors.AsType[*fs.PathError](err)
		wantPath, wantOK := stderrors.AsType[*fs.PathError](err)
		if ok != wantOK || ok && path.Path != wantPath.Path {
			t.Errorf("AsType of %v is %v, %v; want %v, %v", err, path, ok, wantPath, wantOK)
		}
		f, ok := errors.AsType[fault](err)
		wantF, wantOK := stderrors.AsType[fault](err)
		if ok != wantOK || !slices.Equal(f.others, wantF.others) {
			t.Errorf("AsType of %v is %v, %v; want %v, %v", err, f, ok, wantF, wantOK)
		}
	}
}

func TestRuntimeAddCleanup(t *testing.T) {
	done := make(chan int, 1)
	runtime.AddCleanup(&[8]int{1}, func(n int) { done <- n }, 7)
	for range 100 {
		stdruntime.GC()
		select {
		case n := <-done:
			if n != 7 {
				t.Errorf("cleanup of %d", n)
			}
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Error("no cleanup")
}

// TestMaphashComparable: equal values have one hash under a seed, others have
// others.
func TestMaphashComparable(t *testing.T) {
	type point struct {
		x float64
		s string
	}
	seed, other := stdmaphash.MakeSeed(), stdmaphash.MakeSeed()
	a, same, b := point{0, "a"}, point{0, "a"}, point{1, "a"}
	one := maphash.Comparable(seed, a)
	if one != maphash.Comparable(seed, same) || one == maphash.Comparable(seed, b) || one == maphash.Comparable(other, a) {
		t.Error("hashes do not tell points apart as == does")
	}
	var h, g stdmaphash.Hash
	g.SetSeed(h.Seed())
	maphash.WriteComparable(&h, a)
	maphash.WriteComparable(&g, same)
	if h.Sum64() != g.Sum64() {
		t.Error("equal values written have two hashes")
	}
}
