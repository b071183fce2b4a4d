package solve

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// TestFeatureProducts holds the products of random features to each other: values and gradients in float64
// to those in twice the digits, within the bounds of rounding, the lengths and the sums of blocks to columns
// of L, and the evaluation at points to the inner product of the functions.
func TestFeatureProducts(t *testing.T) {
	const rows, d, count = 30, 3, 12
	rng := rand.New(rand.NewPCG(8, 8))
	X, y := mat.NewDense(rows, d, nil), make([]float64, rows)
	for i := range rows {
		for a := range d {
			X.Set(i, a, rng.NormFloat64())
		}
		y[i] = rng.NormFloat64()
	}
	sums, err := NewFeatureSums(kern.Gaussian{Width: kern.Sigma(2)}, []bool{true, true, false}, count, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := sums.Add(t.Context(), RowsOf(X, y)); err != nil {
		t.Fatal(err)
	}
	op, _, err := sums.Operator(true)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := op.Dims()
	alpha, B := make([]float64, n), mat.NewDense(n, d, nil)
	for i := range n {
		alpha[i] = rng.NormFloat64()
		for a := range d {
			B.Set(i, a, rng.NormFloat64())
		}
	}
	v, W := make([]float64, n), mat.NewDense(n, d, nil)
	gram(op.train, v, W, alpha, B)
	offV, offW := make([]float64, n), make([]float64, n)
	op.training.rounding(offV, offW, alpha, B)
	exactV, exactW := op.precise.at(t.Context(), alpha, B)
	for i := range n {
		if off := math.Abs(v[i] - exactV[i].Float64()); off > offV[i] || offV[i] > 1e-10 {
			t.Errorf("value %d is %g off, the bound %g", i, off, offV[i])
		}
		var square float64
		for a := range d {
			off := W.At(i, a) - exactW[i*d+a].Float64()
			square += off * off
		}
		if math.Sqrt(square) > offW[i] || offW[i] > 1e-10 {
			t.Errorf("gradient %d is %g off, the bound %g", i, math.Sqrt(square), offW[i])
		}
	}

	// L by its columns.
	squares, scale := make([]float64, d), []float64{1, 2, 0}
	blocks := mat.NewDense(n, n, nil)
	unit := mat.NewDense(n, d, nil)
	for j := range n {
		for a := range d {
			unit.Set(j, a, 1)
			gram(op.train, v, W, make([]float64, n), unit)
			unit.Set(j, a, 0)
			for i := range n {
				squares[a] += W.At(i, a) * W.At(i, a)
				if scale[a] > 0 {
					blocks.Set(i, j, blocks.At(i, j)+W.At(i, a)/scale[a])
				}
			}
		}
	}
	for a, length := range op.lengths() {
		if math.Abs(length-math.Sqrt(squares[a])) > 1e-12*length {
			t.Errorf("length %d is %v, not %v", a, length, math.Sqrt(squares[a]))
		}
	}
	if op.lengths()[2] != 0 {
		t.Error("the features depend on an input that is not in use")
	}
	own := mat.NewDense(n, n, nil)
	op.training.addBlocks(own, scale)
	if !mat.EqualApprox(own, blocks, 1e-12*mat.Norm(blocks, 2)) {
		t.Error("the sum of blocks is not that of L")
	}

	// The function of a row of the evaluation at a point has the kernel for its values.
	at := op.products.at(X)
	values, W := make([]float64, rows), mat.NewDense(rows, d, nil)
	gram(at, values, W, alpha, mat.NewDense(n, d, nil))
	var want mat.VecDense
	want.MulVec(at.kernel(), mat.NewVecDense(n, alpha))
	for i, v := range values {
		if math.Abs(v-want.AtVec(i)) > 1e-12 {
			t.Fatalf("row %d is %v, by the kernel %v", i, v, want.AtVec(i))
		}
	}
	// A few points have fewer numbers than there are features, and the same values.
	few, slopes := make([]float64, 2), mat.NewDense(2, d, nil)
	gram(op.products.at(X.Slice(0, 2, 0, d).(*mat.Dense)), few, slopes, alpha, B)
	gram(at, values, W, alpha, B)
	for i := range few {
		if math.Abs(few[i]-values[i]) > 1e-12 || math.Abs(slopes.At(i, 0)-W.At(i, 0)) > 1e-12 {
			t.Errorf("row %d is %v alone and %v among others", i, few[i], values[i])
		}
	}
}
