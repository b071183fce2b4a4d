package model

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A NormKind is the kind of the norm of an input: of derivatives, or of differences between levels.
type NormKind string

const (
	// DerivativeNorm is sqrt(mean_i (d_a f(x_i))^2), the norm that penalties act on.
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

// NormKinds returns, for every input, the kind of its norms.
func (m *Model) NormKinds() []NormKind {
	kinds := slices.Repeat([]NormKind{DerivativeNorm}, m.D())
	for _, c := range m.Train.Categories() {
		for _, a := range c.Columns {
			kinds[a] = DifferenceNorm
		}
	}
	return kinds
}

// A CategoryNorm is the norm of a model by a categorical input: the typical difference of
// predictions between two of its levels.
type CategoryNorm struct {
	Name   string
	Levels []string
	// Norm is sqrt(mean_i mean_{k<l} (f(x_i with level k) - f(x_i with level l))^2)
	// over the training points and all pairs of levels, in units of the target.
	Norm float64
}

// InWords returns the norm in a sentence, as tables note it.
func (c CategoryNorm) InWords() string {
	return fmt.Sprintf("%s: between two of its %d levels predictions differ by %s (root mean square)", c.Name, len(c.Levels), report.Number(c.Norm))
}

// CategoryNorms returns the norm of the model by every categorical input of the training part.
func (m *Model) CategoryNorms() []CategoryNorm {
	var norms []CategoryNorm
	for k, c := range m.Train.Categories() {
		norms = append(norms, CategoryNorm{c.Name, c.Levels, m.Category[k]})
	}
	return norms
}
