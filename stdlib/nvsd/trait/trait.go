// Package trait declares the optional methods of kernels, penalties and losses, and finds them.
// It is the only package that looks for them. So a method is found wherever it is
// declared: on a compiled type, on a type of a notebook's cell, which compiled code has
// in a wrapper, or on a value that another value wraps.
//
// A penalty may have the methods of [Convex], [Fits] and [Blocks], a kernel those
// of [Checked], [Certified], [DotProduct], [Isotropic] and [Stretched], a loss those of [Checked], [Targets],
// [Conjugate] and [Response]. A type that
// wraps a value of its kind, for example to count calls, has the method of [Wrapper]:
// the methods that it lacks are then those of the wrapped value.
package trait

import "reflect"

// Convex is a penalty that reports whether it is convex. A penalty without this method
// counts as not convex.
type Convex interface{ Convex() bool }

// Fits is a penalty with a Check, which returns an error if the penalty is not for d
// inputs.
type Fits interface{ Check(d int) error }

// Blocks is a penalty that may be a sum of block norms and squares,
//
//	P(u) = sum_g weights[g] sqrt(sum_{a in groups[g]} u_a^2) + quad sum_a u_a^2,
//
// with every input in one group or more. Groups are nil where it is not.
type Blocks interface {
	Blocks(d int) (groups [][]int, weights []float64, quad float64)
}

// Checked is a kernel or a loss with a Check, which returns an error about its parameters, or nil.
type Checked interface{ Check() error }

// Certified is a kernel that reports whether its derivatives are exact. A kernel without
// this method counts as exact.
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
// Unstretched returns k0, which is a kernel, and w, d numbers > 0. The structure of k0
// serves k as well.
type Stretched interface {
	Unstretched() (k0 any, w []float64)
}

// Targets is a loss that is not for every target: CheckTargets reports targets that it is not made for.
type Targets interface {
	CheckTargets(y []float64) error
}

// Codes is a loss of several functions that is not for every target: CheckCodes reports targets, function by function, that it is not made for.
type Codes interface {
	CheckCodes(y []float64, functions int) error
}

// Conjugate is a loss with its convex conjugate: sup over f of u f - l(y, f), +Inf where that has no bound. Without it
// certificates search for it, and are a little wider.
type Conjugate interface {
	Conjugate(y, u float64) float64
}

// Response is a loss whose fitted values are not on the scale of the target, such as log-odds: Response returns the mean of the
// targets with the fitted value f. It rises with f.
type Response interface {
	Response(f float64) float64
}

// Wrapper is a value that wraps another one, which Unwrapped returns.
type Wrapper interface{ Unwrapped() any }

// A foreign value has methods that Go's type assertions do not see, as a value of a
// notebook's cell does. AsInterface sets the interface that target points to, to a value
// with these methods, and reports whether it has all methods of the interface.
type foreign interface{ AsInterface(target any) bool }

// Find sets the interface that target points to, to v or to a value that v wraps: the
// first that has the methods of the interface. It reports whether there is one.
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

// IsConvex reports whether a penalty has the method Convex and it returns true.
func IsConvex(p any) bool {
	c, ok := as[Convex](p)
	return ok && c.Convex()
}

// CheckInputs returns the error of a penalty for d inputs, nil where it has no Check.
func CheckInputs(p any, d int) error {
	if c, ok := as[Fits](p); ok {
		return c.Check(d)
	}
	return nil
}

// PartsOf returns the parts of a penalty that is a sum of block norms and squares, and
// nil groups for any other. Groups may share inputs.
func PartsOf(p any, d int) (groups [][]int, weights []float64, quad float64) {
	if b, ok := as[Blocks](p); ok {
		return b.Blocks(d)
	}
	return nil, nil, 0
}

// BlocksOf returns the groups of [PartsOf], and nil groups where two of them share an
// input.
func BlocksOf(p any, d int) (groups [][]int, weights []float64, quad float64) {
	groups, weights, quad = PartsOf(p, d)
	in := map[int]bool{} // whatever numbers a penalty gives
	for _, members := range groups {
		for _, a := range members {
			if in[a] {
				return nil, nil, 0
			}
			in[a] = true
		}
	}
	return groups, weights, quad
}

// CheckParameters returns the error of the parameters of a kernel or a loss, nil where it has no Check.
func CheckParameters(k any) error {
	if c, ok := as[Checked](k); ok {
		return c.Check()
	}
	return nil
}

// IsCertified reports whether the derivatives of a kernel are exact: it is false where
// the kernel has the method Certified and it returns false.
func IsCertified(k any) bool {
	c, ok := as[Certified](k)
	return !ok || c.Certified()
}

// OfPenalty returns the names of the optional methods of penalties: those that p has,
// and those that it lacks.
func OfPenalty(p any) (has, lacks []string) {
	return methods(p, new(Convex), new(Fits), new(Blocks))
}

// OfKernel returns the names of the optional methods of kernels: those that k has, and
// those that it lacks.
func OfKernel(k any) (has, lacks []string) {
	return methods(k, new(Checked), new(Certified), new(DotProduct), new(Isotropic), new(Stretched))
}

// OfLoss returns the names of the optional methods of losses: those that l has, and those that it lacks.
func OfLoss(l any) (has, lacks []string) {
	return methods(l, new(Checked), new(Targets), new(Conjugate), new(Response))
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
