package baseline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// A COSSOTuning sets the criteria by which lam and M are chosen (Lin and Zhang 2006, sec.
// 5; tune.cosso): lam by the smoothing spline at theta = 1, then M at that lam.
//
// A criterion is one of package nvsd, by the held-out squared error, or its zero value for
// generalised cross-validation,
//
//	GCV = (1/n) ||y - A y||^2 / ((1/n) tr(I - A))^2,
//
// A the matrix of the smoothing spline at the theta that was found: that theta depends on y
// too is left out, as in their paper. What is taken is the least; tune.cosso has a rule of
// its own, which may take another local minimum.
type COSSOTuning struct {
	LambdaBy nvsd.Criterion // GCV
	By       nvsd.Criterion // of M: GCV

	Lambdas []float64 // the lam > 0 to choose from; nil is the grid of COSSO.Lambda
	Bounds  []float64 // the M > 0 to choose from; nil is 20 of them from 0.1 to the number of components, evenly in their logarithms
}

// A COSSOTuned is a COSSO with lam and M chosen.
type COSSOTuned struct {
	*Model       // at Lambda and Bound, on all of the training part
	Lambda Tuned // lam
	Bound  Tuned // M
}

// Report returns the report of the model, with lam and M, and tables of the values from
// which they were chosen.
func (t *COSSOTuned) Report() report.Report {
	model := t.table()
	model.Notes = append(model.Notes, "lam "+t.Lambda.String(), "M "+t.Bound.String())
	t.addQuality(&model)
	r := report.Report{t.chart(), model}
	for _, tuned := range []struct {
		name string
		Tuned
	}{{"lam", t.Lambda}, {"M", t.Bound}} {
		if len(tuned.At) > 1 {
			r = append(r, tuned.table(tuned.name))
		}
	}
	return r
}

// String is the tables of the Report as plain text.
func (t *COSSOTuned) String() string { return t.Report().String() }

// A Tuned is a parameter with the values from which it was chosen, and their scores.
type Tuned struct {
	Value  float64
	At     []float64         // the numbers, lam from the largest down, M from the least up
	Score  []float64         // of each: the mean squared error on held-out rows, or GCV; NaN where there is one number
	Index  int               // of Value
	By     nvsd.Criterion    // its zero value is GCV
	Judged *choose.Judgement // nil for GCV
}

// String returns the value, and the criterion that chose it.
func (t Tuned) String() string {
	if len(t.At) == 1 {
		return fmt.Sprintf("%.4g, the only one there was", t.Value)
	}
	return fmt.Sprintf("%.4g, of %d numbers by %s (%.4g)", t.Value, len(t.At), t.measure(), t.Score[t.Index])
}

// measure names the measure of the scores.
func (t Tuned) measure() string {
	if t.By == (nvsd.Criterion{}) {
		return "generalised cross-validation"
	}
	return fmt.Sprintf("squared %v", t.By)
}

// table lists about a dozen of the values, evenly spread and Value among them, with their
// scores.
func (t Tuned) table(name string) report.Table {
	table := report.Table{Columns: []report.Column{{Name: name, Spread: true}, {Name: t.measure()}, {}}}
	for _, i := range t.shown(mostListed) {
		var chosen any
		if i == t.Index {
			chosen = report.Mark{Sign: report.Tick, Word: "chosen"}
		}
		table.Rows = append(table.Rows, []any{t.At[i], report.Known(t.Score[i]), chosen})
	}
	return table
}

// shown returns the places of about that many of the values, Value among them.
func (t Tuned) shown(most int) []int {
	list := report.Evenly(len(t.At), most)
	if i, in := slices.BinarySearch(list, t.Index); !in {
		list = slices.Insert(list, i, t.Index)
	}
	return list
}

// Tune chooses lam and M, and fits with them. It is for the forms with a bound; tau is
// chosen by Path and Select. A Lambda that is given is the one taken.
func (s COSSO) Tune(ctx context.Context, train *data.Frame, plan COSSOTuning) (*COSSOTuned, error) {
	t, err := s.tune(ctx, train, plan)
	if err != nil {
		return nil, fmt.Errorf("baseline: %v: %w", s, err)
	}
	return t, nil
}

func (s COSSO) tune(ctx context.Context, train *data.Frame, plan COSSOTuning) (*COSSOTuned, error) {
	if !s.Form.bounded() {
		return nil, errors.New("it has no lam and M: choose tau by Path and Select, or take another Form")
	}
	p, err := s.onFrame(ctx, train)
	if err != nil {
		return nil, err
	}
	tuned := &COSSOTuned{}
	lambdas, bounds, err := plan.grids(s, p.family.Len())
	if err != nil {
		return nil, err
	}
	tuned.Lambda, err = s.tuneLambda(ctx, train, p, plan.LambdaBy, lambdas)
	if err != nil {
		return nil, err
	}
	p.lam = tuned.Lambda.Value
	tuned.Bound, err = s.tuneBound(ctx, train, p, plan.By, bounds, tuned)
	if err != nil {
		return nil, err
	}
	return tuned, ctx.Err()
}

// onFrame prepares the components on a frame.
func (s COSSO) onFrame(ctx context.Context, part *data.Frame) (*cossoProblem, error) {
	return onFrame(part, func(X *mat.Dense, y []float64, names []string) (*cossoProblem, error) { return s.on(ctx, X, y, names) })
}

// grids returns the lam and the M to choose from, in order.
func (t COSSOTuning) grids(s COSSO, components int) (lambdas, bounds []float64, err error) {
	lambdas, bounds = slices.Clone(t.Lambdas), slices.Clone(t.Bounds)
	switch {
	case s.Lambda > 0:
		lambdas = []float64{s.Lambda}
	case len(lambdas) == 0:
		lambdas = lambdaGrid()
	}
	if len(bounds) == 0 {
		const count, least = 20, 0.1
		for i := range count {
			bounds = append(bounds, least*math.Pow(float64(components)/least, float64(i)/(count-1)))
		}
	}
	for _, v := range slices.Concat(lambdas, bounds) {
		if !(v > 0) || math.IsInf(v, 1) {
			return nil, nil, fmt.Errorf("%v is among the lam and M to choose from: they must be finite numbers > 0", v)
		}
	}
	slices.Sort(lambdas)
	slices.Reverse(lambdas)
	slices.Sort(bounds)
	return lambdas, bounds, nil
}

// lambdaGrid returns the values of lam that cosso 2.1-2 tries.
func lambdaGrid() []float64 {
	const count = 17
	grid := make([]float64, count)
	for i := range grid {
		grid[i] = math.Pow(2, -10-0.75*float64(i))
	}
	return grid
}

// byGCV chooses lam at theta = 1.
func (p *cossoProblem) byGCV(context.Context) (float64, error) {
	spectrum, err := p.smoothing(true)
	if err != nil {
		return 0, err
	}
	return gcvTuned(lambdaGrid(), spectrum.gcv).Value, nil
}

// gcvTuned chooses the number of least score, of equals the first.
func gcvTuned(at []float64, score func(float64) float64) Tuned {
	t := Tuned{At: at}
	for i, v := range at {
		t.Score = append(t.Score, score(v))
		if t.Score[i] < t.Score[t.Index] || math.IsNaN(t.Score[t.Index]) {
			t.Index = i
		}
	}
	t.Value = at[t.Index]
	return t
}

// judgedTuned returns the choice of a criterion.
func judgedTuned(at []float64, by nvsd.Criterion, j *choose.Judgement) Tuned {
	t := Tuned{Value: at[j.Chosen], At: at, Index: j.Chosen, By: by, Judged: j}
	for _, e := range j.RMSE {
		t.Score = append(t.Score, e*e)
	}
	return t
}

// tuneLambda chooses lam by the smoothing spline at theta = 1.
func (s COSSO) tuneLambda(ctx context.Context, train *data.Frame, p *cossoProblem, by nvsd.Criterion, lambdas []float64) (Tuned, error) {
	if len(lambdas) == 1 {
		return Tuned{Value: lambdas[0], At: lambdas, Score: []float64{math.NaN()}}, nil
	}
	if by == (nvsd.Criterion{}) {
		spectrum, err := p.smoothing(true)
		if err != nil {
			return Tuned{}, err
		}
		return gcvTuned(lambdas, spectrum.gcv), nil
	}
	judged, err := by.Judge(ctx, train, make([]int, len(lambdas)), func(ctx context.Context, part *data.Frame) ([]score.Predictor, error) {
		p := p
		if part != train {
			var err error
			p, err = s.onFrame(ctx, part)
			if err != nil {
				return nil, err
			}
		}
		spectrum, err := p.smoothing(s.Form != OneStep)
		if err != nil {
			return nil, err
		}
		var list []score.Predictor
		for _, lam := range lambdas {
			list = append(list, spectrum.spline(lam))
		}
		return list, nil
	})
	if err != nil {
		return Tuned{}, err
	}
	return judgedTuned(lambdas, by, judged), nil
}

// tuneBound chooses M at the lam of p, and sets the model.
func (s COSSO) tuneBound(ctx context.Context, train *data.Frame, p *cossoProblem, by nvsd.Criterion, bounds []float64, tuned *COSSOTuned) (Tuned, error) {
	all, err := p.along(ctx, bounds)
	if err != nil {
		return Tuned{}, err
	}
	var chosen Tuned
	if by == (nvsd.Criterion{}) {
		i := 0
		chosen = gcvTuned(bounds, func(float64) float64 { i++; return p.gcv(all[i-1]) })
	} else {
		sizes := make([]int, len(all))
		for i, f := range all {
			sizes[i] = count(f.selected)
		}
		judged, err := by.Judge(ctx, train, sizes, func(ctx context.Context, part *data.Frame) ([]score.Predictor, error) {
			fits := all
			if part != train {
				again, err := s.onFrame(ctx, part)
				if err != nil {
					return nil, err
				}
				again.lam = p.lam
				fits, err = again.along(ctx, bounds)
				if err != nil {
					return nil, err
				}
			}
			var list []score.Predictor
			for _, f := range fits {
				list = append(list, &cossoFit(f).AdditiveFit)
			}
			return list, nil
		})
		if err != nil {
			return Tuned{}, err
		}
		chosen = judgedTuned(bounds, by, judged)
	}
	tuned.Model = newModel(s, train, p.top(), all[chosen.Index])
	return chosen, nil
}

// along fits at every M, from the least up.
func (p *cossoProblem) along(ctx context.Context, bounds []float64) ([]*fitted, error) {
	var all []*fitted
	var last *fitted
	for _, bound := range bounds {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var err error
		last, err = p.at(ctx, p.lam, bound, last)
		if err != nil {
			return nil, err
		}
		all = append(all, last)
	}
	return all, nil
}

// gcv is the score of generalised cross-validation of a fit, at its theta.
func (p *cossoProblem) gcv(f *fitted) float64 {
	own := cossoFit(f)
	n := float64(len(p.y))
	shift := 2 * own.Lambda * n
	k := p.family.Sum(own.Theta)
	for i := range len(p.y) {
		k.SetSym(i, i, k.At(i, i)+shift)
	}
	var factor mat.Cholesky
	var inverse mat.SymDense
	if !factor.Factorize(k) || factor.InverseTo(&inverse) != nil {
		return math.NaN()
	}
	free := shift*mat.Trace(&inverse) - 1 // but for the constant, which takes one
	return own.RSS / (free / n * (free / n))
}

// A smoothingSpline is the smoothing spline at theta = 1 at every lam, from one
// eigendecomposition.
type smoothingSpline struct {
	problem *cossoProblem
	values  []float64  // eigenvalues of HK_1H, or of K_1
	vectors *mat.Dense // its eigenvectors, in columns
	along   []float64  // of the target along each
	jointly bool       // with the constant
}

// smoothing prepares the smoothing spline. Where the constant is not fitted jointly with the
// function, the function is fitted to the target less its mean, and the constant after it:
// that is how cosso 2.1-2 compares lams by folds.
func (p *cossoProblem) smoothing(jointly bool) (*smoothingSpline, error) {
	ones := make([]float64, p.family.Len())
	floats.AddConst(1, ones)
	k := p.family.Sum(ones)
	if !jointly {
		p.uncentre(k)
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(k, true) {
		return nil, errors.New("the sum of the kernel matrices has no eigendecomposition in float64")
	}
	s := &smoothingSpline{problem: p, values: eigen.Values(nil), vectors: &mat.Dense{}, along: make([]float64, len(p.y)), jointly: jointly}
	eigen.VectorsTo(s.vectors)
	mat.NewVecDense(len(p.y), s.along).MulVec(s.vectors.T(), mat.NewVecDense(len(p.y), p.target))
	return s, nil
}

// uncentre turns the sum of the centred kernel matrices into the sum of the kernel
// matrices.
func (p *cossoProblem) uncentre(k *mat.SymDense) {
	n := len(p.y)
	means := make([]float64, n)
	for _, m := range p.means {
		floats.Add(means, m)
	}
	all := floats.Sum(means) / float64(n)
	for i := range n {
		for j := i; j < n; j++ {
			k.SetSym(i, j, k.At(i, j)+means[i]+means[j]-all)
		}
	}
}

// gcv is the score at lam. The constant is an eigenvector too, of the eigenvalue 0.
func (s *smoothingSpline) gcv(lam float64) float64 {
	n := float64(len(s.problem.y))
	shift := 2 * lam * n
	rest, free := 0.0, -1.0
	for i, v := range s.values {
		keep := shift / (max(v, 0) + shift)
		rest += s.along[i] * keep * s.along[i] * keep
		free += keep
	}
	return rest * s.problem.unit * s.problem.unit / n / (free / n * (free / n))
}

// spline returns the function at lam.
func (s *smoothingSpline) spline(lam float64) *AdditiveFit {
	n := len(s.problem.y)
	weights, alpha := make([]float64, n), make([]float64, n)
	for i, v := range s.values {
		weights[i] = s.problem.unit * s.along[i] / (max(v, 0) + 2*lam*float64(n))
	}
	mat.NewVecDense(n, alpha).MulVec(s.vectors, mat.NewVecDense(n, weights))
	if s.jointly {
		alpha = withoutMean(alpha) // of rounding over lam, along the constant
	}
	ones := make([]float64, s.problem.family.Len())
	floats.AddConst(1, ones)
	return s.problem.expand(ones, alpha)
}
