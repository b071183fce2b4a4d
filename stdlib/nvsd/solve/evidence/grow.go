package evidence

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/dependence"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
)

// Limits of a look at residuals: the number of inputs of least p-value, and the level of the test
// over all inputs.
const (
	mostLooked = 3
	lookLevel  = 0.05
)

// lookWidths are the inverse widths that an input is let in with.
var lookWidths = []float64{0.5, 1.5, 3, 6}

// grow lets in inputs on which the leave-one-out residuals depend, one after the other,
// while each is worth its price. An input that is already in may get another width.
func (s *search) grow(ctx context.Context, f fit) (fit, error) {
	bases := make([]*mat.Dense, s.d)
	for a := range bases {
		bases[a] = dependence.Basis(s.columnsOf(a))
	}
	for range s.d {
		residuals, err := s.residuals(f)
		if err != nil {
			return f, nil // the fit stays as it is
		}
		next := f
		for _, a := range looked(bases, residuals) {
			g, err := s.let(ctx, f, a)
			if err != nil {
				return f, err
			}
			if s.cost(g) < s.cost(f)-worthless {
				next = g
				break
			}
		}
		if s.cost(next) == s.cost(f) {
			break
		}
		f = next
		s.step("let in what residuals depend on", f)
	}
	return f, nil
}

// residuals returns the leave-one-out residuals of a fit, of each target.
func (s *search) residuals(f fit) ([][]float64, error) {
	if len(f.inputs) > 0 {
		return newCost(s.problem.on(f.inputs)).residuals(f.point)
	}
	all := s.problem.targets()
	for t, y := range all {
		all[t] = slices.Clone(y)
		if s.problem.Intercept {
			floats.AddConst(-stat.Mean(y, nil), all[t])
		}
	}
	return all, nil
}

// let returns the best fit with an input at one of several widths.
func (s *search) let(ctx context.Context, f fit, input int) (fit, error) {
	inputs, logW := slices.Clone(f.inputs), slices.Clone(f.logW)
	place := slices.Index(inputs, input)
	if place < 0 {
		place = len(inputs)
		inputs, logW = append(inputs, input), append(logW, 0)
	}
	noise := f.logNoise
	if len(f.inputs) == 0 {
		noise = s.noise
	}
	fits := make([]fit, len(lookWidths))
	err := parallel.EachOf(ctx, len(fits), s.problem.bytes(), func(ctx context.Context, i int) (err error) {
		from := point{slices.Clone(logW), noise}
		from.logW[place] = math.Log(lookWidths[i])
		fits[i], err = s.problem.climb(ctx, inputs, from, startEffort)
		return err
	})
	return bestOf(fits), err
}

// looked returns the inputs on which the residuals of any target depend, the clearest first.
func looked(bases []*mat.Dense, residuals [][]float64) []int {
	type tested struct {
		input int
		p     float64
	}
	var found []tested
	for a, basis := range bases {
		p := math.Inf(1)
		for _, own := range residuals {
			p = min(p, float64(len(residuals))*dependence.PValue(basis, own))
		}
		if p*float64(len(bases)) < lookLevel {
			found = append(found, tested{a, p})
		}
	}
	slices.SortStableFunc(found, func(a, b tested) int { return cmp.Compare(a.p, b.p) })
	var inputs []int
	for _, f := range found[:min(mostLooked, len(found))] {
		inputs = append(inputs, f.input)
	}
	return inputs
}

// columnsOf returns copies of the columns of an input.
func (s *search) columnsOf(input int) [][]float64 {
	var columns [][]float64
	for _, column := range s.problem.columns(input) {
		columns = append(columns, mat.Col(nil, column, s.problem.X))
	}
	return columns
}
