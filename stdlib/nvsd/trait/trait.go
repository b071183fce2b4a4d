// Package trait names what kernels and penalties may say of themselves beyond the
// methods that they must have, and asks for it. All of nvsd asks here, so that a
// method is heard wherever it is declared: on a compiled type, on a type of a
// cell, which compiled code has in a wrapper, or on a value that another one
// stands for.
//
// A penalty may have the methods of [Convex], [Fits] and [Blocks], a kernel those
// of [Checked], [Certified], [DotProduct], [Isotropic] and [Stretched]. A type
// that stands for another of its kind, as one that counts calls, has that of
// [Wrapper]: what it does not say itself is said by the other.
package trait

import "reflect"

// Convex is a penalty that says whether it is convex. One that says nothing
// counts as not convex.
type Convex interface{ Convex() bool }

// Fits is a penalty that says what is wrong with it for d inputs, or nil.
type Fits interface{ Check(d int) error }

// Blocks is a penalty that is a sum of block norms and squares,
//
//	P(u) = sum_g weights[g] sqrt(sum_{a in groups[g]} u_a^2) + quad sum_a u_a^2,
//
// every input being in one group; nil groups say that it is none.
type Blocks interface {
	Blocks(d int) (groups [][]int, weights []float64, quad float64)
}

// Checked is a kernel that says what is wrong with its parameters, or nil.
type Checked interface{ Check() error }

// Certified is a kernel that says whether its derivatives are exact. One that
// says nothing counts as exact.
type Certified interface{ Certified() bool }

// DotProduct is a kernel k(x, z) = kappa(<x, z>): AtDot returns kappa and its
// first two derivatives at s = <x, z>. Solvers then form products with all second
// derivatives in O(n^2 d) time and O(n^2 + n d) memory.
type DotProduct interface {
	AtDot(s float64) (value, first, second float64)
}

// Isotropic is a kernel k(x, z) = kappa(||x-z||^2 / 2): AtHalfSquare returns
// kappa and its first two derivatives at s = ||x-z||^2 / 2. Solvers have the same
// fast products as for a [DotProduct].
type Isotropic interface {
	AtHalfSquare(s float64) (value, first, second float64)
}

// Stretched is a kernel k(x, z) = k0(x/w, z/w), with a length scale for every input:
// Unstretched returns k0, which is a kernel, and w, d numbers > 0. What k0 says of its
// structure serves k as well.
type Stretched interface {
	Unstretched() (k0 any, w []float64)
}

// Wrapper is a value that stands for another one, which it returns.
type Wrapper interface{ Unwrapped() any }

// A foreign value has methods that Go's type assertions do not see. It sets what
// target points to, an interface, to a value that has them, and reports whether it
// has all that the interface asks for.
type foreign interface{ AsInterface(target any) bool }

// Find sets what target points to, an interface, to v, or to what v stands for:
// the first that has the methods of the interface. It reports whether there is one.
//
//	var c trait.Convex
//	convex := trait.Find(p, &c) && c.Convex()
func Find(v, target any) bool {
	to := reflect.ValueOf(target).Elem()
	for v != nil {
		if from := reflect.ValueOf(v); from.Type().Implements(to.Type()) {
			to.Set(from)
			return true
		}
		f, isForeign := v.(foreign)
		if isForeign && f.AsInterface(target) {
			return true
		}
		w, ok := v.(Wrapper)
		if !ok && !(isForeign && f.AsInterface(&w)) {
			return false
		}
		v = w.Unwrapped()
	}
	return false
}

func as[T any](v any) (t T, ok bool) {
	if t, ok := v.(T); ok {
		return t, true
	}
	ok = Find(v, &t)
	return t, ok
}

// IsConvex reports whether a penalty says that it is convex.
func IsConvex(p any) bool {
	c, ok := as[Convex](p)
	return ok && c.Convex()
}

// CheckInputs is what a penalty finds wrong with d inputs, nil where it finds
// nothing or has no opinion.
func CheckInputs(p any, d int) error {
	if c, ok := as[Fits](p); ok {
		return c.Check(d)
	}
	return nil
}

// BlocksOf returns the parts of a sum of block norms and squares, nil groups for
// any other penalty.
func BlocksOf(p any, d int) (groups [][]int, weights []float64, quad float64) {
	if b, ok := as[Blocks](p); ok {
		return b.Blocks(d)
	}
	return nil, nil, 0
}

// CheckKernel is what a kernel finds wrong with its parameters, nil where it
// finds nothing or has no opinion.
func CheckKernel(k any) error {
	if c, ok := as[Checked](k); ok {
		return c.Check()
	}
	return nil
}

// IsCertified reports whether the derivatives of a kernel are exact, as far as
// it says.
func IsCertified(k any) bool {
	c, ok := as[Certified](k)
	return !ok || c.Certified()
}

// OfPenalty names the methods that a penalty may have: those that p has, and those
// that it lacks.
func OfPenalty(p any) (has, lacks []string) {
	return methods(p, new(Convex), new(Fits), new(Blocks))
}

// OfKernel names the methods that a kernel may have: those that k has, and those
// that it lacks.
func OfKernel(k any) (has, lacks []string) {
	return methods(k, new(Checked), new(Certified), new(DotProduct), new(Isotropic), new(Stretched))
}

func methods(v any, targets ...any) (has, lacks []string) {
	for _, target := range targets {
		name := reflect.TypeOf(target).Elem().Method(0).Name
		if Find(v, target) {
			has = append(has, name)
		} else {
			lacks = append(lacks, name)
		}
	}
	return has, lacks
}
