package nvsd_test

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// Every refusal has a type that a program can ask for, and says which argument, or which
// data, it is about.
func TestRefusalsAreTyped(t *testing.T) {
	f := waves(20, 3, 1)
	path := must[*nvsd.Path](t)(quick.Path(ctx, f, 3))
	m := must[*nvsd.Model](t)(quick.Fit(ctx, f, nvsd.TauFrac(0.2)))
	nus := must[*nvsd.RidgePath](t)(quick.RidgePath(ctx, f, nil))
	other := must[*data.Frame](t)(f.Inputs(f.Names()[:2]...))
	fit := func(change func(*nvsd.Spec)) error {
		spec := quick
		change(&spec)
		_, err := spec.Fit(ctx, f, nvsd.Tau(0.1))
		return err
	}
	at := func(tau nvsd.TauChoice) error { _, err := quick.Fit(ctx, f, tau); return err }
	choose := func(by nvsd.Criterion, rule nvsd.SelectionRule, refit ...nvsd.Refit) error {
		_, err := path.Select(ctx, by, rule, refit...)
		return err
	}
	search := func(s nvsd.Search) error { _, err := quick.Search(ctx, f, s); return err }
	by := nvsd.ByLeaveOneOut()
	only := func(_ any, err error) error { return err }
	foreignKernel := quick
	foreignKernel.Kernel = kern.Sum(kern.Linear{}, foreign{kern.Linear{}})
	noFit := must[*nvsd.Model](t)(foreignKernel.Ridge(ctx, f, by))

	argument := map[string][]error{
		"Spec.Kernel": {
			fit(func(s *nvsd.Spec) { s.Kernel = nil }), fit(func(s *nvsd.Spec) { s.Kernel = kern.Gaussian{} }),
			choosing(path, func(s *nvsd.Spec) { s.Kernel, s.Refit = kern.Polynomial{Degree: 2, Offset: 1}, nvsd.ARD }, f),
			noFit.Write(&bytes.Buffer{}),
		},
		"Spec.Penalty": {
			fit(func(s *nvsd.Spec) { s.Penalty = nil }),
			fit(func(s *nvsd.Spec) { s.Penalty = penalty.GroupsByName([][]string{{"nothing"}}) }),
		},
		"Spec.Nu": {
			fit(func(s *nvsd.Spec) { s.Nu = nvsd.Nu{} }), fit(func(s *nvsd.Spec) { s.Nu = nvsd.Choose(1, 2) }),
			fit(func(s *nvsd.Spec) { s.Nu = nvsd.Fixed(math.NaN()) }),
		},
		"Spec.Scale":     {fit(func(s *nvsd.Spec) { s.Scale = "range" })},
		"Spec.Intercept": {fit(func(s *nvsd.Spec) { s.Intercept = "some" })},
		"Spec.Refit":     {fit(func(s *nvsd.Spec) { s.Refit = "best" }), choose(by, nvsd.Ranked, "best")},
		"Spec.RidgeNus":  {fit(func(s *nvsd.Spec) { s.RidgeNus = []float64{0} }), fit(func(s *nvsd.Spec) { s.RidgeNus = []float64{-1} })},
		"Spec.Tol":       {fit(func(s *nvsd.Spec) { s.Tol = -1 })},
		"Spec.MaxIter":   {fit(func(s *nvsd.Spec) { s.MaxIter = -1 }), fit(func(s *nvsd.Spec) { s.Solver, s.MaxIter = solve.Dual{}, 3 })},
		"Spec.Decades":   {fit(func(s *nvsd.Spec) { s.Decades = -1 })},
		"tau":            {at(nvsd.Tau(-1)), at(nvsd.TauFrac(math.Inf(1)))},
		"count":          {only(quick.Path(ctx, f, 0))},
		"taus":           {only(quick.PathAt(ctx, f)), only(quick.PathAt(ctx, f, -1))},
		"by":             {choose(nvsd.Criterion{}, nvsd.Ranked), choose(nvsd.ByLeaveOneOut(nvsd.AbsoluteTau), nvsd.Ranked)},
		"rule":           {choose(by, "best"), choose(by, nvsd.TopK(0)), choose(by, nvsd.TopK(9)), choose(by, nvsd.ADMMZeros)},
		"refit":          {choose(by, nvsd.Ranked, nvsd.ARD, nvsd.BestWidth)},
		"folds":          {choose(nvsd.ByCrossValidation(nvsd.KFold(1, 1)), nvsd.Ranked), choose(nvsd.ByCrossValidation(nvsd.Folds{}), nvsd.Ranked)},
		"grid":           {only(m.PartialDependence(ctx, f.Names()[0], math.NaN()))},
		"Search.Taus":    {search(nvsd.Search{Taus: -1, By: by})},
		"Search.Fits":    {search(nvsd.Search{Fits: -1, By: by}), search(nvsd.Search{Fits: 1, Taus: 5, By: by})},
		"Search.Order":   {search(nvsd.Search{Order: "best", By: by})},
		"Search":         {search(nvsd.Search{Kernels: []kern.Kernel{}, By: by})},
		"NullPlan.Level": {only(quick.PermutedNull(ctx, f, nvsd.Tau(0.1), nvsd.NullPlan{Level: 2}))},
		"Alg1GR.Taus":    {only(nvsd.Alg1GR{Kernel: kern.Gaussian{Width: kern.Sigma(1)}, Taus: []float64{-1}}.Select(ctx, f, by))},
		"model":          {only(m.LeaveOneOut(ctx))},
		"NullPlan.Repeats": {
			only(quick.PermutedNull(ctx, f, nvsd.Tau(0.1), nvsd.NullPlan{Repeats: -1})),
			only(quick.PermutedTarget(ctx, f, 2, by, nvsd.Ranked, nvsd.NullPlan{Repeats: -1})),
		},
		"BootstrapPlan.Repeats":   {only(quick.Bootstrap(ctx, f, nvsd.Tau(0.1), nvsd.BootstrapPlan{Repeats: -1}))},
		"BootstrapPlan.Level":     {only(quick.Bootstrap(ctx, f, nvsd.Tau(0.1), nvsd.BootstrapPlan{Level: 2}))},
		"StabilityPlan":           {only(quick.Stability(ctx, f, nvsd.StabilityPlan{Pairs: -1}))},
		"StabilityPlan.Threshold": {only(quick.Stability(ctx, f, nvsd.StabilityPlan{Threshold: 0.4}))},
		"StabilityPlan.Size":      {only(quick.Stability(ctx, f, nvsd.StabilityPlan{Size: 99}))},
	}
	for name, all := range argument {
		for k, err := range all {
			refused, ok := errors.AsType[*nvsd.ArgumentError](err)
			if !ok || refused.Name != name || !strings.HasPrefix(refused.Error(), "nvsd: ") {
				t.Errorf("%s, %d: %T %v", name, k, err, err)
			}
		}
	}
	numbers := must[*data.Frame](t)(data.New(mat.NewDense(1, 1, []float64{1}), []float64{1}))
	for name, all := range map[string][]error{
		"training part": {
			only(quick.Fit(ctx, nil, nvsd.Tau(1))), only(quick.Fit(ctx, numbers, nvsd.Tau(1))), only(nvsd.Mean(nil)), only(m.Classify(f.X())),
			only(quick.CrossValidate(ctx, nil, nvsd.KFold(2, 1), nvsd.Search{})), only(quick.Search(ctx, nil, nvsd.Search{})),
			only(quick.PermutedNull(ctx, nil, nvsd.Tau(1), nvsd.NullPlan{})), only(quick.PermutedTarget(ctx, nil, 2, by, nvsd.Ranked, nvsd.NullPlan{})),
			only(quick.Stability(ctx, nil, nvsd.StabilityPlan{})),
		},
		"data to evaluate on": {only(m.Score(ctx, nil)), only(m.PredictFrame(other)), only(nvsd.Compare(nil, m))},
		"points":              {only(m.Predict(nil)), only(m.Predict(mat.NewDense(2, 1, nil)))},
	} {
		for k, err := range all {
			if refused, ok := errors.AsType[*nvsd.DataError](err); !ok || refused.Data != name || !strings.HasPrefix(refused.Error(), "nvsd: ") {
				t.Errorf("%s, %d: %T %v", name, k, err, err)
			}
		}
	}
	for name, err := range map[string]error{
		"none": only(m.PartialDependence(ctx, "none")), "7": only(path.Model(7)), "99": only(nus.Model(99)),
	} {
		if missing, ok := errors.AsType[*nvsd.NotFoundError](err); !ok || missing.Name != name || (missing.What == "input") != (len(missing.Known) == 3) {
			t.Errorf("%s: %T %v", name, err, err)
		}
	}
	for _, file := range []string{"", "{}", `{"format": "nvsd model", "version": 99}`} {
		if _, err := nvsd.ReadModel(strings.NewReader(file)); !isModelFile(err) {
			t.Errorf("%q: %T %v", file, err, err)
		}
	}
	if _, err := nvsd.LoadModel(filepath.Join("testdata", "none.json")); err == nil || isModelFile(err) {
		t.Errorf("a file that is not there: %T %v", err, err)
	}
}

// choosing returns the error of a choice on a path of another Spec.
func choosing(like *nvsd.Path, change func(*nvsd.Spec), f *data.Frame) error {
	spec := quick
	change(&spec)
	path, err := spec.PathAt(ctx, f, like.Taus()...)
	if err != nil {
		return err
	}
	_, err = path.Select(ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked)
	return err
}

func isModelFile(err error) bool {
	_, ok := errors.AsType[*nvsd.ModelFileError](err)
	return ok
}

// What refuses on its own account, and wraps no other error, is one of the types.
func TestNoRefusalIsPlainText(t *testing.T) {
	var files []string
	for _, layer := range []string{".", "progress", "score", "problem", "choose", "model", "record", "proof", "resample", "search"} {
		files = append(files, must[[]string](t)(filepath.Glob(filepath.Join(layer, "*.go")))...)
	}
	calls := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			text, ok := call.Args[0].(*ast.BasicLit)
			if !ok || text.Kind != token.STRING {
				return true
			}
			calls++
			words, err := strconv.Unquote(text.Value)
			if err == nil && strings.HasPrefix(words, "nvsd: ") && !strings.Contains(words, "%w") {
				t.Errorf("%v: %q is no typed error: see package refusal", set.Position(call.Pos()), words)
			}
			return true
		})
	}
	if calls < 100 {
		t.Errorf("only %d calls with a text were looked at", calls)
	}
}
