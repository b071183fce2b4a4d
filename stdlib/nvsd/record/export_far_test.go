package record_test

import (
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"gonum.org/v1/gonum/mat"
)

// farAway returns points at 0, and on all sides at distances up to 1e300.
func farAway(d int) *mat.Dense {
	var rows [][]float64
	rows = append(rows, make([]float64, d))
	for _, far := range []float64{1e3, 1e6, 1e17, 1e100, 1e155, 1e200, 1e300} {
		one, all := make([]float64, d), slices.Repeat([]float64{-far}, d)
		one[0] = far
		rows = append(rows, one, all)
	}
	return mat.NewDense(len(rows), d, slices.Concat(rows...))
}

// Far from the data and at 0, every form returns what the model does. Where that grows without bound, it is
// not finite in both.
func TestExportedFunctionsAgreeFarAway(t *testing.T) {
	all := someExported(t)
	for k, e := range all {
		all[k].at = farAway(e.D())
	}
	inEveryForm(t, all, exported.agreeFar)
}

// agreeFar compares relative to the terms of a sum, which may be much larger than the sum.
func (e exported) agreeFar(t *testing.T, f written, columns []string, got evaluations) {
	t.Helper()
	name := e.KernelString()
	want, gradients := fixture.Must[[]float64](t)(e.Predict(e.at)), fixture.Must[*mat.Dense](t)(e.Gradients(e.at))
	bounded := !strings.Contains(name, "Linear") && !strings.Contains(name, "Polynomial")
	periodic := strings.Contains(name, "Periodic") // at 1e17 the phase is in no digit of the input
	for i, v := range numbersOf(got.Values) {
		far := math.Abs(e.at.At(i, 0))
		finite := !math.IsInf(want[i], 0) && !math.IsNaN(want[i])
		switch {
		case bounded && !finite:
			t.Errorf("%s: the model is %v at %v", name, want[i], e.at.RawRowView(i))
		case finite == (math.IsInf(v, 0) || math.IsNaN(v)):
			t.Errorf("%s: %v at %v, want %v", name, v, e.at.RawRowView(i), want[i])
		case finite && !(periodic && far > 1e6) && math.Abs(v-want[i]) > 1e-6*(1+math.Abs(want[i])):
			t.Errorf("%s: %v at %v, want %v", name, v, e.at.RawRowView(i), want[i])
		}
		if len(got.Gradients) == 0 || periodic && far > 1e6 {
			continue
		}
		for c, u := range numbersOf(got.Gradients[i]) {
			w := gradients.At(i, slices.Index(e.Names(), columns[c]))
			finite := !math.IsInf(w, 0) && !math.IsNaN(w)
			if finite == (math.IsInf(u, 0) || math.IsNaN(u)) || finite && math.Abs(u-w) > 1e-6*(1+math.Abs(w)) || bounded && !finite {
				t.Errorf("%s: the derivative by %s is %v at %v, want %v", name, columns[c], u, e.at.RawRowView(i), w)
			}
		}
	}
}

// The exported Python takes numbers of any type, and no text or date for one.
func TestExportedPythonTakesNumbersAlone(t *testing.T) {
	dir := t.TempDir()
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, mixture(t, 60, 7), nvsd.TauFrac(0.1)))
	if err := m.Export(filepath.Join(dir, "score.py")); err != nil {
		t.Fatal(err)
	}
	writeText(t, filepath.Join(dir, "main.py"), `
import json
from decimal import Decimal
import numpy as np
import score

name = 'a "quoted" \\name'
good = {"age": 61, "colour": "red", "dose": 0.5, name: 10}
want = score.predict(good)
same = [score.predict({**good, "age": v}) == want for v in (61.0, Decimal(61), np.int8(61), np.float64(61))]
rows = {key: [v, v] for key, v in good.items()}
for ages in ([61, 61], np.array([61, 61], dtype=object), np.array([Decimal(61), 61.0]), np.array([61, 61], dtype=np.float32)):
    same.append(bool(abs(score.predict({**rows, "age": ages}) - want).max() < 1e-12))
errors = []
for age in ("61", "old", ["61", "61"], np.array([61, "old"], dtype=object), np.array(["2024-03-01", "2024-03-02"], dtype="M8[D]")):
    row = {**(good if isinstance(age, str) else rows), "age": age}
    for use in (score.predict, score.gradient):
        try:
            errors.append(str(use(row)))
        except ValueError as error:
            errors.append(str(error))
try:
    errors.append(str(score.predict(["61", *score._columns(good)[1:]])))
except ValueError as error:
    errors.append(str(error))
print(json.dumps([same, errors]))
`)
	var got [2][]any
	run(t, exec.Command(python(t, "numpy"), "main.py"), dir, &got)
	if slices.Contains(got[0], any(false)) {
		t.Errorf("numbers of other types are other numbers: %v", got[0])
	}
	for _, text := range got[1] {
		if text := text.(string); !strings.Contains(text, "the input 'age' is ") || !strings.Contains(text, "a number is needed") {
			t.Errorf("%q for a text or a date", text)
		}
	}
}
