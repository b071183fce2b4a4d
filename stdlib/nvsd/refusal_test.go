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

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

// Every refusal has a type that a program can ask for, and says which argument, or which
// data, it is about.
func TestRefusalsAreTyped(t *testing.T) {
	f := fixture.Waves(20, 3, 1)
	path := fixture.Must[*nvsd.Path](t)(fixture.Quick.Path(fixture.Ctx, f, 3))
	m := fixture.Must[*nvsd.Model](t)(fixture.Quick.Fit(fixture.Ctx, f, nvsd.TauFrac(0.2)))
	nus := fixture.Must[*nvsd.RidgePath](t)(fixture.Quick.RidgePath(fixture.Ctx, f, nil))
	other := fixture.Must[*data.Frame](t)(f.Inputs(f.Names()[:2]...))
	fit := func(change func(*nvsd.Spec)) error {
		spec := fixture.Quick
		change(&spec)
		_, err := spec.Fit(fixture.Ctx, f, nvsd.Tau(0.1))
		return err
	}
	at := func(tau nvsd.TauChoice) error { _, err := fixture.Quick.Fit(fixture.Ctx, f, tau); return err }
	choose := func(by nvsd.Criterion, rule nvsd.SelectionRule, refit ...nvsd.Refit) error {
		_, err := path.Select(fixture.Ctx, by, rule, refit...)
		return err
	}
	search := func(s nvsd.Search) error { _, err := fixture.Quick.Search(fixture.Ctx, f, s); return err }
	by := nvsd.ByLeaveOneOut()
	only := func(_ any, err error) error { return err }
	foreignKernel := fixture.Quick
	foreignKernel.Kernel = kern.Sum(kern.Linear{}, fixture.Foreign{Kernel: kern.Linear{}})
	noFit := fixture.Must[*nvsd.Model](t)(foreignKernel.Ridge(fixture.Ctx, f, by))

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
		"count":          {only(fixture.Quick.Path(fixture.Ctx, f, 0))},
		"taus":           {only(fixture.Quick.PathAt(fixture.Ctx, f)), only(fixture.Quick.PathAt(fixture.Ctx, f, -1))},
		"by":             {choose(nvsd.Criterion{}, nvsd.Ranked), choose(nvsd.ByLeaveOneOut(nvsd.AbsoluteTau), nvsd.Ranked)},
		"rule":           {choose(by, "best"), choose(by, nvsd.TopK(0)), choose(by, nvsd.TopK(9)), choose(by, nvsd.ADMMZeros)},
		"refit":          {choose(by, nvsd.Ranked, nvsd.ARD, nvsd.BestWidth)},
		"folds":          {choose(nvsd.ByCrossValidation(nvsd.KFold(1, 1)), nvsd.Ranked), choose(nvsd.ByCrossValidation(nvsd.Folds{}), nvsd.Ranked)},
		"grid":           {only(m.PartialDependence(fixture.Ctx, f.Names()[0], math.NaN()))},
		"Search.Taus":    {search(nvsd.Search{Taus: -1, By: by})},
		"Search.Fits":    {search(nvsd.Search{Fits: -1, By: by}), search(nvsd.Search{Fits: 1, Taus: 5, By: by})},
		"Search.Order":   {search(nvsd.Search{Order: "best", By: by})},
		"Search":         {search(nvsd.Search{Kernels: []kern.Kernel{}, By: by})},
		"NullPlan.Level": {only(fixture.Quick.PermutedNull(fixture.Ctx, f, nvsd.Tau(0.1), nvsd.NullPlan{Level: 2}))},
		"Alg1GR.Taus":    {only(nvsd.Alg1GR{Kernel: kern.Gaussian{Width: kern.Sigma(1)}, Taus: []float64{-1}}.Select(fixture.Ctx, f, by))},
		"model":          {only(m.LeaveOneOut(fixture.Ctx))},
		"NullPlan.Repeats": {
			only(fixture.Quick.PermutedNull(fixture.Ctx, f, nvsd.Tau(0.1), nvsd.NullPlan{Repeats: -1})),
			only(fixture.Quick.PermutedTarget(fixture.Ctx, f, 2, by, nvsd.Ranked, nvsd.NullPlan{Repeats: -1})),
		},
		"BootstrapPlan.Repeats":   {only(fixture.Quick.Bootstrap(fixture.Ctx, f, nvsd.Tau(0.1), nvsd.BootstrapPlan{Repeats: -1}))},
		"BootstrapPlan.Level":     {only(fixture.Quick.Bootstrap(fixture.Ctx, f, nvsd.Tau(0.1), nvsd.BootstrapPlan{Level: 2}))},
		"StabilityPlan":           {only(fixture.Quick.Stability(fixture.Ctx, f, nvsd.StabilityPlan{Pairs: -1}))},
		"StabilityPlan.Threshold": {only(fixture.Quick.Stability(fixture.Ctx, f, nvsd.StabilityPlan{Threshold: 0.4}))},
		"StabilityPlan.Size":      {only(fixture.Quick.Stability(fixture.Ctx, f, nvsd.StabilityPlan{Size: 99}))},
	}
	for name, all := range argument {
		for k, err := range all {
			refused, ok := errors.AsType[*nvsd.ArgumentError](err)
			if !ok || refused.Name != name || !strings.HasPrefix(refused.Error(), "nvsd: ") {
				t.Errorf("%s, %d: %T %v", name, k, err, err)
			}
		}
	}
	numbers := fixture.Must[*data.Frame](t)(data.New(mat.NewDense(1, 1, []float64{1}), []float64{1}))
	for name, all := range map[string][]error{
		"training part": {
			only(fixture.Quick.Fit(fixture.Ctx, nil, nvsd.Tau(1))), only(fixture.Quick.Fit(fixture.Ctx, numbers, nvsd.Tau(1))), only(nvsd.Mean(nil)), only(m.Classify(f.X())),
			only(fixture.Quick.CrossValidate(fixture.Ctx, nil, nvsd.KFold(2, 1), nvsd.Search{})), only(fixture.Quick.Search(fixture.Ctx, nil, nvsd.Search{})),
			only(fixture.Quick.PermutedNull(fixture.Ctx, nil, nvsd.Tau(1), nvsd.NullPlan{})), only(fixture.Quick.PermutedTarget(fixture.Ctx, nil, 2, by, nvsd.Ranked, nvsd.NullPlan{})),
			only(fixture.Quick.Stability(fixture.Ctx, nil, nvsd.StabilityPlan{})),
		},
		"data to evaluate on": {only(m.Score(fixture.Ctx, nil)), only(m.PredictFrame(other)), only(nvsd.Compare(nil, m))},
		"points":              {only(m.Predict(nil)), only(m.Predict(mat.NewDense(2, 1, nil)))},
	} {
		for k, err := range all {
			if refused, ok := errors.AsType[*nvsd.DataError](err); !ok || refused.Data != name || !strings.HasPrefix(refused.Error(), "nvsd: ") {
				t.Errorf("%s, %d: %T %v", name, k, err, err)
			}
		}
	}
	for name, err := range map[string]error{
		"none": only(m.PartialDependence(fixture.Ctx, "none")), "7": only(path.Model(7)), "99": only(nus.Model(99)),
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
	spec := fixture.Quick
	change(&spec)
	path, err := spec.PathAt(fixture.Ctx, f, like.Taus()...)
	if err != nil {
		return err
	}
	_, err = path.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked)
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
		files = append(files, fixture.Must[[]string](t)(filepath.Glob(filepath.Join(layer, "*.go")))...)
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
