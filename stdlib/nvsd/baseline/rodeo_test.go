package baseline

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// TestRODEOLocalRegression holds m_h(x) to least squares, by another method.
func TestRODEOLocalRegression(t *testing.T) {
	X, y := curvedData(40, 3, 21)
	p := on[*rodeoProblem](t, RODEO{Scale: nvsd.NoScaling, Ridge: 1e-14}, X, y)
	x, h := []float64{0.2, -0.1, 0.4}, []float64{0.5, 0.8, 1.1}
	l, err := p.local(x, h)
	if err != nil {
		t.Fatal(err)
	}
	A, b := mat.NewDense(40, 4, nil), mat.NewVecDense(40, nil)
	for i := range 40 {
		e := 0.0
		for j := range 3 {
			u := (X.At(i, j) - x[j]) / h[j]
			e -= u * u / 4 // of the root of the weight
		}
		w := math.Exp(e)
		A.Set(i, 0, w)
		for j := range 3 {
			A.Set(i, j+1, w*(X.At(i, j)-x[j]))
		}
		b.SetVec(i, w*y[i])
	}
	var c mat.VecDense
	if err := c.SolveVec(A, b); err != nil {
		t.Fatal(err)
	}
	if got := p.mean + p.unit*l.value(); math.Abs(got-c.AtVec(0)) > 1e-9 {
		t.Errorf("m(x) = %v, want %v", got, c.AtVec(0))
	}
	if sum := floats.Sum(l.shares); math.Abs(sum-1) > 1e-12 {
		t.Errorf("the shares of the targets add up to %v", sum)
	}
}

// TestRODEOSlopes holds Z_j to differences of m_h(x), where there are fewer points than
// inputs too.
func TestRODEOSlopes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(3, 30).Draw(t, "n"), rapid.IntRange(1, 6).Draw(t, "d")
		X, y := curvedData(n, d, rapid.Uint64().Draw(t, "seed"))
		p := on[*rodeoProblem](t, RODEO{Ridge: 1e-3}, X, y)
		x := p.Z.RawRowView(0)
		h := rapid.SliceOfN(rapid.Float64Range(0.5, 4), d, d).Draw(t, "h")
		l, err := p.local(x, h)
		if err != nil {
			t.Fatal(err)
		}
		for j := range d {
			g, err := l.slope(j)
			if err != nil {
				t.Fatal(err)
			}
			at := func(by float64) float64 {
				near := slices.Clone(h)
				near[j] += by
				l, err := p.local(x, near)
				if err != nil {
					t.Fatal(err)
				}
				return l.value()
			}
			const step = 1e-4
			want := (8*(at(step)-at(-step)) - at(2*step) + at(-2*step)) / (12 * step)
			if got := floats.Dot(g, p.y); math.Abs(got-want) > 1e-7*(1+math.Abs(want)) {
				t.Fatalf("Z_%d = %v, by differences %v", j, got, want)
			}
		}
	})
}

// TestRODEOThreshold holds both tests of a bandwidth to their definitions.
func TestRODEOThreshold(t *testing.T) {
	X, y := curvedData(30, 2, 22)
	p := on[*rodeoProblem](t, RODEO{Sigma: 0.3}, X, y)
	points := [][]float64{p.Z.RawRowView(3), p.Z.RawRowView(9), p.Z.RawRowView(20)}
	var slopes [][]float64
	for _, x := range points {
		l, err := p.local(x, p.h0)
		if err != nil {
			t.Fatal(err)
		}
		g, err := l.slope(1)
		if err != nil {
			t.Fatal(err)
		}
		slopes = append(slopes, g)
	}
	root := math.Sqrt(2 * math.Log(30))
	one, err := p.excess(t.Context(), points[:1], p.h0, []int{1})
	if err != nil {
		t.Fatal(err)
	}
	sigma := 0.3 / p.unit
	if want := math.Abs(floats.Dot(slopes[0], p.y)) / (sigma * floats.Norm(slopes[0], 2) * root); math.Abs(one[0]-want) > 1e-9*want {
		t.Errorf("at a point: %v, want %v", one[0], want)
	}
	several, err := p.excess(t.Context(), points, p.h0, []int{1})
	if err != nil {
		t.Fatal(err)
	}
	mean, expected, variance := 0.0, 0.0, 0.0
	for _, g := range slopes {
		z := floats.Dot(g, p.y)
		mean += z * z / 3
		expected += sigma * sigma * floats.Dot(g, g) / 3
		for _, other := range slopes {
			product := floats.Dot(g, other)
			variance += 2 * math.Pow(sigma, 4) * product * product / 9
		}
	}
	if want := max(0, mean-expected) / (math.Sqrt(variance) * root); math.Abs(several[0]-want) > 1e-9*(1+want) {
		t.Errorf("over points: %v, want %v", several[0], want)
	}
}

// TestRODEOSelects finds the inputs of a curved function.
func TestRODEOSelects(t *testing.T) {
	random := rand.New(rand.NewPCG(23, 0))
	X := mat.NewDense(200, 5, nil)
	y := make([]float64, 200)
	for i := range y {
		for a := range 5 {
			X.Set(i, a, random.Float64())
		}
		y[i] = 2*math.Sin(6*X.At(i, 1)) + 8*math.Pow(X.At(i, 3)-0.5, 2) + 0.3*random.NormFloat64()
	}
	frame, err := data.New(X, y, "a", "b", "c", "d", "e")
	if err != nil {
		t.Fatal(err)
	}
	mean := floats.Sum(y) / 200
	for _, s := range []RODEO{{}, {Sigma: 0.8, Points: 30}, {Local: true}} {
		m, err := s.Fit(t.Context(), frame, nvsd.Tau(1))
		if err != nil {
			t.Fatal(err)
		}
		scores := m.Scores()
		if min(scores[1], scores[3]) <= max(scores[0], scores[2], scores[4]) {
			t.Errorf("%v: scores %v", s, scores)
		}
		if !s.Local && !slices.Equal(m.SelectedNames(), []string{"b", "d"}) {
			t.Errorf("%v: selected %v", s, m.SelectedNames())
		}
		values, err := m.Predict(X)
		if err != nil {
			t.Fatal(err)
		}
		rest, all := 0.0, 0.0
		for i, v := range values {
			rest += (v - y[i]) * (v - y[i])
			all += (mean - y[i]) * (mean - y[i])
		}
		if rest > 0.3*all {
			t.Errorf("%v: %v of the variance is left", s, rest/all)
		}
	}
	path, err := RODEO{}.Path(t.Context(), frame, 4)
	if err != nil || count(path.Model(0).Selected()) != 0 || count(path.Model(1).Selected()) == 0 {
		t.Errorf("at the top %v are in, below %v (%v)", path.Model(0).SelectedNames(), path.Model(1).SelectedNames(), err)
	}
}

// TestRODEOOrder holds the bandwidths to those of the inputs in another order and in other
// units.
func TestRODEOOrder(t *testing.T) {
	X, y := curvedData(60, 4, 24)
	for _, s := range []RODEO{{}, {Local: true}, {Noise: FirstDifferences}} {
		want := fitAt(t, s, X, y, 0.5)
		Z := mat.NewDense(60, 4, nil)
		for i := range 60 {
			for a := range 4 {
				Z.Set(i, a, 1e3*X.At(i, 3-a)+7)
			}
		}
		z := slices.Clone(y)
		floats.Scale(1e-6, z)
		got := fitAt(t, s, Z, z, 0.5)
		for a := range 4 {
			if math.Abs(got.scores[a]-want.scores[3-a]) > 1e-12 {
				t.Errorf("%v: scores %v turned round are %v", s, want.scores, got.scores)
			}
		}
	}
}

func TestRODEONoise(t *testing.T) {
	X := mat.NewDense(4, 1, []float64{0, 1, 10, 12})
	y := []float64{1, 3, 0, 6}
	if got, want := fitAt(t, RODEO{Noise: FirstDifferences}, X, y, 1).own.(*RODEOFit).Sigma, math.Sqrt((4.0+4+36+36)/8); math.Abs(got-want) > 1e-12 {
		t.Errorf("by first differences %v, want %v", got, want)
	}
	if got := fitAt(t, RODEO{Sigma: 2}, X, y, 1).own.(*RODEOFit).Sigma; got != 2 {
		t.Errorf("sigma is %v where 2 is given", got)
	}
	// Of noise about a plane the pilot knows the size.
	random := rand.New(rand.NewPCG(25, 0))
	plane, v := mat.NewDense(400, 2, nil), make([]float64, 400)
	for i := range v {
		plane.SetRow(i, []float64{random.Float64(), random.Float64()})
		v[i] = 10*plane.At(i, 0) - 5*plane.At(i, 1) + 0.5*random.NormFloat64()
	}
	if got := fitAt(t, RODEO{}, plane, v, 1).own.(*RODEOFit).Sigma; math.Abs(got-0.5) > 0.05 {
		t.Errorf("the pilot's noise is %v, want 0.5", got)
	}
}

// TestRODEOBadInput tries what makes designs singular.
func TestRODEOBadInput(t *testing.T) {
	X, y := curvedData(6, 2, 26)
	names := []string{"a", "b"}
	for _, s := range []RODEO{{C0: -1}, {Beta: 1}, {Sigma: math.NaN()}, {Noise: "none"}, {Ridge: -1}, {Points: -1}, {Scale: "range"}} {
		if _, err := s.prepare(t.Context(), X, y, names); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
	_, err := RODEO{Points: 20000}.prepare(t.Context(), mat.NewDense(20000, 4, nil), make([]float64, 20000), letters(4))
	if err == nil || !strings.Contains(err.Error(), "4 inputs, at 20000 points of 20000 observations, would take 11.92 GiB of memory") {
		t.Errorf("more than memory allows: %v", err)
	}
	wide, z := curvedData(5, 12, 27)
	for i := range z {
		wide.Set(i, 3, 2)
		wide.Set(i, 4, wide.At(i, 5))
		wide.Set(i, 6, 1e-100*wide.At(i, 6))
	}
	for _, s := range []RODEO{{}, {Local: true}} {
		f := fitAt(t, s, wide, z, 0.1)
		if f.selected[3] || slices.ContainsFunc(f.predict(wide), math.IsNaN) {
			t.Errorf("%v: selected %v, values %v", s, f.selected, f.predict(wide))
		}
	}
	if a, b := on[*rodeoProblem](t, RODEO{}, wide, z), on[*rodeoProblem](t, RODEO{Noise: FirstDifferences}, wide, z); a.sigma != b.sigma {
		t.Errorf("with more inputs than points the noise is %v, by first differences %v", a.sigma, b.sigma)
	}
	for name, y := range map[string][]float64{"one point": {3}, "a constant target": {2, 2, 2}} {
		for _, s := range []RODEO{{}, {Local: true}} {
			X := mat.NewDense(len(y), 2, floats.Span(make([]float64, 2*len(y)), 0, 1))
			f := fitAt(t, s, X, y, 1)
			if count(f.selected) != 0 || f.predict(X)[0] != y[0] {
				t.Errorf("%s: %+v", name, f)
			}
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	f, err := on[*rodeoProblem](t, RODEO{Sigma: 1}, X, y).solve(ended, 1e-3, nil)
	if err != nil || f.converged {
		t.Errorf("a context that has ended: %+v, %v", f, err)
	}
}

// TestRODEOWithoutNoise ends, though everything is beyond no noise.
func TestRODEOWithoutNoise(t *testing.T) {
	X := mat.NewDense(6, 1, []float64{0, 0, 1, 1, 2, 2})
	y := []float64{0, 0, 1, 1, 4, 4}
	f := fitAt(t, RODEO{Noise: FirstDifferences}, X, y, 1)
	own := f.own.(*RODEOFit)
	if !f.selected[0] || own.Sigma != 0 || own.Bandwidths[0][0] < own.Begin[0]/6 {
		t.Errorf("%+v, %+v", f, own)
	}
}

func TestRODEOIsDeterministic(t *testing.T) {
	X, y := curvedData(40, 3, 28)
	many := fitAt(t, RODEO{}, X, y, 0.5).predict(X)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if one := fitAt(t, RODEO{}, X, y, 0.5).predict(X); !slices.Equal(one, many) {
		t.Errorf("%v with one processor, %v with all", one, many)
	}
}
