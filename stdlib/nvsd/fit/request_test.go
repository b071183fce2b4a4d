package fit

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	files, err := filepath.Glob(filepath.Join(dir, "..", "reference", "baselines", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("no requests (baselines/*.json) beside %s", dir)
	}
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
			outcome, err := task.Do(t.Context(), nil, "test")
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

// TestRequestAnswers: what has no reference is answered with a certificate or a status.
func TestRequestAnswers(t *testing.T) {
	data := `"X": [[0.1,0.9],[0.2,0.3],[0.4,0.7],[0.5,0.2],[0.7,0.6],[0.9,0.1],[0.3,0.5],[0.8,0.8]], "y": [0.1,0.3,1,1.3,2.1,3,0.6,2.4], "X_test": [[0.5,0.5]]`
	for _, c := range []struct{ name, request string }{
		{"hkl", `"settings": {"kind": "polynomial", "max_degree": 2}, "solutions": [{"lambda": 0.01}]`},
		{"hkl", `"settings": {"kind": "hermite"}, "solutions": [{"lambda": 0.1}, {"lambda": 0.01}]`},
		{"rodeo", `"settings": {"local": true}, "solutions": [{"tau": 1}]`},
		{"spam_backfitting", `"solutions": [{"lam": 0.1, "smoother": "local_linear"}, {"lam": 0.1, "smoother": "kernel"}]`},
		{"group_lasso", `"settings": {"groups": [[0], [1]]}, "solutions": [{"alpha": 0.1}]`},
	} {
		task, err := ReadTask(strings.NewReader(fmt.Sprintf(`{"method": %q, %s, %s}`, c.name, data, c.request)), "")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		outcome, err := task.Do(t.Context(), nil, "test")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		answer := outcome.(Answer)
		for _, entry := range answer["solutions"].([]answered) {
			if entry["status"] != "converged" || len(entry["test_pred"].([]float64)) != 1 {
				t.Errorf("%s: %v", c.name, entry)
			}
		}
		if _, err := json.Marshal(outcome); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestRequestRefuses(t *testing.T) {
	const data = `"X": [[0.1],[0.2],[0.4]], "y": [1, 2, 3]`
	for _, c := range []struct{ request, want string }{
		{`{"method": "lars", ` + data + `}`, `method: "lars": the methods are krls, `},
		{`{"method": "spam", ` + data + `}`, "solutions: it is missing or empty"},
		{`{"method": "spam", ` + data + `, "solution": [{"lam": 1}]}`, "solution: unknown field: is it solutions?"},
		{`{"method": "spam", ` + data + `, "solutions": [{}]}`, "solutions[0].lam: it is missing"},
		{`{"method": "spam", ` + data + `, "solutions": [{"lam": -1}]}`, "solutions[0].lam: -1: it must be > 0"},
		{`{"method": "krls", ` + data + `, "solutions": [{"lambda": 1, "kernel": "gauss", "intercept": "none"}]}`, `solutions[0].kernel: "gauss": it is one of gaussian, polynomial`},
		{`{"method": "krls", ` + data + `, "solutions": [{"lambda": 1, "kernel": "gaussian", "params": {"sigma": 0}, "intercept": "none"}]}`, "solutions[0].params.sigma: 0: it must be > 0"},
		{`{"method": "cosso", "X": [[0.1],[2],[0.4]], "y": [1, 2, 3], "penalised_solutions": [{"tau": 1}]}`, "X, row 2, column 1 (X[1][0]): 2: the inputs of cosso lie in [0, 1]"},
		{`{"method": "cosso", "order": 3, ` + data + `, "penalised_solutions": [{"tau": 1}]}`, "order: 3"},
		{`{"method": "mkl_additive", ` + data + `, "solutions": [{"tau": 1}]}`, "settings.sigma: it is missing"},
		{`{"method": "mkl_additive", ` + data + `, "settings": {"sigma": "wide"}, "solutions": [{"tau": 1}]}`, "settings.sigma: \"wide\" is not a number"},
		{`{"method": "lasso_elastic_net_l1features", ` + data + `, "solutions": [{"features": "linear", "alpha": 1, "l1_ratio": 2}]}`, "solutions[0].l1_ratio: 2"},
	} {
		task, err := ReadTask(strings.NewReader(c.request), "")
		if err == nil {
			_, err = task.Do(t.Context(), nil, "test")
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n gives %v,\n want %s", c.request, err, c.want)
		}
	}
}
