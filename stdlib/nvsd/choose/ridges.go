package choose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

// A RidgeGrid is kernel ridge regression on the inputs in use, with every kernel that the Refit
// chooses from and at every nu. A candidate is a kernel and a nu. Candidates are numbered
// through the nus of the first kernel, then those of the second, and so on. If nothing can be
// fitted, the constant is the one candidate.
type RidgeGrid struct {
	ds      *problem.Design
	use     []bool
	kernels []kern.Kernel // resolved; nil for the constant
}

// NewRidgeGrid returns the regressions on the inputs in use. It resolves their kernels, and fits
// nothing.
func NewRidgeGrid(ds *problem.Design, use []bool) (*RidgeGrid, error) {
	rs := &RidgeGrid{ds: ds, use: use}
	if ds.Op == nil || lists.Count(use) == 0 {
		return rs, nil
	}
	var err error
	rs.kernels, err = refitKernels(ds, ds.WidthInputs(use))
	return rs, err
}

// CandidateErrors are the errors of the candidates of a [RidgeGrid].
type CandidateErrors struct {
	RMSE    []float64 // of every candidate
	squares []float64 // squared errors, row by row, of the candidate of least error
}

// Add appends the next candidate, with the terms of its error.
func (m *CandidateErrors) Add(by *Judge, squares []float64) {
	rmse := by.Error(squares)
	if len(m.RMSE) == 0 || rmse < slices.Min(m.RMSE) {
		m.squares = squares
	}
	m.RMSE = append(m.RMSE, rmse)
}

// errors returns the errors of every candidate by the judge.
func (rs *RidgeGrid) errors(ctx context.Context, by *Judge) (m CandidateErrors, err error) {
	if rs.kernels == nil {
		constant, err := by.Constant(rs.ds.Mean)
		if err != nil {
			return m, err
		}
		m.Add(by, by.Terms(constant))
		return m, nil
	}
	for _, k := range rs.kernels {
		r, err := NewKernelRidge(ctx, rs.ds, k, rs.use)
		if err != nil {
			return m, err
		}
		if err := r.Errors(ctx, by, &m); err != nil {
			return m, err
		}
	}
	return m, nil
}

// squares returns the squared errors of the j-th candidate, row by row.
func (rs *RidgeGrid) squares(ctx context.Context, j int, by *Judge) ([]float64, error) {
	if rs.kernels == nil {
		return by.Constant(rs.ds.Mean)
	}
	r, nu, err := rs.at(ctx, j)
	if err != nil {
		return nil, err
	}
	cross, err := r.cross(by)
	if err != nil {
		return nil, err
	}
	return by.ridge(ctx, r, r.Nus[nu], cross)
}

// at returns the regression with the kernel of the j-th candidate, and the index of the
// candidate's nu. The constant has no regression.
func (rs *RidgeGrid) at(ctx context.Context, j int) (r *KernelRidge, nu int, err error) {
	nus := nuCount(rs.ds)
	r, err = NewKernelRidge(ctx, rs.ds, rs.kernels[j/nus], rs.use)
	return r, j % nus, err
}

// Fit returns the regression that is the j-th candidate.
func (rs *RidgeGrid) Fit(ctx context.Context, j int, judged float64) (RidgeFit, error) {
	if rs.kernels == nil {
		return RidgeFit{Function: rs.ds.Constant(), Kernel: rs.ds.Kernel, Nu: math.NaN(), RMSE: judged}, nil
	}
	r, nu, err := rs.at(ctx, j)
	if err != nil {
		return RidgeFit{}, err
	}
	return r.Fit(ctx, nu, judged)
}

// ErrorsBy returns the error of every candidate by the criterion. The inputs in use must be
// all that vary, or none.
func (rs *RidgeGrid) ErrorsBy(ctx context.Context, by Criterion) ([]float64, error) {
	if by.Cross != nil {
		return crossRidge(ctx, rs.ds, by.Cross, lists.Count(rs.use) > 0)
	}
	judge, err := by.On(rs.ds)
	if err != nil {
		return nil, err
	}
	m, err := rs.errors(ctx, judge)
	return m.RMSE, err
}

// A KernelRidge is kernel ridge regression with one kernel at every nu, from one
// decomposition.
type KernelRidge struct {
	ds     *problem.Design
	use    []bool
	kernel kern.Kernel // resolved
	op     *solve.Operator
	ridge  *solve.Ridge               // nil for another loss
	byLoss *solve.LossRidge           // nil for squares
	fits   map[float64]*solve.LossFit // of byLoss, by nu
	offset float64                    // added to its intercept
	Nus    []float64                  // falling
}

// NewKernelRidge returns the regression on the inputs in use with a resolved kernel, of which it
// decomposes the matrix. If ctx ends, it does not wait for the decomposition.
func NewKernelRidge(ctx context.Context, ds *problem.Design, k kern.Kernel, use []bool) (*KernelRidge, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("nvsd: kernel ridge: %w", err)
	}
	r := &KernelRidge{ds: ds, use: use}
	var err error
	y, intercept := ds.Y, ds.Spec.Intercept.Fitted()
	if ds.Spec.Features.IsZero() {
		r.kernel, r.op, err = ds.Operator(k, use)
	} else {
		r.kernel, r.op, y, err = ds.OnFeatures(ctx, k, use)
		r.offset, intercept = ds.Mean, false // the features are centred, and so is their target
	}
	if err != nil {
		return nil, err
	}
	if l := ds.Spec.Smooth(); l != nil {
		r.fits = map[float64]*solve.LossFit{}
		r.byLoss, err = solve.NewLossRidge(r.op, l, y, intercept)
	} else {
		r.ridge, err = parallel.Within(ctx, func() (*solve.Ridge, error) { return solve.NewRidge(r.op, y, intercept) })
	}
	if err != nil {
		return nil, fmt.Errorf("nvsd: kernel ridge: %w", err)
	}
	r.Nus = RidgeNus(ds, r.kernel, ds.WidthInputs(use))
	return r, nil
}

// Errors adds the errors at every nu by the judge. If ctx ends, it does not wait for the
// eigenvectors that leave-one-out needs.
func (r *KernelRidge) Errors(ctx context.Context, by *Judge, into *CandidateErrors) error {
	all, err := r.rows(ctx, by)
	if err != nil {
		return err
	}
	for _, rows := range all {
		if rows == nil {
			into.RMSE = append(into.RMSE, math.Inf(1)) // not tried
			continue
		}
		into.Add(by, by.Terms(rows))
	}
	return nil
}

// Strongest returns the largest nu, by its number, whose errors of observations are above those at the nu of least error by at most so many standard errors of
// the mean difference, or by at most within in the mean; and its error.
func (r *KernelRidge) Strongest(ctx context.Context, by *Judge, ses, within float64) (j int, judged float64, err error) {
	all, err := r.rows(ctx, by)
	if err != nil {
		return 0, 0, err
	}
	terms, errs := make([][]float64, len(all)), make([]float64, len(all))
	for i, rows := range all {
		errs[i] = math.Inf(1) // not tried
		if rows != nil {
			terms[i] = by.Terms(rows)
			errs[i] = by.Error(terms[i])
		}
	}
	j = Strongest(terms, errs, ses, within)
	return j, errs[j], nil
}

// Strongest returns the first of candidates, of falling nus, whose errors of observations are above those of the candidate of least error by at most so many
// standard errors of the mean difference, or by at most within in the mean.
func Strongest(terms [][]float64, errs []float64, ses, within float64) int {
	least := ArgMin(errs)
	for i := range least {
		if errs[i] <= errs[least]+within || PairedT(terms[i], terms[least], Identity) <= ses {
			return i
		}
	}
	return least
}

// rows returns the errors of the rows at every nu by the judge; nil for those that are not tried.
func (r *KernelRidge) rows(ctx context.Context, by *Judge) ([][]float64, error) {
	cross, err := r.cross(by)
	if err != nil {
		return nil, err
	}
	all, err := parallel.Within(ctx, func() ([][]float64, error) {
		all := make([][]float64, len(r.Nus))
		var errs []float64
		for i, nu := range r.Nus {
			var err error
			all[i], err = by.ridge(ctx, r, nu, cross)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if _, none := errors.AsType[*solve.NoMinimum](err); none && i > 0 {
				return all, nil
			}
			if err != nil {
				return nil, err
			}
			if r.byLoss == nil {
				continue
			}
			errs = append(errs, by.Error(by.Terms(all[i])))
			if Risen(errs) {
				return all, nil
			}
		}
		return all, nil
	})
	if err != nil {
		return nil, fmt.Errorf("nvsd: kernel ridge: %w", err)
	}
	return all, nil
}

// Risen reports whether the last errors, of falling nus, are much above the least. A regression by a loss is fitted anew at each nu,
// and smaller ones then follow the targets, and take longest.
func Risen(errs []float64) bool {
	const (
		much = 1.1
		last = 3
	)
	return len(errs) > last && slices.Min(errs[len(errs)-last:]) > much*slices.Min(errs)
}

// cross returns the kernel between held-out and training points, and nil for leave-one-out.
func (r *KernelRidge) cross(by *Judge) (*mat.Dense, error) {
	if by.leaveOut {
		return nil, nil
	}
	if !r.ds.Spec.Features.IsZero() {
		return r.op.Cross(r.ds.Apply(by.X, r.use))
	}
	return CrossGram(r.kernel, r.ds.Apply(by.X, r.use), r.ds.Apply(r.ds.Train.X(), r.use)), nil
}

// coefficients returns the coefficients of the regression at nu, and its intercept.
func (r *KernelRidge) coefficients(ctx context.Context, nu float64) (alpha []float64, b float64, err error) {
	if r.byLoss != nil {
		x, err := r.fitted(ctx, nu)
		if err != nil {
			return nil, 0, err
		}
		return x.Alpha, x.Intercept, nil
	}
	alpha, b, err = r.ridge.Fit(nu)
	return alpha, b + r.offset, err
}

// fitted returns the fit by the loss at nu, which begins at the one of the nearest larger nu that is known.
func (r *KernelRidge) fitted(ctx context.Context, nu float64) (*solve.LossFit, error) {
	if x := r.fits[nu]; x != nil {
		return x, nil
	}
	var from *solve.LossFit
	nearest := math.Inf(1)
	for known, x := range r.fits {
		if known > nu && known < nearest {
			from, nearest = x, known
		}
	}
	x, err := r.byLoss.Fit(ctx, nu, from)
	if err == nil {
		r.fits[nu] = x
	}
	return x, err
}

// leftOut returns the fitted values by the loss, leaving out each group of rows.
func (r *KernelRidge) leftOut(ctx context.Context, nu float64, groups [][]int) ([]float64, error) {
	x, err := r.fitted(ctx, nu)
	if err != nil {
		return nil, err
	}
	return x.LeaveGroupsOut(groups)
}

// residuals returns the targets less their predictions, leaving out each group of rows.
func (r *KernelRidge) residuals(ctx context.Context, nu float64, groups [][]int) ([]float64, error) {
	if r.byLoss == nil {
		return r.ridge.LeaveGroupsOut(nu, groups)
	}
	v, err := r.leftOut(ctx, nu, groups)
	loss.Responses(r.ds.Spec.Loss, v)
	for i := range v {
		v[i] = r.ds.Y[i] - v[i]
	}
	return v, err
}

// Fit returns the regression at the j-th nu.
func (r *KernelRidge) Fit(ctx context.Context, j int, judged float64) (RidgeFit, error) {
	alpha, b, err := r.coefficients(ctx, r.Nus[j])
	if err != nil {
		return RidgeFit{}, fmt.Errorf("nvsd: kernel ridge: %w", err)
	}
	f := problem.Function{Scaling: r.ds.Scaling, Use: r.use, Op: r.op, Alpha: alpha, Intercept: b}
	return RidgeFit{Function: f, Kernel: r.kernel, Nu: r.Nus[j], RMSE: judged, Warnings: r.atEnd(j)}, nil
}

// atEnd warns if the j-th nu is at an end of the nus that it was chosen from.
func (r *KernelRidge) atEnd(j int) []string {
	last := len(r.Nus) - 1
	if last == 0 || j > 0 && j < last {
		return nil
	}
	which := "largest"
	if j == last {
		which = "least"
	}
	return []string{fmt.Sprintf("the nu of the kernel ridge regression, %.3g, is the %s of the %d that it was chosen from: one beyond may do better (RidgeNus)", r.Nus[j], which, len(r.Nus))}
}

// nuCount returns the number of nus to choose from, which is the same for every kernel.
func nuCount(ds *problem.Design) int {
	if ds.Spec.RidgeNus != nil {
		return len(ds.Spec.RidgeNus)
	}
	return len(DefaultRidgeNus(1))
}

// RidgeNus returns the nus to choose from, falling: those of the Spec, or [DefaultRidgeNus] of the scaled
// inputs Z.
func RidgeNus(ds *problem.Design, k kern.Kernel, Z *mat.Dense) []float64 {
	if ds.Spec.RidgeNus != nil {
		nus := slices.Clone(ds.Spec.RidgeNus)
		slices.SortFunc(nus, func(a, b float64) int { return cmp.Compare(b, a) })
		return nus
	}
	n, _ := Z.Dims()
	count, scale := float64(n), 0.0
	if ds.Weights != nil {
		count = ds.Count()
	}
	for i := range n {
		scale += ds.Weight(i) * k.Eval(Z.RawRowView(i), Z.RawRowView(i)) / count
	}
	return DefaultRidgeNus(scale)
}

// ArgMin returns the index of the first of the least values.
func ArgMin(v []float64) int {
	best := 0
	for j := range v {
		if v[j] < v[best] {
			best = j
		}
	}
	return best
}

// CrossGram returns k(u_j, z_i) for the rows u_j of U and z_i of Z.
func CrossGram(k kern.Kernel, U, Z *mat.Dense) *mat.Dense {
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
