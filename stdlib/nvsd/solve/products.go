package solve

import (
	"context"

	"gonum.org/v1/gonum/mat"
)

// products computes the products with a kernel's matrices by its structure. A function
//
//	f = sum_i alpha_i k(x_i, .) + sum_ia B_ia d_a k(x_i, .)
//
// has values v = K alpha + D'B and gradients W = D alpha + L B at the rows of
// Z. Since alpha depends on D'B in the dual problem, the work is split in two:
// everything that can be had from B alone, and then the rest, so that both
// together cost no more than one product.
type products interface {
	// train prepares the evaluation at the training points, and what is known there alone.
	train() (evaluation, training)
	// at prepares the evaluation at the rows of Z.
	at(Z *mat.Dense) evaluation
	// independent reports whether the gradients at the training points are known
	// to be linearly independent in the space of functions, or such that this
	// makes no difference to the least norm of the coefficients that cancel them.
	independent() bool
}

// An evaluation maps coefficients to values and gradients at fixed points. Where the context of a
// long product ends, its outputs mean nothing.
type evaluation interface {
	// kernel returns the matrix k(z_j, x_i).
	kernel() *mat.Dense
	// fromB sets v = D'B and W to a part of the gradients that needs no alpha.
	fromB(ctx context.Context, v []float64, W, B *mat.Dense)
	// addAlpha adds K alpha to v.
	addAlpha(v, alpha []float64)
	// finish completes W = D alpha + L B after fromB with the same B.
	finish(ctx context.Context, W *mat.Dense, alpha []float64, B *mat.Dense)
}

// A training has bounds and sums of the matrices of an evaluation at the training points,
// where they are symmetric.
type training interface {
	// rounding sets v and w to bounds of what rounding leaves of K alpha + D'B in every
	// value, and of D alpha + L B in the norm of every row.
	rounding(v, w, alpha []float64, B *mat.Dense)
	// lengths returns ||L_aa||_F for every input a, L_aa the n x n block of L, or a bound above it.
	lengths() []float64
	// addBlocks adds sum_a L_aa/scale_a to C, an n x n matrix. Inputs whose scale is 0
	// are left out.
	addBlocks(C *mat.Dense, scale []float64)
}
