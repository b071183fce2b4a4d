package model

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A RidgePath is kernel ridge regression on all inputs at every nu of the
// Spec's RidgeNus, from one eigendecomposition. It never changes.
type RidgePath struct {
	ds          *problem.Design
	one         *choose.KernelRidge // nil for the constant
	nus         []float64
	leaveOneOut []float64
	validation  []float64 // nil without a validation part
	valid       *data.Frame
	seconds     float64
}

// RidgePathOf fits kernel ridge regression on all inputs at every nu of the Spec's RidgeNus,
// with the Spec's scaling, intercept and kernel, whatever its Refit. valid may be nil.
func RidgePathOf(ctx context.Context, s problem.Spec, train, valid *data.Frame) (*RidgePath, error) {
	start := time.Now()
	if err := s.NeedKernel("kernel ridge regression has"); err != nil {
		return nil, err
	}
	ds, err := problem.NewDesign(s, train)
	if err != nil {
		return nil, err
	}
	p := &RidgePath{ds: ds, nus: []float64{math.NaN()}}
	if ds.Op != nil {
		p.one, err = choose.NewKernelRidge(ctx, ds, ds.Kernel, ds.Varying())
		if err != nil {
			return nil, err
		}
		p.nus = p.one.Nus
	}
	p.leaveOneOut, err = p.judged(ctx, choose.ByLeaveOneOut())
	if err != nil {
		return nil, err
	}
	if valid != nil {
		p.valid = valid
		p.validation, err = p.judged(ctx, choose.ByValidation(valid))
		if err != nil {
			return nil, err
		}
	}
	p.seconds = time.Since(start).Seconds()
	return p, nil
}

// judged returns the error at every nu by the criterion.
func (p *RidgePath) judged(ctx context.Context, by choose.Criterion) ([]float64, error) {
	judge, err := by.On(p.ds)
	if err != nil {
		return nil, err
	}
	var m choose.CandidateErrors
	if p.one == nil {
		constant, err := judge.Constant(p.ds.Mean)
		if err != nil {
			return nil, err
		}
		m.Add(judge, judge.Terms(constant))
		return m.RMSE, nil
	}
	err = p.one.Errors(ctx, judge, &m)
	return m.RMSE, err
}

// Len returns the number of nus.
func (p *RidgePath) Len() int { return len(p.nus) }

// Nus returns the weights of ||f||_H^2, falling.
func (p *RidgePath) Nus() []float64 { return slices.Clone(p.nus) }

// LeaveOneOut returns, for every nu, the root mean squared error on the training rows, each
// predicted from the others. The scaling and the kernel's width are those of all rows.
func (p *RidgePath) LeaveOneOut() []float64 { return slices.Clone(p.leaveOneOut) }

// Validation returns, for every nu, the root mean squared error on the validation part. It
// is nil without one.
func (p *RidgePath) Validation() []float64 { return slices.Clone(p.validation) }

// Seconds returns the time of all fits.
func (p *RidgePath) Seconds() float64 { return p.seconds }

// Best returns the index of the nu of least validation error, or of least leave-one-out
// error without a validation part. Of equal errors it is the largest nu.
func (p *RidgePath) Best() int {
	if p.validation != nil {
		return choose.ArgMin(p.validation)
	}
	return choose.ArgMin(p.leaveOneOut)
}

// Model returns the regression at the j-th nu, counted from 0 at the largest.
func (p *RidgePath) Model(j int) (*Model, error) {
	if j < 0 || j >= p.Len() {
		return nil, refusal.NoSuch("model", "ridge path", j, p.Len())
	}
	start := time.Now()
	by, errs := choose.ByLeaveOneOut(), p.leaveOneOut
	if p.valid != nil {
		by, errs = choose.ByValidation(p.valid), p.validation
	}
	fit := choose.RidgeFit{Function: p.ds.Constant(), Kernel: p.ds.Kernel, Nu: math.NaN(), RMSE: errs[j]}
	if p.one != nil {
		var err error
		fit, err = p.one.Fit(context.Background(), j, errs[j])
		if err != nil {
			return nil, err
		}
		fit.Warnings = nil // which are about the choice of the nu
	}
	return modelOfRidge(fit, p.ds, by, problem.AllInputs, start)
}

// Report returns the errors at every nu as a table and as a chart.
func (p *RidgePath) Report() report.Report { return report.Report{p.chart(), p.table()} }

// String returns the table of the Report as plain text.
func (p *RidgePath) String() string { return p.table().String() }

const ridgePathTitle = "Kernel ridge regression on all inputs"

func (p *RidgePath) table() report.Table {
	t := report.Table{
		Title:   fmt.Sprintf("%s, %v, at %s", ridgePathTitle, p.ds.Kernel, report.Plural(p.Len(), "nu")),
		Columns: []report.Column{{Name: "nu", Spread: true}, {Name: "leave-one-out RMSE"}},
	}
	if p.validation != nil {
		t.Columns = append(t.Columns, report.Column{Name: "validation RMSE"})
	}
	t.Columns = append(t.Columns, report.Column{})
	for j, nu := range p.nus {
		row := []any{nu, p.leaveOneOut[j]}
		if math.IsNaN(nu) {
			row[0] = "constant"
		}
		if p.validation != nil {
			row = append(row, p.validation[j])
		}
		var best any
		if j == p.Best() {
			best = report.Mark{Sign: report.Tick, Word: "best"}
		}
		t.Rows = append(t.Rows, append(row, best))
	}
	return t
}

func (p *RidgePath) chart() report.Errors {
	leaveOneOut, validation := report.Series{Name: "leave-one-out"}, report.Series{Name: "validation"}
	best := report.Choice{Text: "best"}
	var nus []float64
	for j, nu := range p.nus {
		if e := p.leaveOneOut[j]; math.IsNaN(nu) || math.IsNaN(e) || math.IsInf(e, 0) { // the constant, or a fit that follows a point exactly
			continue
		}
		if j == p.Best() {
			best.At = len(nus)
		}
		nus, leaveOneOut.Y = append(nus, nu), append(leaveOneOut.Y, p.leaveOneOut[j])
		if p.validation != nil {
			validation.Y = append(validation.Y, p.validation[j])
		}
	}
	all := []report.Series{leaveOneOut}
	if validation.Y != nil {
		all = append(all, validation)
	}
	return report.Errors{Title: ridgePathTitle, Weight: "nu", Error: "RMSE", Weights: nus, Series: all, Choices: []report.Choice{best}}
}

// Figure draws the errors of the Report over the nu.
func (p *RidgePath) Figure() (*viz.Figure, error) { return viz.OfReport(p.Report()) }
