package knockoff

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

var methods = []Method{Equicorrelated, MinReconstructability}

// chain draws normal inputs of which neighbours have the correlation r.
func chain(n, d int, r float64, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := make([][]float64, d)
	for j := range x {
		x[j] = make([]float64, n)
		for i := range n {
			x[j][i] = rng.NormFloat64()
			if j > 0 {
				x[j][i] = r*x[j-1][i] + math.Sqrt(1-r*r)*x[j][i]
			}
		}
	}
	return x
}

func model(t *testing.T, x [][]float64, method Method) *Model {
	t.Helper()
	m, err := New(x, method, 1)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func drawn(t *testing.T, m *Model, seed uint64) [][]float64 {
	t.Helper()
	copies, err := m.Draw(seed)
	if err != nil {
		t.Fatal(err)
	}
	return copies
}

// Inputs and copies have the covariance Sigma, and Sigma less S with one another.
func TestCopiesHaveTheCovarianceOfTheModel(t *testing.T) {
	const n, d = 20000, 5
	x := chain(n, d, 0.6, 1)
	for _, method := range methods {
		m := model(t, x, method)
		copies := drawn(t, m, 7)
		for j := range d {
			for k := range d {
				want := m.Sigma.At(j, k)
				if got := stat.Correlation(copies[j], copies[k], nil); math.Abs(got-want) > 0.03 {
					t.Errorf("%s: copies %d and %d: %.3f, want %.3f", method, j, k, got, want)
				}
				if j == k {
					want -= m.S[j]
				}
				if got := stat.Correlation(x[j], copies[k], nil); math.Abs(got-want) > 0.03 {
					t.Errorf("%s: input %d and copy %d: %.3f, want %.3f", method, j, k, got, want)
				}
			}
		}
	}
}

// Independent inputs have copies that are independent of them: s = 1 by both methods.
func TestCopiesOfIndependentInputs(t *testing.T) {
	sigma := mat.NewSymDense(3, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1})
	for _, method := range methods {
		s, err := method.of(sigma)
		for _, v := range s {
			if err != nil || math.Abs(v-1) > 1e-5 {
				t.Errorf("%s: %v, %v", method, s, err)
			}
		}
	}
}

// At the least reconstructability the derivative by each s_j is 0, G stays positive definite, and the
// trace is at most that of equicorrelated copies.
func TestMinReconstructability(t *testing.T) {
	for _, r := range []float64{0.3, 0.8, 0.99} {
		sigma := model(t, chain(500, 12, r, 3), Equicorrelated).Sigma
		s, err := MinReconstructability.of(sigma)
		if err != nil {
			t.Fatal(err)
		}
		inverse, err := inverseAt(sigma, s)
		if err != nil {
			t.Fatal(err)
		}
		for j, v := range s {
			column := mat.Norm(mat.NewVecDense(len(s), mat.Col(nil, j, inverse)), 2)
			if v <= 0 || math.Abs(column*v-1) > 1e-4 {
				t.Errorf("correlation %v: s_%d = %v, and |A e_j| s_j = %v", r, j, v, column*v)
			}
		}
		equal, err := Equicorrelated.of(sigma)
		if err != nil {
			t.Fatal(err)
		}
		if least, other := traceOf(t, sigma, s), traceOf(t, sigma, equal); least > other {
			t.Errorf("correlation %v: trace %v, equicorrelated %v", r, least, other)
		}
	}
}

func traceOf(t *testing.T, sigma *mat.SymDense, s []float64) float64 {
	inverse, err := inverseAt(sigma, s)
	if err != nil {
		t.Fatal(err)
	}
	sum := mat.Trace(inverse)
	for _, v := range s {
		sum += 1 / v
	}
	return sum
}

// Copies of counts, levels and skewed inputs have their values, and as often.
func TestCopiesKeepValues(t *testing.T) {
	const n = 4000
	rng := rand.New(rand.NewPCG(5, 1))
	x := make([][]float64, 3)
	for range n {
		z := rng.NormFloat64()
		x[0] = append(x[0], float64(rng.IntN(3)))
		x[1] = append(x[1], math.Floor(math.Exp(z)))
		x[2] = append(x[2], math.Exp(2*z+rng.NormFloat64()))
	}
	m := model(t, x, MinReconstructability)
	copies := drawn(t, m, 1)
	if again := drawn(t, m, 1); !slices.EqualFunc(copies, again, slices.Equal) {
		t.Error("the same seed gives other copies")
	}
	for j := range 2 {
		counts, of := map[float64]int{}, map[float64]int{}
		for i := range n {
			counts[x[j][i]]++
			of[copies[j][i]]++
		}
		for v, c := range of {
			if counts[v] == 0 || c > 50 && math.Abs(float64(c-counts[v])) > 5*math.Sqrt(float64(c)) {
				t.Errorf("input %d has %v %d times, its copy %d times", j, v, counts[v], c)
			}
		}
	}
	for _, p := range []float64{0.1, 0.5, 0.9} {
		a, b := quantile(x[2], p), quantile(copies[2], p)
		if math.Abs(math.Log(a/b)) > 0.25 {
			t.Errorf("quantile %v: %v, of the copy %v", p, a, b)
		}
	}
	if r := stat.Correlation(ranks(copies[1]), ranks(copies[2]), nil); math.Abs(r-stat.Correlation(ranks(x[1]), ranks(x[2]), nil)) > 0.1 {
		t.Errorf("the copies of dependent inputs have the rank correlation %v", r)
	}
}

func quantile(v []float64, p float64) float64 {
	v = slices.Clone(v)
	slices.Sort(v)
	return stat.Quantile(p, stat.Empirical, v, nil)
}

func ranks(v []float64) []float64 {
	c := newColumn(v)
	out := make([]float64, len(v))
	for i := range out {
		out[i] = float64(c.first[i] + c.last[i])
	}
	return out
}

func TestBadInputs(t *testing.T) {
	x := chain(50, 2, 0, 1)
	for name, bad := range map[string][][]float64{
		"none": nil, "two rows": {{1, 2}}, "constant": {x[0], make([]float64, 50)},
	} {
		if _, err := New(bad, Equicorrelated, 1); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := New(x, "sdp", 1); err == nil {
		t.Error("an unknown method is accepted")
	}
	for _, method := range methods { // an input twice
		if _, err := New([][]float64{x[0], x[0], x[1]}, method, 1); err == nil {
			t.Errorf("%s: an input that is there twice is accepted", method)
		}
	}
}

// The correlation of the scores of inputs that are cut into few values is that of the normal inputs before, and that of their copies
// is theirs.
func TestScoresOfFewValues(t *testing.T) {
	x := chain(3000, 3, 0.7, 9)
	for j, cuts := range [][]float64{{0}, {-1, 0.5}, nil} {
		for i, v := range x[j] {
			if cuts == nil {
				break
			}
			level := 0
			for _, c := range cuts {
				if v > c {
					level++
				}
			}
			x[j][i] = float64(level)
		}
	}
	m := model(t, x, MinReconstructability)
	for _, c := range []struct {
		j, k int
		want float64
	}{{0, 1, 0.7}, {1, 2, 0.7}, {0, 2, 0.49}} {
		if got := m.Sigma.At(c.j, c.k); math.Abs(got-c.want) > 0.06 {
			t.Errorf("inputs %d and %d: %.3f, want %v", c.j, c.k, got, c.want)
		}
	}
	copies := drawn(t, m, 3)
	for _, c := range [][2]int{{0, 1}, {1, 2}, {0, 2}} {
		want, got := stat.Correlation(x[c[0]], x[c[1]], nil), stat.Correlation(copies[c[0]], copies[c[1]], nil)
		if math.Abs(got-want) > 0.06 {
			t.Errorf("copies %v: %.3f, inputs %.3f", c, got, want)
		}
	}
}

// Copies of a Gaussian copula are not told from their inputs, and those of inputs that depend on one another by a square are, with the pair.
func TestLargestDifference(t *testing.T) {
	const sets, n = 100, 200
	told := 0
	for seed := range uint64(sets) {
		x := chain(n, 6, 0.5, seed)
		for i, v := range x[2] { // a rising function, and few values
			x[2][i] = math.Exp(v)
			x[4][i] = math.Round(x[4][i])
		}
		if LargestDifference(x, drawn(t, model(t, x, MinReconstructability), seed)).P < 0.05 {
			told++
		}
	}
	if told > 10 {
		t.Errorf("%d of %d sets of copies are told from inputs of the model", told, sets)
	}
	x := chain(n, 6, 0, 1)
	for i, v := range x[1] {
		x[3][i] = v*v + 0.3*x[3][i]
	}
	found := LargestDifference(x, drawn(t, model(t, x, MinReconstructability), 1))
	if found.P > 0.001 || min(found.J, found.K) != 1 || max(found.J, found.K) != 3 {
		t.Errorf("inputs 1 and 3 depend by a square: %+v", found)
	}
	if one := LargestDifference(x[:1], x[1:2]); one.P != 1 {
		t.Errorf("of one input: %+v", one)
	}
}
