package data

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The digest is that of the text that docs/datasets.md defines.
func TestCanonicalDigest(t *testing.T) {
	columns := []column{
		{name: "y", values: []float64{12.34567, 0, math.NaN()}},
		{name: "a", values: []float64{-1e-7, 3, 1.0 / 3}},
		{name: "B", values: []float64{2, math.Copysign(0, -1), 1e9}},
	}
	text := "B,a,y\n" +
		"0.00000e+00,3.00000e+00,0.00000e+00\n" +
		"1.00000e+09,3.33333e-01,?\n" +
		"2.00000e+00,-1.00000e-07,1.23457e+01\n"
	sum := sha256.Sum256([]byte(text))
	if got, want := canonicalDigest(columns), hex.EncodeToString(sum[:]); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

// orchard is a table with a column that is constant, two columns of the same cells, labels, and
// cells that are missing.
func orchard(t *testing.T) []column {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 40
	columns := []column{
		{name: "Age (years)", values: make([]float64, n)}, {name: "height", values: make([]float64, n)},
		{name: "plot", values: make([]float64, n)}, {name: "same plot", values: make([]float64, n)},
		{name: "one", values: slices.Repeat([]float64{1}, n)}, {name: "yield", values: make([]float64, n)},
	}
	for i := range n {
		columns[0].values[i] = float64(rng.IntN(80))
		columns[1].values[i] = 10 * rng.Float64()
		columns[2].values[i] = float64(i % 4)
		columns[3].values[i] = float64(i % 4)
		columns[5].values[i] = rng.NormFloat64()
	}
	columns[1].values[7] = math.NaN()
	return columns
}

// mirrored returns the columns as another source may have them: other names, another order of rows
// and columns, labels instead of numbers, digits after the sixth, and columns of its own.
func mirrored(columns []column, seed uint64) []column {
	rng := rand.New(rand.NewPCG(seed, 2))
	order := rng.Perm(len(columns[0].values))
	var other []column
	for _, c := range columns {
		c = c.rows(order)
		c.name = strings.ToUpper(strings.ReplaceAll(c.name, " ", "_"))
		for i, v := range c.values {
			c.values[i] = v * (1 + 1e-9*rng.Float64())
		}
		if c.name == "PLOT" {
			c.kind, c.levels = Categorical, []string{"east", "north", "south", "west"}
			c.values = c.rows(rng.Perm(0)).values
			for _, row := range order {
				c.values = append(c.values, columns[2].values[row])
			}
		}
		other = append(other, c)
	}
	other = append(other, column{name: "id", values: make([]float64, len(order))})
	for i := range order {
		other[len(other)-1].values[i] = float64(i)
	}
	rng.Shuffle(len(other), func(a, b int) { other[a], other[b] = other[b], other[a] })
	return other
}

// A mirror of a table is found to be it, and gets the names and the order of the reference.
func TestMirrorIsTheSameTable(t *testing.T) {
	want := orchard(t)
	known := newReference(want)
	for seed := range uint64(30) {
		got, left, err := known.match(mirrored(want, seed))
		if err != nil {
			t.Fatal(err)
		}
		if canonicalDigest(got) != known.Digest || !slices.Equal(left, []string{"id"}) {
			t.Errorf("left over %v, digest %s", left, canonicalDigest(got))
		}
		for j, c := range got {
			if c.name != want[j].name {
				t.Errorf("column %d is %q, want %q", j, c.name, want[j].name)
			}
		}
	}
}

// A table that differs in a cell, in a row or in which cells are together is another one.
func TestOtherTableIsRefused(t *testing.T) {
	for _, c := range []struct {
		change func(columns []column) []column
		want   string
	}{
		{func(columns []column) []column {
			columns[1].values[3] *= 1.0001
			return columns
		}, `it has 40 rows as the data set does, and no column with the cells of "height": it is another version of it, or damaged`},
		{func(columns []column) []column {
			for j := range columns {
				columns[j].values = columns[j].values[1:]
			}
			return columns
		}, "it has 39 rows, and the data set has 40"},
		{func(columns []column) []column { return columns[1:] }, "it has 5 columns, and the data set has 6"},
		{func(columns []column) []column {
			v := columns[5].values
			v[0], v[1] = v[1], v[0]
			return columns
		}, "its columns have the cells of the data set, in rows that do not belong together: the digest of its canonical table is "},
	} {
		known := newReference(orchard(t))
		if _, _, err := known.match(c.change(orchard(t))); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
}

// Labels that are numbers are these numbers, and others the places of those that occur.
func TestNumbersOfLabels(t *testing.T) {
	for _, c := range []struct {
		levels []string
		cells  []float64
		want   []float64
	}{
		{[]string{"0", "1", "10", "4.5"}, []float64{3, 0, 2}, []float64{4.5, 0, 10}},
		{[]string{"N", "R", "unused"}, []float64{1, 0, 1}, []float64{1, 0, 1}},
		{[]string{"window", "sky"}, []float64{0, 1}, []float64{1, 0}},
	} {
		got := column{kind: Categorical, levels: c.levels, values: c.cells}.numbers()
		if !slices.Equal(got.values, c.want) || got.kind != Numeric {
			t.Errorf("%v of %v are %v, want %v", c.cells, c.levels, got.values, c.want)
		}
	}
}
