package baseline

import (
	"context"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// Missing cells are refused, with their place, in training and in prediction.
func TestMissingIsRefused(t *testing.T) {
	ctx := context.Background()
	f, err := data.Read(strings.NewReader("a,b,y\n1,3,1\n2,,2\n4,1,3\n3,5,5\n"), "gaps", data.Impute(data.Mean))
	if err != nil {
		t.Fatal(err)
	}
	const want = `row 2 of the input "b" is missing, and this system fills nothing in`
	if _, err := (Lasso{}).Fit(ctx, f, nvsd.TauFrac(0.3)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("training: %v", err)
	}
	filled, _, err := f.Filled()
	if err != nil {
		t.Fatal(err)
	}
	m, err := Lasso{}.Fit(ctx, filled, nvsd.TauFrac(0.3))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.PredictFrame(f); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("prediction: %v", err)
	}
}

// A system fits one function, and says so of several targets.
func TestSeveralTargetsAreRefused(t *testing.T) {
	f, err := data.Read(strings.NewReader("a,y,z\n1,3,1\n2,2,2\n4,1,3\n3,5,5\n"), "two", data.Targets("y", "z"))
	if err != nil {
		t.Fatal(err)
	}
	const want = `there are 2 targets, and this system fits one function: take one of them, such as by WithTarget("y")`
	if _, err := (Lasso{}).Fit(context.Background(), f, nvsd.TauFrac(0.3)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v", err)
	}
}
