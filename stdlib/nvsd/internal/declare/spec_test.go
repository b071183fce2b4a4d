package declare

import (
	"errors"
	"fmt"
	"go/parser"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// spec draws a Spec that can be written.
func spec(t *rapid.T) problem.Spec {
	maybe := func(what string) bool { return rapid.Bool().Draw(t, what) }
	s := problem.Spec{
		Scale:     rapid.SampledFrom([]problem.Scale{"", problem.TrainSD, problem.NoScaling}).Draw(t, "scale"),
		Intercept: rapid.SampledFrom([]problem.Intercept{"", problem.Unpenalised, problem.NoIntercept}).Draw(t, "intercept"),
		Refit:     rapid.SampledFrom([]problem.Refit{"", problem.BestWidth, problem.KeepKernel, problem.NewWidth, problem.ARD}).Draw(t, "refit"),
		Decades:   rapid.Float64Range(0, 9).Draw(t, "decades"),
	}
	if maybe("kernel") {
		s.Kernel = kernel(t, 2)
	}
	if maybe("features") {
		s.Features = problem.RandomFeatures(rapid.IntRange(1, 1<<20).Draw(t, "count"), rapid.Uint64().Draw(t, "seed"))
	}
	switch rapid.IntRange(0, 3).Draw(t, "nu") {
	case 0:
		s.Nu = problem.Fixed(rapid.Float64Range(0, 9).Draw(t, "fixed"))
	case 1:
		s.Nu = problem.TimesTau(rapid.Float64Range(0, 9).Draw(t, "times tau"))
	case 2:
		s.Nu = problem.Choose(rapid.SliceOf(rapid.Float64Range(0, 9)).Draw(t, "choice")...)
	}
	switch rapid.IntRange(0, 2).Draw(t, "penalty") {
	case 0:
		s.Penalty = aPenalty(t, 2)
	case 1:
		s.Penalty = penalty.Scaled{Factor: 2, P: penalty.Lasso{}} // of DENOVAS
	}
	if maybe("ridge nus") {
		s.RidgeNus = rapid.SliceOfN(rapid.Float64Range(1e-9, 9), 1, 3).Draw(t, "ridge nus")
	}
	if maybe("tol") {
		s.Tol = rapid.Float64Range(0, 1).Draw(t, "tol")
	}
	limit, tol := rapid.IntRange(0, 1<<40).Draw(t, "limit"), rapid.Float64Range(0, 1).Draw(t, "own tol")
	if maybe("solver") {
		s.Solver = rapid.SampledFrom([]solve.Solver{
			solve.Dual{Tol: tol, MaxIter: limit}, solve.Newton{Tol: tol}, solve.ADMM{MaxIter: limit}, solve.DENOVAS{Tol: tol, MaxIter: limit}, solve.AISTATS{},
			solve.ADMM{Tol: tol, Inner: solve.SteepestDescent, Descents: limit, AsPublished: true, Relax: 1.5}, solve.DENOVAS{ByChange: true, Momentum: solve.Accelerated, Decay: 1.75}, solve.AISTATS{InnerTol: tol, FromZero: true},
		}).Draw(t, "solver")
	} else {
		s.MaxIter = limit
	}
	return s
}

// TestSpecsSurvive: a Spec that is written and read is the same Spec, to the bit, and has the same
// JSON and the same Go.
func TestSpecsSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := spec(t)
		raw, err := WriteSpec(s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadSpec(raw)
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		if !reflect.DeepEqual(got, s) {
			t.Fatalf("%s is read as %#v, want %#v", raw, got, s)
		}
		if again, err := WriteSpec(got); err != nil || string(again) != string(raw) {
			t.Fatalf("%s is written again as %s, %v", raw, again, err)
		}
		text := GoText(s)
		if _, err := parser.ParseExpr(text); err != nil {
			t.Fatalf("%s is no Go: %v", text, err)
		}
		if again := GoText(got); again != text {
			t.Fatalf("%s is read as %s", text, again)
		}
	})
}

// TestSpecTexts: the JSON and the Go of a Spec, as others read and write them. The Go is what is
// declared here.
func TestSpecTexts(t *testing.T) {
	for _, c := range []struct {
		spec     problem.Spec
		json, in string
	}{
		{problem.Spec{}, `{}`, `nvsd.Spec{}`},
		{
			problem.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: problem.Fixed(0.01)},
			`{"kernel":{"kind":"gauss","sigma":"median"},"penalty":"L","nu":0.01}`,
			`nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01)}`,
		},
		{
			problem.Spec{Features: problem.RandomFeatures(500, 7)},
			`{"features":{"count":500,"seed":7}}`,
			`nvsd.Spec{Features: nvsd.RandomFeatures(500, 7)}`,
		},
		{
			problem.Spec{Kernel: kern.Sum(kern.Linear{}, kern.Matern52{Width: kern.Times{Factor: 2, Width: kern.Sigma(3)}}), Penalty: penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, Nu: problem.TimesTau(0.1), Scale: problem.NoScaling},
			`{"kernel":{"kind":"sum","parts":[{"kind":"linear"},{"kind":"matern52","sigma":{"factor":2,"of":3}}]},"penalty":"DENOVAS","scale":"none","nu":0.1}`,
			`nvsd.Spec{Scale: nvsd.NoScaling, Kernel: kern.Sum(kern.Linear{}, kern.Matern52{Width: kern.Times{Factor: 2, Width: kern.Sigma(3)}}), Penalty: penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, Nu: nvsd.TimesTau(0.1)}`,
		},
		{
			problem.Spec{
				Penalty: penalty.SparseGroup{GroupLasso: penalty.GroupLasso{Groups: [][]int{{0, 1}, {2}}, Weights: []float64{1, 2}}, Mu: 0.5},
				Nu:      problem.Choose(0.1, 1), Solver: solve.ADMM{Tol: 1e-6, MaxIter: 30}, Tol: 1e-3, Refit: problem.KeepKernel, RidgeNus: []float64{0.5}, Decades: 2,
			},
			`{"penalty":"SG","groups":[[0,1],[2]],"group_weights":[1,2],"mu":0.5,"solver":"admm","nu":[0.1,1],"refit":"keep kernel","ridge_nus":[0.5],"tol":0.000001,"max_iter":30,"decades":2,"tau_max_tol":0.001}`,
			`nvsd.Spec{Penalty: penalty.SparseGroup{GroupLasso: penalty.GroupLasso{Groups: [][]int{{0, 1}, {2}}, Weights: []float64{1, 2}}, Mu: 0.5}, Nu: nvsd.Choose(0.1, 1), Solver: solve.ADMM{Tol: 1e-06, MaxIter: 30}, Refit: nvsd.KeepKernel, RidgeNus: []float64{0.5}, Tol: 0.001, Decades: 2}`,
		},
	} {
		if raw, err := WriteSpec(c.spec); err != nil || string(raw) != c.json {
			t.Errorf("written as\n%s, %v, want\n%s", raw, err, c.json)
		}
		if text := GoText(c.spec); text != c.in {
			t.Errorf("in Go\n%s, want\n%s", text, c.in)
		}
	}
}

// TestSpecsThatAreNotWritten: code and options that the JSON does not have.
func TestSpecsThatAreNotWritten(t *testing.T) {
	for want, s := range map[string]problem.Spec{
		"foreignKernel cannot be written":                     {Kernel: foreignKernel{}},
		"foreignPenalty cannot be written":                    {Penalty: foreignPenalty{}},
		"cannot be written: a file can name those of package": {Solver: foreignSolver{}},
		"its MaxIter is that of the default solver":           {Solver: solve.ADMM{}, MaxIter: 3},
	} {
		if raw, err := WriteSpec(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s, %v, want %s", raw, err, want)
		}
	}
	if text := GoText(problem.Spec{Solver: solve.ADMM{Relax: 1.5, Inner: solve.Eigen}}); text != `nvsd.Spec{Solver: solve.ADMM{Inner: solve.Inner("`+string(solve.Eigen)+`"), Relax: 1.5}}` {
		t.Error(text)
	}
}

type foreignSolver struct{ solve.Solver }

// TestSpecRefusals: the errors name the field and what it must be.
func TestSpecRefusals(t *testing.T) {
	for in, want := range map[string]string{
		`[]`:                                "it must be an object",
		`{"lambda": 1}`:                     "lambda: unknown field",
		`{"kernal": {}}`:                    "kernal: unknown field: is it kernel?",
		`{"kernel": {"kind": "of a cell"}}`: `kernel.kind: "of a cell": the kinds are linear`,
		`{"penalty": "EN"}`:                 "mu: it is missing: the penalty EN needs",
		`{"mu": 0.5}`:                       "mu: there is no penalty that it belongs to",
		`{"nu": "a"}`:                       `nu: "a": it must be a number, {"times_tau": number}, or a list`,
		`{"penalty": "DENOVAS", "nu": [1]}`: "nu: [1]: with the penalty DENOVAS it must be a number",
		`{"scale": "sd"}`:                   `scale: "sd": it is one of training standard deviation, none`,
		`{"refit": 3}`:                      "refit: 3: it must be a text",
		`{"solver": "simplex"}`:             `solver: "simplex": it is one of dual, newton`,
		`{"tol": -1}`:                       "tol: -1: it must be >= 0",
		`{"max_iter": 1.5}`:                 "max_iter: 1.5: it must be a whole number",
		`{"ridge_nus": [1, "a"]}`:           `ridge_nus, row 2 (ridge_nus[1]): "a" is not a number`,
		`{"tau_max_tol": 1}`:                "tau_max_tol: it belongs to a Spec with a solver",
		`{"solver_options": {}}`:            "solver_options: there is no solver that they belong to",
		`{"solver": "admm", "solver_options": {"iner": "eigen"}}`: `solver_options.iner: unknown field: is it inner?`,
		`{"solver": "admm", "solver_options": {"relax": "much"}}`: `solver_options.relax: "much": it must be a float64`,
		`{"solver": "admm", "solver_options": {"max_iter": 4}}`:   `solver_options.max_iter: unknown field`,
		`{"nu": 1, "nu": 2}`: "nu: the field is given twice",
	} {
		_, err := ReadSpec([]byte(in))
		if _, ok := errors.AsType[*jsonobject.Error](err); !ok || !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
}
