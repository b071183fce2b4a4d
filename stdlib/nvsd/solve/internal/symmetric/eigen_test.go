package symmetric

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// some are symmetric matrices of many kinds, by name.
var some = map[string]func(rng *rand.Rand, n int) *mat.SymDense{
	"random": func(rng *rand.Rand, n int) *mat.SymDense {
		return filled(n, func(int, int) float64 { return rng.NormFloat64() })
	},
	"gaussian kernel": func(rng *rand.Rand, n int) *mat.SymDense { return gaussian(rng, n, 4, 2) },
	"wide gaussian kernel": func(rng *rand.Rand, n int) *mat.SymDense {
		return gaussian(rng, n, 2, 20)
	},
	"rank 3": func(rng *rand.Rand, n int) *mat.SymDense {
		X := mat.NewDense(n, 3, nil)
		X.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, X)
		var S mat.SymDense
		S.SymOuterK(1, X)
		return &S
	},
	"duplicates": func(rng *rand.Rand, n int) *mat.SymDense {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(rng.IntN(max(n/5, 1)))
		}
		return filled(n, func(i, j int) float64 { return math.Exp(-(x[i] - x[j]) * (x[i] - x[j])) })
	},
	"graded": func(rng *rand.Rand, n int) *mat.SymDense {
		return filled(n, func(i, j int) float64 { return rng.NormFloat64() * math.Pow(10, -float64(i+j)/4) })
	},
	"graded the other way": func(rng *rand.Rand, n int) *mat.SymDense {
		return filled(n, func(i, j int) float64 { return rng.NormFloat64() * math.Pow(10, float64(i+j-2*n)/4) })
	},
	"clustered": func(rng *rand.Rand, n int) *mat.SymDense {
		return filled(n, func(i, j int) float64 {
			if i == j {
				return 1 + float64(i%3)
			}
			return 1e-12 * rng.NormFloat64()
		})
	},
	"diagonal": func(rng *rand.Rand, n int) *mat.SymDense {
		return filled(n, func(i, j int) float64 {
			if i == j {
				return rng.NormFloat64()
			}
			return 0
		})
	},
	"ones": func(_ *rand.Rand, n int) *mat.SymDense { return filled(n, func(int, int) float64 { return 1 }) },
	"zero": func(_ *rand.Rand, n int) *mat.SymDense { return mat.NewSymDense(n, nil) },
	"tridiagonal": func(_ *rand.Rand, n int) *mat.SymDense { // eigenvalues in pairs that are all but equal
		return filled(n, func(i, j int) float64 {
			switch j - i {
			case 0:
				return math.Abs(float64(i) - float64(n-1)/2)
			case 1:
				return 1
			}
			return 0
		})
	},
}

func names() []string {
	var all []string
	for name := range some {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

func filled(n int, at func(i, j int) float64) *mat.SymDense {
	S := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			S.SetSym(i, j, at(i, j))
		}
	}
	return S
}

func gaussian(rng *rand.Rand, n, d int, width float64) *mat.SymDense {
	X := mat.NewDense(n, d, nil)
	X.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, X)
	return filled(n, func(i, j int) float64 {
		var sum float64
		for a, x := range X.RawRowView(i) {
			sum += (x - X.At(j, a)) * (x - X.At(j, a))
		}
		return math.Exp(-sum / (2 * width * width))
	})
}

// upper returns the upper triangle of S, with what must not be read below it.
func upper(S *mat.SymDense) *Matrix {
	m := Of(S)
	for i := range m.n {
		for j := range i {
			m.Row(i)[j] = math.NaN()
		}
	}
	return m
}

type failer interface {
	Helper()
	Errorf(string, ...any)
}

// checkEigen holds eigenvalues and eigenvectors of S to what defines them, with
// errors of a few roundings for each row.
func checkEigen(t failer, name string, S *mat.SymDense, values []float64, rows *mat.Dense) {
	t.Helper()
	n := S.SymmetricDim()
	norm := mat.Norm(S, 1)
	tol := (50 + float64(n)/4) * 0x1p-52
	var QQ, AQ mat.Dense
	QQ.Mul(rows, rows.T())
	AQ.Mul(rows, S)
	var skew, rest float64
	for i := range n {
		for j := range n {
			want := 0.0
			if i == j {
				want = 1
			}
			skew = math.Max(skew, math.Abs(QQ.At(i, j)-want))
			rest = math.Max(rest, math.Abs(AQ.At(i, j)-values[i]*rows.At(i, j)))
		}
	}
	if !(skew <= tol) {
		t.Errorf("%s, n = %d: Q'Q differs from I by %.3g, bound %.3g", name, n, skew, tol)
	}
	if !(rest <= tol*norm) {
		t.Errorf("%s, n = %d: AQ differs from QL by %.3g of ||A||, bound %.3g", name, n, rest/norm, tol)
	}
	if !slices.IsSorted(values) {
		t.Errorf("%s, n = %d: the eigenvalues do not rise: %v", name, n, values)
	}
	var eig mat.EigenSym
	if !eig.Factorize(S, false) {
		return
	}
	for i, want := range eig.Values(nil) {
		if !(math.Abs(values[i]-want) <= tol*norm) {
			t.Errorf("%s, n = %d: eigenvalue %d is %v, by the QL method %v, bound %.3g", name, n, i, values[i], want, tol*norm)
			return
		}
	}
}

func TestEigen(t *testing.T) {
	for _, name := range names() {
		for _, n := range []int{1, 2, 3, 4, 5, 31, 32, 33, 64, 65, 100, 131, 300} {
			S := some[name](rand.New(rand.NewPCG(uint64(n), 1)), n)
			m := upper(S)
			values, err := m.Eigen()
			if err != nil {
				t.Fatalf("%s, n = %d: %v", name, n, err)
			}
			checkEigen(t, name, S, values, m.Dense())
		}
	}
}

// TestEigenScaled multiplies a matrix by what would overflow or underflow in a
// square.
func TestEigenScaled(t *testing.T) {
	const n = 70
	for _, name := range names() {
		S := some[name](rand.New(rand.NewPCG(n, 2)), n)
		m := upper(S)
		want, err := m.Eigen()
		if err != nil {
			t.Fatal(err)
		}
		for _, exponent := range []int{-900, 900} {
			var scaled mat.SymDense
			scaled.ScaleSym(math.Ldexp(1, exponent), S)
			s := upper(&scaled)
			values, err := s.Eigen()
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range values {
				if w := math.Ldexp(want[i], exponent); v != w && math.Abs(v-w) > 1e-15*math.Ldexp(mat.Norm(S, 1), exponent) {
					t.Errorf("%s times 2^%d: eigenvalue %d is %v, want %v", name, exponent, i, v, w)
				}
			}
		}
	}
}

func TestEigenProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(names()).Draw(t, "kind")
		n := rapid.IntRange(1, 160).Draw(t, "n")
		S := some[name](rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)), n)
		m := upper(S)
		values, err := m.Eigen()
		if err != nil {
			t.Fatal(err)
		}
		checkEigen(t, name, S, values, m.Dense())
	})
}

func TestEigenRefuses(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		m := New(5)
		m.Row(1)[3] = v
		if _, err := m.Eigen(); err == nil {
			t.Errorf("a matrix with %v has eigenvalues", v)
		}
	}
}

// TestEigenProcessors wants the same bits from one processor and from two.
func TestEigenProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, name := range []string{"random", "gaussian kernel", "duplicates"} {
		S := some[name](rand.New(rand.NewPCG(5, 1)), 600) // more than one task everywhere
		var results [2]*Matrix
		var values [2][]float64
		for i := range results {
			runtime.GOMAXPROCS(i + 1)
			results[i] = upper(S)
			var err error
			values[i], err = results[i].Eigen()
			if err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(values[0], values[1]) || !slices.Equal(results[0].data, results[1].data) {
			t.Errorf("%s: the numbers differ between one processor and two", name)
		}
	}
}
