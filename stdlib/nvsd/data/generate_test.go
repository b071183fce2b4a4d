package data

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

func TestGenerators(t *testing.T) {
	for name, gen := range map[string]func(int, uint64) (*Frame, error){"E1": E1, "E2": E2, "E3": E3} {
		f, err := gen(500, 7)
		if err != nil {
			t.Fatal(err)
		}
		again, err := gen(500, 7)
		if err != nil {
			t.Fatal(err)
		}
		if f.N() != 500 || f.D() != 18 || f.Source() != name || !mat.Equal(f.X(), again.X()) {
			t.Errorf("%s: %v, or not the same twice", name, f)
		}
		if _, err := gen(0, 1); err == nil {
			t.Errorf("%s: no error for n = 0", name)
		}
	}
}

func TestE1(t *testing.T) {
	if got := cubic([]float64{1, 1, 1}); got != 10 {
		t.Errorf("there are 10 cubic monomials in three variables, got %v", got)
	}
	if got := cubic([]float64{2, 0, 0}); got != 8 {
		t.Errorf("2^3 = %v", got)
	}
}

func TestE2Correlations(t *testing.T) {
	f, err := E2(4000, 1)
	if err != nil {
		t.Fatal(err)
	}
	col := func(a int) []float64 { return mat.Col(nil, a-1, f.X()) }
	for _, c := range []struct {
		a, b int
		want float64
	}{{1, 7, 0.95}, {6, 12, 0.95}, {13, 16, 0.95}, {1, 8, 0}, {1, 2, 0}} {
		if got := stat.Correlation(col(c.a), col(c.b), nil); math.Abs(got-c.want) > 0.06 {
			t.Errorf("correlation of x%d and x%d is %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

// y is a function of z1 and z3 alone, which are measured by x1..x3 and x7..x9.
func TestE3(t *testing.T) {
	f, err := E3(300, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, y := range f.Y() {
		x := mat.Row(nil, i, f.X())
		z1, z3 := (x[0]+x[1]+x[2])/3, (x[6]+x[7]+x[8])/3
		s := z1*z1 + z3*z3
		if math.Abs(y-10*s*math.Exp(-2*s)) > 1.2 {
			t.Errorf("row %d: y = %v at z1 = %v, z3 = %v", i, y, z1, z3)
		}
	}
}
