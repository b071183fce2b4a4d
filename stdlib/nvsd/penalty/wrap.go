package penalty

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// Convex returns p declared to be convex and nondecreasing in every norm, as solvers
// with a certificate need. It does not check that.
func Convex(p Penalty) Penalty { return wrapped{Penalty: p, name: fmt.Sprint(p), convex: true} }

// Named returns p with a name for tables and messages.
func Named(name string, p Penalty) Penalty {
	return wrapped{Penalty: p, name: name, convex: trait.IsConvex(p)}
}

// wrapped is a penalty with a name and a declaration of convexity.
type wrapped struct {
	Penalty
	name   string
	convex bool
}

func (p wrapped) String() string { return p.name }

// Convex reports whether the penalty was declared to be convex.
func (p wrapped) Convex() bool { return p.convex }

// Resolve returns the wrapper around the resolved penalty.
func (p wrapped) Resolve(names []string) (Penalty, error) {
	var err error
	p.Penalty, err = Resolve(p.Penalty, names)
	return p, err
}

// Unwrapped returns the wrapped penalty, which has the other traits.
func (p wrapped) Unwrapped() any { return p.Penalty }

// Check reports an error of the wrapped penalty, or that there is none.
func (p wrapped) Check(d int) error { return check(p.Penalty, d) }

func check(p Penalty, d int) error {
	if p == nil {
		return fmt.Errorf("there is no penalty (nil)")
	}
	return trait.CheckInputs(p, d)
}
