package loss_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
)

// TestMultinomial: derivatives and second derivatives are those of Value, which does not change with a shift of all fitted values, and Fenchel and Young
// hold, with equality at the derivative.
func TestMultinomial(t *testing.T) {
	l := loss.Multinomial{}
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.IntRange(2, 5).Draw(t, "classes")
		f := rapid.SliceOfN(rapid.Float64Range(-4, 4), c, c).Draw(t, "f")
		g := rapid.SliceOfN(rapid.Float64Range(-4, 4), c, c).Draw(t, "g")
		y := make([]float64, c)
		y[rapid.IntRange(0, c-1).Draw(t, "class")] = 1
		if rapid.Bool().Draw(t, "shares") {
			l.Probabilities(y, rapid.SliceOfN(rapid.Float64Range(-2, 2), c, c).Draw(t, "of"))
		}
		v, q, p := l.Value(y, f), make([]float64, c), make([]float64, c)
		l.Derivative(q, y, f)
		l.Curvature(p, y, f)
		if !(v >= 0) || math.Abs(floats.Sum(q)) > 1e-15*float64(c) || math.Abs(floats.Sum(p)-1) > 1e-15*float64(c) {
			t.Fatalf("Value(%v, %v) = %v, the derivatives sum to %v and the probabilities to %v", y, f, v, floats.Sum(q), floats.Sum(p))
		}
		const h = 1e-5
		low, high, moved := make([]float64, c), make([]float64, c), append([]float64(nil), f...)
		for k := range f {
			moved[k] = f[k] - h
			below := l.Value(y, moved)
			l.Derivative(low, y, moved)
			moved[k] = f[k] + h
			above := l.Value(y, moved)
			l.Derivative(high, y, moved)
			moved[k] = f[k]
			if slope := (above - below) / (2 * h); math.Abs(slope-q[k]) > 1e-8 {
				t.Fatalf("the derivative by %d at %v is %v, by differences %v", k, f, q[k], slope)
			}
			for j := range f {
				want := -p[k] * p[j]
				if j == k {
					want += p[k]
				}
				if rise := (high[j] - low[j]) / (2 * h); math.Abs(rise-want) > 1e-8 {
					t.Fatalf("the second derivative by %d and %d at %v is %v, by differences %v", k, j, f, want, rise)
				}
			}
		}
		floats.AddConst(1.5, moved)
		if away := l.Value(y, moved); math.Abs(away-v) > 1e-14*(1+v) {
			t.Fatalf("Value is %v, and %v with 1.5 more", v, away)
		}
		if at := v + l.Conjugate(y, q) - floats.Dot(q, f); math.Abs(at) > 1e-13*(1+v) {
			t.Fatalf("l(%v, %v) + l*(l') - l' f = %v", y, f, at)
		}
		l.Derivative(q, y, g)
		if young := v + l.Conjugate(y, q) - floats.Dot(q, f); young < -1e-13*(1+v) {
			t.Fatalf("l(%v, %v) + l*(%v) - u f = %v", y, f, q, young)
		}
	})
}

// TestMultinomialFarAway: nothing overflows or loses all digits far from the class of the row.
func TestMultinomialFarAway(t *testing.T) {
	l, q := loss.Multinomial{}, make([]float64, 3)
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"a difference of 800", l.Value([]float64{1, 0, 0}, []float64{0, 800, 0}), 800},
		{"right by 40", l.Value([]float64{1, 0, 0}, []float64{1040, 1000, 0}), math.Exp(-40)},
		{"right by 700", l.Value([]float64{0, 1, 0}, []float64{-700, 0, -800}), math.Exp(-700)},
		{"the conjugate at an end", l.Conjugate([]float64{1, 0, 0}, []float64{-1, 1, 0}), 0},
		{"the conjugate near an end", l.Conjugate([]float64{1, 0, 0}, []float64{-1e-20, 1e-20, 0}), -1e-20*20*math.Ln10 - 1e-20},
	} {
		if math.Abs(c.got-c.want) > 1e-9*math.Abs(c.want) {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	l.Derivative(q, []float64{1, 0, 0}, []float64{40, 0, -100})
	if math.Abs(q[0]+math.Exp(-40)) > 1e-9*math.Exp(-40) {
		t.Errorf("right by 40 the derivative is %v", q)
	}
	if v := l.Conjugate([]float64{1, 0, 0}, []float64{0.1, -0.1, 0}); !math.IsInf(v, 1) {
		t.Errorf("beyond its end the conjugate is %v", v)
	}
}

// TestCodes: targets that the multinomial loss is not made for are said with the row, or the class.
func TestCodes(t *testing.T) {
	for say, y := range map[string][]float64{
		"2 at row 1 (from 0): the multinomial loss takes 1": {1, 2, 0, 0},
		"0.9 at row 0":             {0.5, 0, 0.4, 1},
		"NaN at row 1":             {1, math.NaN(), 0, 1},
		"class 1 (from 0) of 2 ha": {1, 1, 0, 0},
	} {
		if err := loss.CheckJoint(loss.Multinomial{}, y, 2); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%v: %v, want %q", y, err, say)
		}
	}
	for _, y := range [][]float64{{1, 0, 0, 1}, {0.25, 0, 0.75, 1}} {
		if err := loss.CheckJoint(loss.Multinomial{}, y, 2); err != nil {
			t.Errorf("%v: %v", y, err)
		}
	}
}
