package solve

import "math"

// dualNormRule makes the inputs of s those that Prop. 6 of JMLR 2013 does not
// exclude, where the penalty is a sum of block norms. In our terms, with u = 2
// sigma v, a group whose norm at the optimum is m has
//
//	||u_g|| >= rad_g (1 - gap/(tau weight_g m)),
//
// because each group's part of the gap is at least 0.
func (s *splitting) dualNormRule(sol *Solution) {
	groups, weights, quad := blocksOf(s.p.Penalty, s.d)
	if groups == nil || quad > 0 {
		return
	}
	gap := s.sigma * max(s.excess, 0)
	dual, primal := make([]float64, s.d), make([]float64, s.d)
	columnNorms(dual, s.taken.B)
	columnNorms(primal, s.R)
	least := math.Inf(1)
	for _, members := range groups {
		if norm := blockNorm(primal, members); norm > 0 {
			least = min(least, norm)
		}
	}
	active := make([]bool, s.d)
	for g, members := range groups {
		weight := s.p.Tau * weights[g]
		// blockNorm is over sqrt n, and rad_g = weight / sqrt n.
		ratio := 2 * s.sigma * float64(s.n) * blockNorm(dual, members) / weight
		margin := max(gap/(weight*least), 1e-6)
		in := !(ratio < 1-margin) && !Out(1, blockNorm(sol.RawNorms, members), sol.NormScale)
		for _, a := range members {
			active[a] = in
		}
	}
	sol.keep(active)
}
