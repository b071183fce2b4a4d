package fit

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// notAnswered are what reference files hold of other programs.
var notAnswered = []string{
	".package", ".package_minus_one_step", ".sam", ".lars_diff", ".cond_K_plus_nlambdaI", ".plain_double_solve_",
	".alternating_", ".package_one_step_relative_excess",
}

// TestRequestReferences holds the systems to what others computed of the same requests, by
// the names of the same fields.
func TestRequestReferences(t *testing.T) {
	dir := os.Getenv("NVSD_DATA")
	if dir == "" {
		t.Skip("NVSD_DATA is not set: the requests are looked for beside the folder that it names")
	}
	files := referenceFiles(t, filepath.Join(dir, "..", "reference", "baselines"))
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			task, err := ReadTask(strings.NewReader(string(text)), dir)
			if err != nil {
				t.Fatal(err)
			}
			outcome, err := task.Do(t.Context(), Progress{}, "test")
			if err != nil {
				t.Fatal(err)
			}
			if missed := outcome.Missed(); missed != "" {
				t.Error(missed)
			}
			written, err := json.Marshal(outcome)
			if err != nil {
				t.Fatal(err)
			}
			var want, got map[string]any
			for text, to := range map[string]*map[string]any{string(text): &want, string(written): &got} {
				if err := json.Unmarshal([]byte(text), to); err != nil {
					t.Fatal(err)
				}
			}
			for _, list := range []string{"solutions", "penalised_solutions", "sparse_models", "iterations", "final_kernels", "lars_path"} {
				if want[list] != nil {
					alike(t, list, want[list], got[list])
				}
			}
		})
	}
}

// alike compares what a file has with what is answered, numbers within 1e-7 of the larger
// of 1 and their size.
func alike(t *testing.T, path string, want, got any) {
	t.Helper()
	for _, name := range notAnswered {
		if strings.Contains(path, name) {
			return
		}
	}
	switch want := want.(type) {
	case map[string]any:
		fields, ok := got.(map[string]any)
		if !ok {
			t.Errorf("%s: %v, want an object", path, got)
			return
		}
		for name, value := range want {
			alike(t, path+"."+name, value, fields[name])
		}
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			t.Errorf("%s: %v, want %d values", path, got, len(want))
			return
		}
		for i := range want {
			alike(t, fmt.Sprintf("%s[%d]", path, i), want[i], list[i])
		}
	case float64:
		v, ok := got.(float64)
		if !ok || math.Abs(v-want) > 1e-7*max(1, math.Abs(want)) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	default:
		if got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// requestData is a sample of a function of the first two of three inputs in [0, 1].
func requestData(n int) (X [][]float64, y []float64, test [][]float64) {
	at := func(i, a int) float64 { return math.Mod(float64((i+1)*(7*a+3))*0.618033988749895, 1) }
	for i := range n + 4 {
		x := []float64{at(i, 0), at(i, 1), at(i, 2)}
		if i >= n {
			test = append(test, x)
			continue
		}
		X = append(X, x)
		y = append(y, 2*x[0]+math.Sin(6*x[1])+0.3*(at(i, 3)-0.5))
	}
	return X, y, test
}

// requestOn is a request on data, with other fields as they stand.
func requestOn(t *testing.T, method string, X [][]float64, y []float64, test [][]float64, fields string) *Request {
	t.Helper()
	data, err := json.Marshal(map[string]any{"method": method, "X": X, "y": y, "X_test": test})
	if err != nil {
		t.Fatal(err)
	}
	task, err := ReadTask(strings.NewReader(strings.TrimSuffix(string(data), "}")+", "+fields+"}"), "")
	if err != nil {
		t.Fatalf("%s, %s: %v", method, fields, err)
	}
	return task.(*Request)
}

// TestRequestAnswers: an entry is answered with what the system itself finds, with the options
// that the fields stand for and the defaults of those that are absent.
func TestRequestAnswers(t *testing.T) {
	X, y, test := requestData(30)
	points := mat.NewDense(4, 3, slices.Concat(test...))
	flat := mat.NewDense(30, 3, slices.Concat(X...))
	frame, err := data.New(flat, y, "x0", "x1", "x2", "y")
	if err != nil {
		t.Fatal(err)
	}
	kernel := kern.Gaussian{Width: kern.Sigma(0.4)}
	const given, none = nvsd.NoScaling, nvsd.NoIntercept
	seen := map[string]string{}
	for _, c := range []struct {
		name, fields string
		weight       float64
		want         baseline.Method
	}{
		{"mean", `"solutions": [{}]`, 1, baseline.Mean{}},
		{"ridge", `"solutions": [{"alpha": 0.1}]`, 0.1, baseline.Ridge{}},
		{"ridge", `"solutions": [{"alpha": 0.1, "features": "poly2"}]`, 0.1, baseline.Ridge{Degree: 2}},
		{"lasso_elastic_net_l1features", `"solutions": [{"features": "linear", "alpha": 0.1, "l1_ratio": 0}]`, 0.1, baseline.Ridge{}},
		{"lasso_elastic_net_l1features", `"solutions": [{"features": "poly3", "alpha": 0.1, "l1_ratio": 0}]`, 0.1, baseline.Ridge{Degree: 3}},
		{"lasso_elastic_net_l1features", `"solutions": [{"features": "linear", "alpha": 0.1}]`, 0.1, baseline.Lasso{}},
		{"lasso_elastic_net_l1features", `"solutions": [{"features": "poly4", "alpha": 0.01, "l1_ratio": 0.3}]`, 0.01, baseline.PolynomialFeatures{Degree: 4, L1Ratio: 0.3}},
		{"group_lasso", `"settings": {"groups": [[0, 2], [1]]}, "solutions": [{"alpha": 0.1}]`, 0.1, baseline.GroupLasso{Groups: [][]int{{0, 2}, {1}}}},
		{"group_lasso", `"settings": {"groups": [[0, 2], [1]], "group_weights": [2, 1]}, "solutions": [{"alpha": 0.1}]`, 0.1, baseline.GroupLasso{Groups: [][]int{{0, 2}, {1}}, Weights: []float64{2, 1}}},
		{"spam", `"solutions": [{"lam": 0.01}]`, 0.01, baseline.SpAM{}},
		{"spam_backfitting", `"solutions": [{"lam": 0.1, "smoother": "local_linear"}]`, 0.1, baseline.Backfitting{}},
		{"spam_backfitting", `"solutions": [{"lam": 0.1, "smoother": "kernel"}]`, 0.1, baseline.Backfitting{Smoother: baseline.KernelSmoother{}}},
		{"spam_backfitting", `"solutions": [{"lam": 0.1, "smoother": "projection"}]`, 0.1, baseline.Backfitting{Smoother: baseline.SplineProjection{}}},
		{"hsic_lasso", `"solutions": [{"lam": 0.02}]`, 0.02, baseline.HSICLasso{}},
		{"hsic_lasso", `"solutions": [{"lam": 0.5, "normalised": false}]`, 0.5, baseline.HSICLasso{Unnormalised: true}},
		{"krls", `"solutions": [{"lambda": 0.1, "kernel": "gaussian", "params": {"sigma": 0.4}, "intercept": "mean"}]`, 0.1, baseline.KRLS{Kernel: kernel, Intercept: baseline.MeanIntercept, Scale: given}},
		{"mkl_additive", `"settings": {"sigma": 0.4}, "solutions": [{"tau": 0.1}]`, 0.1, baseline.MKL{Kernel: kernel, Scale: given}},
		{"mkl_additive", `"settings": {"sigma": 0.4}, "solutions": [{"tau": 0.1, "intercept": false}]`, 0.1, baseline.MKL{Kernel: kernel, Scale: given, Intercept: none}},
		{"cosso", `"penalised_solutions": [{"tau": 0.005}]`, 0.005, baseline.COSSO{Scale: baseline.UnitGiven}},
		{"cosso", `"order": 2, "penalised_solutions": [{"tau": 0.005}]`, 0.005, baseline.COSSO{Order: 2, Scale: baseline.UnitGiven}},
		{"adacosso", `"sparse_models": [{"kernels": "adapted", "tau": 0.01}]`, 0.01, baseline.ADACOSSO{Scale: baseline.UnitGiven}},
		{"adacosso", `"settings": {"mu": 9, "lambda0": 0.01, "outer_iterations": 2, "inner_iterations": 3}, "sparse_models": [{"kernels": "adapted", "tau": 0.01}]`, 0.01, baseline.ADACOSSO{Mu: 9, Lambda0: 0.01, Outer: 2, Inner: 3, Scale: baseline.UnitGiven}},
		{"adacosso", `"sparse_models": [{"kernels": "original", "tau": 0.01}]`, 0.01, baseline.ADACOSSO{Original: true, Scale: baseline.UnitGiven}},
		{"hkl", `"settings": {"kind": "polynomial"}, "solutions": [{"lambda": 0.01}]`, 0.01, baseline.HKL{Scale: given}},
		{"hkl", `"settings": {"kind": "polynomial", "max_degree": 2, "beta": 3}, "solutions": [{"lambda": 0.01}]`, 0.01, baseline.HKL{MaxDegree: 2, Beta: 3, Scale: given}},
		{"hkl", `"settings": {"kind": "hermite"}, "solutions": [{"lambda": 0.01}]`, 0.01, baseline.HKL{Kind: baseline.HKLHermite, Scale: given}},
		{"hkl", `"settings": {"kind": "hermite", "alpha": 0.3}, "solutions": [{"lambda": 0.01}]`, 0.01, baseline.HKL{Kind: baseline.HKLHermite, Alpha: 0.3, Scale: given}},
		{"rodeo", `"solutions": [{}]`, 1, baseline.RODEO{Scale: given}},
		{"rodeo", `"solutions": [{"tau": 0.02}]`, 0.02, baseline.RODEO{Scale: given}},
		{"rodeo", `"settings": {"sigma": 0.05}, "solutions": [{"tau": 1}]`, 1, baseline.RODEO{Sigma: 0.05, Scale: given}},
		{"rodeo", `"settings": {"local": true}, "solutions": [{"tau": 0.2}]`, 0.2, baseline.RODEO{Local: true, Scale: given}},
	} {
		r := requestOn(t, c.name, X, y, test, c.fields)
		answer, err := r.Run(t.Context(), Progress{})
		if err != nil {
			t.Errorf("%s, %s: %v", c.name, c.fields, err)
			continue
		}
		var entries []answerEntry
		for _, l := range r.schema.lists {
			entries = append(entries, answer[l.name].([]answerEntry)...)
		}
		want, err := c.want.Fit(t.Context(), frame, nvsd.Tau(c.weight))
		if err != nil {
			t.Fatal(err)
		}
		values, err := want.Predict(points)
		if err != nil {
			t.Fatal(err)
		}
		got := entries[0]
		variables, named := got["selected_variables"]
		if !named {
			variables = got["selected"]
		}
		in := indices(want.Selected())
		if own, ok := want.Detail().(*baseline.COSSOFit); ok {
			in = own.Selected
		}
		if len(entries) != 1 || got["status"] != "converged" || !reflect.DeepEqual(got["test_pred"], values) || !reflect.DeepEqual(variables, in) {
			t.Errorf("%s, %s: %v,\nwant predictions %v, selected %v", c.name, c.fields, got, values, in)
		}
		if v, ok := got["objective"]; ok != !math.IsNaN(want.Objective()) || ok && (v != want.Objective() || got["gap"] != want.Gap()) {
			t.Errorf("%s, %s: objective %v, gap %v, want %v, %v", c.name, c.fields, v, got["gap"], want.Objective(), want.Gap())
		}
		// Had a field been passed over, its answer would be another one's.
		for name := range r.jobs[r.schema.lists[len(r.schema.lists)-1].name][0].given {
			delete(got, name)
		}
		key := fmt.Sprint(c.name, got)
		if other, same := seen[key]; same && !strings.Contains(c.fields, `"l1_ratio": 0}`) {
			t.Errorf("%s: %s is answered as %s", c.name, c.fields, other)
		}
		seen[key] = c.fields
	}
}

// TestRequestBounded: an entry of COSSO with lam and M has the optimum under the bound and the
// published procedure.
func TestRequestBounded(t *testing.T) {
	X, y, test := requestData(30)
	frame, err := data.New(mat.NewDense(30, 3, slices.Concat(X...)), y, "x0", "x1", "x2", "y")
	if err != nil {
		t.Fatal(err)
	}
	answer, err := requestOn(t, "cosso", X, y, test, `"solutions": [{"lam": 0.001, "M": 2}, {"lam": 0.0001, "M": 1.5}]`).Run(t.Context(), Progress{})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range [][2]float64{{0.001, 2}, {0.0001, 1.5}} {
		entry := answer["solutions"].([]answerEntry)[i]
		for name, form := range map[string]baseline.COSSOForm{"optimum_constraint_form": baseline.ConstraintForm, "one_step": baseline.OneStep} {
			m, err := baseline.COSSO{Form: form, Lambda: c[0], Scale: baseline.UnitGiven}.Fit(t.Context(), frame, nvsd.Tau(2*c[0]/c[1]))
			if err != nil {
				t.Fatal(err)
			}
			values, err := m.Predict(mat.NewDense(4, 3, slices.Concat(test...)))
			if err != nil {
				t.Fatal(err)
			}
			got := entry[name].(answerEntry)
			if got["objective"] != m.Objective() || !reflect.DeepEqual(got["test_pred"], values) {
				t.Errorf("lam %v, M %v, %s: %v, want objective %v, predictions %v", c[0], c[1], name, got, m.Objective(), values)
			}
		}
	}
}

// manyFits are requests for three fits or more, to all systems.
var manyFits = []struct{ name, fields string }{
	{"mean", `"solutions": [{}, {}, {}]`},
	{"ridge", `"solutions": [{"alpha": 0.1}, {"alpha": 0.2}, {"alpha": 0.3, "features": "poly2"}]`},
	{"krls", `"solutions": [{"lambda": 0.1, "kernel": "polynomial", "params": {"degree": 2, "offset": 1, "scale": 1}, "intercept": "free"}, {"lambda": 0.1, "kernel": "gaussian", "params": {"sigma": 1}, "intercept": "none"}, {"lambda": 1, "kernel": "gaussian", "params": {"sigma": 1}, "intercept": "none"}]`},
	{"lasso_elastic_net_l1features", `"solutions": [{"features": "linear", "alpha": 0.1, "l1_ratio": 0}, {"features": "linear", "alpha": 0.1}, {"features": "poly2", "alpha": 0.1, "l1_ratio": 0.5}]`},
	{"group_lasso", `"settings": {"groups": [[0, 1], [2]]}, "solutions": [{"alpha": 0.1}, {"alpha": 0.05}, {"alpha": 0.01}]`},
	{"spam", `"solutions": [{"lam": 0.1}, {"lam": 0.01}, {"lam": 0.001}]`},
	{"spam_backfitting", `"solutions": [{"lam": 0.1, "smoother": "kernel"}, {"lam": 0.01, "smoother": "local_linear"}, {"lam": 0.01, "smoother": "kernel"}]`},
	{"hsic_lasso", `"solutions": [{"lam": 0.1}, {"lam": 0.1, "normalised": false}, {"lam": 0.01}]`},
	{"mkl_additive", `"settings": {"sigma": 1}, "solutions": [{"tau": 0.1}, {"tau": 0.1, "intercept": false}, {"tau": 0.01}]`},
	{"cosso", `"solutions": [{"lam": 0.001, "M": 2}, {"lam": 0.001, "M": 1}, {"lam": 0.01, "M": 1}], "penalised_solutions": [{"tau": 0.1}]`},
	{"adacosso", `"sparse_models": [{"tau": 0.1, "kernels": "adapted"}, {"tau": 0.1, "kernels": "original"}, {"tau": 0.01, "kernels": "adapted"}]`},
	{"hkl", `"settings": {"kind": "hermite"}, "solutions": [{"lambda": 0.1}, {"lambda": 0.01}, {"lambda": 1}]`},
	{"rodeo", `"settings": {"local": true}, "solutions": [{"tau": 1}, {"tau": 0.5}, {"tau": 2}]`},
}

// TestRequestPassesOver: what is not read is passed over with a warning, also where it is
// alike what is read.
func TestRequestPassesOver(t *testing.T) {
	const data = `"X": [[0.1],[0.2],[0.4]], "y": [1, 2, 3]`
	for _, c := range []struct {
		request string
		want    []string
	}{
		{`"y_test": [1], "X_test": [[0.3]], "solutions": [{"alpha": 1}]`, []string{"the field y_test is passed over"}},
		{`"X_tset": [[0.3]], "solutions": [{"alpha": 1}]`, []string{"the field X_tset is passed over (X_test would be read)"}},
		{`"sparse_models": [], "solutions": [{"alpha": 1}]`, []string{"the field sparse_models is passed over"}},
		{`"name": "a", "tolerance_note": "", "solutions": [{"alpha": 1, "alphas": 2, "note": 3}], "settings": {"n": 1}`, nil},
	} {
		task, err := ReadTask(strings.NewReader(`{"method": "ridge", `+data+`, `+c.request+`}`), "")
		if err != nil {
			t.Errorf("%s: %v", c.request, err)
			continue
		}
		if !slices.Equal(task.Warned(), c.want) {
			t.Errorf("%s: warnings %q, want %q", c.request, task.Warned(), c.want)
		}
	}
}

func TestRequestRefuses(t *testing.T) {
	const data = `"X": [[0.1],[0.2],[0.4]], "y": [1, 2, 3]`
	for _, c := range []struct{ request, want string }{
		{`{"method": "lars", ` + data + `}`, `method: "lars": the methods are mean, ridge, krls, `},
		{`{"method": "spam", ` + data + `}`, "solutions: it is missing or empty"},
		{`{"method": "spam", ` + data + `, "solution": [{"lam": 1}]}`, "solutions: it is missing or empty (is it the field solution?)"},
		{`{"method": "spam", ` + data + `, "solutions": [{}]}`, "solutions[0].lam: it is missing"},
		{`{"method": "spam", ` + data + `, "solutions": [{"lam": -1}]}`, "solutions[0].lam: -1: it must be > 0"},
		{`{"method": "krls", ` + data + `, "solutions": [{"lambda": 1, "kernel": "gauss", "intercept": "none"}]}`, `solutions[0].kernel: "gauss": it is one of gaussian, polynomial`},
		{`{"method": "krls", ` + data + `, "solutions": [{"lambda": 1, "kernel": "gaussian", "params": {"sigma": 0}, "intercept": "none"}]}`, "solutions[0].params.sigma: 0: it must be > 0"},
		{`{"method": "cosso", "X": [[0.1],[2],[0.4]], "y": [1, 2, 3], "penalised_solutions": [{"tau": 1}]}`, "X, row 2, column 1 (X[1][0]): 2: the inputs of cosso lie in [0, 1]"},
		{`{"method": "cosso", "order": 3, ` + data + `, "penalised_solutions": [{"tau": 1}]}`, "order: 3"},
		{`{"method": "mkl_additive", ` + data + `, "solutions": [{"tau": 1}]}`, "settings.sigma: it is missing"},
		{`{"method": "mkl_additive", ` + data + `, "settings": {"sigma": "wide"}, "solutions": [{"tau": 1}]}`, "settings.sigma: \"wide\" is not a number"},
		{`{"method": "lasso_elastic_net_l1features", ` + data + `, "solutions": [{"features": "linear", "alpha": 1, "l1_ratio": 2}]}`, "solutions[0].l1_ratio: 2"},
		{`{"method": "cosso", "X": [[0.1],[2],[0.4]], "X_test": [[3]], "y": [1, 2, 3], "penalised_solutions": [{"tau": 1}]}`, "X, row 2, column 1 (X[1][0]): 2: "},
		{`{"method": "cosso", "X": [[0.1],[1],[0.4]], "X_test": [[3]], "y": [1, 2, 3], "penalised_solutions": [{"tau": 1}]}`, "X_test, row 1, column 1 (X_test[0][0]): 3: "},
		{`{"method": "adacosso", ` + data + `, "settings": {"mu": 0}, "sparse_models": [{"kernels": "adapted", "tau": 1}]}`, "settings.mu: 0: it must be > 0"},
		{`{"method": "adacosso", ` + data + `, "settings": {"lambda0": 0}, "sparse_models": [{"kernels": "adapted", "tau": 1}]}`, "settings.lambda0: 0: it must be > 0"},
		{`{"method": "adacosso", ` + data + `, "settings": {"inner_iterations": 0}, "sparse_models": [{"kernels": "adapted", "tau": 1}]}`, "settings.inner_iterations: 0: it must be a whole number >= 1"},
		{`{"method": "adacosso", ` + data + `, "settings": {"Lambda_0": 0.1}, "sparse_models": [{"kernels": "adapted", "tau": 1}]}`, "settings.Lambda_0: unknown field: is it lambda0?"},
		{`{"method": "hkl", ` + data + `, "settings": {"kind": "hermite", "beta": 0}, "solutions": [{"lambda": 1}]}`, "settings.beta: 0: it must be from 1 to 1000"},
		{`{"method": "hkl", ` + data + `, "settings": {"kind": "hermite", "alpha": 0}, "solutions": [{"lambda": 1}]}`, "settings.alpha: 0: it must be above 0 and below 1"},
		{`{"method": "hkl", ` + data + `, "settings": {"kind": "hermite", "max_degree": 0}, "solutions": [{"lambda": 1}]}`, "settings.max_degree: 0"},
		{`{"method": "rodeo", ` + data + `, "settings": {"sigma": 0}, "solutions": [{"tau": 1}]}`, "settings.sigma: 0: it must be > 0"},
		{`{"method": "rodeo", ` + data + `, "solutions": [{"tau": 0}]}`, "solutions[0].tau: 0: it must be > 0"},
		{`{"method": "hsic_lasso", ` + data + `, "solutions": [{"lam": 1, "normalized": true}]}`, "solutions[0].normalized: unknown field: is it normalised?"},
		{`{"method": "lasso_elastic_net_l1features", ` + data + `, "solutions": [{"features": "linear", "alpha": 1, "l1ratio": 0.5}]}`, "solutions[0].l1ratio: unknown field: is it l1_ratio?"},
		{`{"method": "spam", ` + data + `, "solutions": [{"lam": 1}, {"lam": "x"}]}`, "solutions[1].lam: "},
		{`{"method": "mean", ` + data + `, "solutions": []}`, "solutions: it is missing or empty"},
	} {
		task, err := ReadTask(strings.NewReader(c.request), "")
		if err == nil {
			_, err = task.Do(t.Context(), Progress{}, "test")
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n gives %v,\n want %s", c.request, err, c.want)
		}
	}
}
