package fit

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
)

// cosso answers with COSSO: of an entry with lam and M the published one step and the
// optimum, of one with tau the penalised form.
func (r *Request) cosso(ctx context.Context) (Answer, error) {
	if r.order > 2 {
		return nil, bad("order", "%d: COSSO has main effects, 1, and pairs of inputs, 2", r.order)
	}
	if err := r.inUnit(); err != nil {
		return nil, err
	}
	solutions, err := r.each(ctx, "solutions", r.boundedCOSSO)
	if err != nil {
		return nil, err
	}
	penalised, err := r.each(ctx, "penalised_solutions", func(ctx context.Context, e *object) (answered, error) {
		tau, err := e.required("tau")
		if err != nil {
			return nil, err
		}
		m, err := r.fitAt(ctx, e, "tau", tau, baseline.COSSO{Order: r.order, Scale: baseline.UnitGiven})
		if err != nil {
			return nil, err
		}
		a, own, err := r.component(ctx, m)
		if err != nil {
			return nil, err
		}
		a["tau"], a["tau_max"], a["inactive_margin"] = tau, known(m.Top()), known(own.InactiveMargin)
		return a, nil
	})
	return Answer{"solutions": solutions, "penalised_solutions": penalised, "component_names": r.componentNames()}, err
}

// componentNames returns those of the inputs, and of their pairs.
func (r *Request) componentNames() []string {
	inputs := r.frame.Names()
	names := append([]string{}, inputs...)
	for j := range inputs {
		for k := j + 1; k < len(inputs) && r.order == 2; k++ {
			names = append(names, inputs[j]+":"+inputs[k])
		}
	}
	return names
}

// component is answer for COSSO, whose components are what is selected.
func (r *Request) component(ctx context.Context, m *baseline.Model) (answered, *baseline.COSSOFit, error) {
	a, err := r.answer(ctx, m)
	if err != nil {
		return nil, nil, err
	}
	own, err := detail[*baseline.COSSOFit](m)
	if err != nil {
		return nil, nil, err
	}
	a["selected"] = append([]int{}, own.Selected...)
	a["rkhs_norms"], a["theta"], a["intercept"] = componentNorms(&own.AdditiveFit), own.Theta, own.Intercept
	return a, own, nil
}

// boundedCOSSO answers an entry with lam and M.
func (r *Request) boundedCOSSO(ctx context.Context, e *object) (answered, error) {
	values, err := given(e, "lam", "M")
	if err != nil {
		return nil, err
	}
	lam, bound := values["lam"], values["M"]
	for name, v := range values {
		if !(v > 0) {
			return nil, bad(e.path+name, "%v: it must be > 0", v)
		}
	}
	at := func(form baseline.COSSOForm) (answered, *baseline.COSSOFit, error) {
		// The weight of the forms with a bound is lambda0/M, lambda0 being 2 lam.
		m, err := r.fitAt(ctx, e, "lam", 2*lam/bound, baseline.COSSO{Order: r.order, Form: form, Scale: baseline.UnitGiven, Lambda: lam})
		if err != nil {
			return nil, nil, err
		}
		return r.component(ctx, m)
	}
	optimum, own, err := at(baseline.ConstraintForm)
	if err != nil {
		return nil, err
	}
	optimum["lambda0"], optimum["multiplier"], optimum["inactive_margin"] = 2*lam, known(own.Multiplier), known(own.InactiveMargin)
	step, own, err := at(baseline.OneStep)
	if err != nil {
		return nil, err
	}
	step["train_rss_over_n"], step["step1_intercept"] = own.RSS, own.FirstStep.Intercept
	if r.test != nil {
		if step["step1_test_pred"], err = own.FirstStep.Predict(r.test); err != nil {
			return nil, bad("X_test", "%s", reason(err))
		}
	}
	status := optimum["status"]
	delete(step, "status") // one step converges to nothing
	return answered{"lam": lam, "M": bound, "status": status, "optimum_constraint_form": optimum, "one_step": step}, nil
}

// adacosso answers with ADACOSSO: the sparse models on the adapted or the original kernels,
// and how these came about.
func (r *Request) adacosso(ctx context.Context) (Answer, error) {
	if err := r.inUnit(); err != nil {
		return nil, err
	}
	method := baseline.ADACOSSO{Scale: baseline.UnitGiven}
	var err error
	if method.Mu, err = r.settings.orElse("mu", 0); err != nil {
		return nil, err
	}
	if method.Lambda0, err = r.settings.orElse("lambda0", 0); err != nil {
		return nil, err
	}
	if method.Outer, _, err = r.settings.integer("outer_iterations", 1); err != nil {
		return nil, err
	}
	if method.Inner, _, err = r.settings.integer("inner_iterations", 1); err != nil {
		return nil, err
	}
	var adapted *baseline.Adaptation
	models, err := r.each(ctx, "sparse_models", func(ctx context.Context, e *object) (answered, error) {
		kernels, err := e.oneOf("kernels", "adapted", "original")
		if err != nil {
			return nil, err
		}
		tau, err := e.required("tau")
		if err != nil {
			return nil, err
		}
		method.Original = kernels == "original"
		m, a, own, err := answerOf[*baseline.ADACOSSOFit](ctx, r, e, "tau", tau, method)
		if err != nil {
			return nil, err
		}
		if own.Adaptation != nil {
			adapted = own.Adaptation
		}
		a["kernels"], a["tau"], a["tau_max"], a["norms"], a["intercept"] = kernels, tau, known(m.Top()), componentNorms(&own.AdditiveFit), own.Intercept
		a["theta_if_lambda0_l0"], a["inactive_margin"] = own.SplitTheta, known(own.InactiveMargin)
		return a, nil
	})
	if err != nil {
		return nil, err
	}
	if adapted == nil { // all entries have the original kernels
		method.Original = false
		m, err := method.Fit(ctx, r.frame, nvsd.TauFrac(1))
		if m == nil {
			return nil, bad("", "%s", reason(err))
		}
		own, err := detail[*baseline.ADACOSSOFit](m)
		if err != nil {
			return nil, err
		}
		adapted = own.Adaptation
	}
	return Answer{"sparse_models": models, "iterations": adaptations(adapted), "final_kernels": r.finalKernels(adapted)}, nil
}

// adaptations returns the iterations of Table I.
func adaptations(a *baseline.Adaptation) []answered {
	list := []answered{}
	for _, s := range a.Steps {
		first := make([][]float64, len(s.Rows))
		for j, row := range s.Rows {
			first[j] = row[:min(5, len(row))]
		}
		list = append(list, answered{
			"intercept": s.Intercept, "alpha": s.Alpha, "H": rows(s.H), "Q": rows(s.Q), "lam": s.Lambda,
			"p14_objective_first_last": []float64{s.First, s.Last}, "min_over_max_singular_value_of_H_diag_lambda": known(s.Spread),
			"objective_12": s.Objective, "orthogonality_max_abs": s.Orthogonality, "K_D_trace": s.Traces, "K_D_row0": first,
		})
	}
	return list
}

func (r *Request) finalKernels(a *baseline.Adaptation) answered {
	var upper, first [][]float64
	var sizes []float64
	for _, k := range a.Kernels {
		n := k.SymmetricDim()
		var half []float64
		for i := range n {
			for j := i; j < n; j++ {
				half = append(half, k.At(i, j))
			}
		}
		upper, first, sizes = append(upper, half), append(first, mat.Row(nil, 0, k)), append(sizes, mat.Norm(k, 2))
	}
	last := a.Steps[len(a.Steps)-1]
	out := answered{
		"K_D_upper": upper, "K_D_all_row0": first, "K_D_trace": last.Traces, "K_D_frobenius": sizes,
		"final_Q": rows(last.Q), "final_lambda": last.Lambda,
	}
	if r.test != nil {
		var row [][]float64
		for _, k := range a.At(r.test) {
			row = append(row, mat.Row(nil, 0, k))
		}
		out["K_D_test_row0"] = row
	}
	return out
}
