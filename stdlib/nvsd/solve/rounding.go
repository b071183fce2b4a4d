package solve

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// unit is the relative rounding error of a float64.
const unit = 0x1p-53

// Below are bounds of the rounding errors of v = K alpha + D'B and W = D alpha + L B, in
// every v_i and in every row of W. They are sums of the sizes of all terms, times one
// rounding for each term, and the errors that the values of a kernel of package kern may
// have.
//
// For a structured kernel kappa(s), an error of s enters by the derivatives of kappa. With
// q at least the sum of the sizes of the terms of s, and kappa_3 estimated from the first
// two derivatives,
//
//	kappa   |k| + q |k1|,  kappa'  |k1| + q |k2|,  kappa''  3/2 (|k2| + q |k2|^2/|k1|).
func (e *structuredAt) rounding(v, w, alpha []float64, B *mat.Dense) {
	n, d := e.X.Dims()
	size, weight := rowNorms(e.X), rowNorms(B)
	steepest := 0.0 // |k2|/|k1| where a point meets itself
	for i := range n {
		if k2 := e.D2.factor * e.D2.At(i, i); k2 != 0 {
			steepest = max(steepest, math.Abs(k2/(e.D1.factor*e.D1.At(i, i))))
		}
	}
	factor := roundings(n, d)
	inParallel(e.rows, 16*n, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			v[i], w[i] = 0, 0
			k, d1, d2 := e.K.RawRowView(i), e.D1.RawRowView(i), e.D2.RawRowView(i)
			for j := range n {
				r := size[i] + size[j]
				q := r * r
				k1, k2 := math.Abs(e.D1.factor*d1[j]), math.Abs(e.D2.factor*d2[j])
				third := 0.0
				switch {
				case k1 > 0:
					third = 1.5 * k2 * (1 + q*k2/k1)
				case k2 > 0:
					third = 1.5 * k2 * (1 + q*steepest)
				}
				a, b := math.Abs(alpha[j]), weight[j]
				second := k1 + q*k2
				v[i] += (math.Abs(k[j])+q*k1)*a + second*r*b
				w[i] += second*(b+r*a) + third*q*b
			}
			v[i] *= factor
			w[i] *= factor
		}
	})
}

func (t *stretchedTraining) rounding(v, w, alpha []float64, B *mat.Dense) {
	t.training.rounding(v, w, alpha, t.s.divided(B))
	floats.Scale(1/floats.Min(t.s.w), w)
}

func (e *denseAt) rounding(v, w, alpha []float64, B *mat.Dense) {
	n, d := B.Dims()
	b := B.RawMatrix().Data
	factor := roundings(n*d, d)
	for i := range n {
		v[i] = factor * (sizes(e.K.RawRowView(i), alpha) + sizes(e.V.RawRowView(i), b))
		var square float64
		for a := range d {
			sum := factor * (sizes(e.D.RawRowView(i*d+a), alpha) + sizes(e.L.RawRowView(i*d+a), b))
			square += sum * sum
		}
		w[i] = math.Sqrt(square)
	}
}

// roundings returns a bound of the relative error of a sum of terms, each of which is
// formed by a number of roundings.
func roundings(terms, d int) float64 { return unit * float64(terms+4*d+200) }

// sizes returns sum_j |x_j y_j|.
func sizes(x, y []float64) (sum float64) {
	for j, v := range x {
		sum += math.Abs(v * y[j])
	}
	return sum
}

func rowNorms(A *mat.Dense) []float64 {
	n, _ := A.Dims()
	norms := make([]float64, n)
	for i := range norms {
		norms[i] = floats.Norm(A.RawRowView(i), 2)
	}
	return norms
}
