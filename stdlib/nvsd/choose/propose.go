package choose

import (
	"cmp"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A proposal is the set of the inputs that come first in the ranking at a tau.
type proposal struct {
	tau  int // index in the path
	size int // number of inputs; of groups if the rule is RankedGroups
}

// lookedAt is the largest number of taus that a rule by ranks looks at.
const lookedAt = 8

// proposalsOf returns the first proposals of the rule. Every proposal is there once, by rising
// index of tau and then by rising size.
func proposalsOf(p *problem.Path, rule SelectionRule) []proposal {
	if k, is := rule.Top(); is {
		return topProposals(p, k)
	}
	var all []proposal
	if !rule.Ranks() {
		for i := range p.Taus {
			all = append(all, proposal{i, 0})
			if m := lists.Count(inAt(p, i, rule)); m > 0 {
				all = append(all, proposal{i, m})
			}
		}
		return all
	}
	for _, i := range spreadTaus(p) {
		all = append(all, proposal{i, 0})
		for _, k := range coarseSizes(len(RankedAt(p, i, rule))) {
			all = append(all, proposal{i, k})
		}
	}
	return all
}

// tausOf returns the indices of the taus that the rule looks at.
func tausOf(p *problem.Path, rule SelectionRule) []int {
	var taus []int
	for _, ask := range proposalsOf(p, rule) {
		taus = append(taus, ask.tau)
	}
	return slices.Compact(taus)
}

// spreadTaus returns the indices of the taus that a rule by ranks looks at. They are spread evenly over
// those at which inputs are in, and include the first tau, at which none is in.
func spreadTaus(p *problem.Path) []int {
	var in []int
	for i := range p.Taus {
		if lists.Count(p.Active(i)) > 0 {
			in = append(in, i)
		}
	}
	taus := []int{0}
	for _, k := range report.Evenly(len(in), lookedAt) {
		taus = append(taus, in[k])
	}
	return slices.Compact(taus)
}

// coarseSizes returns the numbers of inputs, or groups, that are proposed at first where m are in:
// 1 to 8, 10, 12, 15, then each about half as large again, and m.
func coarseSizes(m int) []int {
	var sizes []int
	for k := 1; k < m; {
		sizes = append(sizes, k)
		switch {
		case k < 8:
			k++
		case k < 12:
			k += 2
		case k == 12:
			k = 15
		default:
			k += 5 * (k / 10)
		}
	}
	if m > 0 {
		sizes = append(sizes, m)
	}
	return sizes
}

// topProposals returns the proposals of TopK, one for every tau whose first k inputs are
// not those of an earlier tau.
func topProposals(p *problem.Path, k int) []proposal {
	var all []proposal
	var known [][]bool
	for i := range p.Taus {
		set := firstOf(p, p.Order(i), k)
		if !slices.ContainsFunc(known, func(other []bool) bool { return slices.Equal(other, set) }) {
			known, all = append(known, set), append(all, proposal{i, k})
		}
	}
	return all
}

// finer returns the proposals of a rule by ranks between the sizes that were tried: the sizes
// halfway to the next ones tried, at the tau of a candidate and at its two neighbours among the
// taus that are looked at.
func finer(p *problem.Path, rule SelectionRule, tried []Candidate, at Candidate) []proposal {
	var taus []int
	asked := map[proposal]bool{}
	for _, c := range tried {
		taus = append(taus, c.TauIndex)
		asked[proposal{c.TauIndex, c.asked}] = true
	}
	slices.Sort(taus)
	taus = slices.Compact(taus)
	place := slices.Index(taus, at.TauIndex)
	var more []proposal
	for _, i := range taus[max(0, place-1):min(place+2, len(taus))] {
		m := len(RankedAt(p, i, rule))
		below, above := 0, m+1
		for ask := range asked {
			if ask.tau == i && ask.size < at.asked {
				below = max(below, ask.size)
			}
			if ask.tau == i && ask.size > at.asked {
				above = min(above, ask.size)
			}
		}
		for _, size := range []int{(below + at.asked) / 2, at.asked, (at.asked + above) / 2} {
			if ask := (proposal{i, size}); size > 0 && size <= m && !asked[ask] {
				asked[ask] = true
				more = append(more, ask)
			}
		}
	}
	slices.SortFunc(more, func(a, b proposal) int { return cmp.Or(a.tau-b.tau, a.size-b.size) })
	return more
}

// proposed returns the set of inputs that a proposal stands for on the rows of this path. For
// rules by zeros it is the set of inputs that are in, however many there are.
func proposed(p *problem.Path, rule SelectionRule, i, size int) []bool {
	if _, is := rule.Top(); is {
		set := firstOf(p, p.Order(i), size)
		for a, ever := range everIn(p) {
			set[a] = set[a] && ever
		}
		return set
	}
	in := inAt(p, i, rule)
	switch {
	case size == 0:
		return make([]bool, len(in))
	case !rule.Ranks():
		return in
	}
	ranked := RankedAt(p, i, rule)
	first := slices.Concat(ranked[:min(size, len(ranked))]...)
	return firstOf(p, first, len(first))
}

// firstOf returns the set of the first k inputs of an order.
func firstOf(p *problem.Path, order []int, k int) []bool {
	set := make([]bool, p.Train.D())
	for _, a := range order[:k] {
		set[a] = true
	}
	return set
}

// inputsOf returns the number of inputs of a proposal.
func inputsOf(p *problem.Path, rule SelectionRule, ask proposal) int {
	if rule != RankedGroups {
		return ask.size
	}
	return lists.Count(proposed(p, rule, ask.tau, ask.size))
}

// RankedAt returns the ranking at tau i, by falling norm: the inputs that are in, each as a group
// of its own, or for [RankedGroups] the groups of which an input is in.
func RankedAt(p *problem.Path, i int, rule SelectionRule) [][]int {
	in := p.Active(i)
	blocks := problem.Singles(len(in))
	if rule == RankedGroups {
		blocks = wholes(p)
	}
	var ranked [][]int
	for _, members := range blocks {
		if slices.ContainsFunc(members, func(a int) bool { return in[a] }) {
			ranked = append(ranked, members)
		}
	}
	slices.SortStableFunc(ranked, func(g, h []int) int {
		return cmp.Compare(problem.GroupNorm(p.PerSD[i], h), problem.GroupNorm(p.PerSD[i], g))
	})
	return ranked
}

// wholes returns the groups that RankedGroups does not divide.
func wholes(p *problem.Path) [][]int {
	if groups := p.Groups(); slices.ContainsFunc(groups, func(g []int) bool { return len(g) > 1 }) {
		return groups
	}
	return p.Train.Groups()
}

// inAt reports which inputs are in at tau i by the rule.
func inAt(p *problem.Path, i int, rule SelectionRule) []bool {
	if rule != ADMMZeros || p.Fits[i] == nil {
		return p.Active(i)
	}
	in := p.Fits[i].Split.Zeros()
	for a := range in {
		in[a] = !in[a]
	}
	return in
}

// everIn reports which inputs have a derivative norm above 0 at some tau.
func everIn(p *problem.Path) []bool {
	ever := make([]bool, p.Train.D())
	for i := range p.Taus {
		for a, norm := range p.Norms(i) {
			ever[a] = ever[a] || norm > 0 && !math.IsNaN(norm)
		}
	}
	return ever
}
