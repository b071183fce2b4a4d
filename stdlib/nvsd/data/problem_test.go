package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// problems returns every problem of the papers, with its name in messages.
func problems(t *testing.T) map[string]*Problem {
	t.Helper()
	all := map[string]*Problem{}
	add := func(p *Problem, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		all[fmt.Sprintf("%s, d = %d, %d", p.Name(), p.D(), len(all))] = p
	}
	for k := 1; k <= 3; k++ {
		add(UAI{Experiment: k}.Problem())
		add(Friedman{Equation: k, D: 7}.Problem())
		add(AISTATS{Function: k}.Problem())
		add(AISTATS{Function: k, Half: 1}.Problem())
	}
	for _, m := range []JMLRModel{JMLRAdditive, JMLRPairs, JMLRTriple, JMLRRadial} {
		add(JMLRTable{Model: m}.Problem())
	}
	for relevant := 2; relevant <= 6; relevant++ {
		add(Interactions{D: 10, Relevant: relevant, Seed: 3}.Problem())
	}
	for features := 2; features <= 9; features++ {
		add(Monomials{Features: features, Seed: 4}.Problem())
	}
	add(Marginal{}.Problem())
	for _, size := range []int{1, 5} {
		add(CompoundSymmetry{Size: size, T: 3}.Problem())
	}
	return all
}

// The same seed gives the same bits, and another one others. Fewer rows are the first ones.
func TestProblemsAreSeeded(t *testing.T) {
	for name, p := range problems(t) {
		draw := func(n int, seed uint64) *Frame {
			f, err := p.Draw(n, seed)
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		f, again, other, few := draw(40, 7), draw(40, 7), draw(40, 8), draw(10, 7)
		if !mat.Equal(f.X(), again.X()) || !slices.Equal(f.Y(), again.Y()) {
			t.Errorf("%s: not the same twice", name)
		}
		if mat.Equal(f.X(), other.X()) || slices.Equal(f.Y(), other.Y()) {
			t.Errorf("%s: two seeds give the same", name)
		}
		if !slices.Equal(few.Y(), f.Y()[:10]) {
			t.Errorf("%s: 10 rows are not the first of 40", name)
		}
		if f.D() != p.D() || f.Source() != p.Name() {
			t.Errorf("%s: %v", name, f)
		}
		if _, err := p.Draw(0, 1); err == nil {
			t.Errorf("%s: no error for n = 0", name)
		}
	}
}

// The function varies with each relevant input somewhere, and with no other one anywhere.
func TestRelevantInputsMatter(t *testing.T) {
	for name, p := range problems(t) {
		f, err := p.Draw(60, 2)
		if err != nil {
			t.Fatal(err)
		}
		for a := range p.D() {
			size := 0.0
			for i := range f.N() {
				x := mat.Row(nil, i, f.X())
				at := p.F(x...)
				x[a] += 1e-3 * (1 + math.Abs(x[a]))
				size = max(size, math.Abs(p.F(x...)-at))
			}
			if relevant := slices.Contains(p.Relevant(), a); relevant != (size > 1e-9) {
				t.Errorf("%s: x%d is relevant: %t, and moves the function by %g", name, a+1, relevant, size)
			}
		}
	}
}

// What is left of the target without the function is noise of the deviation that is said, which
// is uncorrelated with the function.
func TestNoiseIsWhatTheFunctionLeaves(t *testing.T) {
	for name, p := range problems(t) {
		const n = 20000
		f, err := p.Draw(n, 5)
		if err != nil {
			t.Fatal(err)
		}
		signal, err := p.Signal(f.X())
		if err != nil {
			t.Fatal(err)
		}
		left := f.Y()
		for i := range left {
			left[i] -= signal[i]
		}
		if m, s := stat.MeanStdDev(left, nil); p.Name() == "E3" {
			if math.Abs(m) > 4*s/math.Sqrt(n) || s <= p.Noise() {
				t.Errorf("E3 leaves mean %v and deviation %v: an expectation leaves no mean, and more than the noise", m, s)
			}
		} else if math.Abs(s-p.Noise()) > 0.03*p.Noise() {
			t.Errorf("%s: noise of deviation %v, want %v", name, s, p.Noise())
		}
		if r := stat.Correlation(left, signal, nil); math.Abs(r) > 4/math.Sqrt(n) {
			t.Errorf("%s: the noise is correlated with the function: %v", name, r)
		}
		if _, err := p.Signal(mat.NewDense(3, p.D()+1, nil)); err == nil {
			t.Errorf("%s: no error for a matrix of another width", name)
		}
	}
}

// A problem whose signal-to-noise ratio is set has it.
func TestSignalToNoise(t *testing.T) {
	for _, snr := range []float64{3, 15} {
		for _, of := range []interface{ Problem() (*Problem, error) }{
			JMLRTable{Model: JMLRAdditive, SNR: snr, Half: 1},
			JMLRTable{Model: JMLRPairs, SNR: snr},
			JMLRTable{Model: JMLRTriple, SNR: snr, Half: 0.5},
			JMLRTable{Model: JMLRRadial, SNR: snr, Half: 1.5},
			Interactions{SNR: snr, Half: 2, Relevant: 5},
			Monomials{Features: 7, SNR: snr, Half: 2, Low: -1, High: -0.5},
			CompoundSymmetry{SNR: snr},
			CompoundSymmetry{SNR: snr, T: 4.5},
		} {
			p, err := of.Problem()
			if err != nil {
				t.Fatal(err)
			}
			f, err := p.Draw(60000, 1)
			if err != nil {
				t.Fatal(err)
			}
			signal, err := p.Signal(f.X())
			if err != nil {
				t.Fatal(err)
			}
			if got := stat.Variance(signal, nil) / (p.Noise() * p.Noise()); math.Abs(got-snr) > 0.05*snr {
				t.Errorf("%+v: signal to noise %v, want %v", of, got, snr)
			}
		}
	}
}

func TestProblemErrors(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		of   interface{ Problem() (*Problem, error) }
		want string
	}{
		{UAI{}, "data: UAI: there is no experiment 0: Experiment is 1, 2 or 3"},
		{UAI{Experiment: 1, Noise: -2}, "data: UAI: Noise is -2: it must be a number above 0, or 0 for the paper's 0.01"},
		{UAI{Experiment: 2, Correlation: 1}, "data: UAI: Correlation is 1: it must be below 1"},
		{Friedman{Equation: 4}, "data: Friedman: there is no problem 4: Equation is 1, 2 or 3"},
		{Friedman{Equation: 1, D: 4}, "data: Friedman1: 4 inputs are asked for: it has 5 that matter"},
		{AISTATS{}, "data: AISTATS: there is no function f0: Function is 1, 2 or 3"},
		{AISTATS{Function: 1, Half: inf}, "data: AISTATS f1: Half is +Inf: it must be a number above 0, or 0 for the paper's 3"},
		{JMLRTable{}, `data: JMLR: "" is no model: take data.JMLRAdditive, JMLRPairs, JMLRTriple or JMLRRadial`},
		{JMLRTable{Model: JMLRTriple, D: 2}, "data: JMLR, 3way: 2 inputs are asked for: it has 3 that matter"},
		{JMLRTable{Model: JMLRTriple, SNR: nan}, "data: JMLR, 3way: SNR is NaN: it must be a number above 0, or 0 for the paper's 15"},
		{Interactions{Relevant: 1}, "data: Interactions: Relevant is 1: an interaction has two inputs"},
		{Interactions{Low: -1, High: 1}, "data: Interactions: the coefficients are from Low = -1 to High = 1: give numbers of which no coefficient between them is 0"},
		{Monomials{}, "data: Monomials: Features is 0: three inputs have 2 to 9 monomials of degree 1 and 2 that involve them all"},
		{CompoundSymmetry{Size: -1}, "data: CompoundSymmetry: Size is -1: a block has at least one input"},
	} {
		if _, err := c.of.Problem(); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v\nwant %s", c.of, err, c.want)
		}
	}
}

// Without noise the target is the function.
func TestNoNoise(t *testing.T) {
	for _, of := range []interface{ Problem() (*Problem, error) }{
		UAI{Experiment: 2, Noise: NoNoise}, Friedman{Equation: 2, Noise: NoNoise}, AISTATS{Function: 3, Fraction: NoNoise},
		Marginal{Noise: NoNoise}, JMLRTable{Model: JMLRRadial, SNR: NoNoise}, Interactions{SNR: NoNoise},
		Monomials{Features: 4, SNR: NoNoise}, CompoundSymmetry{SNR: NoNoise}, UAI{Experiment: 3, Noise: NoNoise, MeasurementNoise: NoNoise},
	} {
		p, err := of.Problem()
		if err != nil {
			t.Fatal(err)
		}
		f, err := p.Draw(20, 1)
		if err != nil {
			t.Fatal(err)
		}
		signal, err := p.Signal(f.X())
		if err != nil {
			t.Fatal(err)
		}
		for i, y := range f.Y() {
			if math.Abs(y-signal[i]) > 1e-13 {
				t.Errorf("%+v: row %d is %v, the function %v", of, i, y, signal[i])
			}
		}
	}
}

func TestProblemSaysWhatMatters(t *testing.T) {
	p, err := AISTATS{Function: 3, Half: 1}.Problem()
	if err != nil {
		t.Fatal(err)
	}
	if got := p.String(); !strings.HasPrefix(got, "AISTATS f3: 6 inputs, of which x1, x2 matter; noise of standard deviation 0.0") {
		t.Error(got)
	}
}

// A study draws from one problem, and scores against its truth.
func ExampleProblem() {
	p, err := Interactions{D: 10, Relevant: 3, Seed: 1}.Problem()
	if err != nil {
		fmt.Println(err)
		return
	}
	train, err := p.Draw(50, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	truth, err := p.Signal(train.X())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	fmt.Println(train.N(), len(truth), p.Relevant())
	// Output:
	// Interactions: 10 inputs, of which x1, x2, x3 matter; noise of standard deviation 1
	// 50 50 [0 1 2]
}
