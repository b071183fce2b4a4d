package study_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/carried"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// constant stands for a type of a cell: a method whose models predict itself, and a source of rows with this target.
type constant float64

func (c constant) Code() (carried.Code, error) {
	if c < 0 {
		return carried.Code{}, errors.New("constant is below zero")
	}
	value, err := json.Marshal(float64(c))
	return carried.Code{Type: "constant", Value: value, Source: "constant"}, err
}

func (c constant) Fit(_ context.Context, r *study.Replication) ([]study.Outcome, error) {
	return []study.Outcome{{Model: guess{float64(c), make([]bool, r.Train.D())}}}, nil
}

func (c constant) Draw(n int, seed uint64) (*data.Frame, error) {
	return data.E1(n, seed)
}

// maker makes constants.
type maker struct{}

func (maker) Make(_ context.Context, c carried.Code, target any) error {
	var own constant
	if c.Source != "constant" {
		return fmt.Errorf("the source %q is no Go", c.Source)
	}
	if err := json.Unmarshal(c.Value, &own); err != nil {
		return err
	}
	reflect.ValueOf(target).Elem().Set(reflect.ValueOf(own))
	return nil
}

// made returns the context of a test in which code is made.
func made(t testing.TB) context.Context { return carried.WithMaker(t.Context(), maker{}) }

// TestCode: a design with code is written with it, and read again it has the same names of results and, where something makes the code,
// the same results.
func TestCode(t *testing.T) {
	d, dir := design(t, study.Method{Name: "a", Fit: constant(2)}), t.TempDir()
	d.Problems = append(d.Problems, study.Problem{Name: "own", From: constant(1), Train: []int{12}, Test: 20})
	whole := fixture.Must[*study.Results](t)(study.Run(t.Context(), d, dir))
	text := fixture.Must[[]byte](t)(os.ReadFile(filepath.Join(dir, "design.json")))
	read := fixture.Must[study.Design](t)(study.ReadDesign(text, ""))
	if again := fixture.Must[[]byte](t)(json.Marshal(read)); string(again) != string(fixture.Must[[]byte](t)(json.Marshal(d))) {
		t.Errorf("it is written again as %s", again)
	}
	if r := fixture.Must[*study.Results](t)(study.Run(t.Context(), read, dir)); r.Missing() > 0 || r.String() != whole.String() {
		t.Errorf("the folder has other results of the design that it has:\n%v", r)
	}
	r := fixture.Must[*study.Results](t)(study.Run(made(t), read, t.TempDir()))
	for _, u := range d.Units() {
		if !reflect.DeepEqual(r.Of(u).Outcomes, whole.Of(u).Outcomes) {
			t.Errorf("%v: %v, want %v", u, r.Of(u), whole.Of(u))
		}
	}
	one := fixture.Must[*study.Result](t)(read.Do(made(t), d.Units()[0]))
	if !reflect.DeepEqual(one.Outcomes, whole.Of(d.Units()[0]).Outcomes) {
		t.Errorf("a unit alone: %v", one)
	}
	read.Reps++
	if _, err := study.Run(t.Context(), read, ""); err == nil || !strings.Contains(err.Error(), "needs an interpreter: run the study by nvsd-kernel study, or in a cell") {
		t.Errorf("nothing makes it: %v", err)
	}
	if _, err := read.Replication("own", 12, 0); err == nil || !strings.Contains(err.Error(), "which a run draws from alone") {
		t.Errorf("nothing draws from it: %v", err)
	}
	bad := strings.Replace(string(text), `"constant"`+"\n", `"x"`+"\n", 2)
	wrong := fixture.Must[study.Design](t)(study.ReadDesign([]byte(bad), ""))
	if _, err := study.Run(made(t), wrong, ""); err == nil || !strings.Contains(err.Error(), `the problem "own": the source "x" is no Go`) {
		t.Errorf("it cannot be made: %v", err)
	}
	for old, change := range map[string][2]string{
		`"value": 2,`:    {`"val": 2,`, `methods[0].code.val: unknown field: the fields here are key, type, value, source`},
		`"value": 1,`:    {``, `problems[1].data.code: the code of a cell has a "type", a "value" and a "source"`},
		`"name": "a",`:   {`"name": "a", "weights": 3,`, `methods[0].weights: unknown field`},
		`"type": "const`: {`"type": 3, "t": "const`, `unknown field`},
	} {
		changed := strings.Replace(string(text), old, change[0], 1)
		if _, err := study.ReadDesign([]byte(changed), ""); err == nil || !strings.Contains(err.Error(), change[1]) {
			t.Errorf("%s: %v, want %q", change[0], err, change[1])
		}
	}
}

// TestKeys: a Key stands for code that has no text, on this machine alone. It comes before the text.
func TestKeys(t *testing.T) {
	refused := design(t, study.Method{Name: "a", Fit: constant(-1)})
	if _, err := study.Run(t.Context(), refused, t.TempDir()); err == nil || !strings.Contains(err.Error(), `the method "a": the code of study_test.constant cannot be written: constant is below zero; or give it a method Key() string`) {
		t.Errorf("%v", err)
	}
	fixture.Must[*study.Results](t)(study.Run(t.Context(), refused, ""))
	d, dir := design(t, study.Method{Name: "a", Fit: told{key: "mine", fit: func(context.Context, *study.Replication) (study.Model, error) {
		return guess{1, make([]bool, 18)}, nil
	}}}), t.TempDir()
	whole := fixture.Must[*study.Results](t)(study.Run(t.Context(), d, dir))
	read := fixture.Must[study.Design](t)(study.ReadDesign(fixture.Must[[]byte](t)(os.ReadFile(filepath.Join(dir, "design.json"))), ""))
	if r := fixture.Must[*study.Results](t)(study.Read(read, dir)); r.String() != whole.String() {
		t.Errorf("the design of the folder does not read its results:\n%v", r)
	}
	if _, err := study.Run(made(t), read, ""); err == nil || !strings.Contains(err.Error(), `of the key "mine" has no source: run the study in the notebook`) {
		t.Errorf("%v", err)
	}
	for _, d := range []study.Design{d, read} {
		if _, err := (study.Slurm{}).Run(t.Context(), d, t.TempDir()); err == nil || !strings.Contains(err.Error(), "has a Key, by which a worker of a cluster cannot make it") {
			t.Errorf("%v", err)
		}
	}
}
