package nvsd_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
)

// On the papers' data, whatever their units: fits are certified, the intercept
// is optimal, and what is selected is used.
func TestPapersData(t *testing.T) {
	dir := os.Getenv("NVSD_DATA")
	if dir == "" {
		t.Skip("NVSD_DATA is not set: it names the folder with the papers' data sets")
	}
	for _, name := range []string{"airfoil", "concrete", "energy_heating", "stock", "delta_ailerons", "boston", "segment"} {
		d := fixture.Must[*data.Frame](t)(data.CSV(filepath.Join(dir, name+".csv")))
		s := fixture.Split(t, d, data.Train(60), data.Valid(100), data.Test(100), data.Seed(1))
		spec := fixture.Gaussian
		spec.Tol = 1e-4
		p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, s.Train, 8))
		m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked))
		score := fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, s.Test))
		t.Logf("%s: tau_max %.4g, %.2g s, %v of %d inputs, RMSE %.4g, ridge %.4g, mean %.4g", name, p.TauMax(), p.Seconds(),
			m.SelectedNames(), d.D(), score.Rows[0].RMSE, score.Rows[1].RMSE, score.Rows[2].RMSE)

		fit := fixture.Must[*nvsd.Model](t)(p.Model(7))
		residual, size := 0.0, 0.0
		for i, v := range fixture.Must[[]float64](t)(fit.Predict(s.Train.X())) {
			residual += v - s.Train.Y()[i]
			size += math.Abs(s.Train.Y()[i])
		}
		if fit.RelGap() > 1e-4 || math.Abs(residual) > 1e-9*size {
			t.Errorf("%s: relative gap %v, residuals add up to %v", name, fit.RelGap(), residual)
		}
		if score.Rows[0].RMSE > score.Rows[2].RMSE {
			t.Errorf("%s: the model does worse than the mean:\n%v", name, score)
		}
	}
}
