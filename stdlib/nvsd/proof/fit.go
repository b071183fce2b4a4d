package proof

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/record"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/floats"
)

// gapRoom is the part by which a gap that is computed again may be above the one that is
// said: rounding on another machine.
const gapRoom = 1e-6

// ridgeGap is the relative gap up to which coefficients are those of kernel ridge regression.
const ridgeGap = 1e-6

// sameKernel refuses a kernel that is not the one that is said. Of one that is the code of a
// cell the name is known.
func sameKernel(said *record.Kernel, k kern.Kernel) error {
	name := "none"
	if said != nil {
		name = said.Name()
	}
	if name != refusal.Called(k) {
		return fmt.Errorf("the kernel on these data is %s, and the proof says %s", refusal.Called(k), name)
	}
	return nil
}

// refitKernel returns the kernel of the kernel ridge regression. One that is the code of a cell
// is that of the model whose proof it is.
func (c *checking) refitKernel() (kern.Kernel, error) {
	said := c.saved.Model.Kernel
	if c.own == nil || !said.IsOfCell() {
		return said.Kernel()
	}
	if err := sameKernel(said, c.own.refit); err != nil {
		return nil, err
	}
	return c.own.refit, nil
}

// model makes the model of the proof from its coefficients. It is nil if these were refused.
func (c *checking) model(ctx context.Context, spec problem.Spec, train *data.Frame) (*model.Model, error) {
	said := c.saved.Model
	if spec.Kernel == nil { // the training mean
		var err error
		c.ds, err = problem.OfMean(train, spec.Loss)
		if err != nil {
			return nil, err
		}
		c.note("it is the training mean: there is nothing to prove")
		return model.NewModel(c.asSaid(model.Model{Design: c.ds, F: c.ds.Constant(), Kind: said.Method, In: make([]bool, train.D()), Tau: math.NaN(), RelGap: math.NaN(), RidgeNu: math.NaN()}), nil)
	}
	var err error
	c.ds, err = problem.NewDesign(spec, train)
	if err != nil {
		return nil, err
	}
	p := &problem.Path{Design: c.ds}
	if err := c.suspect(p); err != nil {
		return nil, err
	}
	p.Ceiling, err = c.tauMax(ctx, float64(said.TauMax))
	if err != nil {
		return nil, err
	}
	if c.saved.Fit != nil {
		sol, err := c.fit(ctx, p, c.saved.Fit)
		if err != nil || sol == nil {
			return nil, err
		}
		if err := p.Add(c.saved.Fit.Tau, sol); err != nil {
			return nil, err
		}
	}
	if said.Method == problem.Penalised {
		if c.saved.Fit == nil { // nothing could be learned
			if c.ds.Op != nil {
				c.refuse("it has no coefficients")
				return nil, nil
			}
			p.Taus, p.Fits, p.PerSD = []float64{float64(said.Tau)}, []*solve.Solution{nil}, [][]float64{make([]float64, train.D())}
		}
		m, err := model.Penalised(p, 0)
		if err != nil {
			return nil, err
		}
		own := c.asSaid(*m)
		return &own, nil
	}
	return c.regression(ctx, p)
}

// asSaid gives a model what the proof says and is not computed again.
func (c *checking) asSaid(m model.Model) model.Model {
	said := c.saved.Model
	m.ValidRMSE, m.Selection, m.Order = float64(said.ValidRMSE), said.Selection.Selection(), said.Order
	m.Short, m.Ceiling = said.Short, problem.FoundCeiling(float64(said.TauMax))
	name := said.Penalty
	if c.saved.Fit != nil {
		name = fmt.Sprint(c.ds.Spec.Penalty)
	}
	rule := said.Rule
	if said.Selection == nil {
		rule = m.Rule()
	}
	m.Read = &model.AsRead{Rule: rule, Penalty: name, Solver: said.Solver}
	return m
}

// fit certifies a fit. It is nil if it was refused and there are no numbers to go on with. A
// fit that is said to be flat sets tau_max of the path.
func (c *checking) fit(ctx context.Context, p *problem.Path, fit *storedFit) (*solve.Solution, error) {
	n, d := c.ds.Train.N(), c.ds.Train.D()
	switch {
	case c.ds.Op == nil:
		c.refuse("it has the coefficients of a fit, and on these data there is nothing to learn")
		return nil, nil
	case len(fit.Alpha) != n || len(fit.B) != n*d || len(fit.Active) != d || len(fit.Norms) != d || fit.Certain != nil && len(fit.Certain) != d:
		c.refuse("the lists of its fit do not have the lengths that %d observations of %d inputs need", n, d)
		return nil, nil
	case fit.Nu != c.ds.Spec.Nu.At(fit.Tau):
		c.refuse("nu of the fit is said to be %.6g, and the Spec says %.6g", fit.Nu, c.ds.Spec.Nu.At(fit.Tau))
	}
	B, err := fit.B.Dense("b", n, d)
	if err != nil {
		return nil, err
	}
	prox, err := fit.Bound.Prox.Dense("prox", n, d)
	if err != nil {
		c.refuse("%v", err)
		return nil, nil
	}
	if err := sameKernel(fit.Kernel, c.ds.Kernel); err != nil {
		c.refuse("%v", err)
	}
	bound := solve.Bound{Prox: prox, Stepped: fit.Bound.Stepped, Tol: fit.Bound.Tol, Curvature: fit.Bound.Curvature}
	sol, err := solve.Certify(ctx, c.ds.Problem(fit.Tau), solve.Coefficients{Alpha: fit.Alpha, B: B, Bound: bound})
	if err != nil {
		c.refuse("%v", err)
		return nil, nil
	}
	c.Gap = sol.RelGap
	if off := math.Abs(sol.Objective - float64(fit.Objective)); !(off <= 1e-9*sol.Objective) {
		c.refuse("the objective is %.10g, and the proof says %.10g", sol.Objective, float64(fit.Objective))
	}
	certain := c.bounds(sol, fit)
	if fit.Flat {
		if err := c.flat(ctx, p, fit.Tau); err != nil {
			return nil, err
		}
	} else {
		if !sol.Certified() {
			// A norm that is as small as the residual is 0 to whoever says so: a solver knows its zeros, which
			// coefficients alone do not show.
			for a, in := range fit.Active {
				if !in && certain[a] == solve.Undecided {
					sol.Active[a], sol.Norms[a] = false, 0
				}
			}
		}
		c.setsDiffer("the set of inputs of the fit", fit.Active, sol.Active, certain)
		found := slices.Clone(sol.Active)
		// Where it contradicts nothing, the set is as said.
		for a, in := range fit.Active {
			if certain == nil || certain[a] != solve.Undecided {
				continue
			}
			sol.Active[a], sol.Norms[a] = in, 0
			if in {
				sol.Norms[a] = sol.RawNorms[a]
			}
		}
		for a, norm := range sol.Norms {
			if said := float64(fit.Norms[a]); found[a] == fit.Active[a] && !(math.Abs(norm-said) <= 1e-8*sol.NormScale) {
				c.refuse("the norm of %s in the fit is %.6g, and the proof says %.6g", c.ds.Train.Names()[a], norm, said)
			}
			if found[a] != fit.Active[a] {
				c.open[a] = true
			}
		}
	}
	sol.Status = solve.Converged
	return sol, nil
}

// bounds compares the gap, and what is certain. It returns what is certain by the coefficients;
// without a certificate an input counts as undecided if its norm is within the residual.
func (c *checking) bounds(sol *solve.Solution, fit *storedFit) []solve.Certainty {
	gap := float64(fit.RelGap)
	if !sol.Certified() {
		if c.Verdict == Proved {
			c.Verdict = Stationary
		}
		switch {
		case !math.IsNaN(gap) || fit.Certain != nil:
			c.refuse("it says a gap or that inputs are certain, and the problem has no certificate (nu = 0, or a penalty that is not convex)")
		case fit.Residual == nil:
			c.refuse("it has no residual")
		case !(math.Abs(sol.Residual-float64(*fit.Residual)) <= 1e-3*sol.Residual+1e-9) && !(math.IsNaN(sol.Residual) && math.IsNaN(float64(*fit.Residual))):
			c.refuse("the residual is %.3g, and the proof says %.3g", sol.Residual, float64(*fit.Residual))
		}
		near := make([]solve.Certainty, len(sol.RawNorms))
		for a, norm := range sol.RawNorms {
			near[a] = solve.CertainlyIn
			if norm <= max(1e-6, 10*sol.Residual)*sol.NormScale {
				near[a] = solve.Undecided
			}
		}
		return near
	}
	if fit.Residual != nil {
		c.refuse("it says a residual, which is for a problem without a certificate")
	}
	if !(sol.RelGap <= gap*(1+gapRoom)+1e-13) {
		c.refuse("the coefficients prove a relative gap of %.6g, and the proof says %.6g", sol.RelGap, gap)
	}
	c.Certain = solve.CountCertain(sol.Certain)
	names := c.ds.Train.Names()
	for a, said := range fit.Certain {
		switch found := sol.Certain[a]; {
		case said == found:
		case said == solve.Undecided:
			c.note("%s is certainly %s, and the proof leaves it undecided", names[a], found)
		default:
			c.refuse("%s is said to be certainly %s, and the coefficients prove: %s", names[a], said, found)
		}
	}
	return sol.Certain
}

// tauMaxRoom is the part by which tau_max may differ from the one that is said: it is found to a gap, by steps
// whose number another machine may round otherwise.
const tauMaxRoom = 1e-3

// tauMax returns the tau_max that is said, and refuses it if it is another one. It is NaN if it was not found.
func (c *checking) tauMax(ctx context.Context, said float64) (*problem.Ceiling, error) {
	if math.IsNaN(said) {
		return problem.FoundCeiling(said), nil
	}
	top, err := problem.NewCeiling(c.ds).FindTauMax(ctx)
	if err != nil {
		return nil, err
	}
	if said != top.Tau && !(math.Abs(said-top.Tau) <= tauMaxRoom*top.Tau) {
		c.refuse("tau_max is %.6g, and the proof says %.6g", top.Tau, said)
	}
	return problem.FoundCeiling(said), nil
}

// flat computes tau_max, above which a fit has no derivative whatever its coefficients have
// left of one.
func (c *checking) flat(ctx context.Context, p *problem.Path, tau float64) error {
	top, err := problem.NewCeiling(c.ds).FindTauMax(ctx)
	if err != nil {
		return err
	}
	if !(tau >= top.Tau*(1-1e-9)) {
		c.refuse("the fit is said to be at tau_max or above, and tau_max is %.6g, its tau %.6g", top.Tau, tau)
	}
	p.Ceiling = problem.FoundCeiling(min(top.Tau, tau))
	return nil
}

// regression makes the kernel ridge regression of the proof.
func (c *checking) regression(ctx context.Context, p *problem.Path) (*model.Model, error) {
	said := c.saved.Model
	use := said.Function.Use
	if !slices.Equal(use, said.Selected) {
		c.refuse("the inputs that the regression uses are not those that are said to be selected")
	}
	ds := *c.ds
	f, kernel := c.ds.Constant(), c.ds.Kernel
	if c.saved.Ridge != nil {
		var err error
		kernel, err = c.refitKernel()
		if err != nil {
			return nil, err
		}
		for a, v := range c.ds.Varying() {
			if use[a] && !v {
				c.refuse("the regression uses %s, which does not vary", c.ds.Train.Names()[a])
				return nil, nil
			}
		}
		var op *solve.Operator
		kernel, op, err = c.ds.Operator(kernel, use)
		if err != nil {
			c.refuse("%v", err)
			return nil, nil
		}
		y := slices.Clone(c.ds.Y)
		floats.AddConst(-c.ds.Origin(), y)
		ridge := &solve.Problem{Op: op, Y: y, Loss: c.ds.Spec.Loss, Penalty: penalty.Lasso{}, Nu: float64(said.RidgeNu), Intercept: c.ds.Spec.Intercept.Fitted()}
		sol, err := solve.Certify(ctx, ridge, solve.Coefficients{Alpha: c.saved.Ridge, Bound: solve.Bound{Tol: ridgeGap}})
		if err != nil {
			c.refuse("kernel ridge: %v", err)
			return nil, nil
		}
		if !(sol.RelGap <= ridgeGap) {
			c.refuse("the coefficients are not those of kernel ridge regression on the selected inputs: their objective is up to %.3g above its minimum", sol.RelGap)
		}
		f = problem.Function{Scaling: c.ds.Scaling, Use: use, Op: op, Alpha: c.saved.Ridge, Intercept: c.ds.Origin() + sol.Intercept}
	} else if lists.Count(use) > 0 {
		c.refuse("inputs are said to be selected, and there are no coefficients")
		return nil, nil
	}
	ds.Kernel = kernel
	m := c.asSaid(model.Model{Design: &ds, F: f, Kind: said.Method, In: f.Use, Tau: math.NaN(), RelGap: math.NaN(), RidgeNu: float64(said.RidgeNu)})
	if c.saved.Fit != nil {
		m.Tau, m.RelGap = p.Taus[0], p.Fits[0].RelGap
		if m.Selection == nil || m.Selection.Evidence == nil {
			m.Certain = p.Fits[0].Certain
		}
		c.rule(p, &m)
	}
	return model.NewModel(m, nil)
}

// rule compares the selected inputs with those that the rule takes from the fit.
func (c *checking) rule(p *problem.Path, m *model.Model) {
	s := m.Selection
	if s == nil {
		c.refuse("it has a fit that selects, and does not say how")
		return
	}
	if s.Size != lists.Count(m.In) {
		c.refuse("%d inputs are said to be chosen, and the model uses %d", s.Size, lists.Count(m.In))
		return
	}
	if s.Evidence != nil || s.Size == 0 || s.Rule == choose.Alg1Threshold || s.Rule == choose.Alg1Alone {
		return // chosen by what is not computed again
	}
	k, top := s.Rule.Top()
	if !top && !s.Rule.Ranks() {
		c.setsDiffer("the set of selected inputs", m.In, p.Active(0), p.Fits[0].Certain)
		return
	}
	if !top {
		k = s.Size
	}
	ranked := ofSize(p, s.Rule, k)
	if top && lists.Count(ranked) < k { // inputs of smaller taus follow
		for a := range ranked {
			ranked[a] = ranked[a] || m.In[a] && !p.Active(0)[a]
		}
	}
	if !slices.Equal(ranked, m.In) && lists.Count(m.In) > lists.Count(p.Active(0)) && s.Rule == choose.Ranked {
		c.refuse("%d inputs are said to be selected, of %d in the fit", lists.Count(m.In), lists.Count(p.Active(0)))
		return
	}
	c.setsDiffer("the set of selected inputs", m.In, ranked, p.Fits[0].Certain)
}

// ofSize returns the set of k inputs that a rule takes from the first fit, as many as there are.
// Groups are taken until they have so many.
func ofSize(p *problem.Path, rule choose.SelectionRule, k int) []bool {
	if rule != choose.RankedGroups {
		rule = choose.Ranked // TopK takes from the same order
	}
	set := make([]bool, p.Train.D())
	for _, members := range choose.RankedAt(p, 0, rule) {
		if lists.Count(set) >= k {
			break
		}
		for _, a := range members {
			set[a] = true
		}
	}
	return set
}
