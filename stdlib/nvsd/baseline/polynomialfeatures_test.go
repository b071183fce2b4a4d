package baseline

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestMonomials(t *testing.T) {
	m := newMonomials(2, 3)
	want := []string{"a", "b", "a*a", "a*b", "b*b", "a*a*a", "a*a*b", "a*b*b", "b*b*b"}
	if got := m.names([]string{"a", "b"}); !slices.Equal(got, want) {
		t.Errorf("monomials are %v, want %v", got, want)
	}
	v := make([]float64, len(m))
	m.at(v, []float64{2, 3})
	wantClose(t, "values", v, []float64{2, 3, 4, 6, 9, 8, 12, 18, 27}, 0)
	for _, d := range []int{1, 2, 7} {
		for degree := 1; degree <= 5; degree++ {
			if got, want := monomialCount(d, degree), float64(len(newMonomials(d, degree))); got != want {
				t.Errorf("%d inputs, degree %d: %v monomials are counted, there are %v", d, degree, got, want)
			}
		}
	}
}

// The target is a product of two inputs: they alone are selected, and the feature is named.
func TestPolynomialFeaturesFindAProduct(t *testing.T) {
	X, y := additiveSample(60, 5, 1)
	for i := range y {
		y[i] = 10 * X.At(i, 1) * X.At(i, 1) * X.At(i, 4)
	}
	p := prepared(t, PolynomialFeatures{Degree: 3}, X, y)
	f := solved(t, p, 1e-3*p.top())
	largest := f.components[0]
	for _, c := range f.components {
		if c.Norm > largest.Norm {
			largest = c
		}
	}
	if largest.Name != "x1*x1*x4" || !slices.Equal(largest.Inputs, []int{1, 4}) || f.scores[1] != largest.Norm {
		t.Errorf("the largest component is %v, scores %v", largest, f.scores)
	}
	for _, c := range f.components {
		for _, a := range c.Inputs {
			if !f.selected[a] {
				t.Errorf("input %d of the component %s is not selected", a, c.Name)
			}
		}
	}
}

// Of degree 1 it is the lasso.
func TestPolynomialFeaturesOfDegreeOne(t *testing.T) {
	X, y := additiveSample(30, 4, 2)
	lasso, poly := solved(t, prepared(t, Lasso{}, X, y), 0.05), solved(t, prepared(t, PolynomialFeatures{Degree: 1}, X, y), 0.05)
	wantClose(t, "coefficients", poly.own.(*LinearFit).Standardised, lasso.own.(*LinearFit).Standardised, 0)
}

// Monomials of high degree on [0, 1] are nearly dependent, and many: the fit is certified
// all the same.
func TestPolynomialFeaturesOfHighDegree(t *testing.T) {
	X, y := additiveSample(50, 6, 3)
	p := prepared(t, PolynomialFeatures{Degree: 4}, X, y)
	var last *fitted
	for _, part := range []float64{0.5, 0.1, 0.01, 1e-3, 1e-4} {
		f, err := p.solve(t.Context(), part*p.top(), last)
		if err != nil {
			t.Fatal(err)
		}
		own := f.own.(*LinearFit)
		t.Logf("%v: %d rounds, objective %v, gap %.1e, %d features, violation %.1e", part, f.iterations, f.objective, f.gap, len(which(own.In)), own.Violation)
		if !f.converged {
			t.Errorf("not converged at %v of the top", part)
		}
		last = f
	}
}

func TestPolynomialFeaturesRefuse(t *testing.T) {
	X, y := additiveSample(10, 3, 4)
	big := mat.DenseCopyOf(X)
	big.Set(4, 2, 1e200)
	small := mat.DenseCopyOf(X)
	small.Set(5, 1, 1e-300)
	wide := mat.NewDense(2, 3000, nil)
	for _, c := range []struct {
		s    PolynomialFeatures
		X    *mat.Dense
		want string
	}{
		{PolynomialFeatures{Degree: -1}, X, "Degree is -1"},
		{PolynomialFeatures{}, big, "x2*x2 is beyond the range of float64 at row 5"},
		{PolynomialFeatures{}, small, "x1*x1 is beyond the range of float64 at row 6"},
		{PolynomialFeatures{Degree: 2}, mat.NewDense(2, 10000, nil), "50015000 polynomial features would take 8.478 GiB"},
		{PolynomialFeatures{Degree: 4}, wide, "GiB"},
		{PolynomialFeatures{Degree: math.MaxInt32}, X, "GiB"},
	} {
		n, d := c.X.Dims()
		if _, err := c.s.prepare(t.Context(), c.X, y[:n], numbered(d)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one with %q", c.s, err, c.want)
		}
	}
}
