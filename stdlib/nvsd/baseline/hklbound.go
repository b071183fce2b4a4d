package baseline

import (
	"context"
	"math"
	"slices"
)

// hklOutside bounds the amount that a source of the complement and all its descendants can
// add. For a source t the bound is
//
//	sum_{w >= t} alpha'K_w alpha / (sum_{t <= v <= w} d_v)^2,
//
// which is no less than the square of the dual norm over the terms w proves (Bach 2009,
// section 4.2): each term is divided among its ancestors from t on by their d. Both sums are
// products over inputs, and so is the matrix of the quadratic form. For an input that t has in
// degree l, the entries are
//
//	M_{j,l}(i, k) = sum_{m = l}^q k_{j,m}(x_i, x_k) / (beta^l + ... + beta^m)^2,
//
// and for the others those of l = 0. Where Order cuts the graph, the others enter by their
// elementary symmetric polynomials up to the degree that Order leaves.
type hklOutside struct {
	*hklProblem
	order   int         // the most inputs of a term
	inverse [][]float64 // of (beta^l + ... + beta^m)^2, by l and m
}

func (p *hklProblem) outside(order int) *hklOutside {
	o := &hklOutside{hklProblem: p, order: order, inverse: make([][]float64, p.config.MaxDegree+1)}
	for l := range o.inverse {
		o.inverse[l] = make([]float64, p.config.MaxDegree+1)
		sum := 0.0
		for m := l; m <= p.config.MaxDegree; m++ {
			sum += math.Pow(p.config.Beta, float64(m))
			o.inverse[l][m] = 1 / (sum * sum)
		}
	}
	return o
}

// bounds returns the bound of every source for alpha, whose sum is 0, rounding included. It
// forms the matrices a row at a time, and keeps none.
func (o *hklOutside) bounds(ctx context.Context, sources []hklNode, alpha []float64) []float64 {
	n := len(alpha)
	supports := groupBySupport(sources)
	forms, largest := make([]float64, len(sources)), make([]float64, len(sources))
	rows := o.newRows(n)
	rest, product := make([]float64, n), make([]float64, n)
	for i := range n {
		if ctx.Err() != nil {
			for s := range forms {
				forms[s] = math.Inf(1) // nothing is known
			}
			return forms
		}
		rows.at(i)
		for _, group := range supports {
			rows.rest(rest[i:], sources[group[0]])
			for _, s := range group {
				copy(product[i:], rest[i:])
				for _, l := range sources[s] {
					multiplyBy(product[i:], rows.of(l.input, l.degree))
				}
				sum := alpha[i] * product[i]
				for k := i + 1; k < n; k++ {
					sum += 2 * alpha[k] * product[k]
				}
				forms[s] += alpha[i] * sum
				largest[s] = max(largest[s], product[i])
			}
		}
	}
	// No entry of a positive matrix is larger than those of its diagonal, nor are the sizes
	// of its parts added up.
	size := 0.0
	for _, a := range alpha {
		size += math.Abs(a)
	}
	rounding := float64(2*n+len(o.values)*(o.order+o.config.MaxDegree+4)+8) * 0x1p-53
	for s := range forms {
		forms[s] = max(0, forms[s]) + rounding*largest[s]*size*size
		if math.IsNaN(forms[s]) {
			forms[s] = math.Inf(1)
		}
	}
	return forms
}

// groupBySupport returns the sources that have the same inputs together.
func groupBySupport(sources []hklNode) [][]int {
	place := make(map[string]int)
	var groups [][]int
	for s, t := range sources {
		support := slices.Clone(t)
		for i := range support {
			support[i].degree = 0
		}
		key := support.key()
		g, ok := place[key]
		if !ok {
			g = len(groups)
			place[key] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], s)
	}
	return groups
}

// hklRows is row i of the matrices M_{j,l}, from the diagonal on.
type hklRows struct {
	*hklOutside
	row     int
	entries [][][]float64
	known   [][]bool
	sums    [][]float64 // for elementary symmetric polynomials
}

func (o *hklOutside) newRows(n int) *hklRows {
	r := &hklRows{hklOutside: o, entries: make([][][]float64, len(o.values)), known: make([][]bool, len(o.values))}
	for j := range r.entries {
		r.entries[j] = make([][]float64, o.config.MaxDegree+1)
		r.known[j] = make([]bool, o.config.MaxDegree+1)
		for l := range r.entries[j] {
			r.entries[j][l] = make([]float64, n)
		}
	}
	r.sums = make([][]float64, o.order+1)
	for e := range r.sums {
		r.sums[e] = make([]float64, n)
	}
	return r
}

func (r *hklRows) at(i int) {
	r.row = i
	for j := range r.known {
		clear(r.known[j])
	}
}

// of returns the row of M_{j,l}.
func (r *hklRows) of(j, l int) []float64 {
	i, n := r.row, len(r.y)
	out := r.entries[j][l][i:n]
	if r.known[j][l] {
		return out
	}
	r.known[j][l] = true
	clear(out)
	for m := l; m <= r.config.MaxDegree; m++ {
		f := r.values[j][m]
		addTimes(f[i]*r.inverse[l][m], f[i:], out)
	}
	return out
}

// rest writes the row over the inputs that a source does not have.
func (r *hklRows) rest(dst []float64, t hklNode) {
	room := r.order - len(t)
	whole := room >= len(r.values)-len(t)
	for k := range dst {
		dst[k] = 1
	}
	if room == 0 {
		return
	}
	if !whole {
		for e := range room {
			clear(r.sums[e+1][:len(dst)])
		}
	}
	next := 0
	for j := range r.values {
		if next < len(t) && t[next].input == j {
			next++
			continue
		}
		if r.isOut(j) {
			continue
		}
		if whole {
			multiplyBy(dst, r.of(j, 0))
			continue
		}
		// M_{j,0} without its 1 is what a further input adds to a term.
		for e := room; e >= 1; e-- {
			from := dst
			if e > 1 {
				from = r.sums[e-1]
			}
			for k, v := range r.of(j, 0) {
				r.sums[e][k] += from[k] * (v - 1)
			}
		}
	}
	if !whole {
		for e := range room {
			addTimes(1, r.sums[e+1][:len(dst)], dst)
		}
	}
}

func multiplyBy(dst, by []float64) {
	for i, v := range by[:len(dst)] {
		dst[i] *= v
	}
}
