package score_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// Residuals and predictions add up to the target, and the errors are those of the score.
func TestResidualsAddUp(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(80, 3, 1), data.Train(40), data.Test(data.Rest), data.Seed(1))
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, s.Train, nvsd.TauFrac(0.1)))
	r := fixture.Must[*score.Residuals](t)(m.Residuals(s.Test))
	for i, y := range s.Test.Y() {
		if r.True[i] != y || math.Abs(r.Predicted[i]+r.Residual[i]-y) > 1e-12 {
			t.Fatalf("observation %d: %v + %v is not %v", i, r.Predicted[i], r.Residual[i], y)
		}
	}
	scored := fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, s.Test))
	if r.RegressionMetrics != scored.Rows[0].RegressionMetrics {
		t.Errorf("errors %v, in the score %v", r.RegressionMetrics, scored.Rows[0].RegressionMetrics)
	}
	if of := fixture.Must[*score.Residuals](t)(nvsd.ResidualsOf(m, s.Test)); of.RMSE != r.RMSE {
		t.Errorf("as a Fitted the RMSE is %v, else %v", of.RMSE, r.RMSE)
	}
	if want := "the 10 largest of 40 residuals"; !strings.Contains(r.String(), want) {
		t.Errorf("the text has no %q:\n%v", want, r)
	}
}

// Residuals along a line are a line, also where a smoother without slopes would bend it at
// the ends.
func TestResidualsTrendOfALine(t *testing.T) {
	f := fixture.Waves(60, 2, 1)
	spec := fixture.Gaussian
	spec.Kernel = kern.Linear{}
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, f, nvsd.TauFrac(0.3)))
	y := fixture.Must[[]float64](t)(m.PredictFrame(f))
	for i := range y {
		y[i] += 3 + 2*y[i]
	}
	straight := fixture.Must[*data.Frame](t)(data.New(f.X(), y))
	trend := fixture.Must[*score.Residuals](t)(m.Residuals(straight)).Report()[0].(report.Scatter).Plots[1].Trend
	if len(trend.X) == 0 {
		t.Fatal("there is no trend")
	}
	for k, x := range trend.X {
		if want := 3 + 2*x; math.Abs(trend.Y[k]-want) > 1e-6 {
			t.Errorf("at %v the trend is %v, want %v", x, trend.Y[k], want)
		}
	}
	few := fixture.Must[*score.Residuals](t)(m.Residuals(fixture.Must[*data.Frame](t)(f.Rows(0, 1, 2, 3, 4))))
	if n := len(few.Report()[0].(report.Scatter).Plots[1].Trend.X); n != 0 {
		t.Errorf("of five points the trend has %d places", n)
	}
}

func TestResidualsRefuse(t *testing.T) {
	m := fixture.Must[*nvsd.Model](t)(nvsd.Mean(fixture.Waves(10, 2, 1)))
	if _, err := m.Residuals(nil); err == nil {
		t.Error("of no data there are residuals")
	}
	if _, err := nvsd.ResidualsOf(m, nil); err == nil {
		t.Error("of no data there are residuals of a Fitted")
	}
}

// What a model leaves unexplained on rows that it has not seen.
func ExampleModel_Residuals() {
	f, err := data.Load("diabetes")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := f.Split(data.Train(100), data.Test(data.Rest), data.Seed(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-2)}
	m, err := spec.Fit(fixture.Ctx, s.Train, nvsd.TauFrac(0.1))
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := m.Residuals(s.Test)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d observations, R2 %.1f\n", len(r.Residual), r.R2)
	// Output:
	// 342 observations, R2 0.4
}
