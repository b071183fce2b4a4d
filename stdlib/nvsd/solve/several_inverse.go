package solve

import (
	"errors"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/internal/symmetric"
)

// A levels is the freedom to add a number g_i to all functions at row i, at no cost. In the coordinates of a run that is a vector
// with the entries s_ik g_i, s the roots of the weights of values, so that s_ik b_k is the constant of function k. A model of a [loss.Joint]
// has it: with the curvature C - cc'/(1'c), C = diag(c), at a row,
//
//	(z - f)'(C - cc'/(1'c))(z - f) = min over g of sum_k c_k (z_k - f_k - g)^2.
type levels struct {
	s      *several
	root   []float64 // s, function by function
	square []float64 // sum_k s_ik^2
	left   *mat.Cholesky
}

// freeLevels makes the level of every row free.
func (s *several) freeLevels() error {
	n, c := s.rows(), len(s.parts)
	l := &levels{s: s, square: make([]float64, n)}
	for _, part := range s.parts {
		l.root = append(l.root, part.constant.s...)
	}
	for i, v := range l.root {
		l.square[i%n] += v * v
	}
	// The normal equations of b_2, ..., b_c where the best g is taken: adding to all b is a g.
	A := mat.NewSymDense(c-1, nil)
	for k := range c - 1 {
		for j := k; j < c-1; j++ {
			var sum float64
			for i, all := range l.square {
				v, w := l.root[k*n+i]*l.root[k*n+i], l.root[j*n+i]*l.root[j*n+i]
				sum -= v * w / all
				if j == k {
					sum += v
				}
			}
			A.SetSym(k, j, sum)
		}
	}
	l.left = new(mat.Cholesky)
	if !l.left.Factorize(A) {
		return errors.New("solve: the weights of the classes are too far apart for a float64: leave out a class of which there is next to nothing, or take a larger nu")
	}
	s.level = l
	return nil
}

// center takes from v its parts along the levels, and along the constants with an intercept.
func (l *levels) center(v []float64, intercept bool) {
	const passes = 2 // the second for what rounding leaves
	n, c := l.s.rows(), len(l.s.parts)
	for range passes {
		l.flatten(v)
		if !intercept {
			continue
		}
		along, b := mat.NewVecDense(c-1, nil), mat.NewVecDense(c-1, nil)
		for k := range c - 1 {
			along.SetVec(k, floats.Dot(l.s.of(l.root, k), l.s.of(v, k)))
		}
		if l.left.SolveVecTo(b, along) != nil {
			continue // a matrix near to singular, as v shows
		}
		for k := range c - 1 {
			floats.AddScaled(v[k*n:(k+1)*n], -b.AtVec(k), l.s.of(l.root, k))
		}
		l.flatten(v)
	}
}

// flatten takes from v its part along the levels.
func (l *levels) flatten(v []float64) {
	n := l.s.rows()
	g := l.along(v)
	floats.Div(g, l.square)
	for i, s := range l.root {
		v[i] -= s * g[i%n]
	}
}

// along returns the products of v with the levels.
func (l *levels) along(v []float64) []float64 {
	n := l.s.rows()
	g := make([]float64, n)
	for i, s := range l.root {
		g[i%n] += s * v[i]
	}
	return g
}

// withoutSum takes from the rows of all functions their mean where levels are free: no function gains by what all have in common, so that the
// optimum sums to 0, and but for rounding so does whatever a run makes of that. Without the sums M has a smaller largest eigenvalue, of which
// the steps are the inverse: at a small nu it is the sums that M sees most of.
func (op *Operator) withoutSum(W *mat.Dense) {
	if op.several == nil || op.several.level == nil {
		return
	}
	n, c := op.several.rows(), len(op.several.parts)
	_, d := W.Dims()
	mean := make([]float64, d)
	for i := range n {
		clear(mean)
		for k := range c {
			floats.AddScaled(mean, 1/float64(c), W.RawRowView(k*n+i))
		}
		for k := range c {
			floats.Sub(W.RawRowView(k*n+i), mean)
		}
	}
}

// A blockInverse is the inverse of several functions. Without free levels that is one for each. With these, let E be the inverse of the
// blocks and R the levels: of all lambda, alpha = E (r - R lambda) is the one with R'alpha = 0, so that
// R'E R lambda = R'E r, a system of n equations.
type blockInverse struct {
	*several
	parts  []*ridgeInverse
	across *symmetric.Factor // of R'E R; nil without free levels
	more   []float64         // work
}

// invertBlocks is [ridgeInverse.invert] for several functions.
func (r *ridgeInverse) invertBlocks(tauRidge bool) error {
	s := r.op.several
	b := &blockInverse{several: s, parts: make([]*ridgeInverse, len(s.parts))}
	key := ridgeKey{nu: r.key.nu * float64(len(s.parts)), intercept: r.key.intercept} // n c nu = n (c nu)
	for k, part := range s.parts {
		if k > 0 && part == s.parts[k-1] {
			b.parts[k] = b.parts[k-1]
			continue
		}
		b.parts[k] = &ridgeInverse{op: part, key: key, nnu: r.nnu}
		if err := b.parts[k].invert(tauRidge); err != nil {
			return err
		}
		r.key.spectral = r.key.spectral || b.parts[k].key.spectral
	}
	r.blocks = b
	if s.level == nil || r.nnu == 0 { // without a ridge there is no inverse, and nothing is asked of it
		return nil
	}
	b.more = make([]float64, len(s.level.root))
	return b.factorLevels()
}

// factorLevels sets the factor of R'E R. With an intercept the levels that are all the same are constants, which E does not see: any number will
// do for them. A factor with a little more on the diagonal, where rounding has left none, needs more passes.
func (b *blockInverse) factorLevels() error {
	n := b.rows()
	S := symmetric.New(n)
	var inverter symmetric.Inverter
	for k, part := range b.parts {
		s, E := b.of(b.level.root, k), part.matrix(&inverter)
		free := 0.0
		if part.key.intercept {
			free = 1 / (part.op.constant.square * part.nnu)
		}
		for i := range n {
			row, own := S.Row(i), E.Row(i)
			for j := i; j < n; j++ {
				row[j] += s[i] * s[j] * (own[j] - s[i]*s[j]*free)
			}
		}
	}
	var trace float64
	for i := range n {
		trace += S.Row(i)[i]
	}
	if b.parts[0].key.intercept {
		for i := range n {
			row := S.Row(i)
			for j := i; j < n; j++ {
				row[j] += trace / float64(n) / float64(n)
			}
		}
	}
	for _, damping := range []float64{0, 1e-15, 1e-13, 1e-11, 1e-8, 1e-5} {
		whole := symmetric.New(n)
		for i := range n {
			copy(whole.Row(i), S.Row(i))
			whole.Row(i)[i] += damping * trace
		}
		if f, ok := whole.Cholesky(); ok {
			b.across = f
			return nil
		}
	}
	return errors.New("solve: the weights of the classes at the rows are too far apart for a float64: scale the inputs or take a larger nu")
}

// matrix returns the upper triangle of the inverse of the matrix that the factor or the spectrum is of, with the part along the constant.
func (r *ridgeInverse) matrix(inverter *symmetric.Inverter) *symmetric.Matrix {
	E := symmetric.New(r.op.n)
	if r.factor != nil {
		inverter.Inverse(E, r.factor)
		return E
	}
	V := mat.DenseCopyOf(r.spec.V.Dense())
	scaled := mat.DenseCopyOf(V)
	for j, l := range r.spec.lambda {
		floats.Scale(1/(l+r.nnu), scaled.RawRowView(j))
	}
	E.Dense().Mul(V.T(), scaled)
	return E
}

// solve sets alpha for the right-hand side v, which it overwrites.
func (b *blockInverse) solve(alpha, v []float64) {
	for k, part := range b.parts {
		part.solve(b.of(alpha, k), b.of(v, k))
	}
	if b.across == nil {
		return
	}
	const (
		passes  = 4 // all but the first for what rounding leaves
		settled = 0x1p-50
	)
	n := b.rows()
	for range passes {
		lambda := b.level.along(alpha)
		if floats.Norm(lambda, 2) <= settled*floats.Norm(alpha, 2) {
			return
		}
		b.across.Solve(lambda)
		for i, s := range b.level.root {
			v[i] = s * lambda[i%n]
		}
		for k, part := range b.parts {
			part.solve(b.of(b.more, k), b.of(v, k))
		}
		floats.Sub(alpha, b.more)
	}
}
