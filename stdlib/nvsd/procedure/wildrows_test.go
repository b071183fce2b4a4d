package procedure

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestWildRows: the answer names the rows that are left out from 1, counts the others, and says in words
// which they are; without such rows the list is empty.
func TestWildRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 1))
	x, z, noise := make([]float64, 60), make([]float64, 60), make([]float64, 60)
	for i := range x {
		x[i], z[i], noise[i] = rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
	}
	for name, off := range map[string]float64{"wild": 12, "clean": 0} {
		table := drawn(60, map[string]func(int) float64{
			"x": func(i int) float64 { return x[i] }, "z": func(i int) float64 { return z[i] },
			"y": func(i int) float64 {
				y := math.Sin(2*x[i]) + 0.1*noise[i]
				if i == 11 || i == 34 {
					y += off
				}
				return y
			},
		})
		a := answer(t, Request{Target: "y", Criterion: LeaveOneOut, Level: 0.9, Train: table})
		written, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		want, n, list := []int{12, 35}, 58, `"left_out":[12,35]`
		if name == "clean" {
			want, n, list = nil, 60, `"left_out":[]`
		}
		said := strings.Join(a.Warnings, "\n")
		if !slices.Equal(a.LeftOut, want) || a.N != n || !slices.Equal(a.Selected, []string{"x"}) || !strings.Contains(string(written), list) {
			t.Errorf("%s: %s", name, written)
		}
		if strings.Contains(said, "left out as wild: rows 12, 35,") != (name == "wild") || strings.Contains(a.String(), "without wild rows") != (name == "wild") {
			t.Errorf("%s: %v", name, a)
		}
	}
}
