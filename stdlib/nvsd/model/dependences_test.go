package model_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Without names there is a dependence on each selected input, by falling norm; else on each
// that is named. Each is that of PartialDependence.
func TestPartialDependences(t *testing.T) {
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, fixture.Waves(40, 4, 1), nvsd.TauFrac(0.2)))
	names := func(deps *model.Dependences) []string {
		var all []string
		for _, dep := range deps.All {
			all = append(all, dep.Input)
			if alone := fixture.Must[*model.Dependence](t)(m.PartialDependence(fixture.Ctx, dep.Input, dep.Grid...)); len(dep.Grid) != 21 || !slices.Equal(alone.Mean, dep.Mean) {
				t.Errorf("on %s: %v, alone %v", dep.Input, dep.Mean, alone.Mean)
			}
		}
		return all
	}
	if got := names(fixture.Must[*model.Dependences](t)(m.PartialDependences(fixture.Ctx))); !slices.Equal(got, m.SelectedNames()) {
		t.Errorf("without names: on %v, selected are %v", got, m.SelectedNames())
	}
	if got := names(fixture.Must[*model.Dependences](t)(m.PartialDependences(fixture.Ctx, "x4", "x1"))); !slices.Equal(got, []string{"x4", "x1"}) {
		t.Errorf("of x4 and x1: on %v", got)
	}
}

// The slopes of the panels are per standard deviation, so that they can be compared.
func TestPartialDependencesHaveSlopesPerSD(t *testing.T) {
	f := fixture.Waves(40, 2, 1)
	x := f.X()
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.TauFrac(0.1)))
	panel := fixture.Must[*model.Dependences](t)(m.PartialDependences(fixture.Ctx, "x1")).Report()[0].(report.Dependences).Panels[0]
	dep := fixture.Must[*model.Dependence](t)(m.PartialDependence(fixture.Ctx, "x1", panel.X...))
	sd := m.NormsPerSD()[0] / m.NormsPerUnit()[0]
	if got, want := panel.Slope[5], sd*dep.Slope[5]; !fixture.Near([]float64{got}, []float64{want}, 1e-12) {
		t.Errorf("the slope is %v per sd, want %v", got, want)
	}
	if len(panel.Rug) != 40 || panel.Rug[7] != x.At(7, 0) {
		t.Errorf("the rug is %v", panel.Rug)
	}
}

func TestPartialDependencesAreAtMostTwelve(t *testing.T) {
	f := fixture.Waves(40, 15, 1)
	spec := fixture.Gaussian
	m := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, f, nvsd.ByLeaveOneOut()))
	deps := fixture.Must[*model.Dependences](t)(m.PartialDependences(fixture.Ctx))
	if len(deps.All) != 12 || !strings.Contains(deps.String(), "and 3 more selected inputs") {
		t.Errorf("of 15 selected inputs %d are shown:\n%v", len(deps.All), deps)
	}
	if _, err := m.PartialDependences(fixture.Ctx, f.Names()[:13]...); err == nil || !strings.Contains(err.Error(), "13 inputs are named") {
		t.Errorf("13 names: %v", err)
	}
}

func TestPartialDependencesOfCategories(t *testing.T) {
	f := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(coloured(40)), "coloured", data.Factor("colour"), data.Target("y")))
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.TauFrac(0.01)))
	deps := fixture.Must[*model.Dependences](t)(m.PartialDependences(fixture.Ctx))
	i := slices.IndexFunc(deps.All, func(dep *model.Dependence) bool { return dep.Input == "colour" })
	if i < 0 || len(deps.All) != 3 || !slices.Equal(deps.All[i].Levels, []string{"blue", "red"}) {
		t.Errorf("the categorical input is not there once, with its levels:\n%v", deps)
	}
}

func TestPartialDependencesRefuse(t *testing.T) {
	m := fixture.Must[*nvsd.Model](t)(nvsd.Mean(fixture.Waves(10, 2, 1)))
	if _, err := m.PartialDependences(fixture.Ctx); err == nil || !strings.Contains(err.Error(), "depends on no input") {
		t.Errorf("of a constant model: %v", err)
	}
	if _, err := m.PartialDependences(fixture.Ctx, "z"); err == nil || !strings.HasPrefix(err.Error(), `nvsd: the model has no input "z"`) {
		t.Errorf("of an unknown input: %v", err)
	}
	stopped, stop := context.WithCancel(fixture.Ctx)
	stop()
	if _, err := m.PartialDependences(stopped, "x1"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// How the prediction changes with the inputs that matter most.
func ExampleModel_PartialDependences() {
	f, err := data.Load("diabetes")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := f.Split(data.Train(100), data.Seed(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-2)}
	m, err := spec.Fit(fixture.Ctx, s.Train, nvsd.TauFrac(0.4))
	if err != nil {
		fmt.Println(err)
		return
	}
	deps, err := m.PartialDependences(fixture.Ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, dep := range deps.All[:2] {
		last := len(dep.Mean) - 1
		fmt.Printf("%s: from %.0f to %.0f\n", dep.Input, dep.Mean[0], dep.Mean[last])
	}
	// Output:
	// bmi: from 151 to 162
	// ltg: from 151 to 163
}
