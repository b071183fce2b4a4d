package fit

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// krls answers with kernel regularised least squares.
func (r *Request) krls(ctx context.Context) (Answer, error) {
	intercepts := map[string]baseline.KRLSIntercept{"none": baseline.ZeroIntercept, "mean": baseline.MeanIntercept, "free": baseline.FreeIntercept}
	return r.solutions(ctx, func(ctx context.Context, e *object) (answered, error) {
		kernel, named, err := krlsKernel(e)
		if err != nil {
			return nil, err
		}
		intercept, err := e.oneOf("intercept", "none", "mean", "free")
		if err != nil {
			return nil, err
		}
		lambda, err := e.required("lambda")
		if err != nil {
			return nil, err
		}
		m, a, own, err := answerOf[*baseline.KRLSFit](ctx, r, e, "lambda", lambda, baseline.KRLS{Kernel: kernel, Intercept: intercepts[intercept], Scale: nvsd.NoScaling})
		if err != nil {
			return nil, err
		}
		delete(a, "selected") // all inputs, always
		a["kernel"], a["params"], a["lambda"], a["intercept"] = named.kernel, named.params, lambda, intercept
		a["intercept_value"], a["coef"], a["train_pred"] = m.Intercept(), own.Coefficients, own.Fitted[:min(10, len(own.Fitted))]
		a["leave_one_out"] = known(own.LeaveOneOut)
		return a, nil
	})
}

type namedKernel struct {
	kernel string
	params map[string]float64
}

// krlsKernel reads a kernel as krls has it: (offset + scale x'z)^degree, or a Gaussian.
func krlsKernel(e *object) (kern.Kernel, namedKernel, error) {
	kind, err := e.oneOf("kernel", "gaussian", "polynomial")
	if err != nil {
		return nil, namedKernel{}, err
	}
	params, err := parseObject(e.path+"params", orNull(e.take("params")))
	if err != nil {
		return nil, namedKernel{}, err
	}
	if kind == "gaussian" {
		values, err := given(params, "sigma")
		if err == nil && !(values["sigma"] > 0) {
			err = bad(params.path+"sigma", "%v: it must be > 0", values["sigma"])
		}
		return kern.Gaussian{Width: kern.Sigma(values["sigma"])}, namedKernel{kind, values}, err
	}
	values, err := given(params, "degree", "offset", "scale")
	if err != nil {
		return nil, namedKernel{}, err
	}
	degree, _, err := params.integer("degree", 1)
	switch scale, offset := values["scale"], values["offset"]; {
	case err != nil:
		return nil, namedKernel{}, err
	case degree > maxDegree:
		return nil, namedKernel{}, bad(params.path+"degree", "%d: at most %d", degree, maxDegree)
	case !(scale > 0):
		return nil, namedKernel{}, bad(params.path+"scale", "%v: it must be > 0", scale)
	case offset < 0:
		return nil, namedKernel{}, bad(params.path+"offset", "%v: it must be >= 0", offset)
	default:
		factor := 1.0
		for range degree {
			factor *= scale
		}
		return kern.Scaled(factor, kern.Polynomial{Degree: degree, Offset: offset / scale}), namedKernel{kind, values}, nil
	}
}

// lasso answers with the lasso and the elastic net, on the inputs or on monomials.
func (r *Request) lasso(ctx context.Context) (Answer, error) {
	return r.solutions(ctx, func(ctx context.Context, e *object) (answered, error) {
		features, err := e.oneOf("features", "linear", "poly2", "poly3", "poly4")
		if err != nil {
			return nil, err
		}
		alpha, err := e.required("alpha")
		if err != nil {
			return nil, err
		}
		ratio, err := e.orElse("l1_ratio", 1)
		if err != nil {
			return nil, err
		}
		if !(ratio > 0 && ratio <= 1) {
			return nil, bad(e.path+"l1_ratio", "%v: it must be > 0 and at most 1", ratio)
		}
		var method baseline.Method = baseline.ElasticNet{L1Ratio: ratio}
		if degree := int(features[len(features)-1] - '0'); features != "linear" {
			method = baseline.PolynomialFeatures{Degree: degree, L1Ratio: ratio}
		}
		m, a, own, err := answerOf[*baseline.LinearFit](ctx, r, e, "alpha", alpha, method)
		if err != nil {
			return nil, err
		}
		a["selected_variables"], a["selected"] = a["selected"], indices(own.In)
		a["features"], a["alpha"], a["l1_ratio"], a["alpha_max"] = features, alpha, ratio, m.Top()
		a["feature_names"] = own.Features
		a["coef_standardised"], a["intercept"] = own.Standardised, own.Mean
		a["coef_original_units"], a["intercept_original_units"] = own.Coefficients, own.Constant
		a["kkt_violation"], a["min_abs_selected"], a["inactive_margin"] = known(own.Violation), known(own.LeastSelected), known(own.InactiveMargin)
		a["min_eig_active_gram_over_n"] = known(own.LeastEigen())
		return a, nil
	})
}

// groupLasso answers with the linear group lasso, whose groups and group_weights stand in
// the settings.
func (r *Request) groupLasso(ctx context.Context) (Answer, error) {
	raw := r.settings.take("groups")
	if raw == nil {
		return nil, bad("settings.groups", "it is missing: give lists of inputs, by 0-based indices")
	}
	groups, err := parseGroups(raw)
	if err != nil {
		return nil, err
	}
	weights, err := r.settings.vector("group_weights")
	if err != nil {
		return nil, err
	}
	return r.solutions(ctx, func(ctx context.Context, e *object) (answered, error) {
		alpha, err := e.required("alpha")
		if err != nil {
			return nil, err
		}
		m, a, own, err := answerOf[*baseline.GroupFit](ctx, r, e, "alpha", alpha, baseline.GroupLasso{Groups: groups, Weights: weights})
		if err != nil {
			return nil, err
		}
		a["alpha"], a["alpha_max"] = alpha, known(m.Top())
		a["coef_standardised"], a["intercept"] = own.Standardised, own.Mean
		a["coef_original_units"], a["intercept_original_units"] = own.Coefficients, own.Constant
		return a, nil
	})
}
