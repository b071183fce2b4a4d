package search

import (
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// TestSightDivides: every row is held out or may be drawn, and none both; equal rows are on one side;
// the first observations that are drawn have each class nearly in its proportion, whatever the order of
// the table.
func TestSightDivides(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(wholeRows+1, 900).Draw(rt, "rows")
		rare := rapid.IntRange(1, n/2).Draw(rt, "of the rare class")
		distinct := rapid.IntRange(n/3, n).Draw(rt, "different rows")
		classes := rapid.Bool().Draw(rt, "classes")
		X, y := mat.NewDense(n, 2, nil), make([]float64, n)
		for i := range n {
			X.Set(i, 0, float64(i%distinct))
			X.Set(i, 1, float64(i%distinct%7))
			switch {
			case !classes:
				y[i] = float64(i)
			case i%distinct < rare: // the table is sorted
				y[i] = 1
			}
		}
		table, err := data.New(X, y)
		if err != nil {
			rt.Fatal(err)
		}
		s, err := FindPlan{Seed: rapid.Uint64().Draw(rt, "seed")}.see(t.Context(), table)
		if err != nil {
			rt.Fatal(err)
		}
		rows := append(slices.Concat(s.drawn...), s.held...)
		slices.Sort(rows)
		if !slices.Equal(rows, lists.UpTo(n)) {
			rt.Fatalf("%d rows are drawn or held out, of %d", len(rows), n)
		}
		held := map[int]bool{}
		for _, i := range s.held {
			held[i%distinct] = true
		}
		ones := 0
		for _, rows := range s.drawn {
			for _, i := range rows {
				if held[i%distinct] {
					rt.Fatalf("row %d may be drawn, and an equal one is held out", i)
				}
			}
			if classes && y[rows[0]] == 1 {
				ones++
			}
		}
		if !classes {
			return
		}
		few, first := min(100, len(s.drawn)), 0
		for _, rows := range s.drawn[:few] {
			if y[rows[0]] == 1 {
				first++
			}
		}
		if want := float64(ones) * float64(few) / float64(len(s.drawn)); float64(first) < want-1.5 || float64(first) > want+1.5 {
			rt.Errorf("%d of the first %d observations are of the rare class, and %d of all %d", first, few, ones, len(s.drawn))
		}
	})
}
