package solve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// lanczosSteps are enough to see a negative eigenvalue that matters: one of more
// than about a hundredth of the largest.
const lanczosSteps = 20

// notPositiveApproximate is notPositive for derivatives by differences, whose errors
// reach 1e-5 where the kernel is narrow for their steps.
const notPositiveApproximate = 1e-4

// checkPositive reports a kernel whose matrix of all inner products of kernel
// sections and derivatives at the points,
//
//	G = [K D'; D L],
//
// has a negative eigenvalue: then there is no space that it is the kernel of, or
// its derivatives are not those of its values. Where K alone has one, the spectrum
// of K tells; this is for the rest. It looks by steps of Lanczos' method, each a
// product with G, whose smallest Ritz value is never below the smallest
// eigenvalue: what it reports is so, and what it does not see may still be. The
// first answer is kept. It returns nil where ctx ends first.
func (op *Operator) checkPositive(ctx context.Context) error {
	op.mu.Lock()
	defer op.mu.Unlock()
	if op.positive {
		return nil
	}
	if op.several != nil { // all functions have the same kernel
		return op.several.parts[0].checkPositive(ctx)
	}
	ritz, err := op.ritzValues(ctx, lanczosSteps)
	if err != nil || ctx.Err() != nil {
		return err
	}
	least, largest := ritz[0], ritz[len(ritz)-1]
	tol := float64(notPositive)
	if op.approximate {
		tol = notPositiveApproximate
	}
	if least < -tol*max(largest, -least) {
		return fmt.Errorf("solve: the kernel is not positive definite, or its derivatives are not those of its values: the matrix of its values and derivatives at the points has an eigenvalue of %.3g or less, beside %.3g", least, largest)
	}
	op.positive = true
	return nil
}

// ritzValues returns the eigenvalues of G on the Krylov space of a random vector,
// rising.
func (op *Operator) ritzValues(ctx context.Context, steps int) ([]float64, error) {
	n, d := op.Dims()
	size := n + n*d
	rng := rand.New(rand.NewPCG(3, 3))
	next := make([]float64, size)
	for i := range next {
		next[i] = rng.NormFloat64()
	}
	var basis [][]float64
	T := mat.NewSymDense(min(steps, size), nil)
	for len(basis) < min(steps, size) && ctx.Err() == nil {
		norm := floats.Norm(next, 2)
		if norm <= 1e-12*floats.Norm(T.RawSymmetric().Data, 2) {
			break // the space is invariant
		}
		floats.Scale(1/norm, next)
		q, j := next, len(basis)
		basis = append(basis, q)
		next = make([]float64, size)
		gram(op.train, next[:n], mat.NewDense(n, d, next[n:]), q[:n], mat.NewDense(n, d, q[n:]))
		for i, p := range basis {
			T.SetSym(i, j, floats.Dot(p, next))
		}
		for range 2 { // twice is enough to be orthogonal
			for _, p := range basis {
				floats.AddScaled(next, -floats.Dot(p, next), p)
			}
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(T.SliceSym(0, max(len(basis), 1)), false) {
		return nil, errors.New("solve: the eigenvalues of the kernel's matrix were not found: it holds a value that is not finite")
	}
	return eig.Values(nil), nil
}
