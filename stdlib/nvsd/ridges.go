package nvsd

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

// ridges is kernel ridge regression on the inputs in use, with every kernel that the Refit
// chooses from and at every nu. A candidate is a kernel and a nu. Candidates are numbered
// through the nus of the first kernel, then those of the second, and so on. If nothing can be
// fitted, the constant is the one candidate.
type ridges struct {
	ds      *design
	use     []bool
	kernels []kern.Kernel // resolved; nil for the constant
}

func (ds *design) ridges(use []bool) (*ridges, error) {
	rs := &ridges{ds: ds, use: use}
	if ds.op == nil || lists.Count(use) == 0 {
		return rs, nil
	}
	var err error
	rs.kernels, err = ds.refitKernels(ds.apply(ds.train.X(), use))
	return rs, err
}

// measured has the errors of candidates.
type measured struct {
	rmse    []float64 // of every candidate
	squares []float64 // squared errors, row by row, of the candidate of least error
}

// take adds the next candidate.
func (m *measured) take(squares []float64) {
	rmse := root(squares)
	if len(m.rmse) == 0 || rmse < slices.Min(m.rmse) {
		m.squares = squares
	}
	m.rmse = append(m.rmse, rmse)
}

// errors returns the errors of every candidate by the judge.
func (rs *ridges) errors(ctx context.Context, by *judge) (m measured, err error) {
	if rs.kernels == nil {
		m.take(by.constant(rs.ds.mean))
		return m, nil
	}
	for _, k := range rs.kernels {
		r, err := rs.ds.ridgeOf(ctx, k, rs.use)
		if err != nil {
			return m, err
		}
		if err := r.errors(ctx, by, &m); err != nil {
			return m, err
		}
	}
	return m, nil
}

// squares returns the squared errors of the j-th candidate, row by row.
func (rs *ridges) squares(ctx context.Context, j int, by *judge) ([]float64, error) {
	if rs.kernels == nil {
		return by.constant(rs.ds.mean), nil
	}
	r, nu, err := rs.at(ctx, j)
	if err != nil {
		return nil, err
	}
	return by.ridge(r.ridge, r.nus[nu], r.cross(by))
}

// at returns the regression with the kernel of the j-th candidate, and the index of the
// candidate's nu. The constant has no regression.
func (rs *ridges) at(ctx context.Context, j int) (r *oneRidge, nu int, err error) {
	nus := rs.ds.nuCount()
	r, err = rs.ds.ridgeOf(ctx, rs.kernels[j/nus], rs.use)
	return r, j % nus, err
}

// fit returns the regression that is the j-th candidate.
func (rs *ridges) fit(ctx context.Context, j int, judged float64) (ridgeFit, error) {
	if rs.kernels == nil {
		return ridgeFit{function: rs.ds.constant(), kernel: rs.ds.kernel, nu: math.NaN(), rmse: judged}, nil
	}
	r, nu, err := rs.at(ctx, j)
	if err != nil {
		return ridgeFit{}, err
	}
	return r.fit(nu, judged)
}

// judged returns the error of every candidate by the criterion. The inputs in use must be
// all that vary, or none.
func (rs *ridges) judged(ctx context.Context, by Criterion) ([]float64, error) {
	if by.cross != nil {
		return rs.ds.crossRidge(ctx, by.cross, lists.Count(rs.use) > 0)
	}
	judge, err := by.on(rs.ds)
	if err != nil {
		return nil, err
	}
	m, err := rs.errors(ctx, judge)
	return m.rmse, err
}

// oneRidge is kernel ridge regression with one kernel at every nu, from one
// decomposition.
type oneRidge struct {
	ds     *design
	use    []bool
	kernel kern.Kernel // resolved
	op     *solve.Operator
	ridge  *solve.Ridge
	nus    []float64 // falling
}

// ridgeOf returns the regression on the inputs in use with a resolved kernel. If ctx ends,
// it does not wait for the decomposition.
func (ds *design) ridgeOf(ctx context.Context, k kern.Kernel, use []bool) (*oneRidge, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("nvsd: kernel ridge: %w", err)
	}
	r := &oneRidge{ds: ds, use: use}
	var err error
	if r.kernel, r.op, err = ds.operator(k, use); err != nil {
		return nil, err
	}
	r.ridge, err = parallel.Within(ctx, func() (*solve.Ridge, error) {
		return solve.NewRidge(r.op, ds.y, ds.spec.Intercept.fitted())
	})
	if err != nil {
		return nil, fmt.Errorf("nvsd: kernel ridge: %w", err)
	}
	r.nus = ds.ridgeNus(r.kernel, ds.apply(ds.train.X(), use))
	return r, nil
}

// errors adds the errors at every nu by the judge. If ctx ends, it does not wait for the
// eigenvectors that leave-one-out needs.
func (r *oneRidge) errors(ctx context.Context, by *judge, into *measured) error {
	cross := r.cross(by)
	all, err := parallel.Within(ctx, func() ([][]float64, error) {
		all := make([][]float64, len(r.nus))
		for i, nu := range r.nus {
			var err error
			if all[i], err = by.ridge(r.ridge, nu, cross); err != nil {
				return nil, err
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		return all, nil
	})
	if err != nil {
		return fmt.Errorf("nvsd: kernel ridge: %w", err)
	}
	for _, squares := range all {
		into.take(squares)
	}
	return nil
}

// cross returns the kernel between held-out and training points, and nil for leave-one-out.
func (r *oneRidge) cross(by *judge) *mat.Dense {
	if by.leaveOut {
		return nil
	}
	return crossGram(r.kernel, r.ds.apply(by.X, r.use), r.ds.apply(r.ds.train.X(), r.use))
}

// fit returns the regression at the j-th nu.
func (r *oneRidge) fit(j int, judged float64) (ridgeFit, error) {
	alpha, b, err := r.ridge.Fit(r.nus[j])
	if err != nil {
		return ridgeFit{}, fmt.Errorf("nvsd: kernel ridge: %w", err)
	}
	f := function{scaling: r.ds.scaling, use: r.use, op: r.op, alpha: alpha, b: b}
	return ridgeFit{function: f, kernel: r.kernel, nu: r.nus[j], rmse: judged, warnings: r.atEnd(j)}, nil
}

// atEnd warns if the j-th nu is at an end of the nus that it was chosen from.
func (r *oneRidge) atEnd(j int) []string {
	last := len(r.nus) - 1
	if last == 0 || j > 0 && j < last {
		return nil
	}
	which := "largest"
	if j == last {
		which = "least"
	}
	return []string{fmt.Sprintf("the nu of the kernel ridge regression, %.3g, is the %s of the %d that it was chosen from: one beyond may do better (RidgeNus)", r.nus[j], which, len(r.nus))}
}

// nuCount returns the number of nus to choose from, which is the same for every kernel.
func (ds *design) nuCount() int {
	if ds.spec.RidgeNus != nil {
		return len(ds.spec.RidgeNus)
	}
	return len(DefaultRidgeNus(1))
}

// ridgeNus returns the nus to choose from, falling.
func (ds *design) ridgeNus(k kern.Kernel, Z *mat.Dense) []float64 {
	if ds.spec.RidgeNus != nil {
		nus := slices.Clone(ds.spec.RidgeNus)
		slices.SortFunc(nus, func(a, b float64) int { return cmp.Compare(b, a) })
		return nus
	}
	n, _ := Z.Dims()
	scale := 0.0
	for i := range n {
		scale += k.Eval(Z.RawRowView(i), Z.RawRowView(i)) / float64(n)
	}
	return DefaultRidgeNus(scale)
}

// least returns the index of the first of the least values.
func least(v []float64) int {
	best := 0
	for j := range v {
		if v[j] < v[best] {
			best = j
		}
	}
	return best
}

// crossGram returns k(u_j, z_i) for the rows u_j of U and z_i of Z.
func crossGram(k kern.Kernel, U, Z *mat.Dense) *mat.Dense {
	m, _ := U.Dims()
	n, _ := Z.Dims()
	G := mat.NewDense(m, n, nil)
	for j := range m {
		row, u := G.RawRowView(j), U.RawRowView(j)
		for i := range row {
			row[i] = k.Eval(u, Z.RawRowView(i))
		}
	}
	return G
}
