package problem

import (
	"fmt"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// oneAtATime is a penalty that several goroutines may call at once. A penalty is promised
// one call at a time, and one that is written in a notebook may rely on that.
type oneAtATime struct {
	penalty.Penalty
	calls *sync.Mutex
}

func Shared(p penalty.Penalty) penalty.Penalty {
	if _, already := p.(oneAtATime); already || p == nil {
		return p
	}
	return oneAtATime{p, &sync.Mutex{}}
}

// Alone returns the penalty that shared was given.
func Alone(p penalty.Penalty) penalty.Penalty {
	if s, ok := p.(oneAtATime); ok {
		return s.Penalty
	}
	return p
}

// exclusively calls do with the penalty that shared was given, while no other goroutine can
// call that penalty.
func exclusively(p penalty.Penalty, do func(penalty.Penalty)) {
	if s, ok := p.(oneAtATime); ok {
		s.calls.Lock()
		defer s.calls.Unlock()
	}
	do(Alone(p))
}

func (p oneAtATime) String() string { return fmt.Sprint(p.Penalty) }

func (p oneAtATime) Value(u []float64) float64 {
	p.calls.Lock()
	defer p.calls.Unlock()
	return p.Penalty.Value(u)
}

func (p oneAtATime) Prox(dst, u []float64, t float64) {
	p.calls.Lock()
	defer p.calls.Unlock()
	p.Penalty.Prox(dst, u, t)
}

// Unwrapped returns the penalty, which has its other traits.
func (p oneAtATime) Unwrapped() any { return p.Penalty }

func (p oneAtATime) Resolve(names []string) (penalty.Penalty, error) {
	var err error
	p.Penalty, err = penalty.Resolve(p.Penalty, names)
	return p, err
}
