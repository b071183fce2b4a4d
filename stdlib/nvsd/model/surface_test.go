package model_test

import (
	"context"
	"errors"
	"fmt"
	"math"
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

// A surface has the model's predictions, with the other inputs at their means or where they
// are held.
func TestSurfaceIsOfPredictions(t *testing.T) {
	f := fixture.Waves(40, 3, 1)
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.TauFrac(0.05)))
	mean := mat.Sum(f.X().(*mat.Dense).ColView(2)) / 40
	for held, at := range map[float64][]nvsd.Held{mean: nil, 0.25: {{Input: "x3", Value: 0.25}}} {
		s := fixture.Must[*model.Surface](t)(m.Surface(fixture.Ctx, "x1", "x2", at...))
		for _, n := range [][2]int{{0, 0}, {20, 3}, {40, 40}} {
			want := fixture.Must[[]float64](t)(m.Predict(mat.NewDense(1, 3, []float64{s.GridA[n[0]], s.GridB[n[1]], held})))[0]
			if got := s.Value[n[0]][n[1]]; math.Abs(got-want) > 1e-9 {
				t.Errorf("x3 at %v, node %v: %v, predicted %v", held, n, got, want)
			}
		}
	}
}

// The grid is near where there are observations, and far in a corner without any.
func TestSurfaceKnowsWhereDataAre(t *testing.T) {
	f := fixture.Waves(60, 2, 1)
	x := mat.DenseCopyOf(f.X())
	for i := range 60 { // no observation has both inputs above 0
		if x.At(i, 0) > 0 && x.At(i, 1) > 0 {
			x.Set(i, 1, -x.At(i, 1))
		}
	}
	x.Set(0, 0, 1)
	x.Set(0, 1, -0.5)
	x.Set(1, 0, -0.5)
	x.Set(1, 1, 1)
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, fixture.Frame(t, x, f.Y()), nvsd.TauFrac(0.05)))
	s := fixture.Must[*model.Surface](t)(m.Surface(fixture.Ctx, "x1", "x2"))
	far := func(i, j int) bool { return s.Distance[i][j] > s.Reach }
	if !far(40, 40) || far(40, 10) || far(10, 40) || far(10, 10) {
		t.Errorf("of the corners, far are %v %v %v %v, want the last alone", far(10, 10), far(40, 10), far(10, 40), far(40, 40))
	}
	if text := s.String(); !strings.Contains(text, "(") || !strings.Contains(text, "far from all observations: a guess") {
		t.Errorf("the text does not mark what is far:\n%v", text)
	}
}

func TestSurfaceOfCategories(t *testing.T) {
	d := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(coloured(40)), "coloured", data.Factor("colour"), data.Target("y")))
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, d, nvsd.TauFrac(0.01)))
	usual := fixture.Must[*model.Surface](t)(m.Surface(fixture.Ctx, "a", "b"))
	if want := "colour = red"; !strings.Contains(usual.String(), want) {
		t.Errorf("the text has no %q, the most frequent level:\n%v", want, usual)
	}
	blue := fixture.Must[*model.Surface](t)(m.Surface(fixture.Ctx, "a", "b", nvsd.Held{Input: "colour", Level: "blue"}))
	if !strings.Contains(blue.String(), "colour = blue") || blue.Value[20][20] == usual.Value[20][20] {
		t.Errorf("blue is not what is held:\n%v", blue)
	}
	if len(usual.PointsA) != 40 || len(blue.PointsA) != 14 || blue.PointsA[1] != math.Sin(9) || blue.PointsB[1] != math.Cos(15) {
		t.Errorf("with blue held the points are %v, want the 14 blue ones", blue.PointsA)
	}
	farther := 0
	for i, row := range blue.Distance {
		for j, d := range row {
			if d < usual.Distance[i][j] {
				t.Fatalf("at node %d, %d the nearest blue observation is nearer than the nearest of all", i, j)
			}
			if d > usual.Distance[i][j] {
				farther++
			}
		}
	}
	if farther == 0 || blue.Reach != usual.Reach {
		t.Errorf("at %d nodes the nearest blue observation is farther than the nearest of all, and the reach is %v, of all %v", farther, blue.Reach, usual.Reach)
	}
	for what, fail := range map[string]func() error{
		"a level that is not there": func() error {
			_, err := m.Surface(fixture.Ctx, "a", "b", nvsd.Held{Input: "colour", Level: "pink"})
			return err
		},
		"a level of a number": func() error { _, err := m.Surface(fixture.Ctx, "a", "colour"); return err },
	} {
		if err := fail(); err == nil || !strings.Contains(err.Error(), "colour") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// coloured is a table of n rows with two numbers and a colour, red in two of three rows.
func coloured(n int) string {
	rows := []string{"a,b,colour,y"}
	for i := range n {
		colour, more := "red", 0.0
		if i%3 == 0 {
			colour, more = "blue", 2
		}
		a, b := math.Sin(float64(3*i)), math.Cos(float64(5*i))
		rows = append(rows, fmt.Sprintf("%v,%v,%s,%v", a, b, colour, a*a+b+more))
	}
	return strings.Join(rows, "\n")
}

func TestSurfaceRefuses(t *testing.T) {
	f := fixture.Waves(20, 3, 1)
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.TauFrac(0.1)))
	stopped, stop := context.WithCancel(fixture.Ctx)
	stop()
	if _, err := m.Surface(stopped, "x1", "x2"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for _, tc := range []struct {
		a, b string
		at   []nvsd.Held
		says string
	}{
		{"x1", "x1", nil, "both are"},
		{"x1", "z", nil, `no input "z"`},
		{"x1", "x2", []nvsd.Held{{Input: "z"}}, `no input "z"`},
		{"x1", "x2", []nvsd.Held{{Input: "x2"}}, "is an axis"},
		{"x1", "x2", []nvsd.Held{{Input: "x3", Value: math.NaN()}}, "must be finite"},
		{"x1", "x2", []nvsd.Held{{Input: "x3", Level: "red"}}, "no categorical input"},
	} {
		if _, err := m.Surface(fixture.Ctx, tc.a, tc.b, tc.at...); err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("over %s and %s at %v: error %v, want one that says %s", tc.a, tc.b, tc.at, err, tc.says)
		}
	}
}

// A product of two inputs is a saddle: high where both have one sign, low elsewhere.
func ExampleModel_Surface() {
	x, y := mat.NewDense(50, 3, nil), make([]float64, 50)
	for i := range y {
		a, b, c := math.Sin(float64(i)), math.Sin(1.7*float64(i)), math.Sin(2.3*float64(i))
		x.SetRow(i, []float64{a, b, c})
		y[i] = a * b
	}
	f, err := data.New(x, y)
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nvsd.Spec{Kernel: kern.Polynomial{Degree: 2, Offset: 1}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-3)}
	m, err := spec.Fit(fixture.Ctx, f, nvsd.TauFrac(0.01))
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := m.Surface(fixture.Ctx, "x1", "x2")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, i := range []int{0, 40} {
		fmt.Printf("%+.0f: %+.0f %+.0f\n", s.GridA[i], s.Value[i][0], s.Value[i][40])
	}
	// Output:
	// -1: +1 -1
	// +1: -1 +1
}
