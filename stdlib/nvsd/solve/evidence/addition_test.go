package evidence

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// TestAddIsATop: no neighbour of an addition has more evidence, its gain is that of the definition, and
// where the second kernel explains the targets it is worth much.
func TestAddIsATop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n, d := rapid.IntRange(8, 25).Draw(t, "n"), 3
		X, y := mat.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			for a := range d {
				X.Set(i, a, rng.NormFloat64())
			}
			y[i] = math.Sin(X.At(i, 0)) + X.At(i, 1) + 0.3*rng.NormFloat64()
		}
		K, B := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		gauss := kern.Gaussian{Width: kern.Sigma(1)}
		for i := range n {
			for j := range n {
				K.Set(i, j, gauss.Eval(X.RawRowView(i)[:1], X.RawRowView(j)[:1]))
				B.Set(i, j, mat.Dot(X.RowView(i), X.RowView(j)))
			}
		}
		p := Problem{X: X, Y: y, Kernel: kern.Gaussian{Width: kern.Sigma(1)}, Intercept: true}
		found, err := p.Add(t.Context(), K, B, 0.1)
		if err != nil {
			t.Fatal(err)
		}
		value := func(share, noise float64) float64 {
			c := newCost(p)
			c.addition(K, B, share, noise)
			if err := c.likelihood(); err != nil {
				return math.Inf(1)
			}
			return c.value
		}
		best := value(found.Share, found.Noise)
		if gain := value(0, 0.1) - best; math.Abs(gain-found.Gain) > 0.01 {
			t.Errorf("the gain is %v, and that of the definition %v", found.Gain, gain)
		}
		for _, factor := range []float64{math.Exp(-0.5), math.Exp(0.5)} {
			inside := func(v, low, high float64) bool { return math.Log(v) > low && math.Log(v) < high }
			if s := found.Share * factor; inside(s, leastShare, mostShare) && value(s, found.Noise) < best-0.01 {
				t.Errorf("share %v: a neighbour has more evidence", found.Share)
			}
			if v := found.Noise * factor; inside(v, leastNoise, mostNoise) && value(found.Share, v) < best-0.01 {
				t.Errorf("noise %v: a neighbour has more evidence", found.Noise)
			}
		}
	})
}
