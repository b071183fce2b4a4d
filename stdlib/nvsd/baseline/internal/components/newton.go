package components

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
)

// A Solution is the best point that Solve found.
type Solution struct {
	Theta []float64 // of each component; f_j = theta_j sum_i alpha_i k_j(x_i, .)
	Alpha []float64
	Norms []float64 // ||f_j||_j
	Most  []float64 // what the norms are at most, with what rounding may hide
	Ratio []float64 // sqrt(alpha'K_j alpha): 1 where a component is in, below 1 where it is out (Penalised)

	Objective  float64 // of these coefficients
	Dual       float64 // no f has less
	Gap        float64 // Objective - Dual, and what rounding may hide
	Iterations int
	Converged  bool
}

// A Limit is the stopping rule of Solve.
type Limit struct {
	Tol        float64 // Gap at most Tol times the objective, or 1e-12 ||y||^2/n where that is less
	Iterations int
}

// Solve minimises p from start, which may be nil for zero. It returns the best solution that
// it found; Converged is false where the context ended or the limit was met first. An error
// means that the problem cannot be solved at all.
func Solve(ctx context.Context, p *Problem, start []float64, limit Limit) (*Solution, error) {
	run, err := begin(p, start)
	if err != nil {
		return nil, err
	}
	best := run.solution(limit)
	for k := 1; k <= limit.Iterations && ctx.Err() == nil; k++ {
		moved, err := run.step()
		if err != nil {
			return nil, err
		}
		if !moved {
			break
		}
		sol := run.solution(limit)
		sol.Iterations = k
		// A certified solution is taken further as long as its gap halves: a step is
		// cheap, and what is predicted is known to the square root of the gap only.
		done := best.Converged && !(sol.Gap < best.Gap/2)
		if sol.Gap <= best.Gap || sol.Converged && !best.Converged {
			best = sol
		}
		if done {
			break
		}
	}
	return best, nil
}

// A newton is the state of a run.
type newton struct {
	*Problem
	theta  []float64
	system System
	value  float64 // F(theta)
	steps  int     // in a row that rounding has hidden the fall of
}

func begin(p *Problem, start []float64) (*newton, error) {
	r := &newton{Problem: p, theta: make([]float64, p.Family.Len())}
	if start != nil {
		copy(r.theta, start)
	}
	if sum := total(r.theta); sum > p.bound {
		for j := range r.theta {
			r.theta[j] *= p.bound / sum
		}
	}
	var err error
	r.system, r.value, err = r.at(r.theta)
	return r, err
}

// at solves the system at theta, and returns F there.
func (r *newton) at(theta []float64) (System, float64, error) {
	s, err := r.Family.At(theta, float64(r.Family.N())*r.ridge, r.Y)
	if err != nil {
		return nil, 0, err
	}
	return s, r.ridge*s.Value() + r.cost*total(theta), nil
}

// step moves theta by a step of Newton's method over the components that are in, or would come
// in. It reports whether F has fallen.
func (r *newton) step() (bool, error) {
	squares := r.system.Squares()
	var active []int
	highest := r.level(squares) * (1 + 1e-13) // rounding brings nothing in, at TauMax for one
	for j, q := range squares {
		if r.theta[j] > 0 || r.ridge*q > highest {
			active = append(active, j)
		}
	}
	if len(active) == 0 {
		return false, nil
	}
	h := make([][]float64, len(active))
	for a := range h {
		h[a] = make([]float64, len(active))
	}
	r.system.Curvature(h, active)
	slope, x := make([]float64, len(active)), make([]float64, len(active))
	for a, j := range active {
		x[a] = r.theta[j]
		slope[a] = r.cost - r.ridge*squares[j]
		for b := range h[a] {
			h[a][b] *= 2 * r.ridge
			slope[a] -= h[a][b] * r.theta[active[b]]
		}
	}
	target, err := Program{Curvature: h, Slope: slope, Bound: r.bound}.Minimise(slices.Clone(x))
	if err != nil {
		return false, err
	}
	falls := 0.0 // the derivative of F along the step
	for a, j := range active {
		falls += (r.cost - r.ridge*squares[j]) * (target[a] - x[a])
	}
	// Near the minimum the sum is made of rounding: the slopes are alike, and the step has no
	// sum. It may then rise by it.
	if falls > r.noise() || slices.Equal(target, x) {
		return false, nil
	}
	return r.search(active, x, target, falls)
}

// level returns the slope r alpha'K_j alpha above which a component that is out comes in.
func (r *newton) level(squares []float64) float64 {
	if math.IsInf(r.bound, 1) {
		return r.cost
	}
	if total(r.theta) < r.bound {
		return 0
	}
	least := math.Inf(1) // of those that are in, all alike at the optimum
	for j, q := range squares {
		if r.theta[j] > 0 {
			least = min(least, r.ridge*q)
		}
	}
	return least
}

// search goes from x towards target, or halves the way until F falls enough.
func (r *newton) search(active []int, x, target []float64, falls float64) (bool, error) {
	theta := slices.Clone(r.theta)
	for step := 1.0; step > 1e-10; step /= 2 {
		for a, j := range active {
			theta[j] = max(0, x[a]+step*(target[a]-x[a]))
			if step == 1 {
				theta[j] = target[a]
			}
		}
		s, value, err := r.at(theta)
		if err != nil {
			continue
		}
		hidden := step == 1 && r.near(value, falls)
		if value < r.value && value <= r.value+1e-4*step*falls || hidden {
			r.theta, r.system, r.value = theta, s, value
			r.steps++
			if !hidden {
				r.steps = 0
			}
			return r.steps < 4, nil
		}
	}
	return false, nil
}

// near reports whether a step is so short that rounding hides whether F falls.
func (r *newton) near(value, falls float64) bool {
	return -falls < r.noise() && math.Abs(value-r.value) < r.noise()
}

// noise returns the rounding error of a difference of F, which may cancel from
// F(0) = y'y/n.
func (r *newton) noise() float64 {
	return 1e-13*math.Abs(r.value) + 1e-14*blas64.Dot(vector(r.Y), vector(r.Y))/float64(r.Family.N())
}

func total(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}
