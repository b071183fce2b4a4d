package search_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"gonum.org/v1/gonum/floats"
)

// weakEffects is a table with so many equal effects of twenty inputs, and noise of three times their size.
func weakEffects(t *testing.T, n, effects int, seed uint64) (table *data.Frame, f []float64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 5))
	var b strings.Builder
	for a := range 20 {
		fmt.Fprintf(&b, "x%d,", a)
	}
	fmt.Fprintln(&b, "y")
	for range n {
		var sum float64
		for a := range 20 {
			x := rng.NormFloat64()
			if a < effects {
				sum += x
			}
			fmt.Fprintf(&b, "%v,", x)
		}
		f = append(f, sum)
		fmt.Fprintf(&b, "%v\n", sum+3*rng.NormFloat64())
	}
	table, err := data.Read(strings.NewReader(b.String()), "weak.csv", data.Target("y"))
	if err != nil {
		t.Fatal(err)
	}
	return table, f
}

// TestManyWeakEffectsPredict: of ten equal weak effects few or none are selected, and all inputs together
// halve the error of the mean. The saved model predicts the same.
func TestManyWeakEffectsPredict(t *testing.T) {
	train, _ := weakEffects(t, 100, 10, 1)
	test, f := weakEffects(t, 500, 10, 2)
	found := find(t, nvsd.FindPlan{}, train)
	b := found.Background()
	if b == nil || !(b.Gain >= b.Price) || !(b.RMSE < b.Without) {
		t.Fatalf("the background is %+v", b)
	}
	v, err := found.PredictFrame(test)
	if err != nil {
		t.Fatal(err)
	}
	if rmse, sd := floats.Distance(v, f, 2), floats.Norm(f, 2); !(rmse < 0.6*sd) {
		t.Errorf("the error is %.2f of that of the mean", rmse/sd)
	}
	if !strings.Contains(found.String(), "which are not selected") && !strings.Contains(found.String(), "of which none is selected") {
		t.Errorf("the answer does not say which inputs predict besides:\n%v", found)
	}
	var saved bytes.Buffer
	if err := found.Predictor().Write(&saved); err != nil {
		t.Fatal(err)
	}
	read, err := nvsd.ReadModel(&saved)
	if err != nil {
		t.Fatal(err)
	}
	again, err := read.PredictInterval(t.Context(), test, 0.9)
	if err != nil {
		t.Fatal(err)
	}
	own, err := found.PredictInterval(t.Context(), test, 0.9)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(again.Predictions, v) || !slices.Equal(again.Lower, own.Lower) {
		t.Error("the saved model predicts otherwise")
	}
	if *read.Background() != *b {
		t.Errorf("the saved background is %+v, and was %+v", read.Background(), b)
	}
}

// TestNothingToFindIsTheMean: without effects the predictions are the mean, whatever all inputs say together.
func TestNothingToFindIsTheMean(t *testing.T) {
	for seed := range uint64(6) {
		train, _ := weakEffects(t, 80, 0, 10+seed)
		found := find(t, nvsd.FindPlan{}, train)
		v, err := found.PredictFrame(train)
		if err != nil {
			t.Fatal(err)
		}
		if found.Found() || found.Background() != nil || floats.Max(v)-floats.Min(v) > 1e-12 {
			t.Errorf("seed %d: predictions from %v to %v", seed, floats.Min(v), floats.Max(v))
		}
	}
}

// TestCleanTablesHaveNoBackground: where the selected inputs explain the target, they alone predict, bit for
// bit as their model does.
func TestCleanTablesHaveNoBackground(t *testing.T) {
	train, err := data.Friedman1(100, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	found := find(t, nvsd.FindPlan{}, train)
	if found.Background() != nil || found.Predictor().Method() != found.Model.Method() {
		t.Errorf("the background is %v", found.Background())
	}
}
