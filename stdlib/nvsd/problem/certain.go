package problem

import (
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Certain returns, for every tau, the certainty of every input in the fit there: see Model.Certain.
func (p *Path) Certain() [][]solve.Certainty {
	all := make([][]solve.Certainty, p.Len())
	for i := range all {
		all[i] = slices.Clone(p.CertainAt(i))
	}
	return all
}

// CertainAt returns, for every input, the certainty that it is in or out at the optimum of tau i.
// For the constant, all inputs are certainly out.
func (p *Path) CertainAt(i int) []solve.Certainty {
	if p.Fits[i] == nil {
		return slices.Repeat([]solve.Certainty{solve.CertainlyOut}, p.Train.D())
	}
	return p.Fits[i].Certain
}
