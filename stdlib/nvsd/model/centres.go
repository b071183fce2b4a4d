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
	"gonum.org/v1/gonum/mat"
)

// Reduced is the account of a model that is fitted to many rows, and has kernels at some of them alone,
// the centres. The centres are its training part.
type Reduced struct {
	Rows int // that it is fitted to
	// Gap is the largest possible excess of the objective of kernel ridge regression on all rows, at
	// RidgeNu, over its minimum. Its root bounds the root mean square of the difference from the function of that
	// minimum. See [solve.NystromFit.Gap]. It is NaN where the rows were read in parts, and in a context of WithoutGap.
	Gap       float64
	Proved    bool      // the gap is over all rows; else it is an estimate from some
	Posterior Posterior // by the residuals of all rows
}

// String returns the account in a phrase.
func (r *Reduced) String() string {
	if math.IsNaN(r.Gap) {
		return fmt.Sprintf("fitted to %d rows", r.Rows)
	}
	most := "at most"
	if !r.Proved {
		most = "by an estimate at most"
	}
	return fmt.Sprintf("fitted to %d rows; its root mean square distance to the function with kernels at all of them is %s %.2g", r.Rows, most, math.Sqrt(r.Gap))
}

// provenRows is the largest number of rows at which a gap is computed, and the number of those that are drawn of more.
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
	Z := all.Apply(all.Train.X(), ds.Varying())
	m, err := onCentres(ctx, ds, solve.RowsOf(Z, all.Y), start)
	if err == nil && !leavesGapOut(ctx) {
		m.Reduced.Gap, err = m.fit.Gap(ctx, ds.Kernel, m.RidgeNu, Z, all.Y, provenRows, seed)
	}
	if err != nil {
		return nil, fmt.Errorf("nvsd: kernel ridge on centres: %w", err)
	}
	m.Reduced.Proved = len(all.Y) <= provenRows
	return m.Model, nil
}

// gapKey is the key of the choice to leave gaps out.
type gapKey struct{}

// WithoutGap returns a context in which [OnCentres] does not compute the gap, which is NaN: for functions that others
// take the place of.
func WithoutGap(ctx context.Context) context.Context { return context.WithValue(ctx, gapKey{}, true) }

func leavesGapOut(ctx context.Context) bool { return ctx.Value(gapKey{}) != nil }

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

// Parts calls do with the rows of a table in parts, the same in every call, until the first error of do.
type Parts func(ctx context.Context, do func(part *data.Frame) error) error

// Sums are the part of any number of rows that a model on centres needs, so that it can be fitted to them anew: see
// [solve.Nystrom].
type Sums struct {
	model *Model
	sums  *solve.Nystrom
}

// NewSums begins the sums of a model on centres. The centres, the kernel and the scaling stay as they are.
func NewSums(m *Model) (*Sums, error) {
	if m.Reduced == nil {
		return nil, refusal.BadArgument("m", "it has kernels at all its rows: it must be one on centres")
	}
	sums, err := solve.NewNystrom(m.Design.Op, m.Design.Mean)
	return &Sums{m, sums}, err
}

// Apart begins the sums of other rows, which [Sums.Plus] adds.
func (s *Sums) Apart() *Sums { return &Sums{s.model, s.sums.Apart()} }

// Add adds the rows of a table, which need not fit in memory. The sums do not depend on the division into parts. The
// parts are read once. After an error some of the rows are in the sums.
func (s *Sums) Add(ctx context.Context, parts Parts) error {
	return s.sums.Add(ctx, func(ctx context.Context, do func(*mat.Dense, []float64) error) error {
		return parts(ctx, func(part *data.Frame) error {
			X, err := s.model.inputsOf(part)
			if err != nil {
				return err
			}
			return do(s.model.Design.Apply(X, s.model.F.Use), part.Y())
		})
	})
}

// Plus adds the sums of other rows. The last bits of the model depend on the order in which sums are added.
func (s *Sums) Plus(t *Sums) error { return s.sums.Plus(t.sums) }

// MarshalBinary returns the sums without the model.
func (s *Sums) MarshalBinary() ([]byte, error) { return s.sums.MarshalBinary() }

// UnmarshalBinary sets the sums to what [Sums.MarshalBinary] of an equal model has returned.
func (s *Sums) UnmarshalBinary(data []byte) error { return s.sums.UnmarshalBinary(data) }

// Fit returns the model that is fitted to the rows, with nu chosen anew. Its gap would take all rows once more, and is not known:
// it is NaN.
func (s *Sums) Fit() (*Model, error) {
	m, err := fitSums(s.model.Design, s.sums, time.Now())
	if err != nil {
		return nil, err
	}
	return m.Model, nil
}

// A centred is a model on centres, with the sums that it is of.
type centred struct {
	*Model
	fit *solve.NystromFit
}

// onCentres fits the Design of the centres to rows, whose inputs in use are scaled as it says.
func onCentres(ctx context.Context, ds *problem.Design, rows solve.Rows, start time.Time) (*centred, error) {
	sums, err := solve.NewNystrom(ds.Op, ds.Mean)
	if err != nil {
		return nil, err
	}
	sums.ForGap()
	if err := sums.Add(ctx, rows); err != nil {
		return nil, err
	}
	return fitSums(ds, sums, start)
}

// fitSums fits the Design of the centres to the rows of the sums.
func fitSums(ds *problem.Design, sums *solve.Nystrom, start time.Time) (*centred, error) {
	use := ds.Varying()
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
	f := problem.Function{Scaling: ds.Scaling, Use: use, Op: ds.Op, Alpha: alpha, Intercept: b}
	m, err := modelOfRidge(choose.RidgeFit{Function: f, Kernel: ds.Kernel, Nu: nu}, ds, choose.ByLeaveOneOut(), problem.AllInputs, start)
	if err != nil {
		return nil, err
	}
	n := sums.Rows()
	m.Reduced = &Reduced{Rows: n, Gap: math.NaN()}
	m.TrainRMSE = math.Sqrt(squares / float64(n))
	free := math.Max(float64(n)-trace, 1)
	noise := squares / free * m.finalPrediction()
	m.Reduced.Posterior = Posterior{Scale: noise / (float64(n) * nu), Noise: noise, Freedom: free}
	return &centred{m, fit}, nil
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
