package baseline

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// TestOneStepReferences holds OneStep to cosso 2.1-2 and to a program that computes the
// same by itself, and Alternation to that program.
func TestOneStepReferences(t *testing.T) {
	eachFile(t, "cosso_*.json", func(t *testing.T, file *cossoFile) {
		for _, s := range file.Solutions {
			t.Logf("lam %v, M %v", s.Lam, s.M)
			f := file.fit(t, COSSO{Form: OneStep}, s.Lam, s.M)
			own, test := cossoFit(f), f.predict(dense(file.XTest))
			within(t, "theta", far(t, own.Theta, s.OneStep.Theta), 1e-8)
			within(t, "test_pred", far(t, test, s.OneStep.Test), 1e-8)
			within(t, "the intercept", math.Abs(f.intercept-s.OneStep.Intercept), 1e-8)
			within(t, "train_rss_over_n", math.Abs(own.RSS-s.OneStep.RSS), 1e-8)
			within(t, "step1_intercept", math.Abs(own.FirstStep.Intercept-s.OneStep.First), 1e-8)
			within(t, "step1_test_pred", far(t, own.FirstStep.predict(dense(file.XTest)), s.OneStep.FirstTest), 1e-8)
			if !slices.Equal(own.Selected, s.OneStep.Selected) {
				t.Errorf("selected %v, want %v", own.Selected, s.OneStep.Selected)
			}
			within(t, "the package's theta", far(t, own.Theta, s.Package.Theta), 2*s.PackageMinus.Theta+1e-8)
			if s.PackageMinus.Test <= 1e-6 {
				within(t, "the package's test_pred", far(t, test, s.Package.Test), 2*s.PackageMinus.Test+1e-8)
			}
			want := s.Optimum
			within(t, "package_one_step_relative_excess", math.Abs(own.Split/want.Objective-1-want.PackageExcess), 1e-7)
			if f.objective-want.Objective > f.gap {
				t.Errorf("it says that it is %v above the least objective, and is %v", f.gap, f.objective-want.Objective)
			}

			f = file.fit(t, COSSO{Form: Alternation, Sweeps: want.Sweeps}, s.Lam, s.M)
			own = cossoFit(f)
			within(t, "alternating_objective_1_sweep", math.Abs(own.Objectives[0]/want.FirstSweep-1), 1e-7)
			last := own.Objectives[len(own.Objectives)-1]
			within(t, "alternating_relative_excess_at_stop", math.Abs(last/want.Objective-1-want.Excess), 1e-6)
		}
	})
}

// The sweeps of the alternation never raise what they minimise, and end above the least
// there is.
func TestAlternationFalls(t *testing.T) {
	X, y := noisy(30, 4, 11)
	least := fitAt(t, COSSO{Form: ConstraintForm, Lambda: 1e-3}, X, y, 1e-3).objective
	f := fitAt(t, COSSO{Form: Alternation, Lambda: 1e-3}, X, y, 1e-3)
	own := cossoFit(f)
	for k, v := range own.Objectives[1:] {
		if v > own.Objectives[k]*(1+1e-12) {
			t.Errorf("sweep %d raises the objective from %v to %v", k+2, own.Objectives[k], v)
		}
	}
	if last := own.Objectives[len(own.Objectives)-1]; last < least*(1-1e-9) {
		t.Errorf("it ends at %v, below the least objective %v", last, least)
	}
	if f.gap < f.objective-least {
		t.Errorf("the gap is %v, and it is %v above the least", f.gap, f.objective-least)
	}
}

// The one step's theta is the best for its objective: no feasible step lowers it.
func TestOneStepTheta(t *testing.T) {
	X, y := noisy(25, 4, 12)
	p, err := COSSO{Form: OneStep, Lambda: 1e-4}.on(t.Context(), X, y, letters(4))
	if err != nil {
		t.Fatal(err)
	}
	const lam, bound = 1e-4, 0.9
	first, err := p.begin(lam)
	if err != nil {
		t.Fatal(err)
	}
	value := func(theta []float64) float64 {
		rest := slices.Clone(p.y)
		floats.AddConst(-first.spline.Intercept, rest)
		linear := 0.0
		for j, part := range first.spline.Parts(X) {
			floats.AddScaled(rest, -theta[j], part)
			linear += theta[j] * floats.Dot(part, first.spline.Alpha)
		}
		return floats.Dot(rest, rest) + float64(len(y))*lam*linear
	}
	theta, err := p.choose(first.step, lam, bound)
	if err != nil {
		t.Fatal(err)
	}
	at := value(theta)
	for j := range theta {
		for k := range theta {
			moved := slices.Clone(theta)
			const step = 1e-4
			moved[j] = max(0, moved[j]-step)
			if k != j {
				moved[k] += min(step, bound-floats.Sum(moved))
			}
			if v := value(moved); v < at*(1-1e-10) {
				t.Errorf("moving theta from %d to %d lowers the objective from %v to %v", j, k, at, v)
			}
		}
	}
}
