package baseline

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline/internal/components"
)

// A hierarchy is the problem over a set of terms that holds all ancestors of its own. A square
// of a sum is the least of a weighted sum of squares, and so the problem is
//
//	min over eta >= 0, sum_v eta_v = 1   F(eta) = (lambda/2) y'(sum_w zeta_w K_w + n lambda I)^-1 y,
//	1/zeta_w = sum of d_v^2/eta_v over the ancestors v of w,
//
// which is convex: F is convex and falling in zeta, zeta concave in eta. It has no derivative
// where nodes and their descendants vanish together, so it is solved from the inside, by a
// primal and dual method of a barrier.
type hierarchy struct {
	family    components.Family
	ancestors [][]int   // of each term, itself among them
	weight    []float64 // d_v; a node of weight 0 has no eta
	y         []float64
	lambda    float64
}

// A hklPoint is eta with the values that depend on it.
type hklPoint struct {
	eta, zeta []float64
	system    components.System
	squares   []float64 // alpha'K_w alpha
	value     float64   // F
}

func (h *hierarchy) at(eta []float64) (*hklPoint, error) {
	p := &hklPoint{eta: eta, zeta: make([]float64, len(h.ancestors))}
	for w, above := range h.ancestors {
		inverse := 0.0
		for _, v := range above {
			if h.weight[v] > 0 {
				inverse += h.weight[v] * h.weight[v] / eta[v]
			}
		}
		if inverse > 0 {
			p.zeta[w] = 1 / inverse
		}
	}
	var err error
	p.system, err = h.family.At(p.zeta, float64(h.family.N())*h.lambda, h.y)
	if err != nil {
		return nil, err
	}
	p.squares = p.system.Squares()
	p.value = h.lambda / 2 * p.system.Value()
	return p, nil
}

// share is the part zeta_w d_v^2/eta_v of the term w that its ancestor v accounts for. The
// shares of a term add up to 1.
func (h *hierarchy) share(p *hklPoint, w, v int) float64 {
	if h.weight[v] == 0 {
		return 0
	}
	return p.zeta[w] * h.weight[v] * h.weight[v] / p.eta[v]
}

// level returns the square of the dual norm of alpha over the terms that the shares prove, the
// largest over v of sum_w share_vw^2 squares_w/d_v^2, and these values.
func (h *hierarchy) level(p *hklPoint, squares []float64) (highest float64, of []float64) {
	of = make([]float64, len(h.weight))
	for w, above := range h.ancestors {
		for _, v := range above {
			if s := h.share(p, w, v); s > 0 {
				of[v] += s / h.weight[v] * (s / h.weight[v]) * squares[w]
			}
		}
	}
	for _, v := range of {
		highest = max(highest, v)
	}
	return highest, of
}

// gap is an upper bound of the excess of F over its minimum, but for rounding.
func (h *hierarchy) gap(p *hklPoint) float64 {
	highest, _ := h.level(p, p.squares)
	ay, aa := 0.0, 0.0
	for i, a := range p.system.Alpha() {
		ay += a * h.y[i]
		aa += a * a
	}
	quadratic := float64(len(h.y))*h.lambda*aa + highest
	if !(ay > 0 && quadratic > 0) {
		return p.value
	}
	return p.value - h.lambda/2*ay*(ay/quadratic)
}

// minimise goes from eta, which need not be feasible, until the gap is tol times F. It returns
// the best that it has where the context ends, or rounding lets it come no further.
func (h *hierarchy) minimise(ctx context.Context, eta []float64, tol float64) (best *hklPoint, steps int, err error) {
	run := &hklInterior{hierarchy: h}
	if err := run.begin(eta); err != nil {
		return nil, 0, err
	}
	best = run.point
	least := h.gap(best)
	for stalled := 0; len(run.vars) > 0 && least > tol*best.value && stalled < 20 && steps < 200 && ctx.Err() == nil; steps++ {
		moved, err := run.step()
		if err != nil {
			return nil, steps, err
		}
		stalled++
		if gap := h.gap(run.point); gap < least {
			if gap < 0.9*least {
				stalled = 0
			}
			best, least = run.point, gap
		}
		if !moved {
			break
		}
	}
	return best, steps, nil
}

// hklInterior is the state of a run.
type hklInterior struct {
	*hierarchy
	vars  []int // the nodes that have an eta
	point *hklPoint
	dual  []float64 // the multiplier of eta_v >= 0
	mu    float64   // of the barrier
}

// begin takes a point inside.
func (r *hklInterior) begin(start []float64) error {
	eta := make([]float64, len(r.weight))
	sum := 0.0
	for v, d := range r.weight {
		if d > 0 {
			r.vars = append(r.vars, v)
			sum += start[v]
		}
	}
	m := float64(len(r.vars))
	for _, v := range r.vars {
		eta[v] = 1 / m
		if sum > 0 {
			eta[v] = 0.7*start[v]/sum + 0.3/m
		}
	}
	var err error
	r.point, err = r.at(eta)
	if err != nil {
		return err
	}
	r.dual = make([]float64, len(eta))
	r.mu = 0.1 * min(r.gap(r.point), 0.1*r.point.value) / max(m, 1)
	for _, v := range r.vars {
		r.dual[v] = r.mu / eta[v]
	}
	return nil
}

// step goes along Newton's direction for the conditions of the optimum, with eta_v dual_v
// aimed at mu, as far as the barrier function F - mu sum_v log eta_v falls, and lowers mu once
// that is near its least. All is in units of eta, in which inactive nodes are not badly
// conditioned.
func (r *hklInterior) step() (moved bool, err error) {
	p, m := r.point, len(r.vars)
	slope, curvature := r.derivatives()
	right := mat.NewVecDense(m, nil)
	ones := mat.NewVecDense(m, nil)
	for a, v := range r.vars {
		curvature.SetSym(a, a, curvature.At(a, a)+p.eta[v]*r.dual[v])
		right.SetVec(a, r.mu-slope[a])
		ones.SetVec(a, p.eta[v])
	}
	var factor mat.Cholesky
	for shift := 1e-15; !factor.Factorize(curvature); shift *= 100 {
		if shift > 1e-3 {
			return false, nil
		}
		for a := range m {
			curvature.SetSym(a, a, curvature.At(a, a)+shift*p.value)
		}
	}
	var u, c mat.VecDense
	// An error means only that the matrix is badly conditioned: the search along u shows
	// what u is worth.
	_ = factor.SolveVecTo(&u, right)
	_ = factor.SolveVecTo(&c, ones)
	u.AddScaledVec(&u, -mat.Dot(&u, ones)/mat.Dot(&c, ones), &c) // sum_v eta_v stays
	return r.search(u.RawVector().Data, slope)
}

// search shortens the way u until the barrier function falls enough.
func (r *hklInterior) search(u, slope []float64) (moved bool, err error) {
	p, mu := r.point, r.mu
	reach, falls := 1.0, 0.0
	for a := range r.vars {
		if u[a] < 0 {
			reach = min(reach, -0.99/u[a])
		}
		falls += (slope[a] - mu) * u[a]
	}
	for t := reach; t > 1e-9; t /= 2 {
		eta := make([]float64, len(p.eta))
		sum := 0.0
		for a, v := range r.vars {
			eta[v] = p.eta[v] * (1 + t*u[a])
			sum += eta[v]
		}
		barrier := 0.0
		for a, v := range r.vars {
			eta[v] /= sum
			barrier -= math.Log1p(t * u[a])
		}
		next, err := r.at(eta)
		if err != nil {
			if t > 1e-6 {
				continue
			}
			return false, err
		}
		// Near the end rounding hides how far F falls. The first step is then taken for what
		// it is worth, which the gap will tell.
		hidden := t == reach && -falls < 1e-11*p.value
		if hidden || next.value-p.value+mu*barrier <= 1e-4*t*falls {
			r.update(next, u, mu)
			if -falls < mu {
				r.mu /= 10
			}
			return true, nil
		}
	}
	return false, nil
}

// update moves to the next point, and the multipliers as far as they stay positive and near
// those of the barrier.
func (r *hklInterior) update(next *hklPoint, u []float64, mu float64) {
	const near = 1e6
	p, reach := r.point, 1.0
	change := make([]float64, len(r.vars))
	for a, v := range r.vars {
		change[a] = mu/p.eta[v] - r.dual[v]*(1+u[a])
		if change[a] < 0 {
			reach = min(reach, -0.99*r.dual[v]/change[a])
		}
	}
	for a, v := range r.vars {
		z := r.dual[v] + reach*change[a]
		r.dual[v] = min(max(z, mu/next.eta[v]/near), mu/next.eta[v]*near)
	}
	r.point = next
}

// derivatives returns the derivatives of F by the logarithms of eta, the second ones but for
// the slope that stems from the logarithms: with B_wv = zeta_w share_vw and C the curvature
// of the system,
//
//	slope_v = -(lambda/2) sum_w zeta_w squares_w share_vw,
//	curvature = lambda (B'C B + sum_w zeta_w squares_w (diag(share_w) - share_w share_w')).
func (r *hklInterior) derivatives() (slope []float64, curvature *mat.SymDense) {
	p, m := r.point, len(r.vars)
	place := make([]int, len(r.weight))
	for v := range place {
		place[v] = -1
	}
	for a, v := range r.vars {
		place[v] = a
	}
	terms := len(r.ancestors)
	all, c := make([]int, terms), make([][]float64, terms)
	for w := range all {
		all[w], c[w] = w, make([]float64, terms)
	}
	p.system.Curvature(c, all)
	half := make([][]float64, m) // B'C
	for a := range half {
		half[a] = make([]float64, terms)
	}
	slope, curvature = make([]float64, m), mat.NewSymDense(m, nil)
	for w, above := range r.ancestors {
		energy := p.zeta[w] * p.squares[w]
		for i, v := range above {
			a := place[v]
			if a < 0 {
				continue
			}
			share := r.share(p, w, v)
			slope[a] -= r.lambda / 2 * energy * share
			curvature.SetSym(a, a, curvature.At(a, a)+r.lambda*energy*share*(1-share))
			for _, other := range above[:i] {
				if b := place[other]; b >= 0 {
					curvature.SetSym(a, b, curvature.At(a, b)-r.lambda*energy*share*r.share(p, w, other))
				}
			}
			addTimes(p.zeta[w]*share, c[w], half[a])
		}
	}
	for w, above := range r.ancestors {
		for _, v := range above {
			b := place[v]
			if b < 0 {
				continue
			}
			factor := r.lambda * p.zeta[w] * r.share(p, w, v)
			for a := range b + 1 {
				curvature.SetSym(a, b, curvature.At(a, b)+factor*half[a][w])
			}
		}
	}
	return slope, curvature
}
