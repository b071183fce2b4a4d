package product

import (
	"fmt"
	"strconv"
	"strings"
)

// Named returns the case of a name.
func Named(name string) (Case, error) {
	if place, rest, ok := strings.Cut(strings.TrimPrefix(name, "placed."), ":"); ok && strings.HasPrefix(name, "placed.") {
		return placedNamed(place, rest)
	}
	parts := strings.Split(name, "/")
	if len(parts) != 3 {
		return Case{}, fmt.Errorf("%s is no context, kind and type", name)
	}
	for prefix, list := range map[string]func() []Case{"jump.": Jumps, "order.": Ordered, "recursive.": Recursive} {
		if strings.HasPrefix(name, prefix) {
			return among(list(), name)
		}
	}
	if loop, context, ok := strings.Cut(strings.TrimPrefix(parts[0], "again."), ":"); ok {
		return repeatedNamed(loop, context, parts[1], parts[2])
	}
	if strings.HasPrefix(name, "changed.") {
		return changedNamed(name)
	}
	if draw, ok := strings.CutPrefix(parts[1], "random-"); ok {
		s, n, _ := strings.Cut(draw, "-")
		seed, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return Case{}, err
		}
		at, err := strconv.ParseUint(n, 10, 64)
		if err != nil {
			return Case{}, err
		}
		c := random(seed, at)
		if c.Name != name {
			return Case{}, fmt.Errorf("the draw %s is now %s", name, c.Name)
		}
		return c, nil
	}
	for _, c := range contexts {
		if c.Name != parts[0] {
			continue
		}
		for i := range table {
			if table[i].Name != parts[2] {
				continue
			}
			for _, f := range forms(&table[i]) {
				if f.Name == parts[1] {
					return f.fill(&table[i], "0", variableOperand).in(c), nil
				}
			}
		}
	}
	return Case{}, fmt.Errorf("there is no case %s", name)
}

func among(list []Case, name string) (Case, error) {
	for _, c := range list {
		if c.Name == name {
			return c, nil
		}
	}
	return Case{}, fmt.Errorf("there is no case %s", name)
}
