package symmetric

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestMulVec(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := range 14 {
		m := New(n + 1)
		x := make([]float64, n+1)
		for i := range x {
			x[i] = rng.NormFloat64()
			for j := range m.Row(i) {
				m.Row(i)[j] = rng.NormFloat64()
			}
		}
		y, yt := make([]float64, n+1), make([]float64, n+1)
		m.MulVec(y, x)
		m.MulVecTrans(yt, x)
		var want, wantTrans mat.VecDense
		want.MulVec(m.Dense(), mat.NewVecDense(n+1, x))
		wantTrans.MulVec(m.Dense().T(), mat.NewVecDense(n+1, x))
		if !mat.EqualApprox(mat.NewVecDense(n+1, y), &want, 1e-14) {
			t.Errorf("n = %d: A x is %v, want %v", n+1, y, want.RawVector().Data)
		}
		if !mat.EqualApprox(mat.NewVecDense(n+1, yt), &wantTrans, 1e-14) {
			t.Errorf("n = %d: A'x is %v, want %v", n+1, yt, wantTrans.RawVector().Data)
		}
	}
}
