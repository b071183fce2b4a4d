package stored

import (
	"strings"
	"testing"
)

// TestFind: a solution is given once, in the order of its storing, for the same problem but for roundings.
func TestFind(t *testing.T) {
	key := Key{What: "fit", Rows: 3, Inputs: 2, Kernel: "k", Penalty: "p", Tau: 0.1, Nu: 1, Marks: []float64{5}}
	other, rounded := key, key
	other.Marks = []float64{6}
	rounded.Tau, rounded.Marks = 0.1*(1+1e-14), []float64{5 * (1 - 1e-14)}
	first := new(Keeper)
	for i, k := range []Key{key, other, rounded} {
		first.Keep(k, i)
	}
	fits, lost := first.Take()
	if again, _ := first.Take(); len(fits) != 3 || lost != 0 || len(again) != 0 {
		t.Fatalf("%d solutions, %d lost, then %d", len(fits), lost, len(again))
	}
	k := Given(fits)
	var got []string
	for _, ask := range []Key{rounded, key, key, other} {
		raw, found := k.Find(ask)
		if !found {
			raw = []byte("none")
		}
		got = append(got, string(raw))
	}
	if s := strings.Join(got, " "); s != "0 2 none 1" {
		t.Errorf("found %s", s)
	}
}

// TestMost: what there is no room for is counted.
func TestMost(t *testing.T) {
	k := new(Keeper)
	k.Keep(Key{}, strings.Repeat("x", Most-100))
	k.Keep(Key{}, strings.Repeat("x", 200))
	if fits, lost := k.Take(); len(fits) != 1 || lost != 1 {
		t.Errorf("%d solutions, %d lost", len(fits), lost)
	}
	var none *Keeper
	if none.Keeps() || none.Replaces() {
		t.Error("no keeper keeps or replaces")
	}
}
