package search_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"gonum.org/v1/gonum/mat"
)

// trees is a table with an input of three levels, one of two, a number that matters and one that does
// not; of noise alone if it is to be pure.
func trees(t *testing.T, n int, pure bool, options ...data.ReadOption) *data.Frame {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 3))
	var b strings.Builder
	fmt.Fprintln(&b, "kind,wet,x,z,y")
	kinds := []string{"ash", "elm", "oak"}
	for range n {
		kind, wet, x, z := rng.IntN(3), rng.IntN(2), rng.NormFloat64(), rng.NormFloat64()
		y := rng.NormFloat64()
		if !pure {
			y = 2*float64(kind/2) + x*x + float64(wet) + 0.3*y
		}
		fmt.Fprintf(&b, "%s,%d,%v,%v,%v\n", kinds[kind], wet, x, z, y)
	}
	f, err := data.Read(strings.NewReader(b.String()), "trees.csv", append(options, data.Target("y"))...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func find(t *testing.T, plan nvsd.FindPlan, train *data.Frame) *nvsd.Finding {
	t.Helper()
	f, err := plan.Find(t.Context(), train)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var draws = flag.Int("draws", 3, "how many draws of the example of README are tried; it speaks of 20")

// TestFindsTheExampleOfTheReadme: of the ten inputs of README's example, it finds the five that matter
// in every draw.
func TestFindsTheExampleOfTheReadme(t *testing.T) {
	for seed := range *draws {
		d, err := data.Friedman1(300, 10, uint64(seed)+1)
		if err != nil {
			t.Fatal(err)
		}
		found := find(t, nvsd.FindPlan{}, d).SelectedNames()
		slices.Sort(found)
		if !slices.Equal(found, []string{"x1", "x2", "x3", "x4", "x5"}) {
			t.Errorf("in draw %d it finds %v", seed+1, found)
		}
	}
}

// TestFindCountsFactors: a categorical input has one name, one score and one worth, whether it has two
// levels or three.
func TestFindCountsFactors(t *testing.T) {
	f := find(t, nvsd.FindPlan{}, trees(t, 100, false, data.Factor("wet")))
	if names := f.Names(); !slices.Equal(names, []string{"kind", "wet", "x", "z"}) {
		t.Fatalf("inputs %v", names)
	}
	if got := f.SelectedNames(); !slices.Equal(got, []string{"x", "kind", "wet"}) || !slices.Equal(f.Selected(), []bool{true, true, true, false}) {
		t.Fatalf("selected %v", got)
	}
	scores, worth := f.Scores(), f.Worth()
	price := f.Model.Selection().Evidence.Price
	for j, in := range f.Selected() {
		if (worth[j] >= price) != in || in && scores[j] <= scores[3] {
			t.Errorf("%s: worth %v at the price %v, score %v", f.Names()[j], worth[j], price, scores[j])
		}
	}
	text := f.String()
	for _, want := range []string{"y depends on 3 of 4 inputs, 100 observations\n", "\nkind ", "not selected, the most promising first: z\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "kind=") {
		t.Errorf("a level is named:\n%s", text)
	}
}

// TestTablesCountFactorsOnce: a table of data and that of a model count a factor as one input, and its
// levels as columns. Where a count is one of columns, it is called so.
func TestTablesCountFactorsOnce(t *testing.T) {
	d := trees(t, 60, false)
	if size := "trees.csv: 60 observations of 4 inputs, 6 columns"; !strings.HasPrefix(d.String(), size) || !strings.HasPrefix(d.Report().String(), size) {
		t.Errorf("%v\n%v", d, d.Report())
	}
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Ridge(fixture.Ctx, d, nvsd.ByLeaveOneOut()))
	if title, _, _ := strings.Cut(m.String(), "\n"); !strings.HasSuffix(title, ", 4 of 4 inputs (6 of 6 columns), 60 observations") {
		t.Error(title)
	}
	if head := strings.Split(fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, d)).String(), "\n")[1]; !strings.Contains(head, " columns ") || strings.Contains(head, " inputs ") {
		t.Error(head)
	}
}

// TestFindScores: the score of a categorical input is the one of its definition, computed from
// predictions, and for two levels the norm per standard deviation that a number has.
func TestFindScores(t *testing.T) {
	train := trees(t, 100, false, data.Factor("wet"))
	f := find(t, nvsd.FindPlan{}, train)
	n := train.N()
	for j, c := range train.Categories() {
		values, fraction := make([][]float64, len(c.Levels)), make([]float64, len(c.Levels))
		for k := range c.Levels {
			X := mat.DenseCopyOf(train.X())
			for i := range n {
				row := slices.Clone(X.RawRowView(i))
				c.Set(row, k)
				if slices.Equal(row, X.RawRowView(i)) {
					fraction[k] += 1 / float64(n)
				}
			}
			for i := range n {
				c.Set(X.RawRowView(i), k)
			}
			var err error
			values[k], err = f.Predict(X)
			if err != nil {
				t.Fatal(err)
			}
		}
		sum := 0.0
		for k := range values {
			for l := range values {
				for i := range n {
					sum += fraction[k] * fraction[l] * math.Pow(values[k][i]-values[l][i], 2) / 2 / float64(n-1)
				}
			}
		}
		if got := f.Scores()[j]; math.Abs(got-math.Sqrt(sum)) > 1e-9 {
			t.Errorf("%s has the score %v, by its definition %v", c.Name, got, math.Sqrt(sum))
		}
	}
	if a := slices.Index(f.Model.Names(), "wet=1"); math.Abs(f.Scores()[1]-f.Model.NormsPerSD()[a]) > 1e-9 {
		t.Errorf("wet has the score %v, and its one column %v", f.Scores()[1], f.Model.NormsPerSD()[a])
	}
}

// TestFindNothing: without an effect nothing is selected, and the mean is predicted.
func TestFindNothing(t *testing.T) {
	train := trees(t, 60, true)
	f := find(t, nvsd.FindPlan{}, train)
	if f.Found() || len(f.SelectedNames()) != 0 || slices.Contains(f.Selected(), true) {
		t.Fatalf("found %v", f.SelectedNames())
	}
	v, err := f.PredictFrame(train)
	if err != nil {
		t.Fatal(err)
	}
	err2, sum := 0.0, 0.0
	for _, y := range train.Y() {
		sum += y / 60
	}
	for i, y := range train.Y() {
		err2 += (y - v[i]) * (y - v[i]) / 60
		if math.Abs(v[i]-sum) > 1e-12 {
			t.Fatalf("row %d is predicted as %v, the mean is %v", i, v[i], sum)
		}
	}
	if got, err := f.RMSE(train); err != nil || math.Abs(got-math.Sqrt(err2)) > 1e-12 {
		t.Errorf("RMSE %v, %v", got, err)
	}
	if len(f.Report().Charts()) != 0 {
		t.Error("there is a chart of nothing")
	}
	if text := f.String(); !strings.HasPrefix(text, "y: found nothing worth more than the mean, in 4 inputs, 60 observations\n") {
		t.Error(text)
	}
}

// TestFindPlans: every criterion finds the inputs, and a field that is not valid is an error.
func TestFindPlans(t *testing.T) {
	all := trees(t, 140, false)
	s, err := all.Split(data.Train(100), data.Valid(40), data.Seed(1))
	if err != nil {
		t.Fatal(err)
	}
	for name, by := range map[string]nvsd.Criterion{
		"validation":       nvsd.ByValidation(s.Valid),
		"cross-validation": nvsd.ByCrossValidation(nvsd.KFold(3, 1)),
		"leaving one out":  nvsd.ByLeaveOneOut(),
	} {
		f := find(t, nvsd.FindPlan{By: by}, s.Train)
		if got := f.SelectedNames(); !slices.Equal(got, []string{"x", "kind", "wet"}) || (f.HeldOut == nil) != (name == "cross-validation") {
			t.Errorf("%s: selected %v, held out %v", name, got, f.HeldOut)
		}
		if text := f.String(); !strings.Contains(text, "\nerror "+map[string]string{"validation": "in validation"}[name]) {
			t.Errorf("%s:\n%s", name, text)
		}
	}
	for plan, want := range map[nvsd.FindPlan]string{{Permuted: -1}: "permuted targets"} {
		if _, err := plan.Find(t.Context(), s.Train); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", plan, err)
		}
	}
	if _, err := nvsd.Find(t.Context(), nil); err == nil {
		t.Error("no data are no error")
	}
}
