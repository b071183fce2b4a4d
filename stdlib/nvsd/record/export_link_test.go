package record_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
)

// The function of a loss with a link is the link in every form, and a second function has the probability, or the expected count.
func TestExportedLinks(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	x, y, counts := mat.NewDense(40, 2, nil), make([]float64, 40), make([]float64, 40)
	for i := range 40 {
		a := rng.NormFloat64()
		x.SetRow(i, []float64{a, rng.NormFloat64()})
		y[i] = math.Copysign(1, math.Sin(2*a)+0.5*rng.NormFloat64())
		counts[i] = math.Floor(3 * rng.Float64() * math.Exp(math.Sin(2*a)))
	}
	classes := fixture.Must[*data.Frame](t)(fixture.Frame(t, x, y).WithClasses(-1, 1))
	for _, c := range []struct {
		name, link, second, inPython string
		loss                         loss.Loss
		train                        *data.Frame
		of                           func(link float64) float64
	}{
		{"logistic", "logit", "Probability", "probability", loss.Logistic{}, classes, func(f float64) float64 { return 1 / (1 + math.Exp(-f)) }},
		{"Poisson", "log", "Mean", "mean", loss.Poisson{}, fixture.Frame(t, x, counts), math.Exp},
	} {
		spec := fixture.Gaussian
		spec.Loss = c.loss
		m := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, c.train, nvsd.ByLeaveOneOut()))
		links := fixture.Must[[]float64](t)(m.Link(x))
		rows := fixture.Must[[]byte](t)(json.Marshal([][]float64{x.RawRowView(0), x.RawRowView(1), {1e9, -1e9}}))
		far := fixture.Must[[]float64](t)(m.Link(mat.NewDense(1, 2, []float64{1e9, -1e9})))
		script := `
import json, score
rows = ` + string(rows) + `
try:
    import numpy
except ImportError:
    pass
else:
    numpy.testing.assert_allclose(score.` + c.inPython + `(numpy.array(rows)), score.` + c.inPython + `(rows), rtol=1e-12)
print(json.dumps([score.predict(rows), score.` + c.inPython + `(rows)]))
`
		program := `package main

import (
	"encoding/json"
	"os"

	"exported/score"
)

func main() {
	var rows []score.Point
	if err := json.Unmarshal([]byte("` + string(rows) + `"), &rows); err != nil {
		panic(err)
	}
	var all [2][]float64
	for _, x := range rows {
		all[0], all[1] = append(all[0], score.Predict(x)), append(all[1], score.` + c.second + `(x))
	}
	json.NewEncoder(os.Stdout).Encode(all)
}
`
		for language, got := range bothLanguages[[2][]float64](t, m, script, program) {
			for i, want := range []float64{links[0], links[1], far[0]} {
				if math.Abs(got[0][i]-want) > 1e-9*(1+math.Abs(want)) || math.Abs(got[1][i]-c.of(want)) > 1e-9*(1+c.of(want)) {
					t.Errorf("%s in %s, row %d: %v and %v, want %v and %v", c.name, language, i, got[0][i], got[1][i], want, c.of(want))
				}
			}
		}
		var written struct {
			Version int
			Link    string
			Classes []string
		}
		text := exportedText(t, m)
		if err := json.Unmarshal(text, &written); err != nil || written.Version != 2 || written.Link != c.link || (written.Classes == nil) == (c.name == "logistic") {
			t.Errorf("%s: %+v, %v", c.name, written, err)
		}
	}
}

// exportedText returns a model's function as JSON.
func exportedText(t *testing.T, m *nvsd.Model) []byte {
	var b bytes.Buffer
	if err := m.ExportTo(&b, nvsd.JSONForm()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
