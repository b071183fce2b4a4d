package data

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// WithLevels returns the Frame in which the named categorical input has the given levels, in
// the given order. The rows may have only some of them. So data that are read separately get
// the columns of the data that a model was trained on. It is an error if a row has another
// level.
func (f *Frame) WithLevels(name string, levels ...string) (*Frame, error) {
	k := slices.IndexFunc(f.categories, func(c Category) bool { return c.Name == name })
	if k < 0 {
		categories := make([]string, len(f.categories))
		for k, c := range f.categories {
			categories[k] = c.Name
		}
		return nil, fmt.Errorf("data: there is no categorical input %q: %sname it by data.Factor when reading", name, spelling.Question(name, categories))
	}
	for i, level := range levels {
		if slices.Contains(levels[:i], level) {
			return nil, fmt.Errorf("data: the level %q of %q is given twice", level, name)
		}
	}
	old := f.categories[k]
	var chosen []int
	for a := range f.names {
		if !slices.Contains(old.Columns[1:], a) {
			chosen = append(chosen, a)
		}
	}
	g := f.pick(chosen)
	at := slices.Index(chosen, old.Columns[0])
	g.names[at] = name
	g.categories = slices.DeleteFunc(g.categories, func(c Category) bool { return c.Name == name })
	for i := range f.y {
		level := old.level(f.x.RawRowView(i))
		p := slices.Index(levels, level)
		if p < 0 {
			return nil, fmt.Errorf("data: row %d of %q has the level %q, and the levels are %s", i+1, name, level, quoteList(levels))
		}
		g.x.Set(i, at, float64(p))
	}
	g, err := g.expand([]coding{{column: at, levels: levels, inOrder: true}})
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return g, nil
}

// level returns the level that a row has.
func (c Category) level(x []float64) string {
	for k, a := range c.Columns {
		if x[a] == 1 {
			return c.Levels[k+c.first()]
		}
	}
	return c.Levels[0]
}
