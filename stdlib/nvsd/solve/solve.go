// Package solve minimises the functionals of derivative-based variable
// selection,
//
//	(1/n) ||y - f(X)||^2 + tau P(||d_1 f||_n, ..., ||d_d f||_n) + nu ||f||_H^2,
//
// over a reproducing-kernel Hilbert space H, and certifies what it returns.
package solve
