package data

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// roles holds the columns that are kept beside the inputs for a purpose.
type roles struct {
	Keys   []string `json:"keys,omitempty"`   // tell the rows apart
	Group  string   `json:"group,omitempty"`  // rows of one value belong together
	Time   string   `json:"time,omitempty"`   // orders the rows
	Weight string   `json:"weight,omitempty"` // has the weights of the rows

	Targets []string `json:"targets,omitempty"` // further targets, behind the first
}

// Key names columns that tell the rows apart, such as an identifier. They are kept, for joins
// and for reading, and are not inputs. Their cells are texts if some are, and if numbers would
// make two of them one, as 007 and 7, or whole numbers beyond 2^53.
func Key(names ...string) ReadOption {
	return func(o *readOptions) { o.Roles.Keys = append(o.Roles.Keys, names...) }
}

// Group names the column whose equal values are rows that belong together, such as those of one
// patient or site. It is kept and is not an input; its cells are read as those of a [Key]. [ByGroup], [Frame.GroupLabels] and nvsd.Find use it.
func Group(name string) ReadOption {
	return func(o *readOptions) { o.Roles.Group = name }
}

// Time names the column that orders the rows in time: dates or numbers. It is kept and is not
// an input. [ByTime], [Frame.Times] and nvsd.Find use it.
func Time(name string) ReadOption {
	return func(o *readOptions) { o.Roles.Time = name }
}

func (r roles) copy() roles {
	r.Keys, r.Targets = slices.Clone(r.Keys), slices.Clone(r.Targets)
	return r
}

// names returns the columns that have a role.
func (r roles) names() []string {
	names := slices.Concat(r.Keys, r.Targets)
	for _, name := range []string{r.Group, r.Time, r.Weight} {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

// forget removes the roles of a column.
func (r *roles) forget(name string) { r.rename(name, "") }

// rename gives the roles of a column to one of another name, or to none.
func (r *roles) rename(old, name string) {
	for _, list := range []*[]string{&r.Keys, &r.Targets} {
		for k, named := range *list {
			if named == old {
				(*list)[k] = name
			}
		}
		*list = slices.DeleteFunc(*list, func(named string) bool { return named == "" })
	}
	if r.Group == old {
		r.Group = name
	}
	if r.Time == old {
		r.Time = name
	}
	if r.Weight == old {
		r.Weight = name
	}
}

// of returns the role of a column in a word, "" without one.
func (r roles) of(name string) string {
	switch {
	case r.Time == name:
		return "time"
	case r.Group == name:
		return "group"
	case r.Weight == name:
		return "weight"
	case slices.Contains(r.Keys, name):
		return "key"
	case slices.Contains(r.Targets, name):
		return "target"
	}
	return ""
}

// GroupColumn returns the name of the column with the role of [Group], "" if none has it.
func (f *Frame) GroupColumn() string { return f.roles.Group }

// TimeColumn returns the name of the column with the role of [Time], "" if none has it.
func (f *Frame) TimeColumn() string { return f.roles.Time }

// WithKey returns the Frame in which the named columns are keys, and no longer inputs.
func (f *Frame) WithKey(names ...string) (*Frame, error) {
	return f.withRole("WithKey", func(g *Frame) { g.roles.Keys = append(g.roles.Keys, names...) }, names...)
}

// WithGroup returns the Frame in which the named column says which rows belong together. It is
// no longer an input.
func (f *Frame) WithGroup(name string) (*Frame, error) {
	return f.withRole("WithGroup", func(g *Frame) { g.roles.Group = name }, name)
}

// WithTime returns the Frame in which the named column, of dates or numbers, orders the rows in
// time. It is no longer an input.
func (f *Frame) WithTime(name string) (*Frame, error) {
	if j := f.find(name); j >= 0 && f.columns[j].kind == Categorical {
		return nil, fmt.Errorf("data: WithTime: the column %q is categorical, and its values have no order: name a column of dates or numbers", name)
	}
	return f.withRole("WithTime", func(g *Frame) { g.roles.Time = name }, name)
}

// withRole gives the named columns the role that set notes.
func (f *Frame) withRole(verb string, set func(g *Frame), names ...string) (*Frame, error) {
	g := f.copy()
	for _, name := range names {
		j := f.find(name)
		switch {
		case j < 0:
			return nil, f.noColumn(verb, name)
		case f.isTarget(name):
			return nil, fmt.Errorf("data: %s: %q is the target: name another target first, by WithTarget", verb, name)
		}
		g.roles.forget(name)
		g.inputs = slices.DeleteFunc(g.inputs, func(t term) bool { return t.column == j })
	}
	set(g)
	g.lay()
	return g.step(f, Step{Verb: verb, Names: slices.Clone(names)}), nil
}

// WithTarget returns the Frame whose target is the named column, of numbers. The target before
// becomes an input, and the named column is no longer one. Of several [Targets] those that are not named are kept as columns, and do not become inputs.
func (f *Frame) WithTarget(name string) (*Frame, error) {
	j := f.find(name)
	switch {
	case j < 0:
		return nil, f.noColumn("WithTarget", name)
	case name == f.target && len(f.roles.Targets) == 0:
		return f, nil
	}
	if err := f.checkTarget("WithTarget", j); err != nil {
		return nil, err
	}
	g := f.copy()
	g.roles.forget(name)
	g.inputs = slices.DeleteFunc(g.inputs, func(t term) bool { return t.column == j })
	if old := f.find(f.target); old >= 0 && len(f.roles.Targets) == 0 {
		g.inputs = append(g.inputs, term{old, asNumber})
	}
	g.target, g.classes, g.roles.Targets = name, nil, nil
	g.lay()
	return g.step(f, Step{Verb: "WithTarget", Names: []string{name}}), nil
}

// finiteTarget refuses a target with missing cells.
func finiteTarget(c column) error {
	if count, first := c.missing(); count > 0 {
		return fmt.Errorf("row %d of %q is missing (%s in all), and a target cannot be: leave such rows out by DropMissing(%q) first", first+1, c.name, report.Plural(count, "cell"), c.name)
	}
	return nil
}
