// Package components fits a sum of functions, one of each of several spaces, many of which
// are zero. It minimises over f_j in H_j one of
//
//	(1/n) ||y - sum_j f_j(X)||^2 + 2 tau sum_j ||f_j||_j                (Penalised)
//	(1/n) ||y - sum_j f_j(X)||^2 + (lambda/M) (sum_j ||f_j||_j)^2       (Bounded)
//
// the first of which is multiple kernel learning, COSSO's penalised form and the group
// lasso, the second COSSO with theta_1 + ... + theta_m <= M. Both are
//
//	min over theta >= 0   F(theta) = r y'(sum_j theta_j K_j + n r I)^-1 y + c sum_j theta_j,
//
// the first with r = c = tau, the second with r = lambda, c = 0 and sum_j theta_j <= M:
// a norm is the least of (||f||^2/theta + theta)/2 over theta. F is convex, and is minimised
// by Newton's method, each step of which is a quadratic program over the components at work.
package components

import "math"

// A Family is the spaces of the components over n points, by their kernel matrices K_j.
type Family interface {
	N() int             // points
	Len() int           // components
	Largest() []float64 // at least the largest entry of |K_j|

	// At solves the system at (theta, ridge) for the targets y. It returns an error where
	// the matrix sum_j theta_j K_j + ridge I is not positive definite in float64.
	At(theta []float64, ridge float64, y []float64) (System, error)
}

// A System is (sum_j theta_j K_j + ridge I) alpha = y, solved.
type System interface {
	Value() float64                          // y'alpha
	Squares() []float64                      // alpha'K_j alpha of every component
	Curvature(dst [][]float64, active []int) // (K_j alpha)'(sum_j theta_j K_j + ridge I)^-1 (K_k alpha)
	Alpha() []float64
	Fit(j int) []float64 // K_j alpha
}

// A Problem is one of the two problems of the package, for a ridge r > 0.
type Problem struct {
	Family Family
	Y      []float64

	ridge float64 // r
	cost  float64 // c
	bound float64 // M; +Inf where there is none
}

// Penalised returns the problem with 2 tau sum_j ||f_j||, tau > 0.
func Penalised(f Family, y []float64, tau float64) *Problem {
	return &Problem{Family: f, Y: y, ridge: tau, cost: tau, bound: math.Inf(1)}
}

// Bounded returns the problem with (lambda/M) (sum_j ||f_j||)^2, lambda > 0 and M > 0.
func Bounded(f Family, y []float64, lambda, m float64) *Problem {
	return &Problem{Family: f, Y: y, ridge: lambda, bound: m}
}

// TauMax returns the least tau at which all components of Penalised vanish:
// max_j sqrt(y'K_j y)/n.
func TauMax(f Family, y []float64) (float64, error) {
	s, err := f.At(make([]float64, f.Len()), 1, y)
	if err != nil {
		return 0, err
	}
	most := 0.0
	for _, q := range s.Squares() {
		most = max(most, q)
	}
	return math.Sqrt(most) / float64(f.N()), nil
}
