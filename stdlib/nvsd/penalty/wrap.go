package penalty

import "fmt"

// Convex is p with the declaration that it is convex and nondecreasing in every
// norm, as solvers with a certificate need. Nobody checks it here.
func Convex(p Penalty) Penalty { return wrapped{Penalty: p, name: fmt.Sprint(p), convex: true} }

// Named is p under a name for tables and messages.
func Named(name string, p Penalty) Penalty {
	return wrapped{Penalty: p, name: name, convex: isConvex(p)}
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

// Check reports what the penalty reports, or that there is none.
func (p wrapped) Check(d int) error { return check(p.Penalty, d) }

// Blocks returns the parts of the penalty, or no groups where it is no sum of
// block norms.
func (p wrapped) Blocks(d int) (groups [][]int, weights []float64, quad float64) {
	return blocks(p.Penalty, d)
}

// isConvex, check and blocks ask a penalty what it may or may not tell.

func isConvex(p Penalty) bool {
	c, ok := p.(interface{ Convex() bool })
	return ok && c.Convex()
}

func check(p Penalty, d int) error {
	if p == nil {
		return fmt.Errorf("there is no penalty (nil)")
	}
	if c, ok := p.(interface{ Check(d int) error }); ok {
		return c.Check(d)
	}
	return nil
}

func blocks(p Penalty, d int) (groups [][]int, weights []float64, quad float64) {
	if b, ok := p.(interface {
		Blocks(d int) (groups [][]int, weights []float64, quad float64)
	}); ok {
		return b.Blocks(d)
	}
	return nil, nil, 0
}
