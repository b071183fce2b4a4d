package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

var _ Method = RODEO{}

// RODEO is the greedy choice of bandwidths of Lafferty and Wasserman (2008, "Rodeo: sparse,
// greedy nonparametric regression"). Local linear regression at a point x minimises over a, b
//
//	sum_i w_i (y_i - a - b'(x_i - x))^2 + rho sum_j s_j^2 b_j^2,
//	w_i proportional to exp(-sum_j (x_ij - x_j)^2/(2 h_j^2)), their sum 1,
//
// and m_h(x) = a. All bandwidths begin wide, at C0/log log n, and in sweeps over the inputs
// each is multiplied by Beta as long as m_h(x) changes with it by more than noise would: with
// Z_j = d m_h(x)/d h_j = sum_i G_j(x_i) y_i and s_j^2 = sigma^2 sum_i G_j(x_i)^2, while
//
//	|Z_j| > weight s_j sqrt(2 log n).
//
// The bandwidth of an input for which this fails stays. Over several points, x_1 to x_k, one h
// serves them all, and shrinks while
//
//	T_j = (1/k) sum_s Z_j(x_s)^2 > E + weight S sqrt(2 log n),
//
// E = sigma^2 tr(P_j)/k and S = sigma^2 sqrt(2 tr(P_j^2))/k being the mean and the standard
// deviation of T_j where y is noise alone, (P_j)_st = sum_i G_j(x_i; x_s) G_j(x_i; x_t).
//
// The weight 1 is the paper's; RODEO minimises nothing. An input is selected where its
// bandwidth shrank (with Local, at any of the training points). Its score is how much the
// bandwidth shrank, 1 - h_j/h_0, on average. A sweep computes all Z_j at the same h, so that
// the order of the inputs does not matter. No bandwidth falls below 1/n of its first value.
// Where n is less than 16, log log n is that of 16.
//
// rho makes designs regular where fewer points than inputs have weight, or where they lie in
// a plane: s_j is the standard deviation of the input. Ridge is too small to matter
// elsewhere.
type RODEO struct {
	// Local chooses bandwidths for every point at which it predicts; else one choice, over
	// the training points, serves all.
	Local bool

	C0    float64    // 0 is 1; in units of sqrt(12) standard deviations, the length of an interval with uniform points, unless NoScaling
	Beta  float64    // in (0, 1); 0 is 0.9
	Sigma float64    // standard deviation of the noise in y; 0 is an estimate
	Noise RODEONoise // how it is estimated: Pilot
	Ridge float64    // rho; 0 is 1e-6

	// Points is the number of the training points, evenly taken, that choose the bandwidths
	// where one choice serves all; 0 is 100.
	Points int

	Scale nvsd.Scale // nvsd.TrainSD
}

// A RODEONoise names an estimate of the noise. The zero value is Pilot. All take some of the function for noise, and so
// keep bandwidths wide rather than narrow. That is of use: where y has much less noise than
// the function varies within a window, and Sigma is given as it is, the chance differences of
// the points make Z_j of all inputs larger than noise, and all bandwidths shrink.
type RODEONoise string

const (
	// Pilot is the mean square of the residuals of the first, wide regression, per degree of
	// freedom that it leaves, n - 2 tr(S) + tr(S'S); FirstDifferences where it leaves less than
	// a quarter of them.
	Pilot RODEONoise = "pilot"
	// FirstDifferences is sigma^2 = sum_i (y_i - y_{nearest other point})^2/(2n).
	FirstDifferences RODEONoise = "first differences"
)

func (s RODEO) String() string {
	name := "RODEO"
	if s.Local {
		name += ", local"
	}
	switch {
	case s.Sigma != 0:
		name += fmt.Sprintf(", noise %g", s.Sigma)
	case s.Noise == FirstDifferences:
		name += ", noise by first differences"
	}
	return name
}

func (s RODEO) full() RODEO {
	s.Noise = cmp.Or(s.Noise, Pilot)
	s.C0 = cmp.Or(s.C0, 1)
	s.Beta = cmp.Or(s.Beta, 0.9)
	s.Ridge = cmp.Or(s.Ridge, 1e-6)
	s.Points = cmp.Or(s.Points, 100)
	return s
}

func (s RODEO) check() error {
	switch {
	case !(s.C0 > 0) || math.IsInf(s.C0, 1):
		return fmt.Errorf("C0 is %v: it must be a finite number > 0", s.C0)
	case !(s.Beta > 0 && s.Beta < 1):
		return fmt.Errorf("Beta is %v: it must be between 0 and 1", s.Beta)
	case !(s.Sigma >= 0) || math.IsInf(s.Sigma, 1):
		return fmt.Errorf("Sigma is %v: it must be the standard deviation of the noise, or 0 for an estimate", s.Sigma)
	case s.Noise != Pilot && s.Noise != FirstDifferences:
		return fmt.Errorf("Noise is %q: take Pilot or FirstDifferences", string(s.Noise))
	case !(s.Ridge > 0) || math.IsInf(s.Ridge, 1):
		return fmt.Errorf("Ridge is %v: it must be a finite number > 0", s.Ridge)
	case s.Points < 1:
		return fmt.Errorf("Points is %d: it must be at least 1", s.Points)
	}
	return nil
}

// Fit fits at one weight: nvsd.Tau(1) is the paper's. A fraction is one of the least weight at
// which no bandwidth shrinks.
func (s RODEO) Fit(ctx context.Context, train *data.Frame, weight nvsd.TauChoice) (*Model, error) {
	return fit(ctx, s, train, weight)
}

// Path fits at count weights from the least at which no bandwidth shrinks down.
func (s RODEO) Path(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return path(ctx, s, train, count)
}

// A RODEOFit holds the results of RODEO that other systems lack. Bandwidths are in the units of
// the inputs; that of a constant input is +Inf.
type RODEOFit struct {
	Sigma      float64
	Begin      []float64   // h_0
	Bandwidths [][]float64 // at every training point with Local; one row else
}

func (s RODEO) prepare(ctx context.Context, X *mat.Dense, y []float64, names []string) (problem, error) {
	s = s.full()
	if err := s.check(); err != nil {
		return nil, err
	}
	scaling, err := toSD(s.Scale, X, names)
	if err != nil {
		return nil, err
	}
	points := min(s.Points, len(y))
	if s.Local {
		points = 1
	}
	what := fmt.Sprintf("inputs, at %d points of %d observations,", points, len(y))
	if err := checkMemory(float64(len(names)), what, 8*float64(len(names))*float64(len(y))*float64(points+2), "lower Points, or take fewer observations, such as by train.Sample(2000, 1), or fewer inputs"); err != nil {
		return nil, err
	}
	p := &rodeoProblem{config: s, scaling: scaling, d: len(names), y: make([]float64, len(y))}
	for a, varies := range p.scaling.varies {
		if varies {
			p.use = append(p.use, a)
		}
	}
	p.centre(y)
	p.Z = p.scaled(X)
	p.begin()
	p.sigma = s.Sigma / p.unit
	if p.sigma == 0 {
		p.sigma, err = p.noise(ctx)
		if err != nil {
			return nil, err
		}
	}
	p.least, err = p.highest(ctx)
	return p, err
}

// rodeoProblem is the problem of RODEO on given data, in the inputs that vary.
type rodeoProblem struct {
	config  RODEO
	scaling *inputScale
	d       int
	use     []int
	Z       *mat.Dense // n x len(use)
	y       []float64  // centred, and divided by unit
	mean    float64
	unit    float64
	h0      []float64
	ridge   []float64 // rho s_j^2
	sigma   float64
	least   float64 // weight at which no bandwidth shrinks
}

// scaled returns the inputs in use, with one column of zeros where there is none.
func (p *rodeoProblem) scaled(X *mat.Dense) *mat.Dense {
	n, _ := X.Dims()
	Z := mat.NewDense(n, max(1, len(p.use)), nil)
	for i := range n {
		for c, a := range p.use {
			Z.Set(i, c, p.scaling.at(X.At(i, a), a))
		}
	}
	return Z
}

// centre sets y, its mean and its unit.
func (p *rodeoProblem) centre(y []float64) {
	p.unit = 1
	if slices.Min(y) == slices.Max(y) {
		p.mean = y[0]
		return
	}
	p.unit = max(math.Abs(slices.Min(y)), math.Abs(slices.Max(y)))
	for _, v := range y {
		p.mean += v / float64(len(y))
	}
	for i, v := range y {
		p.y[i] = (v - p.mean) / p.unit
	}
}

// begin sets the bandwidths to begin with, and the ridge.
func (p *rodeoProblem) begin() {
	n := len(p.y)
	h := p.config.C0 / math.Log(math.Log(max(float64(n), 16)))
	if p.config.Scale != nvsd.NoScaling {
		h *= math.Sqrt(12)
	}
	column := make([]float64, n)
	for c := range p.use {
		mat.Col(column, c, p.Z)
		p.h0 = append(p.h0, h)
		p.ridge = append(p.ridge, p.config.Ridge*stat.Variance(column, nil))
	}
}

// floor is the least bandwidth, as a part of the first one.
func (p *rodeoProblem) floor() float64 { return 1 / float64(len(p.y)) }

// factor is the factor of every weight: sqrt(2 log n).
func (p *rodeoProblem) factor() float64 { return math.Sqrt(2 * math.Log(float64(len(p.y)))) }

func (p *rodeoProblem) top() float64 { return p.least }

func (p *rodeoProblem) solve(ctx context.Context, weight float64, _ *fitted) (*fitted, error) {
	f := &fitted{
		weight: weight, objective: math.NaN(), dual: math.NaN(), gap: math.NaN(),
		scores: make([]float64, p.d), selected: make([]bool, p.d),
	}
	groups := [][][]float64{p.points()}
	if p.config.Local {
		groups = nil
		for i := range p.y {
			groups = append(groups, [][]float64{p.Z.RawRowView(i)})
		}
	}
	own := &RODEOFit{Sigma: p.sigma * p.unit, Begin: p.bandwidths(p.h0)}
	shared := p.h0 // with Local, what predicts where ctx ends
	for _, points := range groups {
		h, sweeps, err := p.shrink(ctx, points, weight)
		if err != nil {
			return nil, err
		}
		if !p.config.Local {
			shared = h
		}
		f.iterations += sweeps
		own.Bandwidths = append(own.Bandwidths, p.bandwidths(h))
		for c, a := range p.use {
			f.selected[a] = f.selected[a] || h[c] < p.h0[c]
			f.scores[a] += (1 - h[c]/p.h0[c]) / float64(len(groups))
		}
	}
	f.converged = ctx.Err() == nil
	f.own = own
	f.predict = func(X *mat.Dense) []float64 {
		if p.config.Local && f.converged {
			return p.predictLocally(X, weight)
		}
		return p.predict(X, shared)
	}
	return f, nil
}

// points returns the training points that choose the bandwidths together.
func (p *rodeoProblem) points() [][]float64 {
	var list [][]float64
	for _, i := range report.Evenly(len(p.y), p.config.Points) {
		list = append(list, p.Z.RawRowView(i))
	}
	return list
}

// bandwidths is h in the units of all inputs.
func (p *rodeoProblem) bandwidths(h []float64) []float64 {
	out := make([]float64, p.d)
	for a := range out {
		out[a] = math.Inf(1)
	}
	for c, a := range p.use {
		out[a] = h[c] * p.scaling.scale[a]
	}
	return out
}

// predict is the local linear regression at the rows of X, at the bandwidths h. Where a
// regression cannot be solved the value is no number.
func (p *rodeoProblem) predict(X *mat.Dense, h []float64) []float64 {
	Z := p.scaled(X)
	m, _ := Z.Dims()
	v := make([]float64, m)
	for i := range v {
		v[i] = p.value(Z.RawRowView(i), h)
	}
	return v
}

// predictLocally predicts at the rows of X, each at the bandwidths that it chooses.
func (p *rodeoProblem) predictLocally(X *mat.Dense, weight float64) []float64 {
	Z := p.scaled(X)
	m, _ := Z.Dims()
	v := make([]float64, m)
	for i := range v {
		x := Z.RawRowView(i)
		v[i] = math.NaN()
		if h, _, err := p.shrink(context.Background(), [][]float64{x}, weight); err == nil {
			v[i] = p.value(x, h)
		}
	}
	return v
}

func (p *rodeoProblem) value(x, h []float64) float64 {
	l, err := p.local(x, h)
	if err != nil {
		return math.NaN()
	}
	return p.mean + p.unit*l.value()
}
