package data

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestPlainAndBackIsTheSame(t *testing.T) {
	f, err := New(mat.NewDense(2, 2, []float64{0.1, math.Copysign(0, -1), 1e-310, math.MaxFloat64}), []float64{1.0 / 3, -2}, "a", "b", "c")
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(f.Plain())
	if err != nil {
		t.Fatal(err)
	}
	var p Plain
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	if g, err := p.Frame(); err != nil || !reflect.DeepEqual(f, g) || math.Signbit(g.X().At(0, 1)) == false {
		t.Errorf("%v became %v (%v)", f, g, err)
	}
}

func TestPlainRefuses(t *testing.T) {
	for want, p := range map[string]Plain{
		"at least one":          {},
		"row 2 has 1":           {Names: []string{"a", "b"}, Target: "y", X: [][]float64{{1, 2}, {3}}, Y: []float64{1, 2}},
		"target value":          {Names: []string{"a"}, Target: "y", X: [][]float64{{1}}},
		`both named "a"`:        {Names: []string{"a"}, Target: "a", X: [][]float64{{1}}, Y: []float64{1}},
		"column 2 has no name":  {Names: []string{"a"}, X: [][]float64{{1}}, Y: []float64{1}},
		"value must be finite":  {Names: []string{"a"}, Target: "y", X: [][]float64{{math.NaN()}}, Y: []float64{1}},
		"target \"y\" is +Inf:": {Names: []string{"a"}, Target: "y", X: [][]float64{{1}}, Y: []float64{math.Inf(1)}},
	} {
		if _, err := p.Frame(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", p, err, want)
		}
	}
}
