package fit

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// numbers writes a list.
func numbers(v []float64) string { return strings.ReplaceAll(fmt.Sprint(v), " ", ", ") }

// TestRowWeights: whole weights are repeated rows, and a row of weight 0 is as if it were not there, with a prediction of its own.
func TestRowWeights(t *testing.T) {
	x := [][]float64{{1, 2}, {3, -1}, {-2, 1}, {0.5, 0.5}, {2, 2}}
	y := []float64{1, -1, 1, -1, 1}
	counts := []float64{2, 1, 3, 0, 1}
	var repeated []string
	var targets []float64
	var whole []string
	for i, row := range x {
		whole = append(whole, numbers(row))
		for range int(counts[i]) {
			repeated, targets = append(repeated, numbers(row)), append(targets, y[i])
		}
	}
	for _, l := range []string{`"square"`, `"logistic"`, `{"kind": "huber", "knee": 0.5}`, `{"kind": "quantile", "level": 0.7, "smooth": 0.2}`} {
		change := map[string]string{"X": "[" + strings.Join(whole, ", ") + "]", "y": numbers(y), "kernel": `{"kind": "gauss", "sigma": "median"}`, "nu": "0.1", "tau": "[0.05]", "tol": "1e-12",
			"X_test": "[[0.5, 0.5], [1, 1]]", "coefficients": "true"}
		// The rule finds the width in the rows with a weight.
		width := map[string]string{}
		for k, v := range change {
			width[k] = v
		}
		delete(width, "coefficients")
		width["X"], width["y"] = "["+strings.Join(slices.Delete(slices.Clone(whole), 3, 4), ", ")+"]", numbers(slices.Delete(slices.Clone(y), 3, 4))
		change["kernel"] = fmt.Sprintf(`{"kind": "gauss", "sigma": %v}`, sigma(t, width))
		change["row_weights"], change["penalty"] = numbers(counts), `"L", "loss": `+l
		got := mustRun(t, read(t, change)).Solutions[0]
		delete(change, "row_weights")
		change["X"], change["y"] = "["+strings.Join(repeated, ", ")+"]", numbers(targets)
		want := mustRun(t, read(t, change)).Solutions[0]
		if math.Abs(got.Objective-want.Objective) > 1e-10*want.Objective || !floats.EqualApprox(got.RawNorms, want.RawNorms, 1e-5) || !floats.EqualApprox(got.Test, want.Test, 1e-5) {
			t.Errorf("%s: %v %v %v, with repeated rows %v %v %v", l, got.Objective, got.RawNorms, got.Test, want.Objective, want.RawNorms, want.Test)
		}
		if len(got.Train) != 5 || math.Abs(got.Train[3]-got.Test[0]) > 1e-9 || len(got.Alpha) != 5 || got.Alpha[3] != 0 || !slices.Equal(got.B[3], []float64{0, 0}) {
			t.Errorf("%s: the row without weight has the prediction %v, want %v, and the coefficients %v, %v", l, got.Train, got.Test[0], got.Alpha, got.B)
		}
	}
}

func sigma(t *testing.T, change map[string]string) float64 {
	t.Helper()
	var s float64
	text := fmt.Sprint(read(t, change).Kernel)
	if _, err := fmt.Sscanf(text, "Gaussian(sigma %g)", &s); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// within is 0 between the bounds, and +Inf beyond.
func within(u, low, high float64) float64 {
	if u < low || u > high {
		return math.Inf(1)
	}
	return 0
}

// TestLossesAsWritten: both bounds follow from what is written, by the formulas of docs/fit.md, for every loss.
func TestLossesAsWritten(t *testing.T) {
	type l struct{ value, conjugate func(y, v float64) float64 }
	xlogx := func(s float64) float64 {
		if s <= 0 {
			return 0
		}
		return s * math.Log(s)
	}
	X := `[[1, 2], [3, -1], [-2, 1], [0.5, -0.5], [2, 2], [-1, -1]]`
	for name, c := range map[string]struct {
		y []float64
		l
	}{
		`"square"`: {[]float64{1, 3, -2, 0.5, 2, 0}, l{func(y, f float64) float64 { return (y - f) * (y - f) }, func(y, u float64) float64 { return u*y + u*u/4 }}},
		`"logistic"`: {[]float64{1, 1, -1, 1, 1, -1}, l{func(y, f float64) float64 { return math.Log(1 + math.Exp(-y*f)) },
			func(y, u float64) float64 { return xlogx(-y*u) + xlogx(1+y*u) }}},
		`"poisson"`: {[]float64{1, 3, 0, 2, 5, 0}, l{func(y, f float64) float64 { return math.Exp(f) - y*f - y + xlogx(y) },
			func(y, u float64) float64 { return xlogx(u+y) - u - xlogx(y) }}},
		`{"kind": "huber", "knee": 1.5}`: {[]float64{1, 9, -2, 0.5, 2, 0}, l{func(y, f float64) float64 {
			if r := math.Abs(y - f); r > 1.5 {
				return 1.5 * (2*r - 1.5)
			}
			return (y - f) * (y - f)
		}, func(y, u float64) float64 { return within(u, -3, 3) + u*y + u*u/4 }}},
		`{"kind": "quantile", "level": 0.9, "smooth": 0.1}`: {[]float64{1, 9, -2, 0.5, 2, 0}, l{func(y, f float64) float64 {
			u := max(-0.1, min(0.9, (y-f)/0.1))
			return u*(y-f) - 0.05*u*u
		}, func(y, u float64) float64 { return within(u, -0.9, 0.1) + u*y + 0.05*u*u }}},
	} {
		s := read(t, map[string]string{"X": X, "y": numbers(c.y), "kernel": `{"kind": "poly", "p": 2, "c": 1}`, "nu": "0.05", "tau": "[0.01, 0.2]", "tol": "1e-9", "penalty": `"L", "loss": ` + name, "coefficients": "true"})
		report := mustRun(t, s)
		for _, e := range report.Solutions {
			n, d, nu := 6, 2, s.Nu
			kernel := func(x, z []float64) float64 { v := x[0]*z[0] + x[1]*z[1] + 1; return v * v }
			v, W := make([]float64, n), make([][]float64, n)
			for i := range n {
				x := s.X.RawRowView(i)
				W[i] = make([]float64, d)
				for j := range n {
					z := s.X.RawRowView(j)
					v[i] += e.Alpha[j] * kernel(x, z)
					slope := 2 * (x[0]*z[0] + x[1]*z[1] + 1)
					for a := range d {
						v[i] += e.B[j][a] * slope * x[a]
						W[i][a] += e.Alpha[j] * slope * z[a]
						for b := range d {
							W[i][a] += e.B[j][b] * 2 * x[b] * z[a]
						}
						W[i][a] += e.B[j][a] * slope
					}
				}
			}
			objective, above := 0.0, 0.0
			for i, f := range v {
				u := -2 * float64(n) * nu * e.Alpha[i]
				objective += c.value(c.y[i], f)/float64(n) + nu*e.Alpha[i]*f
				above += (c.value(c.y[i], f) + c.conjugate(c.y[i], u) - u*f) / float64(n)
			}
			radius := e.Tau / math.Sqrt(float64(n))
			for a := range d {
				var norm, block, inner float64
				for i := range n {
					norm, block, inner = norm+W[i][a]*W[i][a], block+e.B[i][a]*e.B[i][a], inner+e.B[i][a]*W[i][a]
				}
				objective += nu*inner + radius*math.Sqrt(norm)
				above += radius*math.Sqrt(norm) + 2*nu*inner
				if 2*nu*math.Sqrt(block) > radius*(1+1e-9) {
					t.Errorf("%s: block %d is outside of its ball", name, a)
				}
			}
			if math.Abs(objective-e.Objective) > 1e-11*objective || e.Dual == nil || *e.Dual < e.Objective-above-1e-9*objective || *e.RelGap > 1e-9 {
				t.Errorf("%s, tau %v: objective %v, written %v; dual %v, written %v; gap %v", name, e.Tau, objective, e.Objective, objective-above, *e.Dual, *e.RelGap)
			}
		}
		if report.TauMax == nil {
			t.Errorf("%s: no tau_max: %s", name, report.TauMaxNote)
		}
	}
}
