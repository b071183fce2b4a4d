package evidence

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
)

// Limits of a look at residuals: the number of cosines of the ranks of an input, the number
// of inputs of least p-value, and the level of the test over all inputs.
const (
	mostCosines = 14
	mostLooked  = 3
	lookLevel   = 0.05
)

// lookWidths are the inverse widths that an input is let in with.
var lookWidths = []float64{0.5, 1.5, 3, 6}

// grow lets in inputs on which the leave-one-out residuals depend, one after the other,
// while each is worth its price. An input that is already in may get another width.
func (s *search) grow(ctx context.Context, f fit) (fit, error) {
	bases := make([]*mat.Dense, s.d)
	for a := range bases {
		bases[a] = s.basis(a, min(mostCosines, s.n/6))
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

// residuals returns the leave-one-out residuals of a fit.
func (s *search) residuals(f fit) ([]float64, error) {
	if len(f.inputs) > 0 {
		return newCost(s.problem.on(f.inputs)).residuals(f.point)
	}
	r := slices.Clone(s.problem.Y)
	if s.problem.Intercept {
		floats.AddConst(-stat.Mean(r, nil), r)
	}
	return r, nil
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
	err := parallel.Each(ctx, len(fits), func(ctx context.Context, i int) (err error) {
		from := point{slices.Clone(logW), noise}
		from.logW[place] = math.Log(lookWidths[i])
		fits[i], err = s.problem.climb(ctx, inputs, from, startSteps)
		return err
	})
	return bestOf(fits), err
}

// looked returns the inputs on which residuals depend, the clearest first.
func looked(bases []*mat.Dense, residuals []float64) []int {
	type dependence struct {
		input int
		p     float64
	}
	var found []dependence
	for a, basis := range bases {
		if p := pValue(basis, residuals); p*float64(len(bases)) < lookLevel {
			found = append(found, dependence{a, p})
		}
	}
	slices.SortStableFunc(found, func(a, b dependence) int { return cmp.Compare(a.p, b.p) })
	var inputs []int
	for _, f := range found[:min(mostLooked, len(found))] {
		inputs = append(inputs, f.input)
	}
	return inputs
}

// basis returns an orthonormal basis, a row each, of at most count functions of an input, without
// their means: cosines of a column, and of several columns themselves.
func (s *search) basis(input, count int) *mat.Dense {
	columns := s.problem.columns(input)
	if len(columns) == 1 {
		return cosines(mat.Col(nil, columns[0], s.problem.X), count)
	}
	var rows [][]float64
	for _, column := range columns[:min(count, len(columns))] {
		rows = append(rows, mat.Col(nil, column, s.problem.X))
	}
	return orthonormal(rows)
}

// cosines returns an orthonormal basis, a row each, of cos(pi k rank/n), k = 1, ..., count,
// over the rows of an input, without their means. Equal values have equal ranks.
func cosines(x []float64, count int) *mat.Dense {
	n := len(x)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(x[a], x[b]), cmp.Compare(a, b)) })
	rank := make([]float64, n)
	for from := 0; from < n; {
		to := from + 1
		for to < n && x[order[to]] == x[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			rank[i] = float64(from+to) / float64(2*n)
		}
		from = to
	}
	var rows [][]float64
	for k := 1; k <= count; k++ {
		row := make([]float64, n)
		for i, r := range rank {
			row[i] = math.Cos(math.Pi * float64(k) * r)
		}
		rows = append(rows, row)
	}
	return orthonormal(rows)
}

// orthonormal returns an orthonormal basis, a row each, of some rows without their means. It overwrites
// them. A row that depends on earlier ones is left out; without any it returns nil.
func orthonormal(rows [][]float64) *mat.Dense {
	var kept [][]float64
	for _, row := range rows {
		before := floats.Norm(row, 2)
		for range 2 { // once more, for what rounding left
			floats.AddConst(-stat.Mean(row, nil), row)
			for _, earlier := range kept {
				floats.AddScaled(row, -floats.Dot(earlier, row), earlier)
			}
		}
		if after := floats.Norm(row, 2); after > 1e-3*before {
			floats.Scale(1/after, row)
			kept = append(kept, row)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return mat.NewDense(len(kept), len(kept[0]), slices.Concat(kept...))
}

// pValue returns the least p-value of the F tests of residuals on the first 4, 8 and all
// rows of a basis, times the number of tests.
func pValue(basis *mat.Dense, residuals []float64) float64 {
	if basis == nil {
		return 1
	}
	n, rows := float64(len(residuals)), basis.RawMatrix().Rows
	mean := stat.Mean(residuals, nil)
	var total, explained float64
	for _, r := range residuals {
		total += (r - mean) * (r - mean)
	}
	sizes := slices.Compact([]int{min(4, rows), min(8, rows), rows})
	p := 1.0
	for k := range rows {
		part := floats.Dot(basis.RawRowView(k), residuals)
		explained += part * part
		df, rest := float64(k+1), n-float64(k+2)
		if !slices.Contains(sizes, k+1) || rest < 1 {
			continue
		}
		left := math.Max(total-explained, 1e-12*total)
		if left > 0 {
			p = min(p, float64(len(sizes))*distuv.F{D1: df, D2: rest}.Survival(explained/df/(left/rest)))
		}
	}
	return p
}
