package nvsd

import (
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Certain tells of every input whether it is certainly in or certainly out at
// the optimum of the fit that selects, or undecided, however early that fit was
// stopped: what its gap proves, not what a rule selects. nil where there is no
// certificate, and for a model from a file of before this was kept.
func (m *Model) Certain() []solve.Certainty { return slices.Clone(m.certain) }

// Certain tells, for every tau, what Model.Certain tells of the fit there.
func (p *Path) Certain() [][]solve.Certainty {
	all := make([][]solve.Certainty, p.Len())
	for i := range all {
		all[i] = slices.Clone(p.certain(i))
	}
	return all
}

// certain is what is certain of the optimum at tau i: of the constant, that all
// inputs are out.
func (p *Path) certain(i int) []solve.Certainty {
	if p.fits[i] == nil {
		return slices.Repeat([]solve.Certainty{solve.CertainlyOut}, p.train.D())
	}
	return p.fits[i].Certain
}
