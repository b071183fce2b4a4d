package cell

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// renewed returns the names that the cell gives another meaning in the program.
// They are fewer than those that the session declares anew: a method that a
// cell adds to a type of an earlier one is, in a program, one more method of
// that type, and what depends on the type stays what it is.
func (c *plainCell) renewed() map[string]bool {
	names := map[string]bool{}
	own := c.items[:c.attempt.own]
	declared := map[string]bool{}
	for _, it := range own {
		if it.recv == "" {
			for _, name := range it.live {
				names[name], declared[name] = true, true
			}
		}
	}
	for _, it := range own {
		if it.recv != "" && (declared[it.recv] || c.symbols[it.names[0]] != nil) {
			names[it.recv] = true // the method replaces another
		}
	}
	for _, method := range c.removed {
		recv, _, _ := strings.Cut(method, ".")
		names[recv] = true
	}
	for name := range c.known.dropped {
		names[name] = true
	}
	for _, id := range c.topVars {
		if c.changed[id.Name] || c.held[c.before[id.Name]] {
			names[id.Name] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for _, it := range c.items[c.attempt.own:] {
			if !isRenewed(it, names) {
				continue
			}
			for _, name := range it.live {
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
func isRenewed(it *item, names map[string]bool) bool {
	for name := range it.deps {
		if names[name] {
			return true
		}
	}
	return it.staleMsg != "" || slices.ContainsFunc(it.names, func(name string) bool {
		recv, _, _ := strings.Cut(name, ".")
		return names[recv]
	})
}

// settleItems tells the declarations that the program needs from those of
// earlier cells that stay what they are there.
func (c *plainCell) settleItems() (list []*item) {
	for i, it := range c.items {
		if i < c.attempt.own || isRenewed(it, c.renews) {
			list = append(list, it)
			continue
		}
		for _, name := range it.live {
			if obj := c.pkg.Scope().Lookup(name); obj != nil {
				c.objs[obj] = c.before[name]
			}
		}
	}
	return list
}

// retyped reports whether a type of the session is another in the program.
func (c *plainCell) retyped(t types.Type) bool {
	other := false
	mentions(t, func(obj *types.TypeName) { other = other || c.renews[obj.Name()] })
	return other
}

// carry converts the variables whose type the cell declares anew.
func (c *plainCell) carry() {
	for _, name := range slices.Sorted(maps.Keys(c.carried)) {
		old, was := c.before[name], c.carried[name].obj
		obj := c.pkg.Scope().Lookup(name)
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
		c.plain.defines = append(c.plain.defines, d)
		c.add(&passage{
			gives: []*place{pl}, uses: map[*place]bool{old: true, pl: true},
			text: func() string {
				if !types.ConvertibleTo(was.Type(), obj.Type()) {
					c.failed = fmt.Errorf("%s: a plain program cannot go on with %s when its type %s is declared anew: give the new type a name of its own",
						c.src.Label, name, c.typeName(was.Type()))
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
