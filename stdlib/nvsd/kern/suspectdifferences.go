package kern

import (
	"fmt"
	"math"
	"slices"
)

// The relative errors that derivatives may have beside differences. They are less than
// the errors that Suspect promises to find.
const (
	gradOff  = 3e-4
	mixedOff = 3e-3
)

// smallPart is the part of the largest derivative below which relative errors do not
// count.
const smallPart = 1e-2

// steps returns the steps of differences, in lengths of the kernel. Long ones resolve a
// smooth kernel best, short ones a sum with a narrow part.
func steps() []float64 { return []float64{1. / 4, 1. / 64, 1. / 1024, 1. / 16384} }

// gradient compares Grad with differences of Eval.
func (q *inquiry) gradient(s *site) error {
	y := slices.Clone(s.x)
	wrong := q.compare(s.x, s.lengths, 1, gradOff, smallPart*q.grads,
		func(a int, _ int) float64 { return s.grad[a] * s.lengths[a] / s.value },
		func(dst []float64, a int, v float64) {
			y[a] = v
			dst[0] = q.k.Eval(y, s.z) / s.value
			y[a] = s.x[a]
		})
	if wrong == nil {
		return nil
	}
	unit := s.value / s.lengths[wrong.input]
	return fmt.Errorf("the Grad of the kernel %v is not the derivative of its Eval: %s it sets dst[%d] to %.8g, and differences of Eval give %.8g",
		q.k, q.where(s), wrong.input, wrong.claim*unit, wrong.found*unit)
}

// second compares Mixed with differences of Grad.
func (q *inquiry) second(s *site) error {
	d := len(s.x)
	w := slices.Clone(s.z)
	wrong := q.compare(s.z, s.lengths, d, mixedOff, smallPart*q.mixeds,
		func(b, a int) float64 { return s.mixed[a*d+b] * s.lengths[a] * s.lengths[b] / s.value },
		func(dst []float64, b int, v float64) {
			w[b] = v
			q.k.Grad(dst, s.x, w)
			for a := range dst {
				dst[a] *= s.lengths[a] / s.value
			}
			w[b] = s.z[b]
		})
	if wrong == nil {
		return nil
	}
	a, b := wrong.component, wrong.input
	unit := s.value / s.lengths[a] / s.lengths[b]
	return fmt.Errorf("the Mixed of the kernel %v is not the derivative of its Grad: %s it sets dst[%d*%d+%d], by x[%d] and z[%d], to %.8g, and differences of Grad give %.8g",
		q.k, q.where(s), a, d, b, a, b, wrong.claim*unit, wrong.found*unit)
}

// An entry is a derivative: of a component of f by an input.
type entry struct{ input, component int }

// A mismatch is a derivative that differs from the claimed one.
type mismatch struct {
	entry
	claim, found float64
}

// compare checks derivatives of f, which has m components, by every input at x against
// differences; claim returns the derivatives to check. Numbers are in units of the
// kernel: derivatives are by x over lengths. A derivative passes where differences of
// some step resolve it and agree. It is a mismatch where differences of some step
// resolve it, those of no step agree, and those of finer steps do not excuse it.
//
// Whether differences resolve a derivative is judged by all components and inputs
// together, since the estimate of a single error can be small by chance.
func (q *inquiry) compare(x, lengths []float64, m int, tol, small float64, claim func(a, c int) float64, f func(dst []float64, a int, v float64)) *mismatch {
	var open []entry
	for _, a := range q.inputs {
		for c := range m {
			open = append(open, entry{a, c})
		}
	}
	accused := make(map[entry]mismatch)
	for _, step := range steps() {
		found, off := differences(open, x, lengths, step, m, f)
		var left []entry
		for _, e := range open {
			want, have := claim(e.input, e.component), found[e.input][e.component]
			size := max(math.Abs(want), math.Abs(have), small)
			apart := math.Abs(want - have)
			resolved := 10*off <= tol*size
			switch {
			case resolved && apart <= tol*size: // and so on with the others
				continue
			case resolved || math.IsNaN(want) || math.IsInf(want, 0):
				accused[e] = mismatch{e, want, have}
			case !(apart > 10*off):
				delete(accused, e)
			}
			left = append(left, e)
		}
		open = left
	}
	for _, e := range open {
		if wrong, is := accused[e]; is {
			return &wrong
		}
	}
	return nil
}

// differences returns the derivatives of all components of f by every input of open, from
// differences of a step, and the largest error that they may have. A step may leave the
// domain of f: where f panics, its value counts as NaN.
func differences(open []entry, x, lengths []float64, step float64, m int, f func(dst []float64, a int, v float64)) (found map[int][]float64, off float64) {
	found = make(map[int][]float64)
	for _, e := range open {
		a := e.input
		if found[a] != nil {
			continue
		}
		value, err := slope(func(dst []float64, v float64) {
			defer func() {
				if recover() != nil {
					dst[0] = math.NaN()
				}
			}()
			f(dst, a, v)
		}, x[a], step*lengths[a], m)
		for c := range value {
			value[c] *= lengths[a]
		}
		found[a], off = value, max(off, err*lengths[a])
	}
	return found, off
}

// slope returns f'(x) of m functions by central differences with steps h, h/2, h/4
// and h/8, extrapolated to 0 (Richardson), and the error that it may have, from the
// difference of the last extrapolations and from the rounding of f and x.
func slope(f func(dst []float64, v float64), x, h float64, m int) (value []float64, off float64) {
	const levels = 4
	value = make([]float64, m)
	plus, minus := make([]float64, m), make([]float64, m)
	table := make([][levels]float64, m) // the last row of each
	for i := range levels {
		hi := math.Ldexp(h, -i)
		above, below := x+hi, x-hi
		if !(above > x && below < x) {
			return value, math.Inf(1)
		}
		f(plus, above)
		f(minus, below)
		for c := range value {
			before, row := table[c], &table[c]
			row[0] = (plus[c] - minus[c]) / (above - below)
			for j, power := 1, 4.0; j <= i; j, power = j+1, 4*power {
				row[j] = row[j-1] + (row[j-1]-before[j-1])/(power-1)
			}
			if i < levels-1 {
				continue
			}
			value[c] = row[i]
			rounded := 8 * 0x1p-52 * (max(math.Abs(plus[c]), math.Abs(minus[c])) + math.Abs(x*row[0])) / hi
			off = max(off, math.Abs(row[i]-before[i-1]), math.Abs(row[i]-row[i-1]), rounded)
		}
	}
	if math.IsNaN(off) {
		off = math.Inf(1)
	}
	return value, off
}
