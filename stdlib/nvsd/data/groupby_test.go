package data

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestGroupBy(t *testing.T) {
	g := readTrees(t).GroupBy("species")
	for what, c := range map[string]struct {
		compute func(...string) (*Frame, error)
		want    string // the girths
	}{
		"mean": {g.Mean, "10.5 10.75 8.5 11"}, "sum": {g.Sum, "10.5 10.75 17 11"}, "min": {g.Min, "10.5 10.75 8.25 11"},
		"max": {g.Max, "10.5 10.75 8.75 11"}, "median": {g.Median, "10.5 10.75 8.5 11"}, "sd": {g.SD, "  0.3535533905932738 "},
	} {
		f, err := c.compute("girth")
		if err != nil || texts(f, "species") != "(missing) beech oak pine" || texts(f, "girth") != c.want || f.Target() != "" {
			t.Errorf("%s: %v, of %s (%v), want %s", what, texts(f, "girth"), texts(f, "species"), err, c.want)
		}
	}
	if f, err := g.Count(); err != nil || texts(f, "count") != "1 2 2 1" {
		t.Errorf("counts %v (%v)", texts(f, "count"), err)
	}
	all, err := g.Mean()
	if err != nil || strings.Join(all.Columns(), " ") != "species old girth height" {
		t.Errorf("means of all numbers: %v (%v)", all, err)
	}
}

func TestGroupByRefuses(t *testing.T) {
	f := readTrees(t)
	for want, compute := range map[string]func() (*Frame, error){
		`GroupBy: there is no column "specis": is it "species"?`:  func() (*Frame, error) { return f.GroupBy("specis").Count() },
		"GroupBy: no column is named":                             func() (*Frame, error) { return f.GroupBy().Mean() },
		`Mean: the column "day" is date: name columns of numbers`: func() (*Frame, error) { return f.GroupBy("species").Mean("day") },
		`both named "girth"`:                                      func() (*Frame, error) { return f.GroupBy("girth").Mean("girth") },
	} {
		if _, err := compute(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// The counts add up to the rows, the sums to the sum, and the means times the counts are the
// sums.
func TestGroupsAddUp(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(r, "n")
		g := visits(t, numbersUpTo(r, "groups", n, 4), make([]int, n)).GroupBy("patient")
		get := func(name string, f *Frame, err error) []float64 {
			if err != nil {
				r.Fatal(err)
			}
			v, err := f.Column(name)
			if err != nil {
				r.Fatal(err)
			}
			return v
		}
		f, err := g.Count()
		counts := get("count", f, err)
		f, err = g.Sum("row")
		sums := get("row", f, err)
		f, err = g.Mean("row")
		means := get("row", f, err)
		rows, total := 0.0, 0.0
		for k, c := range counts {
			rows, total = rows+c, total+sums[k]
			if math.Abs(means[k]*c-sums[k]) > 1e-9 {
				r.Fatalf("group %d: mean %v of %v rows, sum %v", k, means[k], c, sums[k])
			}
		}
		if rows != float64(n) || total != float64(n*(n-1)/2) {
			r.Fatalf("%v rows of %d, sum %v", rows, n, total)
		}
	})
}
