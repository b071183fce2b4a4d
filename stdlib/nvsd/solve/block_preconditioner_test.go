package solve

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// plainGaussian is exp(-||x - z||^2/2), of which an operator knows no structure.
type plainGaussian struct{}

func (plainGaussian) Eval(x, z []float64) float64 {
	r := floats.Distance(x, z, 2)
	return math.Exp(-r * r / 2)
}

func (k plainGaussian) Grad(dst, x, z []float64) {
	for a := range dst {
		dst[a] = (z[a] - x[a]) * k.Eval(x, z)
	}
}

func (k plainGaussian) Mixed(dst, x, z []float64) {
	d := len(x)
	for a := range d {
		for b := range d {
			dst[a*d+b] = -(x[a] - z[a]) * (x[b] - z[b]) * k.Eval(x, z)
			if a == b {
				dst[a*d+b] += k.Eval(x, z)
			}
		}
	}
}

type isotropicGaussian struct{ plainGaussian }

func (isotropicGaussian) AtHalfSquare(s float64) (k, k1, k2 float64) {
	return math.Exp(-s), -math.Exp(-s), math.Exp(-s)
}

type stretchedGaussian struct{ plainGaussian }

func (stretchedGaussian) Unstretched() (any, []float64) {
	return isotropicGaussian{}, []float64{1, 1, 1}
}

type plainCubic struct{}

func (plainCubic) Eval(x, z []float64) float64 { return math.Pow(1+floats.Dot(x, z), 3) }

func (plainCubic) Grad(dst, x, z []float64) {
	s := 1 + floats.Dot(x, z)
	floats.ScaleTo(dst, 3*s*s, z)
}

func (plainCubic) Mixed(dst, x, z []float64) {
	d, s := len(x), 1+floats.Dot(x, z)
	for a := range d {
		for b := range d {
			dst[a*d+b] = 6 * s * z[a] * x[b]
			if a == b {
				dst[a*d+b] += 3 * s * s
			}
		}
	}
}

type dotCubic struct{ plainCubic }

func (dotCubic) AtDot(s float64) (k, k1, k2 float64) {
	s++
	return s * s * s, 3 * s * s, 6 * s
}

// TestBlockPreconditioner: what is known of a kernel's structure makes no difference
// to the sum of the blocks L_aa, and a product is one with the inverse of their
// damped mean in every input.
func TestBlockPreconditioner(t *testing.T) {
	const n, d = 70, 3
	rng := rand.New(rand.NewPCG(2, 2))
	X := mat.NewDense(n, d, nil)
	X.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, X)
	scale := []float64{2, 0, 0.5}
	for _, same := range [][]kern.Kernel{{plainGaussian{}, isotropicGaussian{}, stretchedGaussian{}}, {plainCubic{}, dotCubic{}}} {
		var want *mat.Dense
		for _, k := range same {
			op, err := NewOperator(k, X)
			if err != nil {
				t.Fatal(err)
			}
			C := mat.NewDense(n, n, nil)
			op.training.addBlocks(C, scale)
			if want == nil {
				want = C
			}
			if !mat.EqualApprox(C, want, 1e-9*mat.Norm(want, 2)) {
				t.Errorf("%T: the sum of the blocks differs from that of %T", k, same[0])
			}

			own := op.lengths()
			mean := mat.NewDense(n, n, nil)
			op.training.addBlocks(mean, own)
			damping := blockDamping * mat.Trace(mean) / n
			src, dst := make([]float64, n*d), make([]float64, n*d)
			for i := range src {
				src[i] = rng.NormFloat64()
			}
			newBlockPreconditioner(op).apply(dst, src)
			var back mat.Dense
			V := mat.NewDense(n, d, dst)
			back.Mul(mean, V)
			for i := range n {
				for a := range d {
					got := (back.At(i, a) + damping*V.At(i, a)) * own[a] / floats.Max(own)
					if math.Abs(got-src[i*d+a]) > 1e-9 {
						t.Fatalf("%T: row %d, input %d: %v, want %v", k, i, a, got, src[i*d+a])
					}
				}
			}
		}
	}
}

// TestInverses: both ways to an inverse find the same, and none of a matrix that is not definite.
func TestInverses(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, n := range []int{1, 3, 70, 131} {
		A := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				A.Set(i, j, rng.NormFloat64())
			}
		}
		var S mat.SymDense
		S.SymOuterK(1, A)
		for i := range n {
			S.SetSym(i, i, S.At(i, i)+float64(n))
		}
		same := mat.NewSymDense(n, nil)
		same.CopySym(&S)
		blocks, small := invertByBlocks(&S), invertSmall(same)
		for i := range n {
			for j := i; j < n; j++ {
				if math.Abs(blocks.At(i, j)-small.At(i, j)) > 1e-13 {
					t.Fatalf("n = %d: entry %d, %d is %v by blocks, %v by LAPACK", n, i, j, blocks.At(i, j), small.At(i, j))
				}
			}
		}
	}
	for _, inverted := range []func(*mat.SymDense) mat.Matrix{invertSmall, invertByBlocks} {
		if got := inverted(mat.NewSymDense(2, []float64{1, 2, 2, 1})); got != nil {
			t.Errorf("an inverse of a matrix that is not definite: %v", got)
		}
	}
}
