package penalty

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// GroupLasso is P(u) = sum_g p_g sqrt(sum_{a in g} u_a^2) (UAI 2018 eq. 4) for
// groups that are a partition of the inputs 0, ..., d-1. [Resolve] turns Names into
// Groups. Weights default to the groups' sizes, as in the paper; Yuan and Lin 2006 use
// the roots of the sizes, which must be given.
//
// In Names, the name of a categorical input stands for all its columns, which are
// called "name=level".
type GroupLasso struct {
	Groups  [][]int
	Weights []float64  // p_g >= 0; nil means the groups' sizes
	Names   [][]string // instead of Groups
}

// Groups is the group lasso on groups of input numbers, from 0, with the groups'
// sizes as weights.
func Groups(groups [][]int) GroupLasso { return GroupLasso{Groups: groups} }

// GroupsByName is the group lasso on groups of input names, with the groups'
// sizes, in columns, as weights.
func GroupsByName(groups [][]string) GroupLasso { return GroupLasso{Names: groups} }

func (p GroupLasso) String() string { return fmt.Sprintf("GroupLasso(%d groups)", p.count()) }

func (p GroupLasso) count() int { return max(len(p.Groups), len(p.Names)) }

// Resolve returns the penalty with the members of its groups as numbers, given
// the names of the d inputs.
func (p GroupLasso) Resolve(names []string) (Penalty, error) { return p.resolve(names) }

func (p GroupLasso) resolve(names []string) (GroupLasso, error) {
	if p.Names == nil {
		return p, nil
	}
	if p.Groups != nil {
		return p, fmt.Errorf("group lasso: there are groups by number and groups by name: give one of them")
	}
	for g, members := range p.Names {
		var group []int
		for _, name := range members {
			columns := columnsOf(name, names)
			if columns == nil {
				return p, fmt.Errorf("group lasso: group %d names %q, which is no input: %sthe inputs are %s", g, name, spelling.Question(name, names), strings.Join(names, ", "))
			}
			group = append(group, columns...)
		}
		p.Groups = append(p.Groups, group)
	}
	p.Names = nil
	return p, nil
}

// columnsOf returns the input of that name, or else the columns of the
// categorical input of that name; nil where there is neither.
func columnsOf(name string, names []string) []int {
	if a := slices.Index(names, name); a >= 0 {
		return []int{a}
	}
	var columns []int
	for a, column := range names {
		if strings.HasPrefix(column, name+"=") {
			columns = append(columns, a)
		}
	}
	return columns
}

// Convex returns true: the penalty is convex.
func (GroupLasso) Convex() bool { return true }

// Check reports groups that are no partition of d inputs, and weights that do
// not fit them.
func (p GroupLasso) Check(d int) error {
	owner, err := p.owners(d)
	if err != nil {
		return fmt.Errorf("group lasso: %w", err)
	}
	for a, groups := range owner {
		if len(groups) > 1 {
			return fmt.Errorf("group lasso: input %d is in groups %d and %d: groups may not overlap (penalty.Overlapping takes such)", a, groups[0], groups[1])
		}
	}
	return nil
}

// owners returns the groups of every input, or the first mistake in the groups.
// Overlaps are not mistakes here.
func (p GroupLasso) owners(d int) ([][]int, error) {
	switch {
	case p.Names != nil:
		return nil, fmt.Errorf("the groups are given by the names of inputs: call penalty.Resolve(p, names) first")
	case len(p.Groups) == 0:
		return nil, fmt.Errorf("no groups: every one of the %d inputs must be in one", d)
	case p.Weights != nil && len(p.Weights) != len(p.Groups):
		return nil, fmt.Errorf("%d weights for %d groups", len(p.Weights), len(p.Groups))
	}
	owner := make([][]int, d)
	for g, members := range p.Groups {
		if len(members) == 0 {
			return nil, fmt.Errorf("group %d is empty", g)
		}
		for _, a := range members {
			if a < 0 || a >= d {
				return nil, fmt.Errorf("group %d names input %d, the inputs are 0 to %d", g, a, d-1)
			}
			if slices.Contains(owner[a], g) {
				return nil, fmt.Errorf("group %d names input %d twice", g, a)
			}
			owner[a] = append(owner[a], g)
		}
		if w := p.weight(g); !(w >= 0) || math.IsInf(w, 1) {
			return nil, fmt.Errorf("the weight of group %d is %v: it must be a finite number >= 0", g, w)
		}
	}
	for a, groups := range owner {
		if len(groups) == 0 {
			return nil, fmt.Errorf("input %d is in no group", a)
		}
	}
	return owner, nil
}

func (p GroupLasso) weight(g int) float64 {
	if p.Weights == nil {
		return float64(len(p.Groups[g]))
	}
	return p.Weights[g]
}

// Value returns P(u).
func (p GroupLasso) Value(u []float64) float64 {
	var sum float64
	for g, members := range p.Groups {
		sum += p.weight(g) * norm(u, members)
	}
	return sum
}

// Prox shortens the part of u in every group by t p_g, or to 0.
func (p GroupLasso) Prox(dst, u []float64, t float64) {
	for g, members := range p.Groups {
		shorten(dst, u, members, t*p.weight(g))
	}
}

// shorten sets the part of dst in a group to u's, shorter by cut or 0.
func shorten(dst, u []float64, members []int, cut float64) {
	length := norm(u, members)
	for _, a := range members {
		if length <= cut {
			dst[a] = 0
		} else {
			dst[a] = u[a] * ((length - cut) / length)
		}
	}
}

// Blocks returns the groups with their weights.
func (p GroupLasso) Blocks(int) (groups [][]int, weights []float64, quad float64) {
	for g := range p.Groups {
		weights = append(weights, p.weight(g))
	}
	return p.Groups, weights, 0
}

// norm returns ||u_g|| for norms of any size, whose squares may over- or underflow.
func norm(u []float64, members []int) float64 {
	var largest, sum float64
	for _, a := range members {
		largest = max(largest, math.Abs(u[a]))
	}
	if largest == 0 {
		return 0
	}
	for _, a := range members {
		part := u[a] / largest
		sum += part * part
	}
	return largest * math.Sqrt(sum)
}
