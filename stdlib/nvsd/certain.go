package nvsd

import (
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Certain returns, for every tau, what Model.Certain returns for the fit there.
func (p *Path) Certain() [][]solve.Certainty {
	all := make([][]solve.Certainty, p.Len())
	for i := range all {
		all[i] = slices.Clone(p.certain(i))
	}
	return all
}

// certain returns what is certain about the optimum at tau i. For the constant, all
// inputs are certainly out.
func (p *Path) certain(i int) []solve.Certainty {
	if p.fits[i] == nil {
		return slices.Repeat([]solve.Certainty{solve.CertainlyOut}, p.train.D())
	}
	return p.fits[i].Certain
}
