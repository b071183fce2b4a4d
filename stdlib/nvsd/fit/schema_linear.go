package fit

import (
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// single returns an entryReader for one list.
func single(read func(e *jsonobject.Object) (*job, error)) (*entryReader, error) {
	return &entryReader{read: func(_ string, e *jsonobject.Object) (*job, error) { return read(e) }}, nil
}

// mean answers with the mean of y.
func (r *Request) mean() (*entryReader, error) {
	return single(func(*jsonobject.Object) (*job, error) {
		return &job{fits: []plannedFit{{method: baseline.Mean{}, field: "weight", weight: 1}}, tell: func(a answerEntry, models []*baseline.Model) error {
			a["intercept"] = models[0].Intercept()
			return nil
		}}, nil
	})
}

// krls answers with kernel regularised least squares.
func (r *Request) krls() (*entryReader, error) {
	return single(func(e *jsonobject.Object) (*job, error) {
		kernel, named, err := krlsKernel(e)
		if err != nil {
			return nil, err
		}
		intercept, err := e.OneOf("intercept", "none", "mean", "free")
		if err != nil {
			return nil, err
		}
		lambda, err := e.Positive("lambda")
		if err != nil {
			return nil, err
		}
		method := baseline.KRLS{Kernel: kernel, Intercept: baseline.KRLSIntercept(intercept), Scale: nvsd.NoScaling}
		return &job{
			given: answerEntry{"kernel": named.kernel, "params": named.params, "lambda": lambda, "intercept": intercept},
			fits:  []plannedFit{{method: method, field: "lambda", weight: lambda}},
			tell: alone(func(a answerEntry, m *baseline.Model, own *baseline.KRLSFit) {
				a["intercept_value"], a["coef"], a["train_pred"] = m.Intercept(), own.Coefficients, own.Fitted[:min(10, len(own.Fitted))]
				a["leave_one_out"] = own.LeaveOneOut
			}),
		}, nil
	})
}

type namedKernel struct {
	kernel string
	params map[string]float64
}

// krlsKernel reads a kernel of krls: (offset + scale x'z)^degree, or a Gaussian.
func krlsKernel(e *jsonobject.Object) (kern.Kernel, namedKernel, error) {
	kind, err := e.OneOf("kernel", "gaussian", "polynomial")
	if err != nil {
		return nil, namedKernel{}, err
	}
	params, err := jsonobject.Parse(e.Path+"params", jsonobject.OrNull(e.Take("params")))
	if err != nil {
		return nil, namedKernel{}, err
	}
	if kind == "gaussian" {
		sigma, err := params.Positive("sigma")
		return kern.Gaussian{Width: kern.Sigma(sigma)}, namedKernel{kind, map[string]float64{"sigma": sigma}}, err
	}
	values := map[string]float64{}
	for _, name := range []string{"degree", "offset", "scale"} {
		values[name], err = params.Required(name)
		if err != nil {
			return nil, namedKernel{}, err
		}
	}
	degree, _, err := params.Integer("degree", 1)
	switch scale, offset := values["scale"], values["offset"]; {
	case err != nil:
		return nil, namedKernel{}, err
	case degree > declare.MaxDegree:
		return nil, namedKernel{}, bad(params.Path+"degree", "%d: at most %d", degree, declare.MaxDegree)
	case !(scale > 0):
		return nil, namedKernel{}, bad(params.Path+"scale", "%v: it must be > 0", scale)
	case offset < 0:
		return nil, namedKernel{}, bad(params.Path+"offset", "%v: it must be >= 0", offset)
	default:
		factor := 1.0
		for range degree {
			factor *= scale
		}
		return kern.Scaled(factor, kern.Polynomial{Degree: degree, Offset: offset / scale}), namedKernel{kind, values}, nil
	}
}

// features are the features of the linear systems, by their degrees.
var features = []string{"linear", "poly2", "poly3", "poly4"}

// degreeOf returns the degree of a name among the features.
func degreeOf(features string) int {
	if features == "linear" {
		return 1
	}
	return int(features[len(features)-1] - '0')
}

// ridge answers with ridge regression, on the inputs or on monomials.
func (r *Request) ridge() (*entryReader, error) {
	return single(func(e *jsonobject.Object) (*job, error) {
		of, err := e.OneOfOr("features", "linear", features...)
		if err != nil {
			return nil, err
		}
		alpha, err := e.Positive("alpha")
		if err != nil {
			return nil, err
		}
		return linearJob(baseline.Ridge{Degree: degreeOf(of)}, alpha, answerEntry{"features": of, "alpha": alpha}), nil
	})
}

// lasso answers with the lasso and the elastic net, on the inputs or on monomials. For an L1
// ratio of 0 it answers with ridge regression.
func (r *Request) lasso() (*entryReader, error) {
	return single(func(e *jsonobject.Object) (*job, error) {
		of, err := e.OneOf("features", features...)
		if err != nil {
			return nil, err
		}
		alpha, err := e.Positive("alpha")
		if err != nil {
			return nil, err
		}
		ratio, err := e.NumberOr("l1_ratio", 1, "from 0 to 1", func(v float64) bool { return v >= 0 && v <= 1 })
		if err != nil {
			return nil, err
		}
		var method baseline.Method
		switch degree := degreeOf(of); {
		case ratio == 0:
			method = baseline.Ridge{Degree: degree}
		case degree == 1:
			method = baseline.ElasticNet{L1Ratio: ratio}
		default:
			method = baseline.PolynomialFeatures{Degree: degree, L1Ratio: ratio}
		}
		return linearJob(method, alpha, answerEntry{"features": of, "alpha": alpha, "l1_ratio": ratio}), nil
	})
}

// linearJob returns a job of a system with a [baseline.LinearFit].
func linearJob(method baseline.Method, alpha float64, given answerEntry) *job {
	return &job{
		given: given,
		fits:  []plannedFit{{method: method, field: "alpha", weight: alpha}},
		tell: alone(func(a answerEntry, m *baseline.Model, own *baseline.LinearFit) {
			a["selected_variables"], a["selected"] = a["selected"], indices(own.In)
			a["alpha_max"] = m.Top()
			a["feature_names"] = own.Features
			a["coef_standardised"], a["intercept"] = own.Standardised, own.Mean
			a["coef_original_units"], a["intercept_original_units"] = own.Coefficients, own.Constant
			a["kkt_violation"], a["min_abs_selected"], a["inactive_margin"] = own.Violation, own.LeastSelected, own.InactiveMargin
			a["min_eig_active_gram_over_n"], a["leave_one_out"] = own.LeastEigen(), own.LeaveOneOut
		}),
	}
}

// groupLasso answers with the linear group lasso. Its groups and group_weights are in the
// settings.
func (r *Request) groupLasso() (*entryReader, error) {
	raw := r.settings.Take("groups")
	if raw == nil {
		return nil, bad("settings.groups", "it is missing: give lists of inputs, by 0-based indices")
	}
	groups, err := declare.ReadGroups("settings.groups", raw)
	if err != nil {
		return nil, err
	}
	weights, err := r.settings.Vector("group_weights")
	if err != nil {
		return nil, err
	}
	return single(func(e *jsonobject.Object) (*job, error) {
		alpha, err := e.Positive("alpha")
		if err != nil {
			return nil, err
		}
		return &job{
			given: answerEntry{"alpha": alpha},
			fits:  []plannedFit{{method: baseline.GroupLasso{Groups: groups, Weights: weights}, field: "alpha", weight: alpha}},
			tell: alone(func(a answerEntry, m *baseline.Model, own *baseline.GroupFit) {
				a["alpha_max"] = m.Top()
				a["coef_standardised"], a["intercept"] = own.Standardised, own.Mean
				a["coef_original_units"], a["intercept_original_units"] = own.Coefficients, own.Constant
			}),
		}, nil
	})
}
