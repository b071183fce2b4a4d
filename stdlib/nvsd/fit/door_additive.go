package fit

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// spam answers with SpAM on spline bases.
func (r *Request) spam(ctx context.Context) (Answer, error) {
	return r.solutions(ctx, func(ctx context.Context, e *object) (answered, error) {
		lam, err := e.required("lam")
		if err != nil {
			return nil, err
		}
		m, a, own, err := answerOf[*baseline.SpAMFit](ctx, r, e, "lam", lam, baseline.SpAM{})
		if err != nil {
			return nil, err
		}
		a["lam"], a["lam_max"], a["func_norm"], a["df"] = lam, known(m.Top()), own.Norms, len(m.SelectedNames())
		a["train_pred_first5"], a["inactive_margin"] = own.Fitted[:min(5, len(own.Fitted))], known(own.InactiveMargin)
		return a, nil
	})
}

// backfitting answers with SpAM by backfitting, by the smoother of an entry.
func (r *Request) backfitting(ctx context.Context) (Answer, error) {
	smoothers := map[string]baseline.Smoother{"local_linear": baseline.LocalLinear{}, "kernel": baseline.KernelSmoother{}, "projection": baseline.SplineProjection{}}
	return r.solutions(ctx, func(ctx context.Context, e *object) (answered, error) {
		lam, err := e.required("lam")
		if err != nil {
			return nil, err
		}
		smoother, err := e.oneOf("smoother", "local_linear", "kernel", "projection")
		if err != nil {
			return nil, err
		}
		m, a, own, err := answerOf[*baseline.BackfittingFit](ctx, r, e, "lam", lam, baseline.Backfitting{Smoother: smoothers[smoother]})
		if err != nil {
			return nil, err
		}
		a["lam"], a["smoother"], a["func_norm"], a["train_pred"], a["change"] = lam, smoother, m.Scores(), own.Fitted, own.Change
		return a, nil
	})
}

// mkl answers with additive MKL on Gaussian kernels of the width in the settings.
func (r *Request) mkl(ctx context.Context) (Answer, error) {
	sigma, err := r.settings.required("sigma")
	if err != nil {
		return nil, err
	}
	if !(sigma > 0) {
		return nil, bad("settings.sigma", "%v: it must be > 0", sigma)
	}
	return r.solutions(ctx, func(ctx context.Context, e *object) (answered, error) {
		tau, err := e.required("tau")
		if err != nil {
			return nil, err
		}
		free, err := e.flag("intercept")
		if err != nil {
			return nil, err
		}
		method := baseline.MKL{Kernel: kern.Gaussian{Width: kern.Sigma(sigma)}, Intercept: nvsd.NoIntercept, Scale: nvsd.NoScaling}
		if free {
			method.Intercept = nvsd.Unpenalised
		}
		m, a, own, err := answerOf[*baseline.AdditiveFit](ctx, r, e, "tau", tau, method)
		if err != nil {
			return nil, err
		}
		a["tau"], a["intercept"], a["tau_max"], a["dual_objective"] = tau, free, known(m.Top()), known(m.Dual())
		a["rkhs_norms"], a["intercept_value"], a["alpha"], a["train_pred"] = componentNorms(own), own.Intercept, own.Alpha, own.Train
		a["dual_feasibility_ratio"] = own.Ratio
		first := mat.DenseCopyOf(r.frame.X()).Slice(0, 1, 0, r.frame.D())
		parts := own.Parts(first)
		fits := make([]float64, len(parts))
		for j, part := range parts {
			if len(part) > 0 { // else it is out
				fits[j] = part[0]
			}
		}
		a["component_fits_at_train_point0"] = fits
		return a, nil
	})
}

func componentNorms(own *baseline.AdditiveFit) []float64 {
	norms := make([]float64, len(own.Components))
	for j, c := range own.Components {
		norms[j] = c.Norm
	}
	return norms
}

// hsicLasso answers with HSIC Lasso, and with its path.
func (r *Request) hsicLasso(ctx context.Context) (Answer, error) {
	paths := map[string]any{}
	answer, err := r.solutions(ctx, func(ctx context.Context, e *object) (answered, error) {
		lam, err := e.required("lam")
		if err != nil {
			return nil, err
		}
		normalised, err := e.flag("normalised")
		if err != nil {
			return nil, err
		}
		m, a, own, err := answerOf[*baseline.HSICFit](ctx, r, e, "lam", lam, baseline.HSICLasso{Unnormalised: !normalised})
		if err != nil {
			return nil, err
		}
		a["lam"], a["normalised"], a["lam_max"], a["beta"] = lam, normalised, own.Top, m.Scores()
		a["kkt"], a["inactive_margin"] = known(own.KKT), known(own.Slack)
		name := "unnormalised"
		if normalised {
			name = "normalised"
		}
		paths[name] = hsicPath(own)
		return a, nil
	})
	if err == nil {
		answer["lars_path"] = paths
	}
	return answer, err
}

func hsicPath(own *baseline.HSICFit) []answered {
	knots := []answered{}
	for _, k := range own.Path {
		knots = append(knots, answered{"lam": k.Lambda, "event": k.Event, "beta": k.Beta})
	}
	return knots
}

// hkl answers with hierarchical kernel learning.
func (r *Request) hkl(ctx context.Context) (Answer, error) {
	kinds := map[string]baseline.HKLKind{"polynomial": baseline.HKLPolynomial, "hermite": baseline.HKLHermite}
	kind, err := r.settings.oneOf("kind", "polynomial", "hermite")
	if err != nil {
		return nil, err
	}
	method := baseline.HKL{Kind: kinds[kind], Scale: nvsd.NoScaling}
	if method.MaxDegree, _, err = r.settings.integer("max_degree", 1); err != nil {
		return nil, err
	}
	if method.Beta, err = r.settings.orElse("beta", 0); err != nil {
		return nil, err
	}
	if method.Alpha, err = r.settings.orElse("alpha", 0); err != nil {
		return nil, err
	}
	return r.solutions(ctx, func(ctx context.Context, e *object) (answered, error) {
		lambda, err := e.required("lambda")
		if err != nil {
			return nil, err
		}
		m, err := r.fitAt(ctx, e, "lambda", lambda, method)
		if err != nil {
			return nil, err
		}
		a, err := r.answer(ctx, m)
		if err != nil {
			return nil, err
		}
		terms := []answered{}
		for _, c := range m.Components() {
			terms = append(terms, answered{"name": c.Name, "inputs": c.Inputs, "norm": c.Norm})
		}
		a["lambda"], a["intercept_value"], a["terms"] = lambda, m.Intercept(), terms
		return a, nil
	})
}

// rodeo answers with RODEO's bandwidths.
func (r *Request) rodeo(ctx context.Context) (Answer, error) {
	local, err := r.settings.flag("local")
	if err != nil {
		return nil, err
	}
	sigma, err := r.settings.orElse("sigma", 0)
	if err != nil {
		return nil, err
	}
	return r.solutions(ctx, func(ctx context.Context, e *object) (answered, error) {
		weight, err := e.orElse("tau", 1)
		if err != nil {
			return nil, err
		}
		m, a, own, err := answerOf[*baseline.RODEOFit](ctx, r, e, "tau", weight, baseline.RODEO{Local: local, Sigma: sigma, Scale: nvsd.NoScaling})
		if err != nil {
			return nil, err
		}
		a["tau"], a["sigma"], a["begin"], a["bandwidths"], a["scores"] = weight, own.Sigma, own.Begin, own.Bandwidths, m.Scores()
		return a, nil
	})
}
