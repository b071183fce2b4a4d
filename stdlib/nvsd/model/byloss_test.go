package model

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The slope and the constant are those at which the derivatives of the cross-entropy vanish, and about those of the law that classes are drawn by.
func TestPlatt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	draw := func(n int, a, c float64) (v, y []float64) {
		for range n {
			f, class := rng.NormFloat64(), -1.0
			if rng.Float64() < 1/(1+math.Exp(-a*f-c)) {
				class = 1
			}
			v, y = append(v, f), append(y, class)
		}
		return v, y
	}
	v, y := draw(5000, 2, -1)
	a, c := platt(v, y)
	if math.Abs(a-2) > 0.2 || math.Abs(c+1) > 0.15 {
		t.Errorf("a = %v, c = %v, drawn by 2 and -1", a, c)
	}
	positive := 0.0
	for _, class := range y {
		positive += (1 + class) / 2
	}
	var sum, along float64
	for i, class := range y {
		want := 1 / (float64(len(y)) - positive + 2)
		if class > 0 {
			want = (positive + 1) / (positive + 2)
		}
		rest := want - 1/(1+math.Exp(-a*v[i]-c))
		sum, along = sum+rest, along+rest*v[i]
	}
	if math.Abs(sum) > 1e-5 || math.Abs(along) > 1e-5 {
		t.Errorf("the derivatives are %v and %v", sum, along)
	}
	for name, split := range map[string][2][]float64{
		"split perfectly":  {{-2, -1, 1, 2}, {-1, -1, 1, 1}},
		"far away":         {{-2e6, -1e6, 1e6, 2e6}, {-1, -1, 1, 1}},
		"the other way":    {{2, 1, -1, -2}, {-1, -1, 1, 1}},
		"without a change": {{3, 3, 3, 3}, {-1, -1, 1, 1}},
	} {
		a, c := platt(split[0], split[1])
		if !(a >= 0) || math.IsInf(a, 0) || math.IsNaN(c) || name == "the other way" && a != 0 || name == "far away" && !(a > 0) {
			t.Errorf("%s: a = %v, c = %v", name, a, c)
		}
	}
}
