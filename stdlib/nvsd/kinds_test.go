package nvsd_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"gonum.org/v1/gonum/mat"
)

// learnedColumns are cells of a training column by what a model learns of them, the same again and
// again.
var learnedColumns = map[string][]string{
	"numbers":        {"0.5", "-1.25", "2", "3.5", "0.75", "-2"},
	"whole numbers":  {"3", "7", "1", "12", "5", "9"},
	"zeros and ones": {"0", "1", "1", "0", "1", "0"},
	"truth values":   {"true", "false", "true", "true", "false", "false"},
	"two levels":     {"elm", "oak", "oak", "elm", "elm", "oak"},
	"three levels":   {"ash", "oak", "elm", "elm", "ash", "oak"},
	"yes, no, maybe": {"yes", "no", "maybe", "no", "maybe", "yes"},
	"numbered kinds": {"1", "2", "b", "2", "b", "1"},
}

// A givenColumn is the column of the other data, with what its cells mean where the columns of training
// were learned that are named. For the others it is an error.
type givenColumn struct {
	cells  []string
	factor bool // it is read as a category
	means  map[string][]string
}

var givenColumns = map[string]givenColumn{
	"numbers": {cells: []string{"0.25", "1.5"}, means: map[string][]string{
		"numbers": {"0.25", "1.5"}, "whole numbers": {"0.25", "1.5"}, "zeros and ones": {"0.25", "1.5"}}},
	"zeros and ones": {cells: []string{"1", "0"}, means: map[string][]string{
		"numbers": {"1", "0"}, "whole numbers": {"1", "0"}, "zeros and ones": {"1", "0"}, "truth values": {"true", "false"}}},
	"whole numbers": {cells: []string{"2", "1"}, means: map[string][]string{
		"numbers": {"2", "1"}, "whole numbers": {"2", "1"}, "zeros and ones": {"2", "1"}, "numbered kinds": {"2", "1"}}},
	"truth values":   {cells: []string{"true", "false"}, means: map[string][]string{"zeros and ones": {"1", "0"}, "truth values": {"true", "false"}}},
	"one text":       {cells: []string{"unknown", "unknown"}},
	"two texts":      {cells: []string{"unknown", "other"}},
	"three texts":    {cells: []string{"p", "q", "r"}},
	"known levels":   {cells: []string{"oak", "elm"}, means: map[string][]string{"two levels": {"oak", "elm"}, "three levels": {"oak", "elm"}}},
	"one level":      {cells: []string{"elm"}, means: map[string][]string{"two levels": {"elm"}, "three levels": {"elm"}}},
	"yes and no":     {cells: []string{"no", "yes"}, means: map[string][]string{"yes, no, maybe": {"no", "yes"}, "zeros and ones": {"0", "1"}, "truth values": {"false", "true"}}},
	"one yes":        {cells: []string{"yes"}, means: map[string][]string{"yes, no, maybe": {"yes"}, "zeros and ones": {"1"}, "truth values": {"true"}}},
	"numbers, texts": {cells: []string{"2", "1"}, factor: true, means: map[string][]string{"numbered kinds": {"2", "1"}}},
	"dates":          {cells: []string{"2024-03-01", "2024-03-02"}},
}

// kindsTable is a table of a, b and y whose column a has the cells again and again.
func kindsTable(t testing.TB, cells []string, n int, opts ...data.ReadOption) *data.Frame {
	t.Helper()
	var b strings.Builder
	b.WriteString("a,b,y\n")
	for i := range n {
		fmt.Fprintf(&b, "%s,%v,%v\n", cells[i%len(cells)], math.Sin(float64(3*i)), math.Cos(float64(2*i))+float64(i%len(cells)))
	}
	return fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(b.String()), "kinds.csv", append(opts, data.Target("y"))...))
}

// kindFactors are the options that the column a is read with in training.
func kindFactors(learned string) []data.ReadOption {
	if learned == "numbered kinds" {
		return []data.ReadOption{data.Factor("a")}
	}
	return nil
}

// What a model learned of a column is crossed with what other data have under its name, through every
// place that finds columns by their names. The outcome is that of the cells as training has them, or an
// error that says which cell it is and what was learned.
func TestKindsLearnedAndKindsGiven(t *testing.T) {
	for learned, cells := range learnedColumns {
		train := kindsTable(t, cells, 24, kindFactors(learned)...)
		spec := fixture.Gaussian
		spec.Kernel = kern.Polynomial{Degree: 2, Offset: 1}
		m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, train, nvsd.TauFrac(1e-3)))
		if u := m.NormsPerSD(); slices.Min(u) == 0 {
			t.Fatalf("%s: the model does not use all inputs: %v", learned, u)
		}
		doors := kindDoors(t, spec, train, m)
		for name, given := range givenColumns {
			var opts []data.ReadOption
			if given.factor {
				opts = append(opts, data.Factor("a"))
			}
			f := kindsTable(t, given.cells, max(2, len(given.cells)), opts...)
			means, known := given.means[learned]
			if !known {
				for door, use := range doors {
					_, err := use(f)
					checkMisfit(t, fmt.Sprintf("%s, given %s, %s", learned, name, door), f, err)
				}
				continue
			}
			same := kindsTable(t, means, max(2, len(given.cells)), data.Factor(categoriesOf(train)...))
			for _, c := range train.Categories() {
				same = fixture.Must[*data.Frame](t)(same.WithLevels(c.Name, c.Levels...))
			}
			for door, use := range doors {
				got, err := use(f)
				want, wantErr := use(same)
				if err != nil || wantErr != nil || !slices.Equal(got, want) {
					t.Errorf("%s, given %s, %s: %v (%v), and by the cells of training %v (%v)", learned, name, door, got, err, want, wantErr)
				}
			}
		}
	}
}

// categoriesOf returns the names of the categorical inputs.
func categoriesOf(f *data.Frame) []string {
	var names []string
	for _, c := range f.Categories() {
		names = append(names, c.Name)
	}
	return names
}

// checkMisfit looks for the column, the row and what was learned in an error.
func checkMisfit(t *testing.T, where string, f *data.Frame, err error) {
	t.Helper()
	if err == nil {
		t.Errorf("%s: no error, with %v", where, f.Names())
		return
	}
	for _, part := range []string{"row ", ` of "a" is the `, "and the model learned "} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%s: %v: no %q", where, err, part)
		}
	}
}

// kindDoors are the ways to use a model, or to make one, with data that are aligned by name. Each
// returns what it computes of them. Predictions for [nvsd.Spec.Bootstrap], searches and folds are of rows
// of the training data themselves.
func kindDoors(t *testing.T, spec nvsd.Spec, train *data.Frame, m *nvsd.Model) map[string]func(*data.Frame) ([]float64, error) {
	one := func(v float64, err error) ([]float64, error) { return []float64{v}, err }
	rmseOf := func(s nvsd.Score, err error) ([]float64, error) {
		var list []float64
		for _, r := range s.Rows {
			list = append(list, r.RMSE)
		}
		return list, err
	}
	path := fixture.Must[*nvsd.Path](t)(spec.PathAt(fixture.Ctx, train, m.Tau()))
	doors := map[string]func(*data.Frame) ([]float64, error){
		"PredictFrame": m.PredictFrame,
		"read again":   fixture.Reread(t, m).PredictFrame,
		"RMSE":         func(f *data.Frame) ([]float64, error) { return one(m.RMSE(f)) },
		"Score":        func(f *data.Frame) ([]float64, error) { return rmseOf(m.Score(fixture.Ctx, f)) },
		"Compare":      func(f *data.Frame) ([]float64, error) { return rmseOf(nvsd.Compare(f, m)) },
		"Path.RMSE":    path.RMSE,
		"Residuals": func(f *data.Frame) ([]float64, error) {
			r, err := m.Residuals(f)
			if err != nil {
				return nil, err
			}
			return r.Residual, nil
		},
		"Align": func(f *data.Frame) ([]float64, error) {
			g, err := score.Align(f, train)
			if err != nil {
				return nil, err
			}
			return slices.Clone(mat.DenseCopyOf(g.X()).RawMatrix().Data), nil
		},
		"ByValidation": func(f *data.Frame) ([]float64, error) {
			ridge, err := spec.Ridge(fixture.Ctx, train, nvsd.ByValidation(f))
			if err != nil {
				return nil, err
			}
			return []float64{ridge.ValidRMSE()}, nil
		},
		"Judge": func(f *data.Frame) ([]float64, error) {
			j, err := nvsd.ByValidation(f).Judge(fixture.Ctx, train, []int{2}, func(context.Context, *data.Frame) ([]score.Predictor, error) {
				return []score.Predictor{m}, nil
			})
			if err != nil {
				return nil, err
			}
			return j.RMSE, nil
		},
	}
	last := fixture.Must[*baseline.Path](t)(baseline.Ridge{}.Path(fixture.Ctx, train, 3)).Model(2)
	doors["baseline"] = last.PredictFrame
	doors["baseline residuals"] = func(f *data.Frame) ([]float64, error) {
		r, err := nvsd.ResidualsOf(last, f)
		if err != nil {
			return nil, err
		}
		return r.Residual, nil
	}
	return doors
}

// A target whose classes are named the other way round is refused wherever predictions are compared with
// it: -1 is no longer what it was.
func TestTargetsOfOtherClasses(t *testing.T) {
	var text strings.Builder
	text.WriteString("a,y\n")
	for i := range 20 {
		fmt.Fprintf(&text, "%v,%s\n", math.Sin(float64(3*i)), []string{"no", "yes"}[i%2])
	}
	read := func(classes data.ReadOption) *data.Frame {
		return fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(text.String()), "classes.csv", classes))
	}
	train, other := read(data.Classes("no", "yes")), read(data.Classes("yes", "no"))
	numbers := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(strings.NewReplacer("no", "0", "yes", "1").Replace(text.String())), "numbers.csv"))
	for _, c := range []struct {
		train, given *data.Frame
		want         string
	}{
		{train, other, `the classes of "y" are "yes" and "no", and the model was trained on "no" and "yes"`},
		{train, numbers, `"y" has other values than -1 and +1`},
		{numbers, train, `and the model was trained on numbers`},
	} {
		m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, c.train, nvsd.TauFrac(0.3)))
		doors := kindDoors(t, fixture.Gaussian, c.train, m)
		for _, door := range []string{"RMSE", "Score", "Compare", "Path.RMSE", "Residuals", "ByValidation", "Judge"} {
			if _, err := doors[door](c.given); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %q", door, err, c.want)
			}
			if _, err := doors[door](c.train); err != nil {
				t.Errorf("%s on the training data: %v", door, err)
			}
		}
	}
}

// Data with another target are measured by no model, of whichever system.
func TestTargetsOfOtherNames(t *testing.T) {
	train := kindsTable(t, learnedColumns["numbers"], 24)
	other := fixture.Must[*data.Frame](t)(train.Rename("y", "z"))
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, train, nvsd.TauFrac(0.3)))
	doors := kindDoors(t, fixture.Gaussian, train, m)
	for _, door := range []string{"RMSE", "Score", "Compare", "Path.RMSE", "Residuals", "ByValidation", "Judge", "baseline residuals"} {
		if _, err := doors[door](other); err == nil || !strings.Contains(err.Error(), `the target is "z", and `) {
			t.Errorf("%s: %v", door, err)
		}
	}
}
