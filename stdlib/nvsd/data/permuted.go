package data

import (
	"fmt"
	"math/rand/v2"
)

// WithPermuted returns the Frame with a copy of every input added, as in UAI 2018, section 5.2.
// The rows of the copies are in another order, which is the same for all copies. So the copies
// depend on one another as the inputs do, and not on the target. The copy of input a is input
// d+a. Its name is that of the input with " (permuted)", which comes before the level of a
// categorical input. The groups are those of the paper for a group lasso: the inputs, and their
// copies.
func (f *Frame) WithPermuted(seed uint64) (g *Frame, groups [][]int, err error) {
	order := rand.New(rand.NewPCG(seed, stream)).Perm(f.N())
	g, groups, err = f.withCopies(permuted, func(j int) column { return f.columns[j].rows(order) })
	if err != nil {
		return nil, nil, fmt.Errorf("data: permuted copies: %w", err)
	}
	return g.step(f, Step{Verb: "WithPermuted", Seed: &seed}), groups, nil
}

// withCopies returns the Frame with a copy of every input added, of the column of index j, under another name. The groups are the
// inputs, and their copies.
func (f *Frame) withCopies(named func(name string) string, of func(j int) column) (g *Frame, groups [][]int, err error) {
	d := f.D()
	g = f.copy()
	groups = make([][]int, 2)
	copies := make(map[int]int) // by the index of a column, that of its copy
	for a, t := range f.inputs {
		to, made := copies[t.column]
		if !made {
			to = len(g.columns)
			copies[t.column] = to
			c := of(t.column)
			c.name, c.dated = named(c.name), nil // the copy is made of no dates
			g.columns = append(g.columns, c)
		}
		g.inputs = append(g.inputs, term{to, t.level})
		groups[0], groups[1] = append(groups[0], a), append(groups[1], d+a)
	}
	g.lay()
	return g, groups, g.checkNames()
}

func permuted(name string) string { return name + " (permuted)" }
