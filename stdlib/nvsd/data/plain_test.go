package data

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
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

// Missing cells of every kind of column, and what stands for them, go and come back; in between X has
// numbers alone.
func TestPlainKeepsMissingCells(t *testing.T) {
	text := "n,w,b,two,three,y\n0.5,1,true,p,u,1\n,2,false,q,v,2\n1.5,,true,,w,3\n2.5,4,,p,,4\n3,5,true,q,u,5\n"
	for name, opts := range map[string][]ReadOption{
		"imputed":      {Impute(Mean), Impute(MostFrequent)},
		"left missing": {AllowMissing()},
	} {
		f, err := Read(strings.NewReader(text), "gaps.csv", opts...)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(f.Plain())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var p Plain
		if err := json.Unmarshal(raw, &p); err != nil {
			t.Fatal(err)
		}
		g, err := p.Frame()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		sameColumns(t, name, g.columns, f.columns)
		if !slices.Equal(g.Fillings(), f.Fillings()) {
			t.Errorf("%s: the fillings %q became %q", name, f.Fillings(), g.Fillings())
		}
		if x := mat.DenseCopyOf(g.X()).RawMatrix().Data; len(x) != f.N()*f.D() || !sameNumbers(x, mat.DenseCopyOf(f.X()).RawMatrix().Data) {
			t.Errorf("%s: X became %v", name, x)
		}
		if filled, _, err := f.Filled(); err == nil && !sameNumbers(mat.DenseCopyOf(filled.X()).RawMatrix().Data, concat(p.X)) {
			t.Errorf("%s: %v stands for %v", name, p.X, filled.X())
		}
	}
	for want, p := range map[string]Plain{
		"row 7 of \"a\" is said to be missing": {Missing: [][]int{{7}}},
		"missing cells of 2 inputs":            {Missing: [][]int{{0}, {0}}},
		"fillings of 2 inputs":                 {Fillings: []Filling{"", ""}},
		"for which there is no most frequent":  {Fillings: []Filling{MostFrequent}},
		"is no way to fill in":                 {Fillings: []Filling{"guess"}},
	} {
		p.Names, p.Target, p.X, p.Y = []string{"a"}, "y", [][]float64{{1}, {2}}, []float64{1, 2}
		if _, err := p.Frame(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", p, err, want)
		}
	}
}

func concat(rows [][]float64) []float64 {
	var all []float64
	for _, row := range rows {
		all = append(all, row...)
	}
	return all
}

// sameNumbers compares to the bit, but for the kind of NaN.
func sameNumbers(u, v []float64) bool {
	same := len(u) == len(v)
	for i := 0; same && i < len(u); i++ {
		same = math.Float64bits(u[i]) == math.Float64bits(v[i]) || math.IsNaN(u[i]) && math.IsNaN(v[i])
	}
	return same
}
