package components

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

func (p Program) value(x []float64) float64 {
	v := 0.0
	for j, row := range p.Curvature {
		v += p.Slope[j] * x[j]
		for k, h := range row {
			v += x[j] * h * x[k] / 2
		}
	}
	return v
}

// bruteForce is the least value of a program over all sets of variables that are not zero,
// with the sum free or at its bound.
func (p Program) bruteForce() float64 {
	m := len(p.Slope)
	best := 0.0 // at x = 0
	for set := 1; set < 1<<m; set++ {
		for _, tight := range []bool{false, true} {
			if tight && math.IsInf(p.Bound, 1) {
				continue
			}
			var in []int
			for j := range m {
				if set>>j&1 == 1 {
					in = append(in, j)
				}
			}
			size := len(in)
			if tight {
				size++
			}
			a, b := mat.NewDense(size, size, nil), mat.NewVecDense(size, nil)
			for r, j := range in {
				for c, k := range in {
					a.Set(r, c, p.Curvature[j][k])
				}
				b.SetVec(r, -p.Slope[j])
				if tight {
					a.Set(r, size-1, 1)
					a.Set(size-1, r, 1)
					b.SetVec(size-1, p.Bound)
				}
			}
			var y mat.VecDense
			if y.SolveVec(a, b) != nil {
				continue // another set has the same least value
			}
			x, sum := make([]float64, m), 0.0
			for r, j := range in {
				x[j] = y.AtVec(r)
				sum += x[j]
			}
			if slices.Min(x) >= 0 && sum <= p.Bound*(1+1e-12) {
				best = min(best, p.value(x))
			}
		}
	}
	return best
}

// drawProgram draws a program of random curvature U'U with a ridge.
func drawProgram(t *rapid.T, ridge float64) Program {
	m := rapid.IntRange(1, 5).Draw(t, "variables")
	rows := rapid.IntRange(1, 6).Draw(t, "rows")
	number := rapid.Float64Range(-3, 3)
	u := make([][]float64, rows)
	for r := range u {
		u[r] = rapid.SliceOfN(number, m, m).Draw(t, "u")
	}
	p := Program{Curvature: make([][]float64, m), Slope: rapid.SliceOfN(number, m, m).Draw(t, "slope"), Bound: math.Inf(1)}
	for j := range m {
		p.Curvature[j] = make([]float64, m)
		for k := range m {
			for _, row := range u {
				p.Curvature[j][k] += row[j] * row[k]
			}
		}
		p.Curvature[j][j] += ridge
	}
	if rapid.Bool().Draw(t, "bounded") {
		p.Bound = rapid.Float64Range(0.01, 3).Draw(t, "bound")
	}
	return p
}

func TestProgramAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProgram(t, 0.1)
		start := make([]float64, len(p.Slope))
		if rapid.Bool().Draw(t, "from within") {
			for j := range start {
				start[j] = min(p.Bound, 1) / float64(2*len(start))
			}
		}
		x, err := p.Minimise(start)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, v := range x {
			if !(v >= 0) {
				t.Fatalf("x = %v", x)
			}
			sum += v
		}
		if sum > p.Bound*(1+1e-12) {
			t.Fatalf("the sum of %v is above %v", x, p.Bound)
		}
		want := p.bruteForce()
		if got := p.value(x); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
			t.Fatalf("the value at %v is %v, want %v", x, got, want)
		}
	})
}

// Variables that are alike, as those of two inputs that are, leave a minimiser open, and
// not the minimum.
func TestProgramOfEqualVariables(t *testing.T) {
	p := Program{Curvature: [][]float64{{2, 2, 1}, {2, 2, 1}, {1, 1, 3}}, Slope: []float64{-4, -4, -1}, Bound: math.Inf(1)}
	for _, p.Bound = range []float64{math.Inf(1), 1} {
		x, err := p.Minimise(make([]float64, 3))
		if err != nil {
			t.Fatal(err)
		}
		one := Program{Curvature: [][]float64{{2, 1}, {1, 3}}, Slope: []float64{-4, -1}, Bound: p.Bound}
		if got, want := p.value(x), one.bruteForce(); math.Abs(got-want) > 1e-9 {
			t.Errorf("bound %v: the value at %v is %v, want %v", p.Bound, x, got, want)
		}
	}
}

func TestProgramWithoutRoom(t *testing.T) {
	x, err := Program{Curvature: [][]float64{{1}}, Slope: []float64{-1}, Bound: 0}.Minimise([]float64{0})
	if err != nil || x[0] != 0 {
		t.Errorf("with the bound 0 x is %v, error %v", x, err)
	}
}

// Flat variables are of no use, unless the objective falls along them to their bound.
func TestProgramWithoutCurvature(t *testing.T) {
	flat := [][]float64{{0, 0}, {0, 0}}
	for _, c := range []struct {
		slope       []float64
		bound, want float64
	}{
		{[]float64{0, 1}, math.Inf(1), 0},
		{[]float64{0, 0}, 2, 0},
		{[]float64{-1, 1}, 2, -2},
	} {
		p := Program{Curvature: flat, Slope: c.slope, Bound: c.bound}
		x, err := p.Minimise([]float64{0.5, 0.5})
		if err != nil || math.Abs(p.value(x)-c.want) > 1e-9 {
			t.Errorf("slope %v, bound %v: the value at %v is %v, want %v; error %v", c.slope, c.bound, x, p.value(x), c.want, err)
		}
	}
	if _, err := (Program{Curvature: flat, Slope: []float64{-1, 0}, Bound: math.Inf(1)}).Minimise(make([]float64, 2)); err == nil {
		t.Error("a program without a minimum has one")
	}
}
