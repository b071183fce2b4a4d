package problem

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Functions are several functions of the same inputs with what each is fitted to: targets by squares, or the classes of one by the multinomial loss.
type Functions struct {
	Names   []string // of the targets, or the labels of the classes
	Classes bool
	Y       [][]float64 // targets, or 1 at the rows of the class and 0 elsewhere
	Means   []float64   // values of the functions without f, 0 without an intercept: means, or the logarithms of the shares of the classes, with the sum 0
	one     *solve.Operator
}

// SeveralPath is [Spec.Path] for several functions with one set of inputs.
func (s Spec) SeveralPath(ctx context.Context, train *data.Frame, count int) (*Path, error) {
	return s.path(ctx, train, count, Spec.StartSeveral)
}

// SeveralPathAt is [Spec.PathAt] for several functions with one set of inputs.
func (s Spec) SeveralPathAt(ctx context.Context, train *data.Frame, taus ...float64) (*Path, error) {
	return s.pathAt(ctx, train, taus, Spec.StartSeveral)
}

// StartSeveral is [Spec.StartPath] for several functions.
func (s Spec) StartSeveral(ctx context.Context, train *data.Frame) (*Path, error) {
	return s.startPath(ctx, train, severalDesign)
}

// severalDesign is newDesign for several functions.
func severalDesign(ctx context.Context, spec Spec, train *data.Frame) (*Design, error) {
	ds, err := prepare(spec, train)
	if err != nil {
		return nil, err
	}
	ds.Several, err = functionsOf(ds)
	if err != nil {
		return nil, err
	}
	if err := spec.checkSeveral(ds.Several.Classes); err != nil || ds.NothingToLearn() {
		return ds, err
	}
	if err := ds.form(ctx); err != nil {
		return nil, err
	}
	ds.Several.one = ds.Op
	ds.Op, err = ds.Op.Several(len(ds.Several.Names))
	return ds, ds.tooLarge(err)
}

// checkSeveral reports fields of the Spec that go with one function alone.
func (s *Spec) checkSeveral(classes bool) error {
	if s.Features.said {
		return refusal.BadArgument("Spec.Features", "random features are for one function, and there are several: leave Features out")
	}
	if s.Loss != nil && classes {
		return refusal.BadArgument("Spec.Loss", "the loss of several classes is the multinomial one, and the Spec has %s: leave Loss out", refusal.Called(s.Loss))
	}
	if s.Smooth() != nil {
		return refusal.BadArgument("Spec.Loss", "several targets are fitted by squares, and the loss is %s: leave Loss out, or fit one target, by train.WithTarget", refusal.Called(s.Loss))
	}
	if s.needsADMM() {
		return refusal.BadArgument("Spec.Penalty", "the penalty %v does not say that it is convex, and several functions need one that is: take another, or wrap it in penalty.Convex if it is convex", s.Penalty)
	}
	_, dual := s.Minimiser().(solve.Dual)
	_, newton := s.Minimiser().(solve.Newton)
	if !dual && !(newton && !classes) {
		return refusal.BadArgument("Spec.Solver", "%s does not minimise the problem of several functions: leave Solver out, or take solve.Dual", refusal.Called(s.Solver))
	}
	return nil
}

// functionsOf returns the functions that the target or the targets of a training part ask for.
func functionsOf(ds *Design) (*Functions, error) {
	if ds.Train.Labels() != nil {
		return classFunctions(ds)
	}
	targets := ds.Train.Targets()
	if len(targets) < 2 {
		return nil, refusal.BadData(refusal.TrainingPart, "the target %q is one of numbers, and asks for one function: take Spec.Path or Spec.Fit, name several by data.Targets, or read a target of classes with data.Classes", ds.Train.Target())
	}
	fs := &Functions{Names: targets, Means: make([]float64, len(targets))}
	y := ds.Train.TargetMatrix()
	for k, name := range targets {
		column := mat.Col(nil, k, y)
		if err := checkColumn("target", name, column, ds.Weights, leastTargetSD); err != nil {
			return nil, err
		}
		if ds.Spec.Intercept.Fitted() {
			fs.Means[k] = stat.Mean(column, ds.Weights)
		}
		fs.Y = append(fs.Y, column)
	}
	return fs, nil
}

// classFunctions returns a function for each class.
func classFunctions(ds *Design) (*Functions, error) {
	labels := ds.Train.Labels()
	fs := &Functions{Classes: true, Names: labels, Means: make([]float64, len(labels))}
	for range labels {
		fs.Y = append(fs.Y, make([]float64, len(ds.Y)))
	}
	counts := make([]float64, len(labels))
	for i, class := range ClassNumbers(ds.Train) {
		fs.Y[class][i] = 1
		counts[class] += weighed.At(ds.Weights, i)
	}
	for k, count := range counts {
		if count == 0 {
			return nil, refusal.BadData(refusal.TrainingPart, "the class %q of the target %q has no row: read the target without this class, or split so that each part has all classes", labels[k], ds.Train.Target())
		}
	}
	if ds.Spec.Intercept.Fitted() {
		for k, count := range counts {
			fs.Means[k] = math.Log(count)
		}
		floats.AddConst(-stat.Mean(fs.Means, nil), fs.Means)
	}
	return fs, nil
}

// ClassNumbers returns the place of the class of each row among the Labels of a Frame.
func ClassNumbers(f *data.Frame) []int {
	classes := make([]int, f.N())
	for i, y := range f.Y() {
		classes[i] = int(y)
		if !f.ManyClasses() {
			classes[i] = int(y+1) / 2
		}
	}
	return classes
}

// Origins returns the numbers that are taken from the targets of the functions before a fit and added to its values: see [Design.Origin].
func (fs *Functions) Origins() []float64 {
	if fs.Classes {
		return make([]float64, len(fs.Names))
	}
	return fs.Means
}

// problem makes a problem of one function the one of all.
func (fs *Functions) problem(p *solve.Problem) {
	p.Y = slices.Concat(fs.Y...)
	if fs.Classes {
		p.Joint = loss.Multinomial{}
		return
	}
	n := len(fs.Y[0])
	for k, mean := range fs.Means {
		floats.AddConst(-mean, p.Y[k*n:(k+1)*n])
	}
}

// Functions returns the functions that were fitted at tau i, in the order of the Names of Several.
func (p *Path) Functions(i int) []Function {
	sol := p.Fits[i]
	all := make([]Function, len(p.Several.Names))
	for k := range all {
		all[k] = p.Constant()
		all[k].Intercept = p.Several.Means[k]
		if sol == nil {
			continue
		}
		n := len(p.Y)
		_, d := sol.B.Dims()
		all[k] = Function{
			Scaling: p.Scaling, Use: p.Varying(), Op: p.Several.one, Alpha: sol.Alpha[k*n : (k+1)*n],
			B: sol.B.Slice(k*n, (k+1)*n, 0, d).(*mat.Dense), Intercept: sol.Intercepts[k] + p.Several.Origins()[k],
		}
	}
	return all
}

// NormsOf returns the norms of the function at tau i, or of all functions together.
func (p *Path) NormsOf(i int) (InputNorms, error) {
	if p.Several == nil {
		f := p.Function(i)
		return p.Measure(&f, p.Active(i), p.Norms(i))
	}
	var all InputNorms
	functions := p.Functions(i)
	for k := range functions {
		own, err := p.Measure(&functions[k], p.Active(i), p.Norms(i))
		if err != nil {
			return own, err
		}
		if k == 0 {
			all = own
			continue
		}
		addSquares(all.Category, own.Category)
		addSquares(all.CategorySDs, own.CategorySDs)
		for _, c := range p.Train.Categories() { // derivative norms are of all functions already
			for _, a := range c.Columns {
				all.PerUnit[a] = math.Hypot(all.PerUnit[a], own.PerUnit[a])
				all.PerSD[a] = math.Hypot(all.PerSD[a], own.PerSD[a])
			}
		}
	}
	return all, nil
}

// addSquares replaces each entry by the root of its square and the other's.
func addSquares(to, from []float64) {
	for k, v := range from {
		to[k] = math.Hypot(to[k], v)
	}
}

// targets returns the targets of the functions, and the constants that they have without f.
func (ds *Design) targets() (y [][]float64, means []float64) {
	if ds.Several == nil {
		return [][]float64{ds.Y}, []float64{ds.Mean}
	}
	return ds.Several.Y, ds.Several.Means
}

// constantTarget reports whether no target varies. Classes that all have rows do.
func (ds *Design) constantTarget() bool {
	y, _ := ds.targets()
	return !slices.ContainsFunc(y, func(y []float64) bool { return !lists.Constant(y) })
}

// spread returns the mean over the rows of the squares of the targets less their means; 1 for losses whose fitted values have scales of their own.
func (ds *Design) spread() (square float64) {
	if ds.Several != nil && ds.Several.Classes || ds.Spec.Smooth() != nil {
		return 1
	}
	all, means := ds.targets()
	for k, y := range all {
		for i, v := range y {
			square += ds.Weight(i) * (v - means[k]) * (v - means[k]) / ds.Count()
		}
	}
	return square
}

// ForAll returns the needs of a computation for all functions, of those for one.
func (ds *Design) ForAll(n Needs) Needs {
	if ds.Several == nil {
		return n
	}
	const matrices = 3 // kernels, factors and inverses that each function has
	c, rows := float64(len(ds.Several.Names)), float64(len(ds.Y))
	n.Seconds *= c
	n.Bytes += 8 * matrices * c * rows * rows
	return n
}

// tooLarge is [Spec.tooLarge], of several functions without the ways that are for one.
func (ds *Design) tooLarge(err error) error {
	if ds.Several == nil {
		return ds.Spec.tooLarge(err)
	}
	if big, is := errors.AsType[*solve.MemoryError](err); is && big.Most >= 2 {
		return refusal.BadData(refusal.TrainingPart, "%w, such as by train.Sample(%d, 1), which draws rows at random; %d fit", err, big.Few(), big.Most)
	}
	return err
}

// Told returns the functions in a phrase.
func (fs *Functions) Told() string {
	if !fs.Classes {
		return fmt.Sprintf("%d targets, %s, by squares", len(fs.Names), report.Listed(fs.Names))
	}
	return fmt.Sprintf("%d classes, %s, by the multinomial loss", len(fs.Names), report.Listed(fs.Names))
}
