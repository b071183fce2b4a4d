package data

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// A coding is a column that holds the indices of levels, in order of their
// first appearance.
type coding struct {
	column int
	levels []string
	index  map[string]int

	inOrder bool // the levels are in order already
}

// code returns the index of a level.
func (c *coding) code(level string) int {
	if c.index == nil {
		c.index = make(map[string]int)
	}
	k, known := c.index[level]
	if !known {
		k = len(c.levels)
		c.index[level] = k
		c.levels = append(c.levels, level)
	}
	return k
}

// parse returns the code of a cell, or the reason why it holds no level.
func (c *coding) parse(cell string) (float64, string) {
	level := strings.TrimSpace(cell)
	if reason := missing(level); reason != "" {
		return 0, reason
	}
	return float64(c.code(level)), ""
}

// sorted returns the levels in order, and the index there of every code.
func (c *coding) sorted() (levels []string, place []int) {
	place = make([]int, len(c.levels))
	if c.inOrder {
		for p := range place {
			place[p] = p
		}
		return c.levels, place
	}
	numbers := make(map[string]float64)
	for _, level := range c.levels {
		if v, reason := parseCell(level); reason == "" {
			numbers[level] = v
		}
	}
	levels = slices.Clone(c.levels)
	slices.SortFunc(levels, func(s, t string) int {
		if len(numbers) == len(levels) {
			return cmp.Or(cmp.Compare(numbers[s], numbers[t]), cmp.Compare(s, t))
		}
		return cmp.Compare(s, t)
	})
	for p, level := range levels {
		place[c.index[level]] = p
	}
	return levels, place
}

// expand returns the Frame with every coded column replaced by those of a
// category.
func (f *Frame) expand(codings []coding) (*Frame, error) {
	if len(codings) == 0 {
		return f, nil
	}
	byColumn := make(map[int]*coding)
	for k := range codings {
		c := &codings[k]
		if len(c.levels) > maxLevels {
			return nil, fmt.Errorf("the factor %q has %d levels: more than %d cannot be told apart; is it an identifier? Then leave it out", f.names[c.column], len(c.levels), maxLevels)
		}
		byColumn[c.column] = c
	}
	g := &Frame{source: f.source, target: f.target, y: f.y, classes: f.classes}
	var columns [][]float64
	moved := make([]int, f.D())
	for a, name := range f.names {
		column := mat.Col(nil, a, f.x)
		c, coded := byColumn[a]
		if !coded {
			moved[a] = len(columns)
			g.names, columns = append(g.names, name), append(columns, column)
			continue
		}
		levels, place := c.sorted()
		category := Category{Name: name, Levels: levels}
		for p := category.first(); p < len(levels); p++ {
			dummy := make([]float64, f.N())
			for i, code := range column {
				if place[int(code)] == p {
					dummy[i] = 1
				}
			}
			category.Columns = append(category.Columns, len(columns))
			g.names, columns = append(g.names, name+"="+levels[p]), append(columns, dummy)
		}
		g.categories = append(g.categories, category)
	}
	for _, c := range f.categories {
		columns := make([]int, len(c.Columns))
		for k, a := range c.Columns {
			columns[k] = moved[a]
		}
		g.categories = append(g.categories, Category{c.Name, c.Levels, columns})
	}
	slices.SortFunc(g.categories, func(c, e Category) int { return cmp.Compare(c.Columns[0], e.Columns[0]) })
	if err := g.checkNames(); err != nil {
		return nil, err
	}
	g.x = mat.NewDense(f.N(), len(columns), nil)
	for a, column := range columns {
		g.x.SetCol(a, column)
	}
	return g, nil
}
