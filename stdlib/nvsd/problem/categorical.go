package problem

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// InputNorms are the norms of a function by every input, and by every categorical input.
type InputNorms struct {
	PerUnit, PerSD []float64
	Category       []float64 // root mean square difference between two levels
	CategorySDs    []float64 // the same, weighted by how frequent the levels are
}

// Measure returns the norms of a function on the training part, from the derivative norms of
// the scaled inputs. The selected columns of categorical inputs have difference norms.
func (ds *Design) Measure(f *Function, selected []bool, scaled []float64) (InputNorms, error) {
	var all InputNorms
	all.PerUnit, all.PerSD = ds.Scaling.norms(scaled)
	for _, c := range ds.Train.Categories() {
		between, err := ds.levelDifferences(f, selected, c)
		if err != nil {
			return all, err
		}
		levels := len(c.Levels)
		total := 0.0
		for k, row := range between {
			for _, square := range row[k+1:] {
				total += square
			}
		}
		pairs := max(1, levels*(levels-1)/2)
		all.Category = append(all.Category, math.Sqrt(total/float64(pairs)))
		all.CategorySDs = append(all.CategorySDs, ds.betweenLevels(c, between))
		for k, a := range c.Columns {
			if !selected[a] {
				continue
			}
			sum := 0.0
			for _, square := range between[levels-len(c.Columns)+k] {
				sum += square
			}
			all.PerUnit[a] = math.Sqrt(sum / float64(max(1, levels-1)))
			all.PerSD[a] = all.PerUnit[a] * ds.SD[a]
		}
	}
	return all, nil
}

// betweenLevels returns sqrt(n/(n-1) 1/2 sum_kl p_k p_l b_kl), where b_kl is the mean square difference of the
// predictions between two levels, and p_k is the fraction of the training points that have one. It is
// for a categorical input what the norm per standard deviation is for a number: of a function that is
// linear in a binary input, the two are equal.
func (ds *Design) betweenLevels(c data.Category, between [][]float64) float64 {
	n, fraction := ds.Count(), ds.LevelFractions(c)
	sum := 0.0
	for k, row := range between {
		for l, square := range row {
			sum += fraction[k] * fraction[l] * square / 2
		}
	}
	return math.Sqrt(sum * n / max(n-1, 1))
}

// LevelFractions returns the fraction of the training points that has each level of a categorical input.
func (ds *Design) LevelFractions(c data.Category) []float64 {
	first := len(c.Levels) - len(c.Columns) // the level of the first column
	fraction := make([]float64, len(c.Levels))
	fraction[0] = 1
	for k, a := range c.Columns {
		fraction[first+k] = stat.Mean(mat.Col(nil, a, ds.Train.X()), ds.Weights)
		if first > 0 {
			fraction[0] -= fraction[first+k]
		}
	}
	return fraction
}

// levelDifferences returns mean_i (f(x_i with level k) - f(x_i with level l))^2
// for all levels k and l of a categorical input.
func (ds *Design) levelDifferences(f *Function, selected []bool, c data.Category) ([][]float64, error) {
	levels, count := len(c.Levels), ds.Count()
	values, between := make([][]float64, levels), make([][]float64, levels)
	for k := range levels {
		between[k] = make([]float64, levels)
		if !slices.ContainsFunc(c.Columns, func(a int) bool { return selected[a] }) {
			continue
		}
		var err error
		values[k], err = f.Predict(WithLevel(ds.Train.X(), c, k))
		if err != nil {
			return nil, fmt.Errorf("norm of the categorical input %q: %w", c.Name, err)
		}
		for l := range k {
			for i, v := range values[k] {
				diff := v - values[l][i]
				between[k][l] += ds.Weight(i) * diff * diff / count
			}
			between[l][k] = between[k][l]
		}
	}
	return between, nil
}

// WithLevel returns X with one level of a categorical input in every row.
func WithLevel(X mat.Matrix, c data.Category, level int) *mat.Dense {
	Z := mat.DenseCopyOf(X)
	n, _ := Z.Dims()
	for i := range n {
		c.Set(Z.RawRowView(i), level)
	}
	return Z
}
