package baseline

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A path that was stopped holds the fits that are finished and says how many these are. What
// is chosen from it is judged at the same weights in the folds.
func TestStoppedPath(t *testing.T) {
	train, err := data.Friedman1(40, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := Lasso{}.Path(t.Context(), train, 8)
	if err != nil {
		t.Fatal(err)
	}
	within, cancel := context.WithCancel(t.Context())
	defer cancel()
	p, err := Lasso{}.Path(nvsd.WithReporter(within, func(p nvsd.Progress) {
		if p.Parts[0].Done == 3 {
			cancel()
		}
	}), train, 8)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "3 of 8 fits") || p.Len() != 3 || !strings.Contains(p.String(), "3 of 8 fits") {
		t.Fatalf("error %v\n%v", err, p)
	}
	if !slices.Equal(p.Weights(), whole.Weights()[:3]) {
		t.Errorf("weights %v, of the whole path %v", p.Weights(), whole.Weights())
	}
	by := nvsd.ByCrossValidation(nvsd.KFold(4, 1))
	part, err := p.Select(t.Context(), by)
	if err != nil {
		t.Fatal(err)
	}
	all, err := whole.Select(t.Context(), by)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := part.Chosen().RMSE, all.Chosen().RMSE[:3]; !slices.Equal(got, want) {
		t.Errorf("errors %v, of the same fits in the whole path %v", got, want)
	}
	if p, err := (Lasso{}).Path(within, train, 8); p != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("without a fit: %v, error %v", p, err)
	}
}
