package score_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
	"gonum.org/v1/gonum/mat"
)

// disc is waves with the class +1 where its target is above 5.5, else -1.
func disc(t testing.TB, n int, seed uint64) *data.Frame {
	f := fixture.Waves(n, 3, seed)
	y := f.Y()
	for i, v := range y {
		y[i] = -1
		if v > 5.5 {
			y[i] = 1
		}
	}
	return fixture.Frame(t, mat.DenseCopyOf(f.X()), y)
}

// The errors are what counting all observations and all pairs gives.
func TestClassificationMetricsCount(t *testing.T) {
	f := disc(t, 120, 1)
	s := fixture.Split(t, f, data.Train(60), data.Test(60))
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, s.Train, nvsd.TauFrac(0.05)))
	score := fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, s.Test))
	if len(score.Rows) != 3 || !score.Classes() {
		t.Fatalf("score\n%v", score)
	}
	v, y := fixture.Must[[]float64](t)(m.Predict(s.Test.X())), s.Test.Y()
	signs := fixture.Must[[]float64](t)(m.Classify(s.Test.X()))
	var wrong, n [2]float64
	pairs, won := 0.0, 0.0
	for i := range y {
		k := int(y[i]+1) / 2
		n[k]++
		if signs[i] != y[i] {
			wrong[k]++
		}
		for j := range y {
			if y[i] > y[j] {
				pairs++
				if v[i] > v[j] {
					won++
				}
			}
		}
	}
	want := []float64{(wrong[0] + wrong[1]) / 60, (wrong[0]/n[0] + wrong[1]/n[1]) / 2, won / pairs}
	got := score.Rows[0].Class
	if !fixture.Near([]float64{got.ErrorRate, got.Balanced, got.AUC}, want, 1e-12) {
		t.Errorf("errors %+v, by counting %v", *got, want)
	}
	mean := score.Rows[2].Class
	if mean.Balanced != 0.5 || mean.AUC != 0.5 {
		t.Errorf("the mean has balanced error %v and AUC %v", mean.Balanced, mean.AUC)
	}
	if got.AUC < 0.7 || got.ErrorRate > 0.4 || !strings.Contains(score.String(), "AUC") {
		t.Errorf("score\n%v", score)
	}
}

// Two values are classes only when they are -1 and +1, or when it is said.
func TestNumbersAreNotClasses(t *testing.T) {
	f := disc(t, 40, 2)
	y := f.Y()
	for i, v := range y {
		y[i] = (v + 1) / 2
	}
	binary := fixture.Frame(t, mat.DenseCopyOf(f.X()), y)
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, binary, nvsd.TauFrac(0.1)))
	if score := fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, binary)); m.TwoClasses() || score.Classes() {
		t.Error("0 and 1 are taken for classes without being told")
	}
	if _, err := m.Classify(binary.X()); err == nil || !strings.Contains(err.Error(), "data.Classes") {
		t.Errorf("classes of a number: %v", err)
	}
	said := fixture.Must[*data.Frame](t)(binary.WithClasses(0, 1))
	m = fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, said, nvsd.TauFrac(0.1)))
	if score := fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, said)); !m.TwoClasses() || !score.Classes() {
		t.Error("0 and 1 are not taken for classes, though it was said")
	}
	if !strings.Contains(m.String(), `-1 for "0", +1 for "1"`) {
		t.Errorf("the model does not tell its classes:\n%v", m)
	}
	if _, err := m.Score(fixture.Ctx, binary); err == nil {
		t.Error("scored on 0 and 1 after training on classes: no error")
	}
	if _, err := m.Score(fixture.Ctx, fixture.Must[*data.Frame](t)(binary.WithClasses(1, 0))); err == nil {
		t.Error("scored on exchanged classes: no error")
	}
	one := fixture.Must[*data.Frame](t)(f.Rows(0))
	m = fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.TauFrac(0.1)))
	if c := fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, one)).Rows[0].Class; !math.IsNaN(c.Balanced) || !math.IsNaN(c.AUC) {
		t.Errorf("one class alone has %+v", *c)
	}
}

// Over folds of different sizes, the part of wrong classes is that of all
// held-out rows, and the others are means over the folds that have both classes.
func TestAssessmentPoolsClasses(t *testing.T) {
	f := disc(t, 45, 2)
	fold := make([]int, f.N()) // the last fold holds out one class alone
	for i, y := range f.Y() {
		fold[i] = i % 2
		if y > 0 && i > 35 {
			fold[i] = 2
		}
	}
	folds := nvsd.LabelFolds(fold)
	how := nvsd.Search{Taus: 3, By: nvsd.ByLeaveOneOut()}
	a := fixture.Must[*search.Assessment](t)(fixture.Quick.CrossValidate(fixture.Ctx, f, folds, how))
	wrong, balanced, auc, both := 0.0, 0.0, 0.0, 0.0
	for _, part := range fixture.Must[[]choose.Fold](t)(folds.Divide(f.N())) {
		train, held := fixture.Must[*data.Frame](t)(f.Rows(part.Train...)), fixture.Must[*data.Frame](t)(f.Rows(part.Held...))
		score := fixture.Must[nvsd.Score](t)(fixture.Must[*nvsd.SearchResult](t)(fixture.Quick.Search(fixture.Ctx, train, how)).Model.Score(fixture.Ctx, held))
		c := score.Rows[0].Class
		wrong += c.ErrorRate * float64(held.N())
		if !math.IsNaN(c.AUC) {
			balanced, auc, both = balanced+c.Balanced, auc+c.AUC, both+1
		}
	}
	if both != 2 {
		t.Fatalf("%v folds have both classes, the test wants 2 of 3", both)
	}
	got := a.Rows[0].Class
	if want := []float64{wrong / 45, balanced / 2, auc / 2}; !fixture.Near([]float64{got.ErrorRate, got.Balanced, got.AUC}, want, 1e-12) {
		t.Errorf("errors %+v, by hand %v", *got, want)
	}
	if !strings.Contains(a.String(), "AUC") {
		t.Errorf("not shown:\n%v", a)
	}
}

// Labels are read as -1 and +1, and scored as classes.
func ExampleModel_Classify() {
	table := "size,kind\n1,cat\n2,cat\n3,cat\n7,dog\n8,dog\n9,dog\n"
	f, err := data.Read(strings.NewReader(table), "pets", data.Classes("cat", "dog"))
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nvsd.Spec{Kernel: kern.Linear{}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-3)}
	m, err := spec.Fit(fixture.Ctx, f, nvsd.TauFrac(0.1))
	if err != nil {
		fmt.Println(err)
		return
	}
	classes, err := m.Classify(f.X())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(classes)
	// Output:
	// [-1 -1 -1 1 1 1]
}
