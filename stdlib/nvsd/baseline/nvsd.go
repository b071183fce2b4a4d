package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

var _ Method = NVSD{}

// NVSD is a Spec among the other systems: Go has one interface for both only if their models
// have one type, and a Spec's own Fit returns more than a [Model] holds, which Detail has. The derivative norms per standard deviation are
// the scores; a path is chosen from by the Rule and followed by the Spec's ridge regression,
// as [nvsd.Path.Select] does.
type NVSD struct {
	Spec nvsd.Spec
	Rule nvsd.SelectionRule // "" is nvsd.Ranked
}

func (s NVSD) String() string { return fmt.Sprintf("NVSD, %v", s.Spec.Penalty) }

// Fit fits the Spec at one tau.
func (s NVSD) Fit(ctx context.Context, train *data.Frame, tau nvsd.TauChoice) (*Model, error) {
	m, err := s.Spec.Fit(ctx, train, tau)
	if m == nil {
		return nil, err
	}
	return s.model(train, m), err
}

// Path fits the Spec at count taus from tau_max down.
func (s NVSD) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	p, err := s.Spec.Path(ctx, train, count)
	if p == nil {
		return nil, err
	}
	path := &Path{method: s.String(), train: train, selects: func(ctx context.Context, by nvsd.Criterion) (*Model, error) {
		m, err := p.Select(ctx, by, cmp.Or(s.Rule, nvsd.Ranked))
		if m == nil {
			return nil, err
		}
		return s.model(train, m), err
	}}
	for i := range p.Len() {
		m, failed := p.Model(i)
		if failed != nil {
			return nil, failed
		}
		path.models = append(path.models, s.model(train, m))
	}
	path.asked = len(path.models)
	if err != nil {
		path.asked = count
	}
	return path, err
}

// model returns a model of the Spec as a Model of this package.
func (s NVSD) model(train *data.Frame, m *nvsd.Model) *Model {
	f := &fitted{
		weight: m.Tau(), objective: math.NaN(), dual: math.NaN(), gap: math.NaN(), converged: m.Converged(), iterations: m.Iterations(),
		intercept: m.Intercept(), scores: m.Scores(), selected: m.Selected(), own: m,
	}
	f.predict = func(X *mat.Dense) []float64 {
		v, _ := m.Predict(X) // fails for another number of inputs alone, which Model.Predict tells
		return v
	}
	own := newModel(s, train, m.TauMax(), f)
	if c := m.Selection(); c != nil {
		own.chosen = &Selection{By: c.By, Index: c.TauIndex, RMSE: c.RMSE, SE: c.SE, PathRMSE: c.PathRMSE}
	}
	return own
}
