package model

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
)

// mixedDifferences measure the interactions of functions on some rows.
type mixedDifferences struct {
	model *Model
	terms []interacting
	pairs [][2]int
	rows  []int
	total float64 // of the weights of the rows
}

// An interacting is an input that the model depends on, with the differences by it: the numbers at the points, times each of the
// contrasts. For a number these are its two neighbours, and the difference quotient.
type interacting struct {
	problem.Term
	set       func(row []float64, point int)
	contrasts [][]float64 // of each, a factor for every point
	slope     float64     // by which a derivative of the scaled function is one by a standard deviation; 0 for a category
}

// step is the distance of the neighbours of a point from it, in standard deviations. Derivatives are exact but for rounding, and their
// quotients have about half of the digits.
const step = 1e-4

func newMixed(m *Model) *mixedDifferences {
	all := &mixedDifferences{model: m}
	terms := problem.TermsOf(m.Train)
	for j, in := range problem.SelectedTerms(terms, m.In) {
		if in {
			all.terms = append(all.terms, m.interacting(terms[j]))
		}
	}
	for j := range all.terms {
		for k := range j {
			p := [2]int{k, j} // the second has the points; where one is a number, the first has the derivative
			if all.terms[k].slope == 0 && all.terms[j].slope != 0 {
				p = [2]int{j, k}
			}
			all.pairs = append(all.pairs, p)
		}
	}
	n := m.Train.N()
	for i := range min(n, mostInteractionRows) {
		row := i * n / min(n, mostInteractionRows)
		all.rows = append(all.rows, row)
		all.total += m.Weight(row)
	}
	return all
}

// interacting returns the differences by an input.
func (m *Model) interacting(t problem.Term) interacting {
	a := t.Columns[0]
	if t.Category < 0 {
		h := step * m.SD[a]
		return interacting{
			Term:      t,
			set:       func(row []float64, point int) { row[a] += float64(2*point-1) * h },
			contrasts: [][]float64{{-0.5 / step, 0.5 / step}},
			slope:     m.SD[a] / m.Scale[a],
		}
	}
	c := m.Train.Categories()[t.Category]
	fractions := m.LevelFractions(c)
	own := interacting{Term: t, set: func(row []float64, level int) { c.Set(row, level) }}
	for k, p := range fractions {
		contrast := make([]float64, len(fractions))
		floats.AddScaled(contrast, -1, fractions)
		contrast[k]++
		floats.Scale(math.Sqrt(p*m.Count()/max(m.Count()-1, 1)), contrast)
		own.contrasts = append(own.contrasts, contrast)
	}
	return own
}

// squares returns, for each pair, the squares of its norm of each of the functions. It fails where ctx ends.
func (all *mixedDifferences) squares(ctx context.Context, of functions) ([][]float64, error) {
	squares := make([][]float64, len(all.pairs))
	_, err := progress.Units{Of: "interactions", Unit: "input", All: len(all.terms)}.Each(ctx, func(ctx context.Context, j int) error {
		return all.along(ctx, of, j, squares)
	})
	return squares, err
}

// along sets the squares of the pairs whose second input is j.
func (all *mixedDifferences) along(ctx context.Context, of functions, j int, squares [][]float64) error {
	second := all.terms[j]
	var slopes [][]*mat.Dense // at the points of the second input, by each input that is the first one of a pair with it
	for k, pair := range all.pairs {
		if pair[1] != j {
			continue
		}
		first := all.terms[pair[0]]
		var readings [][]*mat.Dense // of each, the numbers at every point: a row for each row, a column for each function
		var err error
		if first.slope == 0 {
			readings, err = all.differences(ctx, of, first, second)
		} else {
			if slopes == nil {
				slopes, err = all.slopes(ctx, of, second)
			}
			if err == nil {
				readings = [][]*mat.Dense{slopes[pair[0]]}
			}
		}
		if err != nil {
			return err
		}
		for _, reading := range readings {
			for _, contrast := range second.contrasts {
				squares[k] = all.addMeanSquares(squares[k], contrast, reading)
			}
		}
	}
	return nil
}

// slopes returns the derivatives by each input that is a number, per standard deviation, at each point of an input.
func (all *mixedDifferences) slopes(ctx context.Context, of functions, at interacting) ([][]*mat.Dense, error) {
	var numbers, columns []int // of the terms
	for j, t := range all.terms {
		if t.slope != 0 {
			numbers, columns = append(numbers, j), append(columns, t.Columns[0])
		}
	}
	slopes := make([][]*mat.Dense, len(all.terms))
	for point := range at.contrasts[0] {
		by, err := of.slopes(ctx, all.at(func(row []float64) { at.set(row, point) }), columns)
		if err != nil {
			return nil, err
		}
		for k, j := range numbers {
			by[k].Scale(all.terms[j].slope, by[k])
			slopes[j] = append(slopes[j], by[k])
		}
	}
	return slopes, nil
}

// differences returns the contrasts of the values by the first input, at each point of the second one.
func (all *mixedDifferences) differences(ctx context.Context, of functions, first, second interacting) ([][]*mat.Dense, error) {
	readings := make([][]*mat.Dense, len(first.contrasts))
	for point := range second.contrasts[0] {
		for level := range first.contrasts[0] {
			v, err := of.values(ctx, all.at(func(row []float64) {
				first.set(row, level)
				second.set(row, point)
			}))
			if err != nil {
				return nil, err
			}
			for q, contrast := range first.contrasts {
				var part mat.Dense
				part.Scale(contrast[level], v)
				if level == 0 {
					readings[q] = append(readings[q], &part)
				} else {
					readings[q][point].Add(readings[q][point], &part)
				}
			}
		}
	}
	return readings, nil
}

// at returns the rows with a change.
func (all *mixedDifferences) at(change func(row []float64)) *mat.Dense {
	X := mat.NewDense(len(all.rows), all.model.D(), nil)
	for i, row := range all.rows {
		mat.Row(X.RawRowView(i), row, all.model.Train.X())
		change(X.RawRowView(i))
	}
	return X
}

// addMeanSquares adds the mean over the rows of the square of a contrast, of each function.
func (all *mixedDifferences) addMeanSquares(sums, contrast []float64, reading []*mat.Dense) []float64 {
	_, functions := reading[0].Dims()
	if sums == nil {
		sums = make([]float64, functions)
	}
	difference := make([]float64, functions)
	for i, row := range all.rows {
		clear(difference)
		for point, c := range contrast {
			floats.AddScaled(difference, c, reading[point].RawRowView(i))
		}
		part := all.model.Weight(row) / all.total
		for r, v := range difference {
			sums[r] += float64(part * float64(v*v))
		}
	}
	return sums
}

// functions are one function or several on the inputs of a model. Matrices have a row for each row of X, and a column for each
// function.
type functions interface {
	values(ctx context.Context, X *mat.Dense) (*mat.Dense, error)
	// slopes returns the derivatives by some of the scaled inputs, a matrix each.
	slopes(ctx context.Context, X *mat.Dense, columns []int) ([]*mat.Dense, error)
}

type oneFunction struct{ *problem.Function }

func (f oneFunction) values(_ context.Context, X *mat.Dense) (*mat.Dense, error) {
	v, err := f.Predict(X)
	if err != nil {
		return nil, err
	}
	return mat.NewDense(len(v), 1, v), nil
}

func (f oneFunction) slopes(_ context.Context, X *mat.Dense, columns []int) ([]*mat.Dense, error) {
	_, W, err := f.Evaluate(X)
	if err != nil {
		return nil, err
	}
	slopes := make([]*mat.Dense, len(columns))
	for k, a := range columns {
		w := mat.Col(nil, a, W)
		slopes[k] = mat.NewDense(len(w), 1, w)
	}
	return slopes, nil
}

// expansions are functions sum_j alpha_j k(x_j, .), without their constants.
type expansions struct {
	model  *Model
	points *mat.Dense // scaled
	alphas *mat.Dense // a column for each function
}

func newExpansions(m *Model, alphas [][]float64) *expansions {
	e := &expansions{m, m.F.Apply(m.Train.X(), m.F.Use), mat.NewDense(len(alphas[0]), len(alphas), nil)}
	for r, alpha := range alphas {
		e.alphas.SetCol(r, alpha)
	}
	return e
}

func (e *expansions) values(ctx context.Context, X *mat.Dense) (*mat.Dense, error) {
	all, err := e.expand(ctx, X, 1, func(z, x []float64, set func(k int, v float64)) { set(0, e.model.Kernel.Eval(z, x)) })
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

func (e *expansions) slopes(ctx context.Context, X *mat.Dense, columns []int) ([]*mat.Dense, error) {
	return e.expand(ctx, X, len(columns), func(z, x []float64, set func(k int, v float64)) {
		gradient := make([]float64, len(z))
		e.model.Kernel.Grad(gradient, z, x)
		for k, a := range columns {
			if e.model.F.Use[a] {
				set(k, gradient[a])
			}
		}
	})
}

// expand returns some numbers of the functions at the rows of X, from those that the kernel has there with each point.
func (e *expansions) expand(ctx context.Context, X *mat.Dense, numbers int, at func(z, x []float64, set func(k int, v float64))) ([]*mat.Dense, error) {
	Z := e.model.F.Apply(X, e.model.F.Use)
	m, _ := Z.Dims()
	n, functions := e.alphas.Dims()
	cross, all := make([]*mat.Dense, numbers), make([]*mat.Dense, numbers)
	for k := range cross {
		cross[k], all[k] = mat.NewDense(m, n, nil), mat.NewDense(m, functions, nil)
	}
	err := parallel.Each(ctx, m, func(ctx context.Context, i int) error {
		for j := range n {
			at(Z.RawRowView(i), e.points.RawRowView(j), func(k int, v float64) { cross[k].Set(i, j, v) })
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	for k := range cross {
		all[k].Mul(cross[k], e.alphas)
	}
	return all, nil
}
