package rt

import (
	"go/token"
	"runtime"
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/chain"
)

// TestElsewhere: a call that goes on in another goroutine returns, panics and ends as in this one,
// and its callers are this one's.
func TestElsewhere(t *testing.T) {
	AllowStacks(3 * Deep)
	t.Cleanup(func() { AllowStacks(0) })
	here, stands := chain.Goroutine(), self()
	Elsewhere(func() {
		if chain.Goroutine() == here || self() != stands {
			t.Error("the call is in this goroutine, or does not go on for it")
		}
	})

	var recovered any
	Run(func(d *D) {
		d.Defer(true, func() { recovered = Enter().Recover() })
		Elsewhere(func() { Panic("x") })
	})
	if recovered != "x" {
		t.Errorf("recovered %v", recovered)
	}

	ended, reached := make(chan bool), false
	go func() {
		defer close(ended)
		Elsewhere(runtime.Goexit)
		reached = true
	}()
	<-ended
	if reached {
		t.Error("the goroutine goes on")
	}

	named := func(name string) *chain.Link {
		return &chain.Link{Func: name, In: &chain.Source{Fset: token.NewFileSet(), Origin: func(int) token.Position { return token.Position{Line: 1} }}}
	}
	var calls []string
	chain.At(named("outer"), func() {
		Elsewhere(func() {
			chain.At(named("middle"), func() {
				Elsewhere(func() {
					chain.At(named("inner"), func() {
						for _, f := range chain.Frames(100) {
							if f.Link != nil {
								calls = append(calls, f.Func)
							}
						}
					})
				})
			})
		})
	})
	if !slices.Equal(calls, []string{"inner", "middle", "outer"}) {
		t.Errorf("the calls are %q", calls)
	}
}

// TestElsewhereEnds: where no goroutine may go on the program is told, and there is room again
// behind calls that panic and end.
func TestElsewhereEnds(t *testing.T) {
	AllowStacks(2 * Deep)
	told := 0
	OnOverflow(func() { told++ })
	t.Cleanup(func() {
		AllowStacks(0)
		host.overflow.Store(nil)
	})
	for range 2 {
		told = 0
		func() {
			defer func() { _ = recover() }()
			Elsewhere(func() {
				Elsewhere(func() {
					Elsewhere(func() {})
					panic("full")
				})
			})
		}()
		if told != 1 {
			t.Errorf("told %d times", told)
		}
	}
}
