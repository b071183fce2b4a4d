package export

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// renewed returns the names that the cell gives another meaning in the program.
// They are fewer than those that the session declares anew: a method that a
// cell adds to a type of an earlier one is, in a program, one more method of
// that type, and what depends on the type stays what it is.
func (c *cellExporter) renewed() map[string]bool {
	names := maps.Clone(c.Changed)
	for _, v := range c.Vars {
		if c.held[c.before[v.Name]] {
			names[v.Name] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for _, d := range c.Redone {
			if !isRenewed(d, names) {
				continue
			}
			for _, name := range d.Live {
				recv, _, _ := strings.Cut(name, ".")
				grown = grown || !names[recv]
				names[recv] = true
			}
		}
	}
	return names
}

// isRenewed reports whether a declaration of an earlier cell is made again since
// names mean something else.
func isRenewed(d *cell.Declaration, names map[string]bool) bool {
	for name := range d.Deps {
		if names[name] {
			return true
		}
	}
	return d.Stale != "" || slices.ContainsFunc(d.Names, func(name string) bool {
		recv, _, _ := strings.Cut(name, ".")
		return names[recv]
	})
}

// keepUnchanged returns the declarations of earlier cells that the program needs again. The
// others stay what they are there.
func (c *cellExporter) keepUnchanged() (again []*cell.Declaration) {
	for _, d := range c.Redone {
		if isRenewed(d, c.renews) {
			again = append(again, d)
			continue
		}
		for _, name := range d.Live {
			if obj := c.Pkg.Scope().Lookup(name); obj != nil {
				c.objs[obj] = c.before[name]
			}
		}
	}
	return again
}

// retyped reports whether a type of the session is another in the program.
func (c *cellExporter) retyped(t types.Type) bool {
	other := false
	cell.Mentions(t, func(obj *types.TypeName) { other = other || c.renews[obj.Name()] })
	return other
}

// carry converts the variables whose type the cell declares anew.
func (c *cellExporter) carry() {
	for _, name := range slices.Sorted(maps.Keys(c.Carried)) {
		old, was := c.before[name], c.Carried[name]
		obj := c.Pkg.Scope().Lookup(name)
		if obj == nil || old == nil {
			continue
		}
		if !c.retyped(was.Type()) {
			c.objs[obj] = old
			continue
		}
		pl := c.newVar(name, obj.Type())
		c.objs[obj] = pl
		d := &define{fn: c.fn, all: []*place{pl}, fresh: []*place{pl}}
		c.exporter.defines = append(c.exporter.defines, d)
		c.add(&piece{
			gives: []*place{pl}, uses: map[*place]bool{old: true, pl: true},
			text: func() string {
				if !types.ConvertibleTo(was.Type(), obj.Type()) {
					c.failed = fmt.Errorf("%s: a plain program cannot go on with %s when its type %s is declared anew: give the new type a name of its own",
						c.Source.Label, name, cell.TypeName(was.Type()))
				}
				return fmt.Sprintf("%s %s %s(%s)", pl.final, d.token(), paren(pl.typ()), old.final)
			},
		})
	}
}

// paren puts a type that a conversion needs in parentheses into them.
func paren(typ string) string {
	if strings.HasPrefix(typ, "*") || strings.HasPrefix(typ, "<-") || strings.HasPrefix(typ, "func") {
		return "(" + typ + ")"
	}
	return typ
}
