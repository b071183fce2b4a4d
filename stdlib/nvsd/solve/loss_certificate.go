package solve

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/exact"
)

// Below is the part of a certificate that a loss other than the square changes. For any f and b, any dual values u_i of sum_i
// w_i u_i = 0 (with an intercept) and finite l*(u_i), and any blocks V of finite h*(V), with g the function of the coefficients
// a_i = -w_i u_i/(2 n nu) and B_i = -sqrt(w_i) V_i/(2 nu),
//
//	F(f, b) - dual(u, V) = (1/n) sum_i w_i [l(f_i) + l*(u_i) - u_i f_i] + h(W) + h*(V) - <V, W> + nu ||f - g||_H^2,
//
// f_i = f(x_i) + b. All terms are at least 0: differences in the inequality of Fenchel and Young, and a norm. g has the B of f here, so that
// f - g has the coefficients alpha - a and no derivatives of kernels.

// assessLoss sets the intercept and the mean loss from the values.
func (f *finisher) assessLoss(m *measured) error {
	v := floats64(m.v)
	b, err := f.mean.bestConstants(v, make([]float64, f.p.Op.Functions()))
	if err != nil {
		return err
	}
	m.constants = ofFloats(b)
	if f.mean.joint != nil {
		m.misfit = f.jointMisfit(m, withConstants(v, b))
		return nil
	}
	var sum, off float64
	for i, y := range f.p.Y {
		b := b[i/f.each]
		w, at := f.rows.at(i), v[i]+b
		l := f.mean.Value(y, at)
		sum += w * l
		o := m.offV[i] + 2*unit*(math.Abs(v[i])+math.Abs(b))
		off += w * (8*unit*math.Abs(l) + o*max(math.Abs(f.mean.Derivative(y, at-o)), math.Abs(f.mean.Derivative(y, at+o))))
	}
	n := float64(f.n)
	m.misfit = estimate{exact.Of(sum / n), off/n + (n+4)*unit*sum/n}
	return nil
}

// unsettledLoss returns the first term of the distance to the dual, and the norm in the last one without the shortening of
// blocks: of the u that alpha says, of the derivatives of the loss, or of a mixture, whichever is least. The first vanish faster as a run converges; the second always
// have a conjugate.
func (f *finisher) unsettledLoss(m *measured) (least estimate, apart float64) {
	n, nnu := float64(f.n), float64(f.n)*f.nu
	at, own := make([]float64, f.n), make([]float64, f.n)
	for i, v := range m.v {
		at[i] = v.Add(m.constants[i/f.each]).Float64()
		own[i] = -2 * nnu * m.alpha[i] / f.rows.at(i)
	}
	slopes, _ := f.mean.derivatives(at, len(m.constants))
	f.balance(own)
	f.balance(slopes)
	whole := math.Inf(1) // of both terms
	least.at = exact.Of(whole)
	u, rest := make([]float64, f.n), make([]float64, f.n)
	for _, part := range []float64{0, 1. / 1024, 1. / 32, 1. / 4, 1} {
		for i := range u {
			u[i] = (1-part)*own[i] + part*slopes[i]
		}
		f.intoDomain(u)
		for i := range u {
			rest[i] = m.alpha[i] + f.rows.at(i)*u[i]/(2*nnu)
		}
		e := f.youngOf(m, at, u)
		if !(e.at.Hi < math.Inf(1)) {
			continue
		}
		var square, size float64
		for k, K := range f.p.Op.blocks() {
			own, sizes := quadratic(K, blockIn(rest, k, f.each))
			square += own
			size += sizes
		}
		square = max(0, square) + (2*n+8)*unit*size
		e.off += f.imbalance(u, at)
		if sum := e.at.Hi + e.off + f.nu*square; sum < whole {
			whole, least, apart = sum, e, math.Sqrt(square)
		}
	}
	return least, apart
}

// balance shortens the dual values of one sign until their weighted sum is 0, where there is an intercept. Shorter ones
// are in the domain of the conjugate too, as it has 0.
func (f *finisher) balance(u []float64) {
	switch {
	case f.mean.joint != nil:
		f.balanceJoint(u)
		return
	case !f.p.Intercept:
		return
	}
	for k := range f.p.Op.Functions() {
		balance(blockIn(u, k, f.each), blockIn(f.rows, k, f.each))
	}
}

func balance(u []float64, rows rowWeights) {
	var up, down float64
	for i, v := range u {
		if v > 0 {
			up += rows.at(i) * v
		} else {
			down -= rows.at(i) * v
		}
	}
	for i, v := range u {
		switch {
		case v > 0 && up > down:
			u[i] = v * (down / up)
		case v < 0 && down > up:
			u[i] = v * (up / down)
		}
	}
}

// imbalance returns a bound of the error that is left of the sum of the dual values.
func (f *finisher) imbalance(u, at []float64) (bound float64) {
	switch {
	case f.mean.joint != nil:
		return f.jointImbalance(u, at)
	case !f.p.Intercept:
		return 0
	}
	sums := make([]exact.Double, f.p.Op.Functions())
	largest := 1.0
	for i, v := range u {
		sums[i/f.each] = sums[i/f.each].Add(f.rows.times(i, exact.Of(v)))
		largest = max(largest, math.Abs(at[i]))
	}
	for _, sum := range sums {
		bound += 4 * math.Abs(sum.Hi) / float64(f.n) * largest
	}
	return bound
}

// youngOf returns (1/n) sum_i w_i [l(f_i) + l*(u_i) - u_i f_i] at the fitted values at.
func (f *finisher) youngOf(m *measured, at, u []float64) estimate {
	if f.mean.joint != nil {
		return f.jointYoung(m, at, u)
	}
	var sum, off float64
	for i, y := range f.p.Y {
		l, c := f.mean.Value(y, at[i]), f.mean.conjugate(y, u[i])
		if math.IsInf(c, 1) {
			return estimate{at: exact.Of(c)}
		}
		w := f.rows.at(i)
		sum += w * max(0, l+c-u[i]*at[i])
		o := m.offV[i] + 2*unit*math.Abs(at[i])
		apart := max(math.Abs(f.mean.Derivative(y, at[i]-o)-u[i]), math.Abs(f.mean.Derivative(y, at[i]+o)-u[i]))
		off += w * (8*unit*(math.Abs(l)+math.Abs(c)+math.Abs(u[i]*at[i])) + o*apart)
	}
	n := float64(f.n)
	return estimate{exact.Of(sum / n), off / n}
}

// quadratic returns x'Kx, and the sum of the sizes of its terms.
func quadratic(K *mat.Dense, x []float64) (square, size float64) {
	for i, v := range x {
		row := K.RawRowView(i)
		var sum, sizes float64
		for j, w := range x {
			sum += row[j] * w
			sizes += math.Abs(row[j] * w)
		}
		square += v * sum
		size += math.Abs(v) * sizes
	}
	return square, size
}
