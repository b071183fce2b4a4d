package data

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// WithPermuted returns the Frame with a copy of every input added, as in UAI 2018, section 5.2.
// The rows of the copies are in another order, which is the same for all copies. So the copies
// depend on one another as the inputs do, and not on the target. The copy of input a is input
// d+a. Its name is that of the input with " (permuted)", which comes before the level of a
// categorical input. The groups are those of the paper for a group lasso: the inputs, and their
// copies.
func (f *Frame) WithPermuted(seed uint64) (g *Frame, groups [][]int, err error) {
	order := rand.New(rand.NewPCG(seed, stream)).Perm(f.N())
	d := f.D()
	g = &Frame{
		source: f.source, names: slices.Clone(f.names), target: f.target, x: mat.NewDense(f.N(), 2*d, nil), y: f.y,
		categories: f.Categories(), classes: f.classes,
	}
	for i := range f.y {
		row := g.x.RawRowView(i)
		copy(row, f.x.RawRowView(i))
		copy(row[d:], f.x.RawRowView(order[i]))
	}
	groups = make([][]int, 2)
	for a, name := range f.names {
		g.names = append(g.names, permuted(name))
		groups[0], groups[1] = append(groups[0], a), append(groups[1], d+a)
	}
	for _, c := range f.Categories() {
		name := permuted(c.Name)
		for k, a := range c.Columns {
			c.Columns[k] = d + a
			g.names[d+a] = name + strings.TrimPrefix(f.names[a], c.Name)
		}
		c.Name = name
		g.categories = append(g.categories, c)
	}
	if err := g.checkNames(); err != nil {
		return nil, nil, fmt.Errorf("data: permuted copies: %w", err)
	}
	return g, groups, nil
}

func permuted(name string) string { return name + " (permuted)" }
