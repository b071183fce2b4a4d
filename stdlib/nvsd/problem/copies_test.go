package problem_test

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"gonum.org/v1/gonum/mat"
)

// Copies are named, in other units too, and nothing else is.
func TestCopiesAreWarnedOf(t *testing.T) {
	f := fixture.Waves(20, 5, 1)
	X := mat.DenseCopyOf(f.X())
	for i := range 20 {
		X.Set(i, 2, 32+1.8*X.At(i, 0))
		X.Set(i, 4, -X.At(i, 0))
	}
	warnings := func(X *mat.Dense) string {
		m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, fixture.Frame(t, X, f.Y()), nvsd.TauFrac(0.5)))
		return strings.Join(m.Warnings(), "\n")
	}
	if got := warnings(X); !strings.Contains(got, `"x1", "x3" and "x5" are copies`) || strings.Contains(got, "x2") || strings.Contains(got, "x4") {
		t.Errorf("warnings: %s", got)
	}
	X.Set(3, 2, X.At(3, 2)+1e-3)
	X.Set(3, 4, X.At(3, 4)+1e-3)
	if got := warnings(X); strings.Contains(got, "copies") {
		t.Errorf("of inputs that are nearly copies: %s", got)
	}
}
