package baseline

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

// allTerms is the problem over all terms there are.
type allTerms struct {
	HKL
	nodes   [][]int
	columns [][]float64
	y       []float64
	mean    float64
	names   map[string]int
}

func newAllTerms(s HKL, X *mat.Dense, y []float64) *allTerms {
	s = s.full()
	n, d := X.Dims()
	a := &allTerms{HKL: s, y: withoutMean(y), mean: floats.Sum(y) / float64(n), names: make(map[string]int)}
	Z := mat.DenseCopyOf(X)
	if s.Scale != nvsd.NoScaling {
		for j := range d {
			column := mat.Col(nil, j, X)
			mean := floats.Sum(column) / float64(n)
			sd := naiveSD(column) * math.Sqrt(float64(n)/float64(n-1))
			for i := range n {
				Z.Set(i, j, (X.At(i, j)-mean)/sd)
			}
		}
	}
	for v := make([]int, d); ; {
		if s.Order == 0 || len(v)-countOf(v, 0) <= s.Order {
			column := make([]float64, n)
			for i := range column {
				column[i] = 1
				for j, l := range v {
					column[i] *= s.function(l, Z.At(i, j))
				}
			}
			a.names[fmt.Sprint(v)] = len(a.nodes)
			a.nodes = append(a.nodes, slices.Clone(v))
			a.columns = append(a.columns, withoutMean(column))
		}
		j := 0
		for ; j < d; j++ {
			v[j]++
			if v[j] <= s.MaxDegree {
				break
			}
			v[j] = 0
		}
		if j == d {
			return a
		}
	}
}

func countOf(v []int, what int) int {
	n := 0
	for _, l := range v {
		if l == what {
			n++
		}
	}
	return n
}

// function is that of degree l, written out.
func (s HKL) function(l int, x float64) float64 {
	if s.Kind != HKLHermite {
		binomial := math.Gamma(float64(s.MaxDegree+1)) / math.Gamma(float64(l+1)) / math.Gamma(float64(s.MaxDegree-l+1))
		return math.Sqrt(binomial) * math.Pow(x, float64(l))
	}
	return math.Pow(s.Alpha, float64(l)/2) * []float64{1, x, (x*x - 1) / math.Sqrt2, (x*x*x - 3*x) / math.Sqrt(6)}[l]
}

func isAbove(v, w []int) bool {
	for j := range v {
		if v[j] > w[j] {
			return false
		}
	}
	return true
}

func (a *allTerms) weight(v []int) float64 {
	depth := 0
	for _, l := range v {
		depth += l
	}
	if depth == 0 && a.FreeRoot {
		return 0
	}
	return math.Pow(a.Beta, float64(depth))
}

func (a *allTerms) degrees(v hklNode) []int {
	out := make([]int, len(a.nodes[0]))
	for _, l := range v {
		out[l.input] = l.degree
	}
	return out
}

func (a *allTerms) coefficientsOf(f *fitted) []float64 {
	c := make([]float64, len(a.nodes))
	for _, term := range f.own.(*HKLFit).Terms {
		v := make([]int, len(a.nodes[0]))
		for k, j := range term.Inputs {
			v[j] = term.Degrees[k]
		}
		c[a.names[fmt.Sprint(v)]] = term.Coefficient
	}
	return c
}

func (a *allTerms) values(c []float64) []float64 {
	v := make([]float64, len(a.y))
	for w, column := range a.columns {
		floats.AddScaled(v, c[w], column)
	}
	floats.AddConst(a.mean, v)
	return v
}

// norms returns (sum_{w >= v} ||f_w||^2 + smooth^2)^(1/2) of every v.
func (a *allTerms) norms(c []float64, smooth float64) []float64 {
	norms := make([]float64, len(a.nodes))
	for i, v := range a.nodes {
		sum := smooth * smooth
		for k, w := range a.nodes {
			if isAbove(v, w) {
				sum += c[k] * c[k]
			}
		}
		norms[i] = math.Sqrt(sum)
	}
	return norms
}

func (a *allTerms) objective(c []float64, lambda float64) float64 {
	sum := 0.0
	for i, norm := range a.norms(c, 0) {
		sum += a.weight(a.nodes[i]) * norm
	}
	v := a.values(c)
	floats.AddConst(-a.mean, v)
	rest := floats.Distance(a.y, v, 2)
	return rest*rest/(2*float64(len(a.y))) + lambda/2*sum*sum
}

// solve reweights ridge regressions, with a smoothing of the norms that vanishes.
func (a *allTerms) solve(lambda float64) []float64 {
	n := len(a.y)
	c := make([]float64, len(a.nodes))
	floats.AddConst(0.1, c)
	for smooth := 1e-1; smooth > 1e-8; smooth *= 0.99 {
		norms := a.norms(c, smooth)
		sum := 0.0
		for i, v := range a.nodes {
			sum += a.weight(v) * norms[i]
		}
		A := mat.NewSymDense(n, nil)
		zeta := make([]float64, len(c))
		for k, w := range a.nodes {
			inverse := 0.0
			for i, v := range a.nodes {
				if isAbove(v, w) {
					inverse += a.weight(v) * sum / norms[i]
				}
			}
			if inverse > 0 {
				zeta[k] = 1 / inverse
			}
			A.SymRankOne(A, zeta[k], mat.NewVecDense(n, a.columns[k]))
		}
		for i := range n {
			A.SetSym(i, i, A.At(i, i)+float64(n)*lambda)
		}
		var factor mat.Cholesky
		var alpha mat.VecDense
		if !factor.Factorize(A) || factor.SolveVecTo(&alpha, mat.NewVecDense(n, a.y)) != nil {
			panic("a ridge regression cannot be solved")
		}
		for k, column := range a.columns {
			c[k] = zeta[k] * floats.Dot(column, alpha.RawVector().Data)
		}
	}
	return c
}
