package procedure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A target of two texts has probabilities, that are those of its classes also where a test table has one of them alone, or none; and by squares it has
// intervals.
func TestClassesHaveProbabilities(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	var train, test, one strings.Builder
	for _, b := range []*strings.Builder{&train, &test, &one} {
		b.WriteString("x,z,ok\n")
	}
	for i := range 160 {
		x, z := rng.NormFloat64(), rng.NormFloat64()
		label := map[bool]string{true: "yes", false: "no"}[rng.Float64() < 1/(1+math.Exp(3-3*x*x))]
		b := &train
		if i >= 120 {
			b = &test
			if label == "yes" {
				fmt.Fprintf(&one, "%v,%v,%s\n", x, z, label)
			}
		}
		fmt.Fprintf(b, "%v,%v,%s\n", x, z, label)
	}
	ask := func(rows, loss string, options ...data.Call) *Answer {
		return answer(t, Request{
			Train: Table{Name: "c.csv", Text: []byte(train.String())}, Test: &Table{Name: "t.csv", Text: []byte(rows)},
			Target: "ok", Options: options, Criterion: LeaveOneOut, Level: 0.9, Seed: 1, Loss: loss,
		})
	}
	a := ask(test.String(), "")
	if !slices.Equal(a.Classes, []string{"no", "yes"}) || !slices.Equal(a.Selected, []string{"x"}) || a.Lower != nil || a.Posterior != nil || len(a.Probabilities) != 40 {
		t.Fatalf("classes %v, selected %v, %d probabilities", a.Classes, a.Selected, len(a.Probabilities))
	}
	for i, p := range a.Probabilities {
		if math.Abs(p[0]+p[1]-1) > 1e-12 || math.Abs(a.Predictions[i]-(p[1]-p[0])) > 1e-12 {
			t.Errorf("row %d: %v, predicted %v", i, p, a.Predictions[i])
		}
	}
	if e := a.ClassErrors; a.LogLoss == nil || e == nil || *a.LogLoss > 0.9*e.LogLossOfFrequencies || e.Wrong > e.WrongByLarger || !strings.Contains(a.Short(), "40 rows predicted, log-loss") {
		t.Errorf("log-loss %v, errors %+v:\n%s", a.LogLoss, e, a.Short())
	}
	alone := ask(one.String(), "")
	if alone.Unpredicted != "" || alone.LogLoss == nil || len(alone.Probabilities) == 0 {
		t.Errorf("rows of one class: %q, log-loss %v", alone.Unpredicted, alone.LogLoss)
	}
	turned := ask(test.String(), "", data.Call{Option: "Classes", Args: []string{"yes", "no"}})
	if math.Abs(turned.Probabilities[0][0]-a.Probabilities[0][1]) > 1e-6 {
		t.Errorf("the other way round: %v, and %v", turned.Probabilities[0], a.Probabilities[0])
	}
	if s := ask(test.String(), "square"); s.Probabilities != nil || s.ClassErrors != nil || s.LogLoss != nil || len(s.Lower) != 40 || !strings.Contains(s.Spec, "nvsd.FindPlan{Loss: loss.Square{}}.Find(train)") {
		t.Errorf("by squares: %v, spec %s", s.Probabilities, s.Spec)
	}
}
