package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// NoNoise is the noise of a generator that draws exact targets.
const NoNoise = -1

// A Problem is a synthetic regression problem whose truth is known,
//
//	y = f(x) + noise,
//
// with independent Gaussian noise. The types [UAI], [AISTATS], [JMLRTable], [Interactions],
// [Monomials], [Marginal], [CompoundSymmetry] and [Friedman] describe the problems of the
// papers; their method Problem makes one.
type Problem struct {
	said     any // the value whose method made it, as it was given
	name     string
	d        int
	relevant []int
	groups   [][]int
	noise    float64 // standard deviation

	// draw sets the inputs of one row, and returns the target without noise. f returns the
	// expected target at given inputs. It is the same number unless the target depends on what
	// is not among the inputs.
	draw func(x []float64, rng *rand.Rand) float64
	f    func(x []float64) float64
}

// Name returns the name of the problem, which is the source of its Frames.
func (p *Problem) Name() string { return p.name }

// D returns the number of inputs.
func (p *Problem) D() int { return p.d }

// Relevant returns the indices of the inputs that matter, in increasing order.
func (p *Problem) Relevant() []int { return slices.Clone(p.relevant) }

// Groups returns the groups of inputs that the paper describes, or nil if it describes none.
func (p *Problem) Groups() [][]int {
	var groups [][]int
	for _, g := range p.groups {
		groups = append(groups, slices.Clone(g))
	}
	return groups
}

// Noise returns the standard deviation of the noise.
func (p *Problem) Noise() float64 { return p.noise }

// F returns the expected target f(x) = E[y | x] at the d inputs x, without noise. It panics if
// there are not d of them.
func (p *Problem) F(x ...float64) float64 {
	if len(x) != p.d {
		panic(fmt.Sprintf("data: %s: F got %d inputs: it has %d", p.name, len(x), p.d))
	}
	return p.f(slices.Clone(x))
}

// Signal returns f at each row of an n x d matrix, so that a study can score predictions against
// the truth: compare it with a model's predictions at frame.X().
func (p *Problem) Signal(X mat.Matrix) ([]float64, error) {
	n, d := X.Dims()
	if d != p.d {
		return nil, fmt.Errorf("data: %s: the matrix has %d columns: the problem has %d inputs", p.name, d, p.d)
	}
	signal := make([]float64, n)
	for i := range signal {
		signal[i] = p.f(mat.Row(nil, i, X))
	}
	return signal, nil
}

// Draw draws n observations. The same seed gives the same bits, and the first rows of a larger n.
func (p *Problem) Draw(n int, seed uint64) (*Frame, error) {
	if n < 1 {
		return nil, fmt.Errorf("data: %s: %d observations are asked for: at least one is needed", p.name, n)
	}
	rng := rand.New(rand.NewPCG(seed, stream))
	x, y := mat.NewDense(n, p.d, nil), make([]float64, n)
	for i := range y {
		y[i] = p.draw(x.RawRowView(i), rng) + p.noise*rng.NormFloat64()
	}
	f, err := New(x, y)
	if err != nil {
		return nil, err
	}
	f.source = p.name
	return f.drawnFrom(p.said, n, seed), nil
}

// String describes the problem in one line.
func (p *Problem) String() string {
	names := make([]string, len(p.relevant))
	for k, a := range p.relevant {
		names[k] = fmt.Sprintf("x%d", a+1)
	}
	return fmt.Sprintf("%s: %d inputs, of which %s matter; noise of standard deviation %.4g",
		p.name, p.d, strings.Join(names, ", "), p.noise)
}

// from sets the draw of a problem whose inputs have the given distribution, and whose
// target depends on them alone.
func (p *Problem) from(inputs func(x []float64, rng *rand.Rand), f func(x []float64) float64) *Problem {
	p.f = f
	p.draw = func(x []float64, rng *rand.Rand) float64 {
		inputs(x, rng)
		return f(x)
	}
	return p
}

// cube returns the uniform distribution on [-half, half]^d.
func cube(half float64) func(x []float64, rng *rand.Rand) {
	return func(x []float64, rng *rand.Rand) {
		for a := range x {
			x[a] = 2*half*rng.Float64() - half
		}
	}
}

// first returns the indices of the first k inputs.
func first(k int) []int {
	index := make([]int, k)
	for a := range index {
		index[a] = a
	}
	return index
}

// blocks returns k groups of size inputs that follow one another.
func blocks(k, size int) [][]int {
	groups := make([][]int, k)
	for g := range groups {
		for a := range size {
			groups[g] = append(groups[g], g*size+a)
		}
	}
	return groups
}

// A parameter is a number of a generator that its user may leave to the paper.
type parameter struct {
	name  string
	value *float64
	paper float64 // taken for 0
	least float64 // what it must be above
	noise bool    // whether it may be NoNoise,
	none  float64 // which stands for this
}

// complete sets the parameters that are left to the paper, and refuses those that are not valid.
func complete(generator string, parameters ...parameter) error {
	for _, p := range parameters {
		switch v := *p.value; {
		case v == 0:
			*p.value = p.paper
		case v == NoNoise && p.noise:
			*p.value = p.none
		case math.IsNaN(v) || math.IsInf(v, 0) || v <= p.least:
			return fmt.Errorf("data: %s: %s is %v: it must be a number above %v, or 0 for the paper's %.4g", generator, p.name, v, p.least, p.paper)
		}
	}
	return nil
}

// dimensions refuses fewer inputs than matter, and returns the paper's for 0.
func dimensions(generator string, d, paper, relevant int) (int, error) {
	if d == 0 {
		d = paper
	}
	if d < relevant {
		return 0, fmt.Errorf("data: %s: %d inputs are asked for: it has %d that matter", generator, d, relevant)
	}
	return d, nil
}

// drawn returns the Frame of a problem, for generators that are functions.
func drawn(p *Problem, err error, n int, seed uint64) (*Frame, error) {
	if err != nil {
		return nil, err
	}
	return p.Draw(n, seed)
}
