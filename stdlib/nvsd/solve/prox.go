package solve

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// A PenaltyError is the error of a penalty that broke its contract, with its arguments.
type PenaltyError struct {
	Penalty penalty.Penalty
	Method  string    // "Value" or "Prox"
	U       []float64 // the norms it was called with
	T       float64   // the step, for Prox
	Reason  string
}

func (e *PenaltyError) Error() string {
	call := fmt.Sprintf("Value(%.4g)", e.U)
	if e.Method == "Prox" {
		call = fmt.Sprintf("Prox(dst, %.4g, %.4g)", e.U, e.T)
	}
	return fmt.Sprintf("solve: penalty %s: %s %s", called(e.Penalty), call, e.Reason)
}

// guarded calls a penalty, one call at a time, and turns a wrong result or a panic into a
// PenaltyError.
type guarded struct {
	p    penalty.Penalty
	u, r []float64 // norms before and after the prox
	arg  []float64 // a copy of them, which the penalty may keep or change
}

func newGuarded(p penalty.Penalty, d int) *guarded {
	return &guarded{p: p, u: make([]float64, d), r: make([]float64, d)}
}

// fail returns the error of a method. Where its arguments are no numbers, or their squares none,
// the fit has overflowed, and the penalty is not to blame.
func (g *guarded) fail(method string, u []float64, t float64, format string, args ...any) error {
	if size := floats.Norm(u, math.Inf(1)); !(size < largestNorm) || math.IsNaN(floats.Sum(u)) || math.IsNaN(t) || math.IsInf(t, 0) {
		return errors.New("solve: the numbers of the fit overflow a float64: take other units for X and y, another kernel, or a nu and a tau that are nearer to 1")
	}
	return &PenaltyError{Penalty: g.p, Method: method, U: slices.Clone(u), T: t, Reason: fmt.Sprintf(format, args...)}
}

// largestNorm is a norm from which on squares are beyond a float64.
const largestNorm = 1e150

// value returns P(||Phi_1||_n, ..., ||Phi_d||_n).
func (g *guarded) value(Phi *mat.Dense) (float64, error) {
	columnNorms(g.u, Phi)
	return g.valueAt(g.u)
}

// valueAt returns P(u).
func (g *guarded) valueAt(u []float64) (v float64, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = g.fail("Value", u, 0, "panics: %v", cause)
		}
	}()
	g.arg = append(g.arg[:0], u...)
	v = g.p.Value(g.arg)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, g.fail("Value", u, 0, "is %v", v)
	}
	return v, nil
}

// prox sets R to the minimiser of 1/2 ||R - Z||^2 + n t P(norms of R): each
// column keeps its direction, and its norm is found in R^d.
func (g *guarded) prox(R, Z *mat.Dense, t float64) error {
	columnNorms(g.u, Z)
	if err := g.norms(g.r, g.u, t); err != nil {
		return err
	}
	n, _ := Z.Dims()
	scale := g.r
	for a, u := range g.u {
		if u > 0 {
			scale[a] /= u
		} else {
			scale[a] = 0
		}
	}
	for i := range n {
		z, r := Z.RawRowView(i), R.RawRowView(i)
		for a, s := range scale {
			r[a] = s * z[a]
		}
	}
	return nil
}

// norms sets dst to the prox at u in R^d.
func (g *guarded) norms(dst, u []float64, t float64) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = g.fail("Prox", u, t, "panics: %v", cause)
		}
	}()
	for a := range dst {
		dst[a] = math.NaN()
	}
	g.arg = append(g.arg[:0], u...)
	g.p.Prox(dst, g.arg, t)
	for a, r := range dst {
		if !(r >= 0) || math.IsInf(r, 1) {
			return g.fail("Prox", u, t, "sets dst[%d] = %v: every one of the %d must be set to a finite number >= 0", a, r, len(dst))
		}
	}
	return nil
}

// vanishes reports whether the prox of tau P, at n observations, maps blocks of norms u to 0.
func (g *guarded) vanishes(u []float64, tau float64, n int) (bool, error) {
	err := g.norms(g.r, u, tau/float64(n))
	return err == nil && floats.Max(g.r) == 0, err
}

// columnNorms sets u_a = ||Phi_a|| / sqrt(n).
func columnNorms(u []float64, Phi *mat.Dense) {
	n, _ := Phi.Dims()
	clear(u)
	for i := range n {
		for a, v := range Phi.RawRowView(i) {
			u[a] += v * v
		}
	}
	for a, s := range u {
		u[a] = math.Sqrt(s / float64(n))
	}
}
