package data

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// visits is a frame of rows with the given groups and times, whose target tells the row.
func visits(tb testing.TB, groups, times []int) *Frame {
	var b strings.Builder
	b.WriteString("patient,when,dose,row\n")
	for i := range groups {
		fmt.Fprintf(&b, "p%d,%d,%d,%d\n", groups[i], times[i], i%3, i)
	}
	f, err := Read(strings.NewReader(b.String()), "visits.csv", Group("patient"), Time("when"))
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// numbersUpTo draws n whole numbers below most.
func numbersUpTo(t *rapid.T, name string, n, most int) []int {
	return rapid.SliceOfN(rapid.IntRange(0, most), n, n).Draw(t, name)
}

// No group is in two parts, each row is in one, and a part lacks less than its smallest group
// allows.
func TestSplitByGroup(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(12, 60).Draw(r, "n")
		f := visits(t, numbersUpTo(r, "groups", n, n/2), make([]int, n))
		s, err := f.Split(Fractions(0.5, 0.25, 0.25), ByGroup(), Seed(rapid.Uint64().Draw(r, "seed")))
		if err != nil {
			r.Skip("too few groups")
		}
		in := make(map[string]string)
		rows := 0
		for _, part := range s.parts() {
			rows += part.frame.N()
			patients, err := part.frame.Texts("patient")
			if err != nil {
				r.Fatal(err)
			}
			for _, p := range patients {
				if in[p] != "" && in[p] != part.name {
					r.Fatalf("%s is in %s and %s", p, in[p], part.name)
				}
				in[p] = part.name
			}
		}
		if rows != n {
			r.Fatalf("%d of %d rows are in the parts", rows, n)
		}
	})
}

// Every row trained on is earlier than every one of the validation part, and these than those
// of the test part.
func TestSplitByTime(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(6, 40).Draw(r, "n")
		f := visits(t, make([]int, n), numbersUpTo(r, "times", n, n))
		s, err := f.Split(Train(n/2), Valid(n/4), Test(Rest), ByTime())
		if err != nil {
			r.Skip("too few times")
		}
		last := -1.0
		for _, part := range s.parts() {
			times, err := part.frame.Times()
			if err != nil {
				r.Fatal(err)
			}
			if slices.Min(times) <= last {
				r.Fatalf("%s begins at %v, and what is before it ends at %v", part.name, slices.Min(times), last)
			}
			last = slices.Max(times)
		}
		if s.Train.N() < n/2 || s.Train.N()+s.Valid.N()+s.Test.N() != n {
			r.Fatalf("parts of %d, %d and %d of %d rows", s.Train.N(), s.Valid.N(), s.Test.N(), n)
		}
	})
}

// Every part has each value in proportion, up to one row at each of its ends.
func TestSplitStratified(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := 4 * rapid.IntRange(3, 20).Draw(r, "n")
		f := visits(t, numbersUpTo(r, "groups", n, 2), make([]int, n))
		s, err := f.Split(Train(n/2), Test(n/2), Stratified("patient"), Seed(rapid.Uint64().Draw(r, "seed")))
		if err != nil {
			r.Fatal(err)
		}
		count := func(f *Frame) map[string]int {
			c := make(map[string]int)
			texts, _ := f.Texts("patient")
			for _, p := range texts {
				c[p]++
			}
			return c
		}
		all, train := count(f), count(s.Train)
		for p, c := range all {
			if d := 2*train[p] - c; d < -3 || d > 3 {
				r.Fatalf("%d of the %d rows of %s are in one half", train[p], c, p)
			}
		}
	})
}

func TestDivideRefuses(t *testing.T) {
	f := visits(t, []int{0, 0, 0, 1, 1, 1}, []int{1, 1, 1, 1, 1, 1})
	bare := numbered(6)
	for _, c := range []struct {
		of   *Frame
		opts []SplitOption
		want string
	}{
		{bare, []SplitOption{Train(3), ByGroup()}, "data: split of 6 rows: no column says which rows belong together: name one by data.Group"},
		{bare, []SplitOption{Train(3), ByTime()}, "data: split of 6 rows: no column says the times of the rows: name one by data.Time"},
		{bare, []SplitOption{Train(3), Stratified("z")}, `there is no column "z"`},
		{numbered(60), []SplitOption{Train(3), Stratified("x1")}, "60 different values, and at most 50 can be strata"},
		{f, []SplitOption{Train(2), Valid(2), Test(2), ByGroup()}, "to leave one for the test part"},
		{f, []SplitOption{Train(2), Test(2), ByTime()}, "none is left for the test part"},
	} {
		if _, err := c.of.Split(c.opts...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if labels, err := f.GroupLabels(); err != nil || !slices.Equal(labels, []int{0, 0, 0, 1, 1, 1}) {
		t.Errorf("labels %v (%v)", labels, err)
	}
	if _, err := bare.Times(); err == nil || !strings.HasPrefix(err.Error(), "data: no column") {
		t.Errorf("%v", err)
	}
}
