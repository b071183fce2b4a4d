package fit

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// readSpecOf reads the JSON of an nvsd.Spec with data and taus beside it.
func readSpecOf(t *testing.T, s nvsd.Spec) (*Spec, error) {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return Read(strings.NewReader(`{"X": [[1, 2], [3, 4], [5, 7]], "y": [1, 0, 2], "tau": [0.1], `+string(raw[1:])), ".")
}

// TestSpecOfTheLibraryIsRead: a Spec without scaling and intercept is a spec here.
func TestSpecOfTheLibraryIsRead(t *testing.T) {
	s := nvsd.Spec{
		Scale: nvsd.NoScaling, Intercept: nvsd.NoIntercept, Kernel: kern.Gaussian{Width: kern.Times{Factor: 2, Width: kern.MedianDistance}},
		Penalty: penalty.Scaled{Factor: 3, P: penalty.MCP{Knee: 2}}, Nu: nvsd.TimesTau(0.5), Tol: 1e-3, MaxIter: 9,
	}
	got, err := readSpecOf(t, s)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := kern.Resolve(s.Kernel, got.X)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Kernel, kernel) || !reflect.DeepEqual(got.Penalty, s.Penalty) || got.Nu != 0.5 || !got.TauRidge || got.Tol != 1e-3 || got.MaxIter != 9 {
		t.Errorf("%+v", got)
	}
	s.Penalty, s.Nu, s.Solver, s.Tol, s.MaxIter = penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, nvsd.TimesTau(0.1), solve.DENOVAS{Tol: 1e-5, MaxIter: 7}, 0, 0
	got, err = readSpecOf(t, s)
	if err != nil || got.Solver != "denovas" || got.Tol != 1e-5 || got.MaxIter != 7 || !got.TauRidge || got.Nu != 0.1 {
		t.Errorf("%+v, %v", got, err)
	}
	for want, change := range map[string]func(*nvsd.Spec){
		`scale: "training standard deviation": it must be "none" or absent`: func(s *nvsd.Spec) { s.Scale = nvsd.TrainSD },
		`intercept: "unpenalised": it must be "none" or absent`:             func(s *nvsd.Spec) { s.Intercept = nvsd.Unpenalised },
		"nu: [1] is not a number":                                           func(s *nvsd.Spec) { s.Nu = nvsd.Choose(1) },
		"refit: unknown field":                                              func(s *nvsd.Spec) { s.Refit = nvsd.ARD },
	} {
		other := s
		change(&other)
		_, err := readSpecOf(t, other)
		expectRefusal(t, want, err, want)
	}
	for in, want := range map[string]string{
		`{"times_tau": -1}`: "nu.times_tau: -1: it must be >= 0",
		`{"times_taus": 1}`: "nu.times_taus: unknown field: is it times_tau?",
		`{}`:                "nu.times_tau: it is missing",
	} {
		expectRefusal(t, in, solveText(text(map[string]string{"nu": in}), "."), want)
	}
}
