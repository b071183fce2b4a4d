package penalty

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// Convex is p with the declaration that it is convex and nondecreasing in every
// norm, as solvers with a certificate need. Nobody checks it here.
func Convex(p Penalty) Penalty { return wrapped{Penalty: p, name: fmt.Sprint(p), convex: true} }

// Named is p under a name for tables and messages.
func Named(name string, p Penalty) Penalty {
	return wrapped{Penalty: p, name: name, convex: trait.IsConvex(p)}
}

// wrapped is a penalty with more said about it than its two methods.
type wrapped struct {
	Penalty
	name   string
	convex bool
}

func (p wrapped) String() string { return p.name }

// Convex reports whether the penalty was declared to be convex.
func (p wrapped) Convex() bool { return p.convex }

// Resolve resolves the penalty that is wrapped.
func (p wrapped) Resolve(names []string) (Penalty, error) {
	var err error
	p.Penalty, err = Resolve(p.Penalty, names)
	return p, err
}

// Unwrapped returns the penalty: what is not said here, it says.
func (p wrapped) Unwrapped() any { return p.Penalty }

// Check reports what the penalty reports, or that there is none.
func (p wrapped) Check(d int) error { return check(p.Penalty, d) }

func check(p Penalty, d int) error {
	if p == nil {
		return fmt.Errorf("there is no penalty (nil)")
	}
	return trait.CheckInputs(p, d)
}
