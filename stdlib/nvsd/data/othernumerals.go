package data

import (
	"math/bits"
	"slices"
	"strings"
)

// otherNumerals is a format of numbers with the options that lead to it.
type otherNumerals struct {
	numerals
	Advice
}

// sampled is the number of texts of a column from which the likeliest format is found.
const sampled = 64

// otherwise returns the formats by which the most of the given texts, which are no numbers, are
// numbers after all, with the fewest options, and whether these are more than half.
func (n numerals) otherwise(texts []string) (best []otherNumerals, most bool) {
	sample, read := texts[:min(len(texts), sampled)], 0
	for _, other := range n.others() {
		count := 0
		for _, s := range sample {
			if other.reads(s) {
				count++
			}
		}
		switch {
		case count == 0 || count < read:
		case count > read || len(other.Calls) < len(best[0].Calls):
			best, read = []otherNumerals{other}, count
		case len(other.Calls) == len(best[0].Calls):
			best = append(best, other)
		}
	}
	return best, 2*read > len(sample)
}

// readsAll reports whether all texts are numbers, as they are written or in another way.
func (n numerals) readsAll(texts []string) bool {
	all := func(n numerals) bool { return !slices.ContainsFunc(texts, func(s string) bool { return !n.reads(s) }) }
	return all(n) || slices.ContainsFunc(n.others(), func(other otherNumerals) bool { return all(other.numerals) })
}

// apart returns the ways to write numbers as they can be said where a comma is between the cells: groups of
// thousands come first, and a decimal comma leaves the comma between the cells.
func (o *readOptions) apart(others []otherNumerals, comma string) []otherNumerals {
	if comma != "," || o.Comma != 0 {
		return others
	}
	all := slices.Clone(others)
	for k, other := range all {
		if other.point == ',' && !o.DecimalComma {
			all[k].Calls = append(slices.Clone(other.Calls), Call{"Comma", []string{","}})
		}
	}
	slices.SortStableFunc(all, func(a, b otherNumerals) int { return len(a.Calls) - len(b.Calls) })
	return all
}

// others returns every other way to write numbers that options can say.
func (n numerals) others() (all []otherNumerals) {
	for _, thousands := range []rune{0, ',', '.', '\'', ' '} {
		for said := range uint(8) {
			other := otherNumerals{numerals: n}
			var when []string
			add := func(says, option string, args ...string) {
				when = append(when, says)
				other.Calls = append(other.Calls, Call{option, args})
			}
			if said&1 > 0 && !n.currency {
				other.currency = true
				add("the cells are amounts of one currency", "Currency")
			}
			if said&2 > 0 && !n.percent {
				other.percent = true
				add("the cells are percent", "Percent")
			}
			if said&4 > 0 && n.point == '.' {
				other.point = ','
				add("decimals are behind the comma", "DecimalComma")
			}
			if len(other.Calls) < bits.OnesCount(said) {
				continue
			}
			if thousands != 0 && thousands != n.thousands {
				other.thousands = thousands
				name := map[rune]string{',': "commas", '.': "points", '\'': "apostrophes", ' ': "blanks"}[thousands]
				add(name+" are between thousands", "Thousands", string(thousands))
			} else if thousands != 0 {
				continue
			}
			if len(other.Calls) > 0 && other.check() == nil {
				other.When = strings.Join(when, " and ")
				all = append(all, other)
			}
		}
	}
	return all
}
