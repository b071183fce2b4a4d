package fit

import (
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// spam answers with SpAM on spline bases.
func (r *Request) spam() (*entryReader, error) {
	return single(func(e *jsonobject.Object) (*job, error) {
		lam, err := e.Positive("lam")
		if err != nil {
			return nil, err
		}
		return &job{
			given: answerEntry{"lam": lam},
			fits:  []plannedFit{{method: baseline.SpAM{}, field: "lam", weight: lam}},
			tell: alone(func(a answerEntry, m *baseline.Model, own *baseline.SpAMFit) {
				a["lam_max"], a["func_norm"], a["df"] = m.Top(), own.Norms, len(m.SelectedNames())
				a["train_pred_first5"], a["inactive_margin"] = own.Fitted[:min(5, len(own.Fitted))], own.InactiveMargin
			}),
		}, nil
	})
}

// backfitting answers with SpAM by backfitting, by the smoother of an entry.
func (r *Request) backfitting() (*entryReader, error) {
	smoothers := map[string]baseline.Smoother{"local_linear": baseline.LocalLinear{}, "kernel": baseline.KernelSmoother{}, "projection": baseline.SplineProjection{}}
	return single(func(e *jsonobject.Object) (*job, error) {
		lam, err := e.Positive("lam")
		if err != nil {
			return nil, err
		}
		smoother, err := e.OneOf("smoother", "local_linear", "kernel", "projection")
		if err != nil {
			return nil, err
		}
		return &job{
			given: answerEntry{"lam": lam, "smoother": smoother},
			fits:  []plannedFit{{method: baseline.Backfitting{Smoother: smoothers[smoother]}, field: "lam", weight: lam}},
			tell: alone(func(a answerEntry, m *baseline.Model, own *baseline.BackfittingFit) {
				a["func_norm"], a["train_pred"], a["change"] = m.Scores(), own.Fitted, own.Change
			}),
		}, nil
	})
}

// mkl answers with additive MKL on Gaussian kernels of the width in the settings.
func (r *Request) mkl() (*entryReader, error) {
	sigma, err := r.settings.Positive("sigma")
	if err != nil {
		return nil, err
	}
	return single(func(e *jsonobject.Object) (*job, error) {
		tau, err := e.Positive("tau")
		if err != nil {
			return nil, err
		}
		free, err := e.FlagOr("intercept", true)
		if err != nil {
			return nil, err
		}
		method := baseline.MKL{Kernel: kern.Gaussian{Width: kern.Sigma(sigma)}, Intercept: nvsd.NoIntercept, Scale: nvsd.NoScaling}
		if free {
			method.Intercept = nvsd.Unpenalised
		}
		return &job{
			given: answerEntry{"tau": tau, "intercept": free},
			fits:  []plannedFit{{method: method, field: "tau", weight: tau}},
			tell: alone(func(a answerEntry, m *baseline.Model, own *baseline.AdditiveFit) {
				a["tau_max"], a["dual_objective"] = m.Top(), m.Dual()
				a["rkhs_norms"], a["intercept_value"], a["alpha"], a["train_pred"] = componentNorms(own), own.Intercept, own.Alpha, own.Train
				a["dual_feasibility_ratio"], a["component_fits_at_train_point0"] = own.Ratio, r.firstParts(own)
			}),
		}, nil
	})
}

// firstParts returns the values of the components at the first training point. They are 0 for
// components that are out.
func (r *Request) firstParts(own *baseline.AdditiveFit) []float64 {
	parts := own.Parts(mat.DenseCopyOf(r.frame.X()).Slice(0, 1, 0, r.frame.D()))
	values := make([]float64, len(parts))
	for j, part := range parts {
		if len(part) > 0 {
			values[j] = part[0]
		}
	}
	return values
}

func componentNorms(own *baseline.AdditiveFit) []float64 {
	norms := make([]float64, len(own.Components))
	for j, c := range own.Components {
		norms[j] = c.Norm
	}
	return norms
}

// hsicLasso answers with HSIC Lasso, and with its path.
func (r *Request) hsicLasso() (*entryReader, error) {
	paths := answerEntry{}
	read := func(_ string, e *jsonobject.Object) (*job, error) {
		lam, err := e.Positive("lam")
		if err != nil {
			return nil, err
		}
		normalised, err := e.FlagOr("normalised", true)
		if err != nil {
			return nil, err
		}
		name := "unnormalised"
		if normalised {
			name = "normalised"
		}
		return &job{
			given: answerEntry{"lam": lam, "normalised": normalised},
			fits:  []plannedFit{{method: baseline.HSICLasso{Unnormalised: !normalised}, field: "lam", weight: lam}},
			tell: alone(func(a answerEntry, m *baseline.Model, own *baseline.HSICFit) {
				a["lam_max"], a["beta"] = own.Top, m.Scores()
				a["kkt"], a["inactive_margin"] = own.KKT, own.Slack
				paths[name] = hsicPath(own)
			}),
		}, nil
	}
	return &entryReader{read, Answer{"lars_path": paths}}, nil
}

func hsicPath(own *baseline.HSICFit) []answerEntry {
	knots := []answerEntry{}
	for _, k := range own.Path {
		knots = append(knots, answerEntry{"lam": k.Lambda, "event": k.Event, "beta": k.Beta})
	}
	return knots
}

// hkl answers with hierarchical kernel learning.
func (r *Request) hkl() (*entryReader, error) {
	kind, err := r.settings.OneOf("kind", "polynomial", "hermite")
	if err != nil {
		return nil, err
	}
	method := baseline.HKL{Kind: baseline.HKLKind(kind), Scale: nvsd.NoScaling}
	method.MaxDegree, err = r.settings.IntegerOr("max_degree", 3)
	if err != nil {
		return nil, err
	}
	method.Beta, err = r.settings.NumberOr("beta", 2, "from 1 to 1000", func(v float64) bool { return v >= 1 && v <= 1000 })
	if err != nil {
		return nil, err
	}
	method.Alpha, err = r.settings.NumberOr("alpha", 0.5, "above 0 and below 1", func(v float64) bool { return v > 0 && v < 1 })
	if err != nil {
		return nil, err
	}
	return single(func(e *jsonobject.Object) (*job, error) {
		lambda, err := e.Positive("lambda")
		if err != nil {
			return nil, err
		}
		return &job{
			given: answerEntry{"lambda": lambda},
			fits:  []plannedFit{{method: method, field: "lambda", weight: lambda}},
			tell: func(a answerEntry, models []*baseline.Model) error {
				m := models[0]
				terms := []answerEntry{}
				for _, c := range m.Components() {
					terms = append(terms, answerEntry{"name": c.Name, "inputs": c.Inputs, "norm": c.Norm})
				}
				a["intercept_value"], a["terms"] = m.Intercept(), terms
				return nil
			},
		}, nil
	})
}

// rodeo answers with RODEO's bandwidths.
func (r *Request) rodeo() (*entryReader, error) {
	local, err := r.settings.FlagOr("local", false)
	if err != nil {
		return nil, err
	}
	method := baseline.RODEO{Local: local, Scale: nvsd.NoScaling}
	method.Sigma, err = r.settings.PositiveOr("sigma", 0)
	if err != nil { // 0 means an estimate
		return nil, err
	}
	return single(func(e *jsonobject.Object) (*job, error) {
		weight, err := e.PositiveOr("tau", 1)
		if err != nil {
			return nil, err
		}
		return &job{
			given: answerEntry{"tau": weight},
			fits:  []plannedFit{{method: method, field: "tau", weight: weight}},
			tell: alone(func(a answerEntry, m *baseline.Model, own *baseline.RODEOFit) {
				a["sigma"], a["begin"], a["bandwidths"], a["scores"] = own.Sigma, own.Begin, own.Bandwidths, m.Scores()
			}),
		}, nil
	})
}
