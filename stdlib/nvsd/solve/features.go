package solve

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A draw has the m random Fourier features of a Gaussian kernel (Rahimi and Recht 2007),
//
//	phi_k(x) = sqrt(2/m) cos(w_k'x + b_k),   w_ka normal of mean 0 and variance 1/sigma_a^2,   b_k uniform on [0, 2 pi),
//
// with sigma_a the width of input a. The mean of phi(x)'phi(z) over draws is k(x, z).
type draw struct {
	kernel    string     // what messages call it
	frequency *mat.Dense // m x d: the w_k; 0 for an input that is not in use
	phase     []float64
}

// featureStream is the second half of the PCG seed of random features.
const featureStream = 0x72666600

// newDraw draws the features of a kernel by a seed: of one seed, the frequencies of a larger count are those of a
// smaller one and more.
func newDraw(k kern.Kernel, use []bool, count int, seed uint64) (*draw, error) {
	if k == nil {
		return nil, errors.New("solve: no kernel (nil)")
	}
	if err := trait.CheckParameters(k); err != nil {
		return nil, fmt.Errorf("solve: kernel %s: %w", called(k), err)
	}
	widths, err := widthsOf(k, len(use))
	if err != nil {
		return nil, err
	}
	if count < 1 || len(use) == 0 {
		return nil, fmt.Errorf("solve: %d random features of %d inputs: at least one of each is needed", count, len(use))
	}
	rng := rand.New(rand.NewPCG(seed, featureStream))
	f := &draw{kernel: called(k), frequency: mat.NewDense(count, len(use), nil), phase: make([]float64, count)}
	for i := range count {
		w := f.frequency.RawRowView(i)
		for a, in := range use {
			if v := rng.NormFloat64() / widths[a]; in {
				w[a] = v
			}
		}
		f.phase[i] = 2 * math.Pi * rng.Float64()
	}
	return f, nil
}

// HasFeatures reports whether a kernel is a [kern.Gaussian], or one with a width for each input: others have no random
// features here. The width may be a rule.
func HasFeatures(k kern.Kernel) bool {
	base, str := any(k), trait.Stretched(nil)
	for trait.Find(base, &str) {
		base, _ = str.Unstretched()
		str = nil
	}
	_, is := base.(kern.Gaussian)
	return is
}

// widthsOf returns the width of each of d inputs of a Gaussian kernel, and an error for another kernel.
func widthsOf(k kern.Kernel, d int) ([]float64, error) {
	widths, str := make([]float64, d), trait.Stretched(nil)
	for a := range widths {
		widths[a] = 1
	}
	base := any(k)
	for trait.Find(base, &str) {
		inner, w := str.Unstretched()
		if len(w) != d {
			return nil, fmt.Errorf("solve: kernel %s has %d widths for %d inputs", called(k), len(w), d)
		}
		floats.Mul(widths, w)
		base, str = inner, nil
	}
	gauss, is := base.(kern.Gaussian)
	if !is {
		return nil, fmt.Errorf("solve: random features are those of a Gaussian kernel, and the kernel is %s: take kern.Gaussian, with a width for each input by kern.ARD, or leave the features out", called(k))
	}
	sigma, is := gauss.Width.(kern.Sigma)
	if !is {
		return nil, fmt.Errorf("solve: kernel %s: its width is a rule: call kern.Resolve(k, X) with the data first", called(k))
	}
	floats.Scale(float64(sigma), widths)
	return widths, nil
}

func (f *draw) dims() (count, d int) { return f.frequency.Dims() }

// at returns the features at the rows of Z (rows x m), and the slopes -sqrt(2/m) sin(w_k'z + b_k): the
// derivative of phi_k by input a is the slope times w_ka.
func (f *draw) at(Z *mat.Dense) (values, slopes *mat.Dense) {
	rows, _ := Z.Dims()
	count, _ := f.dims()
	values, slopes = mat.NewDense(rows, count, nil), mat.NewDense(rows, count, nil)
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, Z.RawMatrix(), f.frequency.RawMatrix(), 0, values.RawMatrix())
	size := math.Sqrt(2 / float64(count))
	inParallel(rows, trigonometry*count, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			v, s := values.RawRowView(i), slopes.RawRowView(i)
			for k, along := range v {
				sin, cos := math.Sincos(along + f.phase[k])
				v[k], s[k] = size*cos, -size*sin
			}
		}
	})
	return values, slopes
}

// trigonometry is the cost of a sine and a cosine in multiplications.
const trigonometry = 40

// widthRows is the largest number of rows on which the width of a kernel of random features is resolved: a
// rule compares all pairs of rows.
const widthRows = 2000

// widthStream is the second half of the PCG seed of these rows.
const widthStream = 0x77696474

// WidthRows returns the rows, of n, on which the width of the kernel of random features is resolved: all of
// at most 2000, else 2000 that are drawn by the seed, rising.
func WidthRows(n int, seed uint64) []int {
	if n <= widthRows {
		return lists.UpTo(n)
	}
	rows := rand.New(rand.NewPCG(seed, widthStream)).Perm(n)[:widthRows]
	slices.Sort(rows)
	return rows
}
