package study_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// small is a design of a few units a second.
func small(t testing.TB) study.Design {
	cubic := nvsd.Spec{Scale: nvsd.NoScaling, Kernel: kern.Polynomial{Degree: 3, Offset: 1}, Nu: nvsd.Fixed(0.1), Refit: nvsd.KeepKernel, Penalty: penalty.Lasso{}, Tol: 1e-2}
	elastic := cubic
	elastic.Penalty = nil
	return study.Design{
		Name: "small",
		Problems: []study.Problem{
			{Name: "E1", From: fixture.Must[*data.Problem](t)(data.UAI{Experiment: 1}.Problem()), Train: []int{20, 25}, Valid: 30, Test: 40},
			{Name: "penguins", From: study.Rows{Of: fixture.Must[*data.Frame](t)(fixture.Must[*data.Frame](t)(data.Load("penguins")).DropMissing())}, Train: []int{20}, Valid: study.AsTrain, Test: 50, Standardise: true},
		},
		Methods: []study.Method{
			{Name: "Krls", Fit: study.System{Of: baseline.KRLS{}}},
			{Name: "lasso", Fit: study.System{Of: baseline.Lasso{}, Weights: 10, Own: true}},
			{Name: "HSIC", Fit: study.System{Of: baseline.HSICLasso{}, Weights: 10}},
			{Name: "L", Fit: study.NVSD{Spec: cubic, Taus: 5, Rules: []nvsd.SelectionRule{nvsd.ExactZeros, nvsd.Ranked}}},
			{Name: "EN", Fit: study.NVSD{Spec: elastic, Taus: 5, Penalties: []penalty.Penalty{penalty.ElasticNet{Mu: 0.3}, penalty.ElasticNet{Mu: 0.7}}}},
		},
		Refit: cubic,
		Reps:  3,
		Seed:  7,
	}
}

// TestEveryWayIsTheSame: a study in one piece, in three shards, on one processor, interrupted, and with files lost and
// broken, has the same results.
func TestEveryWayIsTheSame(t *testing.T) {
	d := small(t)
	whole := fixture.Must[*study.Results](t)(study.Run(t.Context(), d, ""))
	same := func(what string, r *study.Results) {
		t.Helper()
		if r.Missing() != 0 {
			t.Fatalf("%s: %d units are missing", what, r.Missing())
		}
		for _, u := range d.Units() {
			if got, want := *r.Of(u), *whole.Of(u); !reflect.DeepEqual(got.Outcomes, want.Outcomes) || got.Err != want.Err {
				t.Errorf("%s: %v: %v, want %v", what, u, got, want)
			}
		}
	}
	dir := t.TempDir()
	for i := range 3 {
		fixture.Must[*study.Results](t)(study.Run(t.Context(), d, dir, study.Shard(i+1, 3)))
	}
	same("shards", fixture.Must[*study.Results](t)(study.Read(d, dir)))

	var files []string
	_ = filepath.WalkDir(filepath.Join(dir, "results"), func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if len(files) != len(d.Units()) {
		t.Fatalf("%d files for %d units", len(files), len(d.Units()))
	}
	for i, path := range files {
		switch i % 5 {
		case 0:
			check(t, os.Remove(path))
		case 1:
			text := fixture.Must[[]byte](t)(os.ReadFile(path))
			text[len(text)/2] ^= 1
			check(t, os.WriteFile(path, text, 0o600))
		}
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	again := fixture.Must[*study.Results](t)(study.Run(t.Context(), d, dir))
	if again.Broken() == 0 {
		t.Error("no file was broken")
	}
	same("lost and broken", again)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := study.Run(ctx, d, t.TempDir()); err == nil || r == nil || r.Missing() != len(d.Units()) {
		t.Errorf("interrupted: %v, %v", r, err)
	}
}

// TestDesignsSurvive: a design that is written and read draws the same data, and is written again as before.
func TestDesignsSurvive(t *testing.T) {
	d := small(t)
	raw := fixture.Must[[]byte](t)(json.MarshalIndent(d, "", "  "))
	var read study.Design
	check(t, json.Unmarshal(raw, &read))
	if again := fixture.Must[[]byte](t)(json.MarshalIndent(read, "", "  ")); string(again) != string(raw) {
		t.Errorf("%s is written again as %s", raw, again)
	}
	for _, p := range d.Problems {
		got := fixture.Must[*study.Replication](t)(read.Replication(p.Name, p.Train[0], 1))
		want := fixture.Must[*study.Replication](t)(d.Replication(p.Name, p.Train[0], 1))
		if !reflect.DeepEqual(got.Train.Y(), want.Train.Y()) || !reflect.DeepEqual(got.Test.X(), want.Test.X()) || got.Seed != want.Seed {
			t.Errorf("%s: the data are other ones", p.Name)
		}
	}
	for change, want := range map[string]string{
		`"HSICLasso"=>"HSICLaso"`:          `methods[2].system: "HSICLaso": the systems are Mean,`,
		`"repetitions": 3=>"reps": 3`:      `reps: unknown field`,
		`"taus": 5=>"tau": 5`:              `methods[3].tau: unknown field: is it taus?`,
		`"ranked"=>"rank"`:                 `methods[3].rules[1]: there is no rule "rank"`,
		`"mu": 0.3=>"nu": 0.3`:             `methods[4].penalties[0].nu: unknown field`,
		`"Experiment": 1=>"Experiment": 4`: `problems[0].data: data: UAI: there is no experiment 4`,
		`"valid": 30=>"valid": "train"`:    `problems[0].valid: "train": it must be a whole number, at least 0, or "as train"`,
		`"test": 40=>"test": -1`:           `problems[0].test: -1: it must be a whole number >= 0`,
		`"p": 3=>"p": "x"`:                 `methods[3].spec.kernel.p: "x" is not a number`,
	} {
		old, new, _ := strings.Cut(change, "=>")
		text := strings.Replace(string(raw), old, new, 1)
		if text == string(raw) {
			t.Errorf("%s is not in the design", old)
			continue
		}
		if _, err := study.ReadDesign([]byte(text), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", change, err, want)
		}
	}
}

// check fails where there is an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
