package baseline

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The functions are orthonormal and centred at the training points, and at what gives the
// same numbers there.
func TestSplineBasisIsOrthonormal(t *testing.T) {
	X, _ := additiveSample(50, 1, 1)
	x := mat.Col(nil, 0, X)
	skewed := make([]float64, len(x))
	for i, v := range x {
		skewed[i] = math.Exp(8 * v)
	}
	for _, x := range [][]float64{x, skewed, {0, 1, 2, 3}, {-5, 1e6, 2e6, 3e6, 4e6, 1e7}} {
		for p := 1; p <= min(5, len(x)-1); p++ {
			b, u, err := newSplineBasis(x, p)
			if err != nil {
				t.Fatal(p, err)
			}
			var gram mat.Dense
			gram.Mul(u.T(), u)
			at := make([]float64, p)
			for k := range p {
				for l := range p {
					want := 0.0
					if k == l {
						want = 1
					}
					wantNear(t, "product", gram.At(k, l), want, 1e-14)
				}
				wantNear(t, "sum", mat.Sum(u.ColView(k)), 0, 1e-13)
			}
			for i, v := range x {
				b.at(at, v)
				wantClose(t, "values at a training point", at, u.RawRowView(i), 1e-9)
			}
			b.at(at, floats.Max(x)+5)
			beyond := slices.Clone(at)
			b.at(at, floats.Max(x))
			wantClose(t, "values beyond the range", beyond, at, 0)
		}
	}
}

// The span is that of natural cubic splines: the interpolating natural spline of any values
// at the knots is in it, up to a constant.
func TestSplineBasisSpansNaturalSplines(t *testing.T) {
	X, _ := additiveSample(40, 1, 2)
	x := mat.Col(nil, 0, X)
	b, u, err := newSplineBasis(x, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, values := range [][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}} {
		spline := naturalSpline(b.knots, values)
		f := make([]float64, len(x))
		for i, v := range x {
			f[i] = spline(b.scaled(v))
		}
		floats.AddConst(-meanOf(f), f)
		rest := mat.NewVecDense(len(f), slices.Clone(f))
		var along, back mat.VecDense
		along.MulVec(u.T(), rest)
		back.MulVec(u, &along)
		wantClose(t, "projection of a natural spline", back.RawVector().Data, f, 1e-13)
	}
}

// naturalSpline interpolates values at four knots by the tridiagonal system of the second
// derivatives, which are 0 at the ends.
func naturalSpline(t, v []float64) func(s float64) float64 {
	h := []float64{t[1] - t[0], t[2] - t[1], t[3] - t[2]}
	slope := func(k int) float64 { return (v[k+1] - v[k]) / h[k] }
	a, b, c := 2*(h[0]+h[1]), h[1], 2*(h[1]+h[2])
	p, q := 6*(slope(1)-slope(0)), 6*(slope(2)-slope(1))
	m := []float64{0, (p*c - b*q) / (a*c - b*b), (a*q - b*p) / (a*c - b*b), 0}
	return func(s float64) float64 {
		k := 0
		for k < 2 && s > t[k+1] {
			k++
		}
		l, r := t[k+1]-s, s-t[k]
		return (m[k]*l*l*l+m[k+1]*r*r*r)/(6*h[k]) + (v[k]/h[k]-m[k]*h[k]/6)*l + (v[k+1]/h[k]-m[k+1]*h[k]/6)*r
	}
}

func TestQuantiles(t *testing.T) {
	wantClose(t, "tertiles", quantiles([]float64{1, 2, 3, 4}, 2), []float64{2, 3}, 1e-15)
	wantClose(t, "median", quantiles([]float64{1, 2, 3, 4}, 1), []float64{2.5}, 0)
	wantClose(t, "quantiles of one value", quantiles([]float64{7}, 2), []float64{7, 7}, 0)
}

// Of few distinct values there are as many functions as leave none out: with the constants they
// are all functions of the input. Of more there are as many as were asked for.
func TestSplineBasisOfTies(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want int
	}{
		{[]float64{0, 1, 0, 1, 0, 1, 0, 1, 1}, 1},
		{[]float64{0, 1, 2, 0, 1, 2, 0, 1, 2}, 2},
		{[]float64{7, -1, -1, -1, 2, 3, -1}, 3},
		{[]float64{0, 0, 0, 0, 0, 1, 2, 3, 4}, 3},
		{[]float64{4, 4, 4, 4, 4, 1, 2, 3, 0}, 3},
		{[]float64{0, 0, 1, 1, 2, 2, 3, 3, 3}, 3},
		{[]float64{0, 0, 0, 0, 1, math.Nextafter(1, 2), 1, math.Nextafter(1, 0)}, 1},
	} {
		b, u, err := newSplineBasis(c.x, 3)
		if err != nil {
			t.Fatal(err)
		}
		if _, functions := u.Dims(); functions != c.want || b.len() != c.want {
			t.Errorf("%v: %d functions, want %d", c.x, functions, c.want)
			continue
		}
		var gram, all mat.Dense
		gram.Mul(u.T(), u)
		all.Mul(u, u.T())
		at := make([]float64, c.want)
		values := make(map[float64]float64) // how many rows have each
		for i, v := range c.x {
			b.at(at, v)
			wantClose(t, "values at a training point", at, u.RawRowView(i), 1e-9)
			values[v]++
		}
		for k := range c.want {
			wantNear(t, "length of a function", gram.At(k, k), 1, 1e-13)
		}
		if len(values) != c.want+1 {
			continue
		}
		// The projection of values is their means over the rows that are alike, less the mean.
		for i, v := range c.x {
			for k, other := range c.x {
				want := -1 / float64(len(c.x))
				if v == other {
					want += 1 / values[v]
				}
				wantNear(t, "projection", all.At(i, k), want, 1e-12)
			}
		}
	}
	if _, _, err := newSplineBasis([]float64{-math.MaxFloat64, math.MaxFloat64, 1, 2, 3}, 3); err == nil || !strings.Contains(err.Error(), "its range") {
		t.Errorf("a range beyond float64: error %v", err)
	}
}
