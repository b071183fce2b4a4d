package penalty_test

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// TestRestrict: a restricted penalty is the penalty with the other norms at 0,
// and one on all inputs is the penalty itself.
func TestRestrict(t *testing.T) {
	p := penalty.GroupLasso{Groups: [][]int{{4, 1}, {0, 2}, {3}}, Weights: []float64{1, 2, 3}}
	if got := penalty.Restrict(p, []bool{true, true, true, true, true}); !reflect.DeepEqual(got, p) {
		t.Errorf("%v on all inputs is %v", p, got)
	}
	few := penalty.Restrict(p, []bool{true, true, false, false, true})
	want := penalty.GroupLasso{Groups: [][]int{{2, 1}, {0}}, Weights: []float64{1, 2}}
	groups, weights, _ := few.(interface {
		Blocks(int) ([][]int, []float64, float64)
	}).Blocks(3)
	if !reflect.DeepEqual(groups, want.Groups) || !reflect.DeepEqual(weights, want.Weights) {
		t.Errorf("blocks %v, %v; want %v, %v", groups, weights, want.Groups, want.Weights)
	}
	rapid.Check(t, func(t *rapid.T) {
		u, step := norms(t, "u")[:3], rapid.Float64Range(0, 5).Draw(t, "t")
		r, s := make([]float64, 3), make([]float64, 3)
		few.Prox(r, u, step)
		want.Prox(s, u, step)
		if !reflect.DeepEqual(r, s) || math.Abs(few.Value(u)-want.Value(u)) > 1e-12 {
			t.Fatalf("at %v, %v: %v and %v", u, step, r, s)
		}
	})
	check := few.(interface{ Check(int) error }).Check
	if err := check(3); err != nil {
		t.Error(err)
	}
	if check(5) == nil {
		t.Error("a fit on 5 inputs passes")
	}
}
