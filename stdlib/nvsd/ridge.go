package nvsd

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// What kinds of model there are, in a phrase.
const (
	penalised      = "penalised fit"
	selectedInputs = "kernel ridge on the selected inputs"
	allInputs      = "kernel ridge on all inputs"
	trainingMean   = "training mean"
)

// Ridge fits kernel ridge regression on all inputs, with the Spec's scaling,
// intercept and kernel, and the nu of RidgeNus that does best by the
// criterion. It is what a sparse model is to be compared with. Penalty and Nu
// of the Spec have no part in it.
//
//	m, err := spec.Ridge(ctx, s.Train, nvsd.ByLeaveOneOut())
func (s Spec) Ridge(ctx context.Context, train *data.Frame, by Criterion) (*Model, error) {
	start := time.Now()
	ds, err := newDesign(s, train)
	if err != nil {
		return nil, err
	}
	rs, err := ds.ridges(ctx, ds.varying())
	if err != nil {
		return nil, err
	}
	errs, err := rs.judged(ctx, by)
	if err != nil {
		return nil, err
	}
	j := least(errs)
	fit, err := rs.fit(j, errs[j])
	if err != nil {
		return nil, err
	}
	m, err := fit.model(ds, by, allInputs, start)
	if err != nil {
		return nil, err
	}
	m.warnings = append(m.warnings, rs.atEnd(j)...)
	return m, nil
}

// atEnd warns where the nu that was chosen, the j-th, is at an end of those it
// was chosen from.
func (rs *ridges) atEnd(j int) []string {
	last := len(rs.nus) - 1
	if last == 0 || j > 0 && j < last {
		return nil
	}
	which := "largest"
	if j == last {
		which = "least"
	}
	return []string{fmt.Sprintf("the nu of the kernel ridge regression, %.3g, is the %s of the %d that it was chosen from: one beyond may do better (RidgeNus)", rs.nus[j], which, len(rs.nus))}
}

// judged returns the error at every nu by the criterion, where the inputs in
// use are all that vary, or none.
func (rs *ridges) judged(ctx context.Context, by Criterion) ([]float64, error) {
	if by.cross != nil {
		return rs.ds.crossRidge(ctx, by.cross, count(rs.use) > 0)
	}
	judge, err := by.on(rs.ds)
	if err != nil {
		return nil, err
	}
	return rs.errors(judge)
}

// Mean is the model that predicts the training mean whatever the inputs are.
func Mean(train *data.Frame) (*Model, error) {
	if train == nil {
		return nil, fmt.Errorf("nvsd: there is no training part (nil)")
	}
	y := train.Y()
	ds := &design{train: train, y: y, mean: stat.Mean(y, nil), scaling: newScaling(TrainSD, train), warnings: train.Warnings()}
	fit := ridgeFit{function: ds.constant(), nu: math.NaN()}
	return fit.model(ds, ByLeaveOneOut(), trainingMean, time.Now())
}

// DefaultRidgeNus returns the nus that kernel ridge regression chooses from
// where the Spec says nothing: 10^0, 10^-0.5, ..., 10^-10 times scale, which is
// the mean of k(z_i, z_i) over the training inputs in use.
func DefaultRidgeNus(scale float64) []float64 {
	nus := make([]float64, 21)
	for k := range nus {
		nus[k] = scale * math.Pow(10, -float64(k)/2)
	}
	return nus
}

// ridgeFit is a kernel ridge regression and how well it does.
type ridgeFit struct {
	function
	kernel solve.Kernel
	nu     float64
	rmse   float64 // as judged
}

// ridges is kernel ridge regression on the inputs in use at every nu, from one
// eigendecomposition.
type ridges struct {
	ds     *design
	use    []bool
	kernel solve.Kernel
	op     *solve.Operator // nil where it is the constant: then nus is NaN alone
	ridge  *solve.Ridge
	nus    []float64 // falling
}

func (ds *design) ridges(ctx context.Context, use []bool) (*ridges, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("nvsd: kernel ridge: %w", err)
	}
	rs := &ridges{ds: ds, use: use, kernel: ds.kernel, nus: []float64{math.NaN()}}
	if ds.op == nil || count(use) == 0 {
		return rs, nil
	}
	base := ds.kernel
	if ds.spec.Refit == NewWidth {
		base = ds.spec.Kernel
	}
	var err error
	if rs.kernel, rs.op, err = ds.operator(base, use); err != nil {
		return nil, err
	}
	if rs.ridge, err = solve.NewRidge(rs.op, ds.y, ds.spec.Intercept == Unpenalised); err != nil {
		return nil, fmt.Errorf("nvsd: kernel ridge: %w", err)
	}
	rs.nus = ds.ridgeNus(rs.kernel, ds.apply(ds.train.X(), use))
	return rs, nil
}

// errors returns the error at every nu, as judged.
func (rs *ridges) errors(by *judge) ([]float64, error) {
	if rs.op == nil {
		return []float64{by.constant(rs.ds.mean)}, nil
	}
	var cross *mat.Dense // kernel between held-out and training points
	if !by.leaveOut {
		cross = crossGram(rs.kernel, rs.ds.apply(by.X, rs.use), rs.ds.apply(rs.ds.train.X(), rs.use))
	}
	errs := make([]float64, len(rs.nus))
	for j, nu := range rs.nus {
		var err error
		if errs[j], err = by.ridge(rs.ridge, nu, cross); err != nil {
			return nil, fmt.Errorf("nvsd: kernel ridge: %w", err)
		}
	}
	return errs, nil
}

// fit is the regression at the j-th nu; the constant has one for all.
func (rs *ridges) fit(j int, judged float64) (ridgeFit, error) {
	if rs.op == nil {
		return ridgeFit{rs.ds.constant(), rs.kernel, math.NaN(), judged}, nil
	}
	alpha, b, err := rs.ridge.Fit(rs.nus[j])
	if err != nil {
		return ridgeFit{}, fmt.Errorf("nvsd: kernel ridge: %w", err)
	}
	return ridgeFit{function{scaling: rs.ds.scaling, use: rs.use, op: rs.op, alpha: alpha, b: b}, rs.kernel, rs.nus[j], judged}, nil
}

// ridgeErrors returns the error of kernel ridge regression on the inputs in use
// at every nu, as judged; of the constant, with no input in use.
func (ds *design) ridgeErrors(ctx context.Context, use []bool, by *judge) ([]float64, error) {
	rs, err := ds.ridges(ctx, use)
	if err != nil {
		return nil, err
	}
	return rs.errors(by)
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

// ridgeNus returns the nus to choose from, falling.
func (ds *design) ridgeNus(k solve.Kernel, Z *mat.Dense) []float64 {
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

// crossGram returns k(u_j, z_i) for the rows u_j of U and z_i of Z.
func crossGram(k solve.Kernel, U, Z *mat.Dense) *mat.Dense {
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

// model is the fit as a Model; its error is by the criterion.
func (r ridgeFit) model(ds *design, by Criterion, method string, start time.Time) (*Model, error) {
	own := *ds
	own.kernel = r.kernel
	validRMSE := math.NaN()
	if by.valid != nil {
		validRMSE = r.rmse
	}
	return newModel(Model{
		design: &own, f: r.function, method: method, selected: r.use,
		tau: math.NaN(), relGap: math.NaN(), ridgeNu: r.nu,
		validRMSE: validRMSE, seconds: time.Since(start).Seconds(),
	}, nil)
}
