package baseline

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An Adaptation holds the norms of ADACOSSO, found in Outer iterations (Table I), each of which
//
//	fits    min over b, h   (1/n) ||y - b - sum_j h_j||^2 + lambda0 sum_j ||h_j||_{D,j}^2,
//	lines   min over Q'Q = I, lambda   ||H - Q diag(lambda)||_F,  the columns of H being h_j at the training points,
//	adapts  ||h||_{D,j}^2 = ||h||_j^2 + mu ||h - q_j q_j'h||^2,   h at the training points.
//
// Choices where the paper leaves something open: the loss has the factor 1/n of eq. (1); the
// constant is free in every fit; theta is 1; H is not centred; lines (14) begins at
// lambda_j = ||h_j|| each time and alternates, Inner times or until lambda settles to rounding,
// the polar factor Q of H diag(lambda) and lambda_j = q_j'h_j; the new norms are made of the original ones, of which (9) is
//
//	K_D = K - K (I/mu + M K)^-1 M K,   M = I - q q'.
type Adaptation struct {
	Mu, Lambda0 float64
	Steps       []AdaptationStep
	Kernels     []*mat.SymDense // K_D of each component after the last step

	components []*adaptedKernel
	scale      *inputScale
	sum        *kernelSum
}

// An AdaptationStep is an iteration of an Adaptation. H, and all that follows from it, is in
// units of the target.
type AdaptationStep struct {
	Intercept float64
	Alpha     []float64  // of the ridge regression on the adapted kernels before this step
	H, Q      *mat.Dense // n x d
	Lambda    []float64  // of each component; q_j is known up to its sign, and lambda_j with it

	First, Last   float64 // ||H - Q diag(lambda)||_F after the first and the last inner iteration
	Spread        float64 // the least singular value of H diag(lambda) as a part of the largest: near 0, Q is hardly determined
	Orthogonality float64 // the largest entry of |Q'Q - I|
	Objective     float64 // eq. (12) at h and the new Q; it never rises

	Traces []float64   // of the adapted kernels after this step
	Rows   [][]float64 // the first row of each
}

// At returns the adapted kernels between the rows of X (inputs in their own units) and the
// training points.
func (a *Adaptation) At(X mat.Matrix) []*mat.Dense {
	Z := a.scale.apply(mat.DenseCopyOf(X))
	m, d := Z.Dims()
	list := make([]*mat.Dense, d)
	for j, k := range a.components {
		list[j] = mat.NewDense(m, a.sum.n, nil)
		for i := range m {
			row := list[j].RawRowView(i)
			a.sum.kernels.row(row, j, Z.At(i, j))
			k.adapt(row)
		}
	}
	return list
}

// table1 adapts the kernels.
func (p *adaproblem) table1(ctx context.Context, kernels []*mat.SymDense, adapted []*adaptedKernel) (*Adaptation, error) {
	a := &Adaptation{Mu: p.config.Mu, Lambda0: p.lambda0, scale: p.scale, sum: p.sum, Kernels: clones(kernels), components: adapted}
	for range p.config.Outer {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		step, err := p.adaptOnce(a)
		if err != nil {
			return nil, err
		}
		a.Steps = append(a.Steps, *step)
	}
	return a, nil
}

// adaptOnce computes one iteration.
func (p *adaproblem) adaptOnce(a *Adaptation) (*AdaptationStep, error) {
	n, d := len(p.y), len(a.components)
	alpha, b, err := p.ridge(a.Kernels)
	if err != nil {
		return nil, err
	}
	s := &AdaptationStep{H: mat.NewDense(n, d, nil)}
	rest := append([]float64(nil), p.target...)
	floats.AddConst(-b, rest)
	norms := 0.0 // squared, the original ones
	for j, c := range a.components {
		h := make([]float64, n)
		mat.NewVecDense(n, h).MulVec(a.Kernels[j], mat.NewVecDense(n, alpha))
		norms += floats.Dot(alpha, h) - p.config.Mu*c.offLine(h)
		floats.Sub(rest, h)
		s.H.SetCol(j, h)
	}
	if _, err := s.lines(p.config.Inner); err != nil {
		return nil, err
	}
	off := 0.0
	for j, c := range a.components {
		h, q := mat.Col(nil, j, s.H), mat.Col(nil, j, s.Q)
		floats.AddScaled(h, -floats.Dot(q, h), q)
		off += floats.Dot(h, h)
		c.turn(q)
		c.matrix(a.Kernels[j])
		s.Traces = append(s.Traces, mat.Trace(a.Kernels[j]))
		s.Rows = append(s.Rows, mat.Row(nil, 0, a.Kernels[j]))
	}
	s.Objective = floats.Dot(rest, rest)/float64(n) + p.lambda0*(norms+p.config.Mu*off)
	s.inUnits(p.unit, p.mean, alpha, b)
	return s, nil
}

// inUnits converts the results to the units of the target.
func (s *AdaptationStep) inUnits(unit, mean float64, alpha []float64, b float64) {
	s.Intercept = mean + unit*b
	s.Alpha = alpha
	floats.Scale(unit, s.Alpha)
	floats.Scale(unit, s.Lambda)
	s.H.Scale(unit, s.H)
	s.First, s.Last, s.Objective = s.First*unit, s.Last*unit, s.Objective*unit*unit
}

// linesTol is the change of the lambdas in an inner iteration, as a part of the largest, that
// counts as rounding: the iterations after it would change nothing else.
const linesTol = 1e-14

// lines solves eq. (14) for H. All of it happens in the span of H: with H = O R, O'O = I, the
// polar factor of H diag(lambda) is O times that of R diag(lambda). It returns how many iterations
// there were, at most inner.
func (s *AdaptationStep) lines(inner int) (iterations int, err error) {
	n, d := s.H.Dims()
	var qr mat.QR
	qr.Factorize(s.H)
	var all, r mat.Dense
	qr.QTo(&all)
	qr.RTo(&r)
	R := mat.DenseCopyOf(r.Slice(0, d, 0, d))
	s.Lambda = make([]float64, d)
	for j := range d {
		s.Lambda[j] = floats.Norm(mat.Col(nil, j, R), 2)
	}
	var svd mat.SVD
	var u, v, polar, weighted mat.Dense
	for settled := false; iterations < inner && !settled; iterations++ {
		weighted.Apply(func(_, j int, v float64) float64 { return v * s.Lambda[j] }, R)
		if !svd.Factorize(&weighted, mat.SVDThin) {
			return iterations, errors.New("a singular value decomposition of eq. (14) did not converge")
		}
		svd.UTo(&u)
		svd.VTo(&v)
		polar.Mul(&u, v.T())
		off, before := 0.0, slices.Clone(s.Lambda)
		for j := range d {
			q, h := mat.Col(nil, j, &polar), mat.Col(nil, j, R)
			s.Lambda[j] = floats.Dot(q, h)
			floats.AddScaled(h, -s.Lambda[j], q)
			off += floats.Dot(h, h)
		}
		settled = floats.Distance(s.Lambda, before, math.Inf(1)) <= linesTol*floats.Norm(s.Lambda, math.Inf(1))
		s.Last = math.Sqrt(off)
		if iterations == 0 {
			s.First = s.Last
		}
	}
	if values := svd.Values(nil); values[0] > 0 {
		s.Spread = values[d-1] / values[0]
	}
	s.Q = mat.NewDense(n, d, nil)
	s.Q.Mul(all.Slice(0, n, 0, d), &polar)
	var square mat.Dense
	square.Mul(s.Q.T(), s.Q)
	for i := range d {
		square.Set(i, i, square.At(i, i)-1)
	}
	s.Orthogonality = floats.Norm(square.RawMatrix().Data, math.Inf(1))
	return iterations, nil
}
