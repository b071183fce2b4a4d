package problem_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"gonum.org/v1/gonum/mat"
)

// levels draws n observations of x on [-1, 1], a binary z in {1, 2} that adds
// 3 in its second level, and a colour of three levels that adds 0, 1 or 4 where
// effect is 1.
func levels(t testing.TB, n int, effect float64, seed uint64) *data.Frame {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y := mat.NewDense(n, 3, nil), make([]float64, n)
	for i := range y {
		v, z, c := 2*rng.Float64()-1, rng.IntN(2), rng.IntN(3)
		x.SetRow(i, []float64{v, float64(1 + z), float64(c)})
		y[i] = 2*v + 3*float64(z) + effect*float64(c*c) + 0.05*rng.NormFloat64()
	}
	return fixture.Must[*data.Frame](t)(fixture.Frame(t, x, y, "x", "z", "colour").Factor("z", "colour"))
}

func TestDifferenceNormsOfALinearFunction(t *testing.T) {
	spec := nvsd.Spec{Kernel: kern.Linear{}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-6), Tol: 1e-8}
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, levels(t, 60, 1, 1), nvsd.TauFrac(1e-4)))
	W := fixture.Must[*mat.Dense](t)(m.Gradients(mat.NewDense(1, m.D(), nil)))
	w := W.RawRowView(0) // of x, z=2, colour=0, colour=1, colour=2
	norms, kinds := m.NormsPerUnit(), m.NormKinds()
	rms := func(a, b float64) float64 { return math.Sqrt((a*a + b*b) / 2) }
	want := []float64{math.Abs(w[0]), math.Abs(w[1]), rms(w[2]-w[3], w[2]-w[4]), rms(w[3]-w[2], w[3]-w[4]), rms(w[4]-w[2], w[4]-w[3])}
	for a, in := range m.Selected() {
		if !in {
			want[a] = 0
		}
	}
	if !fixture.Near(norms, want, 1e-6) {
		t.Errorf("norms %v, want %v", norms, want)
	}
	difference := []model.NormKind{model.DerivativeNorm, model.DifferenceNorm, model.DifferenceNorm, model.DifferenceNorm, model.DifferenceNorm}
	if !slices.Equal(kinds, difference) {
		t.Errorf("kinds %v", kinds)
	}
	whole := m.CategoryNorms()
	if len(whole) != 2 || math.Abs(whole[0].Norm-3) > 0.1 || math.Abs(whole[1].Norm-math.Sqrt((1.+16+9)/3)) > 0.1 {
		t.Errorf("categories %v", whole)
	}
	for _, text := range []string{"difference", "derivative", "colour: between two of its 3 levels"} {
		if !strings.Contains(m.String(), text) {
			t.Errorf("the model does not tell %q:\n%v", text, m)
		}
	}
	if got := fixture.Reread(t, m); got.String() != m.String() || got.CategoryNorms()[1].Norm != whole[1].Norm {
		t.Error("the model that was read is another one")
	}
}

func TestGroupsKeepACategoryTogether(t *testing.T) {
	f := levels(t, 40, 0, 2)
	spec := fixture.Gaussian.WithPenalty(penalty.GroupLasso{Groups: f.Groups()})
	spec.Decades = 3
	p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 8))
	without := false
	for i := range p.Len() {
		m := fixture.Must[*nvsd.Model](t)(p.Model(i))
		in := m.Selected()
		if in[2] != in[3] || in[3] != in[4] {
			t.Errorf("at tau %d a part of a category is in: %v", i, in)
		}
		if !in[2] && m.CategoryNorms()[1].Norm != 0 {
			t.Errorf("at tau %d a category that is out has norm %v", i, m.CategoryNorms()[1].Norm)
		}
		without = without || in[1] && !in[2]
	}
	if !without {
		t.Errorf("a category without effect is never out alone:\n%v", p)
	}
}

func TestDependenceOnLevels(t *testing.T) {
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Ridge(fixture.Ctx, levels(t, 60, 1, 3), nvsd.ByLeaveOneOut()))
	for _, name := range []string{"colour", "colour=1"} {
		dep := fixture.Must[*model.Dependence](t)(m.PartialDependence(fixture.Ctx, name))
		if len(dep.Levels) != 3 || len(dep.Mean) != 3 || dep.Slope != nil {
			t.Fatalf("%s: %+v", name, dep)
		}
		if rise := dep.Mean[2] - dep.Mean[0]; math.Abs(rise-4) > 0.5 {
			t.Errorf("%s: the third level is %v above the first, of 4", name, rise)
		}
		if !strings.Contains(dep.String(), "colour") || strings.Contains(dep.String(), "slope") {
			t.Errorf("shown as\n%v", dep)
		}
	}
	if _, err := m.PartialDependence(fixture.Ctx, "z", 1); err == nil {
		t.Error("a grid for a categorical input: no error")
	}
}

// Data read apart from the training part may lack a level, but have no other.
func TestPredictFrameTakesFewerLevels(t *testing.T) {
	f := levels(t, 40, 1, 4)
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.TauFrac(0.01)))
	want := fixture.Must[[]float64](t)(m.Predict(f.X()))[0]
	c := f.Categories()[1]
	apart := func(colour float64) *data.Frame {
		z := 1 + f.X().At(0, 1)
		g := fixture.Frame(t, mat.NewDense(1, 3, []float64{colour, z, f.X().At(0, 0)}), []float64{0}, "colour", "z", "x")
		return fixture.Must[*data.Frame](t)(g.Factor("z", "colour"))
	}
	first := slices.IndexFunc(c.Columns, func(a int) bool { return f.X().At(0, a) == 1 })
	if got := fixture.Must[[]float64](t)(m.PredictFrame(apart(float64(first))))[0]; math.Abs(got-want) > 1e-12 {
		t.Errorf("predicted apart %v, together %v", got, want)
	}
	if _, err := m.PredictFrame(apart(7)); err == nil || !strings.Contains(err.Error(), `"7"`) {
		t.Errorf("a level never seen: %v", err)
	}
}

// A categorical input is one group of columns, and its norms compare levels.
func ExampleModel_CategoryNorms() {
	table := "size,colour,price\n"
	for i := range 30 {
		size, colour := i%7, []string{"blue", "green", "red"}[i%3]
		price := size
		if colour == "red" {
			price += 5
		}
		table += fmt.Sprintf("%d,%s,%d\n", size, colour, price)
	}
	f, err := data.Read(strings.NewReader(table), "prices", data.Factor("colour"))
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nvsd.Spec{Kernel: kern.Linear{}, Penalty: penalty.GroupLasso{Groups: f.Groups()}, Nu: nvsd.Fixed(1e-6)}
	m, err := spec.Fit(fixture.Ctx, f, nvsd.TauFrac(1e-4))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range m.CategoryNorms() {
		fmt.Printf("%s %v: %.1f\n", c.Name, c.Levels, c.Norm)
	}
	dep, err := m.PartialDependence(fixture.Ctx, "colour")
	if err != nil {
		fmt.Println(err)
		return
	}
	for k, level := range dep.Levels {
		fmt.Printf("%-5s %.1f\n", level, dep.Mean[k])
	}
	// Output:
	// colour [blue green red]: 4.1
	// blue  2.8
	// green 2.8
	// red   7.8
}

// Along a path, and so where inputs are ranked, the norms are those of the models
// there: a function may be flat at every level of a categorical input and yet
// differ between levels.
func TestPathMeasuresCategoriesByDifferences(t *testing.T) {
	f := levels(t, 40, 1, 2)
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Sigma(1)}, Penalty: penalty.Groups(f.Groups()), Nu: nvsd.Fixed(1e-3), Tol: 1e-4, Decades: 6}
	path := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 4))
	for i, norms := range path.NormsPath() {
		m := fixture.Must[*nvsd.Model](t)(path.Model(i))
		if !slices.Equal(norms, m.NormsPerSD()) {
			t.Errorf("fit %d: norms %v on the path, %v of the model", i, norms, m.NormsPerSD())
		}
	}
	const fit, column = 3, 4 // colour=2
	W := fixture.Must[*mat.Dense](t)(fixture.Must[*nvsd.Model](t)(path.Model(fit)).Gradients(f.X()))
	square := 0.0
	for i := range f.N() {
		square += W.At(i, column) * W.At(i, column) / float64(f.N())
	}
	if difference, slope := path.NormsPath()[fit][column], math.Sqrt(square); !(difference > 2*slope) {
		t.Errorf("colour=2 has the norm %v on the path, its derivative %v: this test shows nothing", difference, slope)
	}
}
