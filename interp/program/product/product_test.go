package product

import (
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

// Each kind and each context has cases, each case is found by its name, and names and
// the words made of them are of one case each.
func TestCases(t *testing.T) {
	importer := symbols.Importer()
	cases := Cases(importer, Choice{Seed: 1, Types: 1, Random: 1000, Every: 15})
	of := map[string]int{}
	words := map[string]string{}
	for i, c := range cases {
		of[c.Context]++
		of[c.Kind]++
		if other := words[id(c.Name)]; other != "" {
			t.Errorf("%s and %s have one word", c.Name, other)
		}
		words[id(c.Name)] = c.Name
		if i%20 > 0 {
			continue
		}
		if found, err := Named(c.Name); err != nil || found != c {
			t.Errorf("%s is found as %+v: %v", c.Name, found, err)
		}
	}
	for _, c := range contexts {
		if of[c.Name] == 0 {
			t.Errorf("no case of the context %s", c.Name)
		}
	}
	for i := range table {
		for _, f := range forms(&table[i]) {
			if of[f.Name] < 4 {
				t.Errorf("%d cases of the kind %s of %s", of[f.Name], f.Name, table[i].Name)
			}
		}
	}
	for _, j := range jumps {
		if of[j.name] < 4 {
			t.Errorf("%d cases of the jump %s", of[j.name], j.name)
		}
	}
}

// Outputs has what a program prints of each case.
func TestOutputs(t *testing.T) {
	out, last := Outputs("before\n" + Mark + "a/b/c\none\n" + Mark + "d/e/f\n")
	if len(out) != 2 || out["a/b/c"] != "one\n" || out["d/e/f"] != "" || last != "d/e/f" {
		t.Errorf("%q, last %s", out, last)
	}
}
