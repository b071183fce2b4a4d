package study_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// published is a design with the procedures of AISTATS 2010, and a system with several settings.
func published(t testing.TB) study.Design {
	kernel := kern.Gaussian{Width: kern.Mean20thNN}
	return study.Design{
		Name:     "published",
		Problems: []study.Problem{{Name: "f1", From: fixture.Must[*data.Problem](t)(data.AISTATS{Function: 1, Half: 1}.Problem()), Train: []int{30}, Valid: 30, Test: 30}},
		Methods: []study.Method{
			{Name: "Alg1", Fit: study.Procedure{Of: nvsd.Alg1{Kernel: kernel, Taus: []float64{0.1, 0.01}, MaxIter: 200}}},
			{Name: "Alg1GR", Fit: study.Procedure{Of: nvsd.Alg1GR{Kernel: kernel, Scale: nvsd.NoScaling, Taus: []float64{0.1, 0.01}, MaxIter: 200, RidgeNus: []float64{1e-4, 1e-2}}}},
			{Name: "ridge", Fit: study.System{Over: []baseline.Method{baseline.KRLS{Kernel: kern.Gaussian{Width: kern.Sigma(2)}}, baseline.KRLS{Kernel: kernel}}, Weights: 5}},
		},
		Reps: 1,
		Seed: 5,
	}
}

// TestProcedures: the model of a procedure in a study is that of its Select, and of a system with several settings the best of theirs.
func TestProcedures(t *testing.T) {
	d := published(t)
	r := fixture.Must[*study.Replication](t)(d.Replication("f1", 30, 0))
	for _, m := range d.Methods {
		got := fixture.Must[[]study.Outcome](t)(m.Fit.Fit(t.Context(), r))
		var want study.Model
		switch fit := m.Fit.(type) {
		case study.Procedure:
			want = fixture.Must[*nvsd.Model](t)(fit.Of.Select(t.Context(), r.Train, r.By))
		case study.System:
			least := 0.0
			for _, of := range fit.Over {
				own := fixture.Must[*baseline.Model](t)(fixture.Must[*baseline.Path](t)(of.Path(t.Context(), r.Train, 5)).Select(t.Context(), r.By))
				if valid := fixture.Must[float64](t)(own.RMSE(r.Valid)); want == nil || valid < least {
					want, least = own, valid
				}
			}
		}
		if len(got) != 1 || !slices.Equal(got[0].Model.Selected(), want.Selected()) ||
			!fixture.Near(fixture.Must[[]float64](t)(got[0].Model.PredictFrame(r.Test)), fixture.Must[[]float64](t)(want.PredictFrame(r.Test)), 0) {
			t.Errorf("%s: the model is another one", m.Name)
		}
	}
	for _, none := range []study.Fitter{study.Procedure{}, study.System{}, study.System{Over: []baseline.Method{}}} {
		if _, err := none.Fit(t.Context(), r); err == nil || !strings.Contains(err.Error(), "say Of") {
			t.Errorf("%T without anything: %v", none, err)
		}
	}
}

// TestProceduresSurvive: procedures and settings are the same after they are written and read, and a mistake is told by its place.
func TestProceduresSurvive(t *testing.T) {
	d := published(t)
	raw := fixture.Must[[]byte](t)(json.MarshalIndent(d, "", "  "))
	read := fixture.Must[study.Design](t)(study.ReadDesign(raw, ""))
	if again := fixture.Must[[]byte](t)(json.MarshalIndent(read, "", "  ")); string(again) != string(raw) {
		t.Errorf("%s is written again as %s", raw, again)
	}
	r := fixture.Must[*study.Results](t)(study.Run(t.Context(), d, ""))
	dir := t.TempDir()
	fixture.Must[*study.Results](t)(study.Run(t.Context(), read, dir))
	d.Refit = nvsd.Spec{Kernel: kern.Linear{}} // has no part in a procedure
	if again := fixture.Must[*study.Results](t)(study.Read(d, dir)); again.Missing() != 1 || again.Of(study.Unit{Problem: "f1", Train: 30, Method: "Alg1"}).Outcomes[0].Values[study.RMSE] != r.Of(study.Unit{Problem: "f1", Train: 30, Method: "Alg1"}).Outcomes[0].Values[study.RMSE] {
		t.Errorf("%d results are missing with another refit, want that of the system", again.Missing())
	}
	for change, want := range map[string]string{
		`"procedure": "Alg1"=>"procedure": "Alg2"`: `methods[0].procedure: "Alg2": the procedures are Alg1, Alg1GR`,
		`"kind": "gauss"=>"kind": "linear"`:        `methods[0].settings.kernel.sigma: unknown field`,
		`"max_iter": 200=>"max_iter": "many"`:      `methods[0].settings.max_iter: "many": it must be a int`,
		`"ridge_nus"=>"nus"`:                       `methods[1].settings.nus: unknown field`,
		`"over": [=>"over": [3, `:                  `methods[2].over[0]: it must be an object`,
		`"weights": 5=>"settings": {}`:             `methods[2].over: [`,
	} {
		old, new, _ := strings.Cut(change, "=>")
		text := strings.Replace(string(raw), old, new, 1)
		if text == string(raw) {
			t.Errorf("%s is not in the design:\n%s", old, raw)
			continue
		}
		if _, err := study.ReadDesign([]byte(text), ""); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%s: %v, want %q", change, err, want)
		}
	}
	text := `{"name": "a", "problems": [], "methods": [{"name": "b", "procedure": "Alg1", "settings": {"kernel": {"kind": "linear"}}}]}`
	if _, err := study.ReadDesign([]byte(text), ""); err == nil || !strings.Contains(err.Error(), "methods[0].settings.kernel: ") || !strings.Contains(err.Error(), "it must be a kern.Gaussian") {
		t.Errorf("a kernel of another kind: %v", err)
	}
	if _, err := study.ReadDesign([]byte(strings.Replace(text, `, "settings": {"kernel": {"kind": "linear"}}`, "", 1)), ""); err == nil || !strings.Contains(err.Error(), "methods[0].settings.kernel: it is missing") {
		t.Errorf("no kernel: %v", err)
	}
	d.Methods = []study.Method{{Name: "both", Fit: study.System{Over: []baseline.Method{baseline.Lasso{}, baseline.Ridge{}}}}}
	if _, err := json.Marshal(d); err == nil || !strings.Contains(err.Error(), "Over of Lasso and Ridge") {
		t.Errorf("two systems: %v", err)
	}
}
