package baseline

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The kernel of a pair is the product of those of its inputs, and the values of a sum are
// the products of coefficients and kernel matrix.
func TestKernelSum(t *testing.T) {
	X, coef := noisy(8, 3, 61)
	sum, err := newKernelSum(newSplineKernels(X), letters(3), 2, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	grams, err := sum.grams(X)
	if err != nil {
		t.Fatal(err)
	}
	if len(grams) != 6 {
		t.Fatalf("%d components, want 6", len(grams))
	}
	coefs := make([][]float64, 6)
	for _, j := range []int{1, 4} {
		coefs[j] = coef
	}
	parts := sum.parts(X, coefs)
	for j, term := range sum.terms {
		if len(term.Inputs) == 2 {
			var want mat.Dense
			want.MulElem(grams[term.Inputs[0]], grams[term.Inputs[1]])
			if !mat.Equal(grams[j], &want) {
				t.Errorf("%s is not the product of its inputs", term.Name)
			}
		}
		if (parts[j] == nil) != (coefs[j] == nil) {
			t.Errorf("%s has the values %v", term.Name, parts[j])
		}
		if coefs[j] == nil {
			continue
		}
		var want mat.VecDense
		want.MulVec(grams[j], mat.NewVecDense(8, coefs[j]))
		for i, v := range parts[j] {
			if off := math.Abs(v - want.AtVec(i)); off > 1e-14 {
				t.Errorf("%s is off by %v at point %d", term.Name, off, i)
			}
		}
	}
}
