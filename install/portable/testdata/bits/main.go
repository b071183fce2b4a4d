// Bits prints a digest of the numbers that each of some functions computes.
package main

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	_ "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve" // which gives gonum its products
)

func main() {
	for _, f := range []struct {
		name string
		of   func(x, y float64) float64
	}{
		{"fused", func(x, y float64) float64 { return x*y + x }},
		{"exp", func(x, _ float64) float64 { return math.Exp(x) }},
		{"exp2", func(x, _ float64) float64 { return math.Exp2(x) }},
		{"log", func(x, _ float64) float64 { return math.Log(math.Abs(x)) }},
		{"hypot", math.Hypot},
		{"pow", func(x, y float64) float64 { return math.Pow(math.Abs(x), y) }},
		{"sin", func(x, _ float64) float64 { return math.Sin(x) }},
		{"tanh", func(x, _ float64) float64 { return math.Tanh(x) }},
		{"gamma", func(x, _ float64) float64 { return math.Gamma(x) }},
		{"erf", func(x, _ float64) float64 { return math.Erf(x) }},
		{"survival", func(x, _ float64) float64 { return distuv.F{D1: 3, D2: 17}.Survival(math.Abs(x)) }},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		v := make([]float64, 20_000)
		for i := range v {
			v[i] = f.of(10*rng.NormFloat64(), 3*rng.NormFloat64())
		}
		fmt.Println(f.name, digest(v))
	}
	rng := rand.New(rand.NewPCG(3, 4))
	v := make([]float64, 100*100)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	a := mat.NewDense(100, 100, v)
	fmt.Println("dot", digest([]float64{floats.Dot(v, v), floats.Norm(v, 2), floats.Sum(v)}))
	var product mat.Dense
	product.Mul(a, a.T())
	fmt.Println("product", digest(product.RawMatrix().Data))
	symmetric := mat.NewSymDense(100, product.RawMatrix().Data)
	var eigen mat.EigenSym
	eigen.Factorize(symmetric, true)
	fmt.Println("eigenvalues", digest(eigen.Values(nil)))
	var factor mat.Cholesky
	factor.Factorize(symmetric)
	var solution mat.VecDense
	if err := factor.SolveVecTo(&solution, mat.NewVecDense(100, v[:100])); err != nil {
		panic(err)
	}
	fmt.Println("solution", digest(solution.RawVector().Data))
}

func digest(v []float64) string {
	h := fnv.New64a()
	for _, x := range v {
		if math.IsNaN(x) {
			x = math.NaN() // of which processors have several
		}
		h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
