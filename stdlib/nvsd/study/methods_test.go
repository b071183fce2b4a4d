package study_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// told is a method that returns what it is told to.
type told struct {
	fit func(ctx context.Context, r *study.Replication) (study.Model, error)
	key string
}

func (m told) Key() string { return m.key }

func (m told) Fit(ctx context.Context, r *study.Replication) ([]study.Outcome, error) {
	own, err := m.fit(ctx, r)
	return []study.Outcome{{Model: own}}, err
}

// guess is a model that predicts a constant, and has some inputs.
type guess struct {
	value float64
	in    []bool
}

func (g guess) PredictFrame(f *data.Frame) ([]float64, error) {
	return slices.Repeat([]float64{g.value}, f.N()), nil
}

func (g guess) Selected() []bool { return g.in }

// design returns a design of methods on E1, of three repetitions.
func design(t testing.TB, methods ...study.Method) study.Design {
	return study.Design{
		Name:     "own",
		Problems: []study.Problem{{Name: "E1", From: fixture.Must[*data.Problem](t)(data.UAI{Experiment: 1}.Problem()), Train: []int{12}, Test: 20}},
		Methods:  methods, Reps: 3,
	}
}

// TestFailuresAreResults: a method that fails, panics or returns nonsense has its error where it has failed, and the others have
// their results. It is run again on request alone.
func TestFailuresAreResults(t *testing.T) {
	var runs atomic.Int32 // units run at once
	good := guess{1, make([]bool, 18)}
	all := map[string]func(ctx context.Context, r *study.Replication) (study.Model, error){
		"good": func(context.Context, *study.Replication) (study.Model, error) { return good, nil },
		"fails once": func(_ context.Context, r *study.Replication) (study.Model, error) {
			if runs.Add(1) == 1 {
				return nil, errors.New("out of luck")
			}
			return good, nil
		},
		"panics": func(context.Context, *study.Replication) (study.Model, error) {
			var s []int
			return nil, errors.New("x" + string(rune(s[3])))
		},
		"nothing":    func(context.Context, *study.Replication) (study.Model, error) { return nil, nil },
		"few inputs": func(context.Context, *study.Replication) (study.Model, error) { return guess{1, make([]bool, 3)}, nil },
		"no number": func(context.Context, *study.Replication) (study.Model, error) {
			return guess{math.NaN(), make([]bool, 18)}, nil
		},
		"large": func(context.Context, *study.Replication) (study.Model, error) {
			return guess{1e200, make([]bool, 18)}, nil
		},
		"reads Valid": func(_ context.Context, r *study.Replication) (study.Model, error) { _ = r.Valid.N(); return good, nil },
	}
	var methods []study.Method
	for name, fit := range all {
		methods = append(methods, study.Method{Name: name, Fit: told{fit, name}})
	}
	d, dir := design(t, methods...), t.TempDir()
	r := fixture.Must[*study.Results](t)(study.Run(t.Context(), d, dir))
	want := map[string]string{
		"panics": "panic: runtime error: index out of range", "nothing": "returned no model", "few inputs": "of 3 inputs", "no number": "row 1 of the test part is no number",
		"large": "RMSE is +Inf", "reads Valid": "panic:",
	}
	failures := 0
	for _, u := range d.Units() {
		own := r.Of(u)
		if text := want[u.Method]; text == "" != (own.Err == "") && u.Method != "fails once" || !strings.Contains(own.Err, text) {
			t.Errorf("%v: %q, want %q", u, own.Err, text)
		}
		if u.Method == "fails once" && own.Err != "" {
			failures++
		}
	}
	if failures != 1 || len(r.Failed()) != 19 || r.Missing() != 0 {
		t.Fatalf("%d failures of one, %d of all, %d missing", failures, len(r.Failed()), r.Missing())
	}
	if text := r.String(); !strings.Contains(text, "– (3 failed)") || !strings.Contains(text, "(1 failed)") {
		t.Errorf("the table does not count failures:\n%s", text)
	}
	before := runs.Load()
	fixture.Must[*study.Results](t)(study.Run(t.Context(), d, dir))
	if runs.Load() != before {
		t.Error("what has failed is run again without being asked for")
	}
	r = fixture.Must[*study.Results](t)(study.Run(t.Context(), d, dir, study.RetryFailed()))
	if runs.Load() != before+1 || len(r.Failed()) != 18 {
		t.Errorf("%d runs more, %d failures", runs.Load()-before, len(r.Failed()))
	}
}

// TestFolders: a folder takes more repetitions, sizes and methods and other names, and refuses other numbers.
func TestFolders(t *testing.T) {
	var runs atomic.Int32
	constant := func(key string) study.Fitter {
		return told{func(context.Context, *study.Replication) (study.Model, error) {
			runs.Add(1)
			return guess{1, make([]bool, 18)}, nil
		}, key}
	}
	d, dir := design(t, study.Method{Name: "a", Fit: constant("a")}), t.TempDir()
	run := func(d study.Design, want int) {
		t.Helper()
		runs.Store(0)
		if _, err := study.Run(t.Context(), d, dir); err != nil || int(runs.Load()) != want {
			t.Errorf("%d units run, want %d: %v", runs.Load(), want, err)
		}
	}
	run(d, 3)
	run(d, 0)
	more := d
	more.Reps = 5
	run(more, 2)
	more.Methods = []study.Method{{Name: "renamed", Fit: constant("a")}, {Name: "b", Fit: constant("b")}}
	run(more, 5)
	for what, change := range map[string]func(d *study.Design){
		"its seed is 0, and not 4":        func(d *study.Design) { d.Seed = 4 },
		`it is "own"`:                     func(d *study.Design) { d.Name = "other" },
		`its problem "E1" is another one`: func(d *study.Design) { d.Problems = slices.Clone(d.Problems); d.Problems[0].Test = 30 },
		`its method "b" is another one`:   func(d *study.Design) { d.Methods = []study.Method{{Name: "b", Fit: constant("c")}} },
	} {
		other := more
		change(&other)
		if _, err := study.Run(t.Context(), other, dir); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%v, want %q", err, what)
		}
	}
	noKey := design(t, study.Method{Name: "a", Fit: keyless{}})
	if _, err := study.Run(t.Context(), noKey, t.TempDir()); err == nil || !strings.Contains(err.Error(), "give it a method Key() string") {
		t.Errorf("without a key: %v", err)
	}
	if _, err := study.Run(t.Context(), noKey, ""); err != nil {
		t.Errorf("without a folder: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	check(t, os.WriteFile(file, nil, 0o600))
	if _, err := study.Run(t.Context(), d, file); err == nil {
		t.Error("a file is taken for a folder")
	}
}

// TestFilesMayMove: a file of data is the same in another folder, and another one once its content has changed.
func TestFilesMayMove(t *testing.T) {
	text := "a,b,y\n"
	for i := range 40 {
		text += fmt.Sprintf("%d,%d,%d\n", i*7%11, i*5%13, i%9)
	}
	folder := t.TempDir()
	var runs atomic.Int32
	run := func(dir, name, content string, want int) {
		t.Helper()
		path := filepath.Join(t.TempDir(), name)
		check(t, os.WriteFile(path, []byte(content), 0o600))
		f := fixture.Must[*data.Frame](t)(data.CSV(path))
		d := design(t, study.Method{Name: "a", Fit: told{func(context.Context, *study.Replication) (study.Model, error) {
			runs.Add(1)
			return guess{1, make([]bool, 2)}, nil
		}, "a"}})
		d.Problems[0].From = study.Rows{Of: f}
		runs.Store(0)
		if _, err := study.Run(t.Context(), d, dir); err != nil || int(runs.Load()) != want {
			t.Errorf("%s: %d units are run, want %d: %v", name, runs.Load(), want, err)
		}
	}
	run(folder, "table.csv", text, 3)
	run(folder, "table.csv", text, 0)
	run(t.TempDir(), "table.csv", strings.Replace(text, "10", "11", 1), 3)
}

// keyless is a method that does not say what it is.
type keyless struct{}

func (keyless) Fit(context.Context, *study.Replication) ([]study.Outcome, error) {
	return []study.Outcome{{Model: guess{0, make([]bool, 18)}}}, nil
}

// TestReplications: parts share no row, all methods have the same data, and each repetition other ones.
func TestReplications(t *testing.T) {
	f := fixture.Must[*data.Frame](t)(data.Load("diabetes"))
	p := study.Problem{Name: "diabetes", From: study.Rows{Of: f}, Train: []int{50, 60}, Valid: 70, Test: 80, Permuted: true, Standardise: true}
	d := study.Design{Name: "parts", Problems: []study.Problem{p}, Seed: 3}
	seen := map[float64]bool{}
	for _, n := range p.Train {
		for rep := range 3 {
			r := fixture.Must[*study.Replication](t)(d.Replication("diabetes", n, rep))
			if r.Train.N() != n || r.Valid.N() != 70 || r.Test.N() != 80 || r.Train.D() != 20 {
				t.Fatalf("%d, %d and %d rows of %d inputs", r.Train.N(), r.Valid.N(), r.Test.N(), r.Train.D())
			}
			again := fixture.Must[*study.Replication](t)(d.Replication("diabetes", n, rep))
			if !slices.Equal(again.Train.Y(), r.Train.Y()) || again.Seed != r.Seed {
				t.Error("the data of a repetition are not the same twice")
			}
			rows := map[[2]float64]bool{}
			for _, part := range []*data.Frame{r.Train, r.Valid, r.Test} {
				for i, y := range part.Y() {
					rows[[2]float64{y, part.X().At(i, 2) + 10*part.X().At(i, 9) + 100*part.X().At(i, 4)}] = true
				}
			}
			if len(rows) < n+150 {
				t.Errorf("%d different rows of %d", len(rows), n+150)
			}
			for a := range 20 {
				sum, squares := 0.0, 0.0
				for i := range n {
					v := r.Train.X().At(i, a)
					sum, squares = sum+v, squares+v*v
				}
				if math.Abs(sum) > 1e-9 || math.Abs(squares/float64(n-1)-1) > 1e-9 {
					t.Errorf("input %d has the mean %v and the variance %v over training rows", a, sum/float64(n), squares/float64(n-1))
				}
			}
			seen[r.Train.Y()[0]+1000*r.Train.Y()[1]] = true
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d different replications of six", len(seen))
	}
	p.Valid = study.AsTrain
	d.Problems = []study.Problem{p}
	for _, n := range p.Train {
		if r := fixture.Must[*study.Replication](t)(d.Replication("diabetes", n, 0)); r.Valid.N() != n {
			t.Errorf("%d validation rows beside %d training rows", r.Valid.N(), n)
		}
	}
	p.Valid, p.Folds = study.AsTrain, 5
	d.Problems = []study.Problem{p}
	if _, err := d.Replication("diabetes", 50, 0); err == nil || !strings.Contains(err.Error(), "validation rows and folds") {
		t.Errorf("validation rows and folds: %v", err)
	}
	p.Valid, p.Folds = 70, 0
	p.Train = []int{400}
	d.Problems = []study.Problem{p}
	if _, err := d.Replication("diabetes", 400, 0); err == nil || !strings.Contains(err.Error(), "550") {
		t.Errorf("more rows than there are: %v", err)
	}
	if _, err := d.Replication("diabets", 400, 0); err == nil || !strings.Contains(err.Error(), `is it "diabetes"?`) {
		t.Errorf("another name: %v", err)
	}
}

// TestSelectionMeasures: what is measured of a selection is what counting gives.
func TestSelectionMeasures(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		in := rapid.SliceOfN(rapid.Bool(), 18, 18).Draw(rt, "in")
		d := design(t, study.Method{Name: "a", Fit: told{func(context.Context, *study.Replication) (study.Model, error) { return guess{2, in}, nil }, ""}})
		d.Reps = 1
		own := fixture.Must[*study.Results](t)(study.Run(t.Context(), d, "")).Of(study.Unit{Problem: "E1", Train: 12, Method: "a"})
		relevant := []int{0, 1, 2, 6, 7, 8}
		var both, either, size, missed, added float64
		for a, is := range in {
			matters := slices.Contains(relevant, a)
			if is {
				size++
			}
			switch {
			case is && matters:
				both++
				either++
			case is:
				added++
				either++
			case matters:
				missed++
				either++
			}
		}
		want := map[study.Measure]float64{
			study.Tanimoto: 1 - both/either, study.Recall: both / 6, study.Inputs: size, study.SelectionError: (missed/6 + added/12) / 2, study.Precision: 1,
		}
		if size > 0 {
			want[study.Precision] = both / size
		}
		for m, v := range want {
			if got := own.Outcomes[0].Values[m]; math.Abs(got-v) > 1e-15 {
				rt.Errorf("%v: the %s is %v, want %v", in, m, got, v)
			}
		}
	})
}

// TestRefitIsRidgeOnTheInputs: a system's model, and RefitOn, is kernel ridge regression on the selected inputs.
func TestRefitIsRidgeOnTheInputs(t *testing.T) {
	d := small(t)
	r := fixture.Must[*study.Replication](t)(d.Replication("E1", 25, 0))
	for _, names := range [][]string{{"x1"}, {"x3", "x7"}, r.Train.Names(), nil} {
		m := fixture.Must[study.Model](t)(r.RefitOn(t.Context(), names...))
		got := fixture.Must[[]float64](t)(m.PredictFrame(r.Test))
		var want *nvsd.Model
		if names == nil {
			want = fixture.Must[*nvsd.Model](t)(nvsd.Mean(r.Train))
		} else {
			sub := fixture.Must[*data.Frame](t)(r.Train.Inputs(names...))
			want = fixture.Must[*nvsd.Model](t)(d.Refit.Ridge(t.Context(), sub, nvsd.ByValidation(r.Valid)))
		}
		if !fixture.Near(got, fixture.Must[[]float64](t)(want.PredictFrame(r.Test)), 0) {
			t.Errorf("%v: the predictions are other ones", names)
		}
	}
	if _, err := r.RefitOn(t.Context(), "x99"); err == nil {
		t.Error("an input that there is not is fitted to")
	}
	own := fixture.Must[[]study.Outcome](t)(study.System{Of: baseline.KRLS{Kernel: kern.Linear{}}, Weights: 3}.Fit(t.Context(), r))
	all := fixture.Must[study.Model](t)(r.RefitOn(t.Context(), r.Train.Names()...))
	if !fixture.Near(fixture.Must[[]float64](t)(own[0].Model.PredictFrame(r.Test)), fixture.Must[[]float64](t)(all.PredictFrame(r.Test)), 0) {
		t.Error("a system that selects everything is not refitted on everything")
	}
}
