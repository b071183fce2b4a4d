package nvsd

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A NormKind says how the norm of an input is measured.
type NormKind string

const (
	// DerivativeNorm is sqrt(mean_i (d_a f(x_i))^2), which is what penalties act
	// on.
	DerivativeNorm NormKind = "derivative"
	// DifferenceNorm is for the column of a level of a categorical input. Such a column
	// has no data between 0 and 1, so its derivative means nothing. The norm is
	//
	//	sqrt(mean_i mean_l (f(x_i with this level) - f(x_i with level l))^2)
	//
	// over the training points and the other levels. It equals the derivative norm
	// if the function is linear in a binary input.
	DifferenceNorm NormKind = "difference"
)

// NormKinds returns, for every input, how its norms are measured.
func (m *Model) NormKinds() []NormKind {
	kinds := slices.Repeat([]NormKind{DerivativeNorm}, m.D())
	for _, c := range m.train.Categories() {
		for _, a := range c.Columns {
			kinds[a] = DifferenceNorm
		}
	}
	return kinds
}

// A CategoryNorm is how much a model depends on a categorical input.
type CategoryNorm struct {
	Name   string
	Levels []string
	// Norm is sqrt(mean_i mean_{k<l} (f(x_i with level k) - f(x_i with level l))^2)
	// over the training points and all pairs of levels, in units of the target.
	Norm float64
}

func (c CategoryNorm) inWords() string {
	return fmt.Sprintf("%s: between two of its %d levels predictions differ by %s (root mean square)", c.Name, len(c.Levels), report.Number(c.Norm))
}

// categoryOf returns the number of the categorical input that has these columns, -1 for none.
func categoryOf(f *data.Frame, columns []int) int {
	return slices.IndexFunc(f.Categories(), func(c data.Category) bool { return slices.Equal(c.Columns, columns) })
}

// CategoryNorms returns, for every categorical input of the training part, how much
// the model depends on it.
func (m *Model) CategoryNorms() []CategoryNorm {
	var norms []CategoryNorm
	for k, c := range m.train.Categories() {
		norms = append(norms, CategoryNorm{c.Name, c.Levels, m.categoryNorms[k]})
	}
	return norms
}

// measureCategories replaces the derivative norms of the selected columns of
// categorical inputs by difference norms.
func (m *Model) measureCategories() error {
	for _, c := range m.train.Categories() {
		between, err := m.levelDifferences(c)
		if err != nil {
			return err
		}
		levels := len(c.Levels)
		total := 0.0
		for k, row := range between {
			for _, square := range row[k+1:] {
				total += square
			}
		}
		pairs := max(1, levels*(levels-1)/2)
		m.categoryNorms = append(m.categoryNorms, math.Sqrt(total/float64(pairs)))
		m.categorySDs = append(m.categorySDs, m.betweenLevels(c, between))
		for k, a := range c.Columns {
			if !m.selected[a] {
				continue
			}
			sum := 0.0
			for _, square := range between[levels-len(c.Columns)+k] {
				sum += square
			}
			m.perUnit[a] = math.Sqrt(sum / float64(max(1, levels-1)))
			m.perSD[a] = m.perUnit[a] * m.sd[a]
		}
	}
	return nil
}

// betweenLevels returns sqrt(n/(n-1) 1/2 sum_kl p_k p_l b_kl), where b_kl is the mean square difference of the
// predictions between two levels, and p_k is the fraction of the training points that have one. It is
// for a categorical input what the norm per standard deviation is for a number: of a function that is
// linear in a binary input, the two are equal.
func (m *Model) betweenLevels(c data.Category, between [][]float64) float64 {
	n := m.train.N()
	first := len(c.Levels) - len(c.Columns) // the level of the first column
	fraction := make([]float64, len(c.Levels))
	fraction[0] = 1
	for k, a := range c.Columns {
		fraction[first+k] = floats.Sum(mat.Col(nil, a, m.train.X())) / float64(n)
		if first > 0 {
			fraction[0] -= fraction[first+k]
		}
	}
	sum := 0.0
	for k, row := range between {
		for l, square := range row {
			sum += fraction[k] * fraction[l] * square / 2
		}
	}
	return math.Sqrt(sum * float64(n) / float64(max(n-1, 1)))
}

// levelDifferences returns mean_i (f(x_i with level k) - f(x_i with level l))^2
// for all levels k and l of a categorical input.
func (m *Model) levelDifferences(c data.Category) ([][]float64, error) {
	levels := len(c.Levels)
	values, between := make([][]float64, levels), make([][]float64, levels)
	for k := range levels {
		between[k] = make([]float64, levels)
		if !slices.ContainsFunc(c.Columns, func(a int) bool { return m.selected[a] }) {
			continue
		}
		var err error
		if values[k], err = m.Predict(withLevel(m.train.X(), c, k)); err != nil {
			return nil, fmt.Errorf("norm of the categorical input %q: %w", c.Name, err)
		}
		for l := range k {
			for i, v := range values[k] {
				diff := v - values[l][i]
				between[k][l] += diff * diff / float64(len(values[k]))
			}
			between[l][k] = between[k][l]
		}
	}
	return between, nil
}

// withLevel returns X with one level of a categorical input in every row.
func withLevel(X mat.Matrix, c data.Category, level int) *mat.Dense {
	Z := mat.DenseCopyOf(X)
	n, _ := Z.Dims()
	for i := range n {
		c.Set(Z.RawRowView(i), level)
	}
	return Z
}
