package fit

import (
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
)

// cosso answers with COSSO. An entry with lam and M gets the published one step and the
// optimum, an entry with tau the penalised form.
func (r *Request) cosso() (*entryReader, error) {
	if r.order > 2 {
		return nil, bad("order", "%d: COSSO has main effects, 1, and pairs of inputs, 2", r.order)
	}
	if err := r.inUnit(); err != nil {
		return nil, err
	}
	read := func(list string, e *jsonobject.Object) (*job, error) {
		if list == "solutions" {
			return r.boundedCOSSO(e)
		}
		return r.penalisedCOSSO(e)
	}
	return &entryReader{read, Answer{"component_names": r.componentNames()}}, nil
}

// inUnit refuses inputs outside [0, 1], because the method takes inputs as they are.
func (r *Request) inUnit() error {
	check := func(field string, X mat.Matrix) error {
		n, d := X.Dims()
		for i := range n {
			for a := range d {
				if v := X.At(i, a); v < 0 || v > 1 {
					return badCell(field, i, a, "%v: the inputs of %s lie in [0, 1]; scale them", v, r.schema.name)
				}
			}
		}
		return nil
	}
	if err := check("X", r.frame.X()); err != nil || r.test == nil {
		return err
	}
	return check("X_test", r.test)
}

// componentNames returns the names of the inputs and of their pairs.
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

// components sets the results that all forms of COSSO have, with the components as the
// selection. Their components are what is selected.
func (r *Request) components(a answerEntry, m *baseline.Model) (*baseline.COSSOFit, error) {
	own, err := detail[*baseline.COSSOFit](m)
	if err != nil {
		return nil, err
	}
	a["selected"] = append([]int{}, own.Selected...)
	a["rkhs_norms"], a["theta"], a["intercept"] = componentNorms(&own.AdditiveFit), own.Theta, own.Intercept
	return own, nil
}

// penalisedCOSSO reads an entry with tau.
func (r *Request) penalisedCOSSO(e *jsonobject.Object) (*job, error) {
	tau, err := e.Positive("tau")
	if err != nil {
		return nil, err
	}
	return &job{
		given: answerEntry{"tau": tau},
		fits:  []plannedFit{{method: baseline.COSSO{Order: r.order, Scale: baseline.UnitGiven}, field: "tau", weight: tau}},
		tell: func(a answerEntry, models []*baseline.Model) error {
			own, err := r.components(a, models[0])
			if err == nil {
				a["tau_max"], a["inactive_margin"] = models[0].Top(), own.InactiveMargin
			}
			return err
		},
	}, nil
}

// boundedCOSSO reads an entry with lam and M.
func (r *Request) boundedCOSSO(e *jsonobject.Object) (*job, error) {
	lam, err := e.Positive("lam")
	if err != nil {
		return nil, err
	}
	bound, err := e.Positive("M")
	if err != nil {
		return nil, err
	}
	// The weight of the forms with a bound is lambda0/M, with lambda0 = 2 lam.
	at := func(form baseline.COSSOForm) plannedFit {
		return plannedFit{method: baseline.COSSO{Order: r.order, Form: form, Scale: baseline.UnitGiven, Lambda: lam}, field: "lambda0/M", weight: 2 * lam / bound}
	}
	return &job{
		given: answerEntry{"lam": lam, "M": bound},
		fits:  []plannedFit{at(baseline.ConstraintForm), at(baseline.OneStep)},
		tell: func(a answerEntry, models []*baseline.Model) error {
			optimum, err := r.optimum(a, models[0])
			if err != nil {
				return err
			}
			a["optimum_constraint_form"] = optimum
			if len(models) > 1 {
				a["one_step"], err = r.oneStep(models[1])
			}
			return err
		},
	}, nil
}

// optimum returns the fields of the optimum under the bound, which it takes out of the entry.
func (r *Request) optimum(a answerEntry, m *baseline.Model) (answerEntry, error) {
	told := answerEntry{}
	for _, name := range []string{"objective", "gap", "selected", "test_pred"} {
		if v, ok := a[name]; ok {
			told[name] = v
			delete(a, name)
		}
	}
	own, err := r.components(told, m)
	if err != nil {
		return nil, err
	}
	told["status"], told["lambda0"] = a["status"], 2*own.Lambda
	told["multiplier"], told["inactive_margin"] = own.Multiplier, own.InactiveMargin
	return told, nil
}

// oneStep answers with the published procedure, which does not converge to anything.
func (r *Request) oneStep(m *baseline.Model) (answerEntry, error) {
	a := answerEntry{"objective": m.Objective(), "gap": m.Gap()}
	own, err := r.components(a, m)
	if err != nil {
		return nil, err
	}
	a["train_rss_over_n"], a["step1_intercept"] = own.RSS, own.FirstStep.Intercept
	if r.test == nil {
		return a, nil
	}
	a["test_pred"], err = m.Predict(r.test)
	if err != nil {
		return nil, bad("X_test", "%s", reason(err))
	}
	a["step1_test_pred"], err = own.FirstStep.Predict(r.test)
	if err != nil {
		return nil, bad("X_test", "%s", reason(err))
	}
	return a, nil
}

// adacosso answers with ADACOSSO: with the sparse models on the adapted or the original kernels,
// and with the adaptation.
func (r *Request) adacosso() (*entryReader, error) {
	if err := r.inUnit(); err != nil {
		return nil, err
	}
	method := baseline.ADACOSSO{Scale: baseline.UnitGiven}
	var err error
	method.Mu, err = r.settings.PositiveOr("mu", 1)
	if err != nil {
		return nil, err
	}
	method.Lambda0, err = r.settings.PositiveOr("lambda0", 0)
	if err != nil { // 0 means GCV
		return nil, err
	}
	method.Outer, err = r.settings.IntegerOr("outer_iterations", 10)
	if err != nil {
		return nil, err
	}
	method.Inner, err = r.settings.IntegerOr("inner_iterations", 50)
	if err != nil {
		return nil, err
	}
	beside := Answer{"iterations": nil, "final_kernels": nil}
	read := func(_ string, e *jsonobject.Object) (*job, error) {
		kernels, err := e.OneOf("kernels", "adapted", "original")
		if err != nil {
			return nil, err
		}
		tau, err := e.Positive("tau")
		if err != nil {
			return nil, err
		}
		method := method
		method.Original = kernels == "original"
		return &job{
			given: answerEntry{"kernels": kernels, "tau": tau},
			fits:  []plannedFit{{method: method, field: "tau", weight: tau}},
			tell: alone(func(a answerEntry, m *baseline.Model, own *baseline.ADACOSSOFit) {
				a["tau_max"], a["norms"], a["intercept"] = m.Top(), componentNorms(&own.AdditiveFit), own.Intercept
				a["theta_if_lambda0_l0"], a["inactive_margin"] = own.SplitTheta, own.InactiveMargin
				if beside["iterations"] == nil { // it is the same for all
					beside["iterations"], beside["final_kernels"] = adaptations(own.Adaptation), r.finalKernels(own.Adaptation)
				}
			}),
		}, nil
	}
	return &entryReader{read, beside}, nil
}

// adaptations returns the iterations of Table I.
func adaptations(a *baseline.Adaptation) []answerEntry {
	list := []answerEntry{}
	for _, s := range a.Steps {
		first := make([][]float64, len(s.Rows))
		for j, row := range s.Rows {
			first[j] = row[:min(5, len(row))]
		}
		list = append(list, answerEntry{
			"intercept": s.Intercept, "alpha": s.Alpha, "H": rows(s.H), "Q": rows(s.Q), "lam": s.Lambda,
			"p14_objective_first_last": []float64{s.First, s.Last}, "min_over_max_singular_value_of_H_diag_lambda": s.Spread,
			"objective_12": s.Objective, "orthogonality_max_abs": s.Orthogonality, "K_D_trace": s.Traces, "K_D_row0": first,
		})
	}
	return list
}

func (r *Request) finalKernels(a *baseline.Adaptation) answerEntry {
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
	out := answerEntry{
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
