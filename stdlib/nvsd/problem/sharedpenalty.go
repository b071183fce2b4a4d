package problem

import (
	"fmt"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// A sharedPenalty is a penalty that several goroutines may call at once. A penalty is promised
// one call at a time, and one that is written in a notebook may rely on that.
type sharedPenalty struct {
	penalty.Penalty
	calls *sync.Mutex
}

// SharePenalty returns a penalty that calls p for one goroutine at a time. It returns nil for nil,
// and a shared penalty as it is.
func SharePenalty(p penalty.Penalty) penalty.Penalty {
	if _, already := p.(sharedPenalty); already || p == nil {
		return p
	}
	return sharedPenalty{p, &sync.Mutex{}}
}

// UnsharePenalty returns the penalty that SharePenalty was given, and any other as it is.
func UnsharePenalty(p penalty.Penalty) penalty.Penalty {
	if s, ok := p.(sharedPenalty); ok {
		return s.Penalty
	}
	return p
}

// exclusively calls do with the penalty that SharePenalty was given, while no other goroutine can
// call that penalty.
func exclusively(p penalty.Penalty, do func(penalty.Penalty)) {
	if s, ok := p.(sharedPenalty); ok {
		s.calls.Lock()
		defer s.calls.Unlock()
	}
	do(UnsharePenalty(p))
}

// String names the penalty.
func (p sharedPenalty) String() string { return fmt.Sprint(p.Penalty) }

// Value returns the value of the penalty at the norms u.
func (p sharedPenalty) Value(u []float64) float64 {
	p.calls.Lock()
	defer p.calls.Unlock()
	return p.Penalty.Value(u)
}

// Prox applies the prox of the penalty.
func (p sharedPenalty) Prox(dst, u []float64, t float64) {
	p.calls.Lock()
	defer p.calls.Unlock()
	p.Penalty.Prox(dst, u, t)
}

// Unwrapped returns the penalty, which has its other traits.
func (p sharedPenalty) Unwrapped() any { return p.Penalty }

// Resolve returns the penalty with the inputs of its names, and the same lock.
func (p sharedPenalty) Resolve(names []string) (penalty.Penalty, error) {
	var err error
	p.Penalty, err = penalty.Resolve(p.Penalty, names)
	return p, err
}
