package model

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Reduced is the account of a model that is fitted to many rows, and has kernels at some of them alone,
// the centres. The centres are its training part.
type Reduced struct {
	Rows int // that it is fitted to
	// Gap is the largest possible excess of the objective of kernel ridge regression on all rows, at
	// RidgeNu, over its minimum. Its root bounds the root mean square of the difference from the function of that
	// minimum. See [solve.NystromFit.Gap].
	Gap       float64
	Proved    bool      // the gap is over all rows; else it is an estimate from some
	Posterior Posterior // by the residuals of all rows
}

// String returns the account in a phrase.
func (r *Reduced) String() string {
	most := "at most"
	if !r.Proved {
		most = "by an estimate at most"
	}
	return fmt.Sprintf("fitted to %d rows; its root mean square distance to the function with kernels at all of them is %s %.2g", r.Rows, most, math.Sqrt(r.Gap))
}

// provenRows is the largest number of rows of which all are in a gap, and the number of those that are
// drawn of more.
const provenRows = 2000

// OnCentres fits kernel ridge regression to a table of many rows, within the span of the kernel at some
// of them. It takes all inputs, the Spec's scaling, intercept and kernel, whose width is resolved
// on the centres, and the nu of RidgeNus with the least generalised cross-validation. seed is that of the
// rows from which the gap is estimated, where there are more than 2000.
func OnCentres(ctx context.Context, s problem.Spec, train *data.Frame, centres []int, seed uint64) (*Model, error) {
	start := time.Now()
	ds, all, err := problem.NewDesignAt(s, train, centres)
	if err != nil {
		return nil, err
	}
	if ds.Op == nil {
		return modelOfRidge(choose.RidgeFit{Function: ds.Constant(), Nu: math.NaN()}, ds, choose.ByLeaveOneOut(), problem.AllInputs, start)
	}
	m, err := onCentres(ctx, ds, all, seed, start)
	if err != nil {
		return nil, fmt.Errorf("nvsd: kernel ridge on centres: %w", err)
	}
	return m, nil
}

// OnSomeCentres is [OnCentres] with so many centres, which are drawn at random by the seed.
func OnSomeCentres(ctx context.Context, s problem.Spec, train *data.Frame, centres int, seed uint64) (*Model, error) {
	if train == nil {
		return nil, refusal.BadData(refusal.TrainingPart, "there is no training part (nil)")
	}
	if centres < 2 || centres > train.N() {
		return nil, refusal.BadArgument("centres", "%d centres are asked for: there must be at least two, and no more than the %d rows", centres, train.N())
	}
	rows := rand.New(rand.NewPCG(seed, centreStream)).Perm(train.N())[:centres]
	slices.Sort(rows)
	return OnCentres(ctx, s, train, rows, seed)
}

// centreStream is the second half of the PCG seed of centres.
const centreStream = 0x63656e74

// onCentres fits the Design of the centres to the rows of all.
func onCentres(ctx context.Context, ds, all *problem.Design, seed uint64, start time.Time) (*Model, error) {
	use := ds.Varying()
	Z := all.Apply(all.Train.X(), use)
	sums, err := solve.NewNystrom(ds.Op, ds.Mean)
	if err != nil {
		return nil, err
	}
	if err := sums.Add(ctx, Z, all.Y); err != nil {
		return nil, err
	}
	fit, err := sums.Solve(ds.Spec.Intercept.Fitted())
	if err != nil {
		return nil, err
	}
	nu, err := leastCrossValidation(fit, choose.RidgeNus(ds, ds.Kernel, ds.Apply(ds.Train.X(), use)))
	if err != nil {
		return nil, err
	}
	alpha, b, err := fit.Fit(nu)
	if err != nil {
		return nil, err
	}
	squares, trace, err := fit.Residual(nu)
	if err != nil {
		return nil, err
	}
	gap, err := fit.Gap(ctx, ds.Kernel, nu, Z, all.Y, provenRows, seed)
	if err != nil {
		return nil, err
	}
	f := problem.Function{Scaling: ds.Scaling, Use: use, Op: ds.Op, Alpha: alpha, Intercept: b}
	m, err := modelOfRidge(choose.RidgeFit{Function: f, Kernel: ds.Kernel, Nu: nu}, ds, choose.ByLeaveOneOut(), problem.AllInputs, start)
	if err != nil {
		return nil, err
	}
	rows := sums.Rows()
	m.Reduced = &Reduced{Rows: rows, Gap: gap, Proved: rows <= provenRows}
	m.TrainRMSE = math.Sqrt(squares / float64(rows))
	free := math.Max(float64(rows)-trace, 1)
	noise := squares / free * m.finalPrediction()
	m.Reduced.Posterior = Posterior{Scale: noise / (float64(rows) * nu), Noise: noise, Freedom: free}
	return m, nil
}

// leastCrossValidation returns the nu of least generalised cross-validation.
func leastCrossValidation(fit *solve.NystromFit, nus []float64) (float64, error) {
	errs := make([]float64, len(nus))
	for j, nu := range nus {
		var err error
		errs[j], err = fit.CrossValidation(nu)
		if err != nil {
			return 0, err
		}
	}
	return nus[choose.ArgMin(errs)], nil
}
