package data

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The function is the problem of the table.
func TestJMLR(t *testing.T) {
	p, err := JMLRTable{Model: JMLRRadial, D: 6}.Problem()
	if err != nil {
		t.Fatal(err)
	}
	want, err := p.Draw(30, 5)
	if err != nil {
		t.Fatal(err)
	}
	f, err := JMLR(JMLRRadial, 30, 6, 5)
	if err != nil {
		t.Fatal(err)
	}
	if !mat.Equal(f.X(), want.X()) || f.Source() != "JMLR radial" {
		t.Errorf("%v, want %v", f, want)
	}
	for _, d := range []int{0, 1} {
		if _, err := JMLR(JMLRRadial, 30, d, 5); err == nil {
			t.Errorf("no error for %d inputs", d)
		}
	}
	if _, err := JMLR("4way", 10, 5, 1); err == nil {
		t.Error("no error for a model that there is not")
	}
}

func TestJMLRDimensions(t *testing.T) {
	for _, c := range []struct {
		model  JMLRModel
		d      int
		values [2]float64 // at all ones, and at all twos
	}{
		{JMLRAdditive, 40, [2]float64{4, 16}},
		{JMLRPairs, 40, [2]float64{6, 24}},
		{JMLRTriple, 40, [2]float64{1, 64}},
		{JMLRRadial, 20, [2]float64{2 / (math.Pi * math.E * math.E), 8 / (math.Pi * math.Exp(8))}},
	} {
		p, err := JMLRTable{Model: c.model}.Problem()
		if err != nil {
			t.Fatal(err)
		}
		if p.D() != c.d {
			t.Errorf("%s: %d inputs, the paper has %d", c.model, p.D(), c.d)
		}
		for k, want := range c.values {
			x := make([]float64, c.d)
			for a := range x {
				x[a] = float64(k + 1)
			}
			if got := p.F(x...); math.Abs(got-want) > 1e-15*(1+want) {
				t.Errorf("%s at %v: %v, want %v", c.model, x[0], got, want)
			}
		}
	}
}
