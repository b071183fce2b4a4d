package data

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

const weighedTable = "a,w,y\n1,2,5\n2,0,6\n3,0.5,7\n4,1,9\n"

// weighedOf reads a table.
func weighedOf(t *testing.T, text string, opts ...ReadOption) *Frame {
	t.Helper()
	f, err := Read(strings.NewReader(text), "w.csv", opts...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestWeights: the rows of weight 0 are left out, the column is no input, and a Frame keeps it through verbs and files.
func TestWeights(t *testing.T) {
	f := weighedOf(t, weighedTable, Target("y"), Weight("w"))
	if f.N() != 3 || strings.Join(f.Names(), " ") != "a" || f.WeightColumn() != "w" {
		t.Errorf("%d rows of %v, weights %q", f.N(), f.Names(), f.WeightColumn())
	}
	want := []float64{2, 0.5, 1}
	if w, err := f.Weights(); err != nil || !reflect.DeepEqual(w, want) {
		t.Errorf("weights %v, %v, want %v", w, err, want)
	}
	if told := strings.Join(f.Warnings(), "; "); !strings.Contains(told, `left out for a weight "w" of 0: 1 of 4 rows`) {
		t.Errorf("warnings %q", told)
	}
	same := func(what string, g *Frame, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
		if w, err := g.Weights(); err != nil || !reflect.DeepEqual(w, want) || !reflect.DeepEqual(g.Y(), f.Y()) {
			t.Errorf("%s: weights %v, %v, targets %v", what, w, err, g.Y())
		}
	}
	g, err := weighedOf(t, weighedTable, Target("y")).WithWeight("w")
	same("WithWeight", g, err)
	if told := strings.Join(g.Warnings(), "; "); !strings.Contains(told, `1 of 4 rows`) {
		t.Errorf("warnings %q", told)
	}
	g, err = f.Rename("w", "times")
	same("Rename", g, err)
	g, err = f.values().frame()
	same("values", g, err)
	var p Plain
	text, err := json.Marshal(f.Plain())
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		t.Fatal(err)
	}
	g, err = p.Frame()
	same("Plain", g, err)
	g, err = f.Drop("w")
	if err != nil || g.WeightColumn() != "" || g.N() != 3 {
		t.Errorf("without the column: %v, %v", g, err)
	}
}

// TestWeightsOfSum: small weights are scaled to the number of rows, whatever their unit, and weights of 1 are none.
func TestWeightsOfSum(t *testing.T) {
	for cells, want := range map[string][]float64{
		"0.1 0.3":       {0.5, 1.5},
		"1e-320 1e-320": nil,
		"1e-300 3e-300": {0.5, 1.5},
		"1 1":           nil,
		"0.2 0.2":       nil,
		"2 2":           {2, 2},
		"1e300 3":       {1e300, 3},
	} {
		f := weighedOf(t, "a,w,y\n1,"+strings.ReplaceAll(cells, " ", ",5\n2,")+",6\n", Target("y"), Weight("w"))
		w, err := f.Weights()
		if err != nil || (w == nil) != (want == nil) {
			t.Errorf("%s: weights %v, %v, want %v", cells, w, err, want)
			continue
		}
		for i := range want {
			if math.Abs(w[i]-want[i]) > 1e-15*want[i] {
				t.Errorf("%s: weights %v, want %v", cells, w, want)
			}
		}
	}
}

// TestWeightsAreRefused: what is no weight is named with its row.
func TestWeightsAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"a,w,y\n1,1,5\n2,-3,6\n":                  `row 2 of the weight "w" is -3: weights are not negative; a weight of 0 leaves a row out`,
		"a,w,y\n1,0,5\n2,0,6\n":                   `every one of the 2 rows has weight 0 in "w"`,
		"a,w,y\n1,1,5\n2,,6\n":                    `row 2 of the weight "w" is missing`,
		"a,w,y\n1,much,5\n2,little,6\n":           `the weight "w" is a column of kind categorical`,
		"a,w,y\n1,2024-01-02,5\n2,2024-01-03,6\n": `the weight "w" is a column of kind date`,
		"a,w,y\n1,1e308,5\n2,1.7e308,6\n":         `the weights "w" are too large for their sum`,
	} {
		_, err := Read(strings.NewReader(text), "w.csv", Target("y"), Weight("w"), AllowMissing("w"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if f, err := Read(strings.NewReader("a,w,y\n1,1,5\n2,,6\n"), "w.csv", Target("y"), Weight("w"), DropMissing("w")); err != nil || f.N() != 1 {
		t.Errorf("a row without a weight is not left out: %v", err)
	}
	for _, role := range []ReadOption{Key("w"), Group("w"), Time("w")} {
		if _, err := Read(strings.NewReader(weighedTable), "w.csv", Weight("w"), role); err == nil || !strings.Contains(err.Error(), "two of the roles") {
			t.Errorf("two roles: %v", err)
		}
	}
	f := weighedOf(t, weighedTable, Target("y"), Weight("w"))
	g, err := f.With("w", func(r Row) float64 { return r.Float("a") - 3 })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Weights(); err == nil || !strings.Contains(err.Error(), `row 1 of the weight "w" is -2`) {
		t.Errorf("weights that a verb has changed: %v", err)
	}
}

// TestStreamsOfWeights: a table with weights is read as a whole.
func TestStreamsOfWeights(t *testing.T) {
	path := t.TempDir() + "/w.csv"
	if err := weighedOf(t, weighedTable).WriteCSV(path); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenStream(path, Target("y"), Weight("w")); !errors.Is(err, ErrWhole) {
		t.Errorf("a stream of weights: %v", err)
	}
}

// TestFillingsOfWeights: what stands for missing cells is learned by the weights.
func TestFillingsOfWeights(t *testing.T) {
	const weighed = "a,kind,w,y\n1,x,1,5\n2,z,3,6\n9,x,1,7\n,,1,9\n"
	const repeated = "a,kind,w,y\n1,x,1,5\n2,z,1,6\n2,z,1,6\n2,z,1,6\n9,x,1,7\n,,1,9\n"
	for _, how := range []Filling{Mean, Median} {
		opts := []ReadOption{Target("y"), Weight("w"), Impute(how, "a"), Impute(MostFrequent, "kind")}
		_, got, err := weighedOf(t, weighed, opts...).Filled()
		_, want, errWant := weighedOf(t, repeated, opts...).Filled()
		if err != nil || errWant != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: filled by %v, %v; of repeated rows by %v, %v", how, got, err, want, errWant)
		}
	}
}
