package trait_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// quiet says nothing of itself, loud says all that a penalty may, and no by it.
type quiet struct{}

type loud struct{}

func (loud) Convex() bool { return true }

func (loud) Check(d int) error { return fmt.Errorf("not for %d inputs", d) }

func (loud) Blocks(d int) (groups [][]int, weights []float64, quad float64) {
	return [][]int{{d}}, []float64{3}, 0.5
}

// approximate is a kernel that says all but a structure.
type approximate struct{}

func (approximate) Check() error { return errors.New("of no width") }

func (approximate) Certified() bool { return false }

type dot struct{}

func (dot) AtDot(s float64) (value, first, second float64) { return s, 1, 0 }

// around stands for another value; concave does, and says one thing of its own.
type around struct{ of any }

func (w around) Unwrapped() any { return w.of }

type concave struct{ around }

func (concave) Convex() bool { return false }

// abroad has the methods of what is in it as a cell's value has them: no type
// assertion finds any.
type abroad struct{ home any }

func (v abroad) AsInterface(target any) bool { return trait.Find(v.home, target) }

// TestPenalty: what a penalty says is the same wherever it says it.
func TestPenalty(t *testing.T) {
	for _, p := range []any{loud{}, &loud{}, around{loud{}}, around{around{&loud{}}}, abroad{loud{}}, around{abroad{loud{}}}, abroad{around{loud{}}}, around{abroad{around{abroad{loud{}}}}}} {
		groups, weights, quad := trait.BlocksOf(p, 4)
		if !trait.IsConvex(p) || fmt.Sprint(trait.CheckInputs(p, 7)) != "not for 7 inputs" || fmt.Sprint(groups, weights, quad) != "[[4]] [3] 0.5" {
			t.Errorf("%#v: convex %v, check %v, blocks %v %v %v", p, trait.IsConvex(p), trait.CheckInputs(p, 7), groups, weights, quad)
		}
		if has, lacks := trait.OfPenalty(p); !slices.Equal(has, []string{"Convex", "Check", "Blocks"}) || lacks != nil {
			t.Errorf("%#v has %q and lacks %q", p, has, lacks)
		}
	}
	for _, p := range []any{nil, quiet{}, around{quiet{}}, around{nil}, abroad{quiet{}}, dot{}} {
		groups, _, _ := trait.BlocksOf(p, 4)
		if has, lacks := trait.OfPenalty(p); trait.IsConvex(p) || trait.CheckInputs(p, 7) != nil || groups != nil || has != nil || len(lacks) != 3 {
			t.Errorf("%#v says something: %q", p, has)
		}
	}
}

// TestOverrides: what a wrapper says itself counts, and only that.
func TestOverrides(t *testing.T) {
	for _, p := range []any{concave{around{loud{}}}, around{concave{around{loud{}}}}, abroad{concave{around{loud{}}}}} {
		if trait.IsConvex(p) || trait.CheckInputs(p, 7) == nil {
			t.Errorf("%#v: convex %v, check %v", p, trait.IsConvex(p), trait.CheckInputs(p, 7))
		}
	}
}

// TestKernel: without a word a kernel is right and exact.
func TestKernel(t *testing.T) {
	for _, k := range []any{approximate{}, abroad{approximate{}}, around{approximate{}}} {
		if has, lacks := trait.OfKernel(k); trait.CheckParameters(k) == nil || trait.IsCertified(k) || !slices.Equal(has, []string{"Check", "Certified"}) || len(lacks) != 3 {
			t.Errorf("%#v: check %v, certified %v, has %q", k, trait.CheckParameters(k), trait.IsCertified(k), has)
		}
	}
	for _, k := range []any{dot{}, abroad{dot{}}} {
		if has, _ := trait.OfKernel(k); trait.CheckParameters(k) != nil || !trait.IsCertified(k) || !slices.Equal(has, []string{"AtDot"}) {
			t.Errorf("%#v: check %v, certified %v, has %q", k, trait.CheckParameters(k), trait.IsCertified(k), has)
		}
		var d trait.DotProduct
		if !trait.Find(k, &d) {
			t.Fatalf("%#v is no DotProduct", k)
		}
		if v, first, _ := d.AtDot(3); v != 3 || first != 1 {
			t.Errorf("AtDot(3) is %v, %v", v, first)
		}
	}
}
