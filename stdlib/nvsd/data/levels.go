package data

import (
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// WithLevels returns the Frame in which the named categorical input has the given levels, in
// the given order. The rows may have only some of them. So data that are read separately get
// the columns of the data that a model was trained on. It is an error if a row has another
// level.
func (f *Frame) WithLevels(name string, levels ...string) (*Frame, error) {
	j := f.find(name)
	input := slices.ContainsFunc(f.categories, func(c Category) bool { return c.Name == name })
	empty := j >= 0 && f.columns[j].kind == Categorical && len(f.columns[j].levels) == 0 && name != f.target && f.roles.of(name) == "" // all of its cells are missing
	if !input && !empty {
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
	old := f.columns[j]
	if len(levels) == 0 {
		return nil, fmt.Errorf("data: no level of %q is given: at least one is needed", name)
	}
	values := make([]float64, f.n)
	for i, v := range old.values {
		values[i] = v
		if math.IsNaN(v) {
			continue
		}
		p := slices.Index(levels, old.levels[int(v)])
		if p < 0 {
			return nil, fmt.Errorf("data: row %d of %q has the level %q, and the levels are %s", i+1, name, old.levels[int(v)], quoteList(levels))
		}
		values[i] = float64(p)
	}
	g := f.copy()
	g.columns[j].values, g.columns[j].levels = values, slices.Clone(levels)
	if err := g.columns[j].checkLevels(); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	g.retake(j)
	if empty {
		g.inputs = append(g.inputs, g.terms(j)...)
	}
	g.lay()
	if err := g.checkNames(); err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return g.step(f, Step{Verb: "WithLevels", Names: append([]string{name}, levels...)}), nil
}
