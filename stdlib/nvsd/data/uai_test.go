package data

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// The functions are the problems of the paper.
func TestExperiments(t *testing.T) {
	for k, draw := range []func(int, uint64) (*Frame, error){E1, E2, E3} {
		p, err := UAI{Experiment: k + 1}.Problem()
		if err != nil {
			t.Fatal(err)
		}
		want, err := p.Draw(30, 7)
		if err != nil {
			t.Fatal(err)
		}
		f, err := draw(30, 7)
		if err != nil {
			t.Fatal(err)
		}
		if f.D() != 18 || f.Source() != p.Name() || !mat.Equal(f.X(), want.X()) {
			t.Errorf("%v, want %v", f, want)
		}
		if _, err := draw(0, 1); err == nil {
			t.Errorf("%s: no error for n = 0", p.Name())
		}
	}
}

func TestE1(t *testing.T) {
	if got := cubic([]float64{1, 1, 1}); got != 10 {
		t.Errorf("there are 10 cubic monomials in three variables, got %v", got)
	}
	if got := cubic([]float64{2, 0, 0}); got != 8 {
		t.Errorf("2^3 = %v", got)
	}
}

func TestE2Correlations(t *testing.T) {
	for _, rho := range []float64{0.95, -0.5} {
		p, err := UAI{Experiment: 2, Correlation: rho}.Problem()
		if err != nil {
			t.Fatal(err)
		}
		f, err := p.Draw(4000, 1)
		if err != nil {
			t.Fatal(err)
		}
		col := func(a int) []float64 { return mat.Col(nil, a-1, f.X()) }
		for _, c := range []struct {
			a, b int
			want float64
		}{{1, 7, rho}, {6, 12, rho}, {13, 16, rho}, {1, 8, 0}, {1, 2, 0}} {
			if got := stat.Correlation(col(c.a), col(c.b), nil); math.Abs(got-c.want) > 0.06 {
				t.Errorf("correlation of x%d and x%d is %.3f, want %.2f", c.a, c.b, got, c.want)
			}
		}
	}
}

// y is a function of z1 and z3 alone, which are measured by x1..x3 and x7..x9.
func TestE3(t *testing.T) {
	f, err := E3(300, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, y := range f.Y() {
		x := mat.Row(nil, i, f.X())
		z1, z3 := (x[0]+x[1]+x[2])/3, (x[6]+x[7]+x[8])/3
		s := z1*z1 + z3*z3
		if math.Abs(y-10*s*math.Exp(-2*s)) > 1.2 {
			t.Errorf("row %d: y = %v at z1 = %v, z3 = %v", i, y, z1, z3)
		}
	}
}

// The hidden z of E3 are those that Draw has measured: they give the target but for its noise, and differ from the
// measurements by theirs.
func TestE3Hidden(t *testing.T) {
	const n, seed = 2000, 5
	for _, u := range []UAI{{Experiment: 3}, {Experiment: 3, Noise: NoNoise, MeasurementNoise: 0.3}} {
		p, err := u.Problem()
		if err != nil {
			t.Fatal(err)
		}
		f, err := p.Draw(n, seed)
		if err != nil {
			t.Fatal(err)
		}
		z, err := u.Hidden(n, seed)
		if err != nil {
			t.Fatal(err)
		}
		var noise, measured []float64
		for i, y := range f.Y() {
			s := z.At(i, 0)*z.At(i, 0) + z.At(i, 2)*z.At(i, 2)
			noise = append(noise, y-10*s*math.Exp(-2*s))
			for a := range 18 {
				measured = append(measured, f.X().At(i, a)-z.At(i, a/3))
			}
		}
		own := max(u.MeasurementNoise, 0.1)
		for _, c := range []struct {
			of          []float64
			sd, percent float64
		}{{noise, p.Noise(), 5}, {measured, own, 2}} {
			mean, sd := stat.MeanStdDev(c.of, nil)
			if math.Abs(sd-c.sd) > c.sd*c.percent/100+1e-12 || math.Abs(mean) > 0.1*c.sd+1e-12 {
				t.Errorf("%+v: the mean is %v and the standard deviation %v, want 0 and %v", u, mean, sd, c.sd)
			}
		}
		fewer, err := u.Hidden(7, seed)
		if err != nil {
			t.Fatal(err)
		}
		if !mat.Equal(fewer, z.Slice(0, 7, 0, 6)) {
			t.Error("the first rows are not those of a smaller n")
		}
	}
	for what, err := range map[string]error{
		"E1": second(UAI{Experiment: 1}.Hidden(3, 1)), "no row": second(UAI{Experiment: 3}.Hidden(0, 1)), "no experiment": second(UAI{}.Hidden(3, 1)),
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// The expected target of E3 is the mean over the z that its measurements leave possible.
func TestE3ExpectedTarget(t *testing.T) {
	const s = 0.4
	p, err := UAI{Experiment: 3, MeasurementNoise: s}.Problem()
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, 18)
	copy(x, []float64{0.3, 0.9, 0.1})
	copy(x[6:], []float64{-1, -0.2, -0.4})
	rng := rand.New(rand.NewPCG(1, 2))
	variance := 1 / (1 + 3/(s*s)) // of z given three measurements: precisions add up
	draw := func(x []float64) float64 {
		return variance*(x[0]+x[1]+x[2])/(s*s) + math.Sqrt(variance)*rng.NormFloat64()
	}
	const n = 400000
	y := make([]float64, n)
	for i := range y {
		a, b := draw(x[0:3]), draw(x[6:9])
		q := a*a + b*b
		y[i] = 10 * q * math.Exp(-2*q)
	}
	mean, sd := stat.MeanStdDev(y, nil)
	if got := p.F(x...); math.Abs(got-mean) > 4*sd/math.Sqrt(n) {
		t.Errorf("F = %v, the mean over z is %v", got, mean)
	}
}
