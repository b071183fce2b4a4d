package display

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

func TestSearchShowsWhatWasTriedAndItsModel(t *testing.T) {
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Sigma(2)}, Penalty: penalty.Lasso{}, Nu: nvsd.Choose(1e-1, 1e-2, 1e-3)}
	s, err := spec.Search(t.Context(), frame(t, 4), nvsd.Search{Taus: 3, By: nvsd.ByLeaveOneOut(), Fits: 6})
	if err != nil {
		t.Fatal(err)
	}
	b := render(t, s)
	html := b.Data[MIMEHTML].(string)
	chartOf(t, html)
	for _, want := range []string{"2 of 3 combinations tried", "✓ best", "not tried: 1, because the budget allows 2", "norm per sd", "without selection, training mean: RMSE"} {
		if !strings.Contains(html, want) {
			t.Errorf("the search is shown without %q:\n%s", want, html)
		}
	}
	if strings.Contains(html, "(SE)") {
		t.Errorf("a standard error of leaving one out is shown:\n%s", html)
	}
	crossed, err := spec.Search(t.Context(), frame(t, 4), nvsd.Search{Taus: 2, By: nvsd.ByCrossValidation(nvsd.KFold(2, 1))})
	if err != nil {
		t.Fatal(err)
	}
	if html := render(t, crossed).Data[MIMEHTML].(string); !strings.Contains(html, "(SE)") {
		t.Errorf("a cross-validated search is shown without standard errors:\n%s", html)
	}
}
