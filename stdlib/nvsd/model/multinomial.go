package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A Multinomial is kernel ridge regression of three classes or more by the multinomial loss, with one kernel and one set of inputs for all
// classes: see [solve.MultinomialRidge]. It never changes, and several goroutines may use it.
type Multinomial struct {
	Labels []string
	Kernel kern.Kernel // on the scaled inputs; nil without inputs
	Nu     float64     // NaN without inputs
	Folds  int         // in which nu was chosen; 0 without inputs
	Gap    float64     // by which the objective is at most above the minimum
	// Held has the errors on the rows of these folds, by the functions of the rest; nil without inputs. The inputs and the kernel
	// are given.
	Held *score.ManyClassMetrics

	given      *data.Frame
	of         *Model     // with the inputs and the kernel, and no coefficients
	alpha      *mat.Dense // n x k
	intercepts []float64
}

// FitMultinomial fits the regression with a kernel to all inputs of a Frame of three classes or more. nu is the largest of the Spec's RidgeNus
// whose log-losses on held-out rows, in folds in which classes and inputs keep their proportions, are above the least ones by at most a standard error of the mean difference,
// or by at most 1/(2 n) in the mean, as for two classes: see [Model.ByLoss]. Without inputs it has the frequencies of the classes.
func FitMultinomial(ctx context.Context, s problem.Spec, train *data.Frame) (*Multinomial, error) {
	labels := train.Labels()
	own, err := train.WithClass(labels[0])
	if err != nil {
		return nil, refusal.BadData(refusal.TrainingPart, "%w", err)
	}
	ds, err := problem.Prepare(s, own)
	if err != nil {
		return nil, err
	}
	classes := problem.ClassNumbers(train)
	m := &Multinomial{Labels: labels, Nu: math.NaN(), given: train}
	use := ds.Varying()
	if lists.Count(use) == 0 {
		return m.frequencies(ds, classes)
	}
	kernel, op, err := ds.Operator(s.Kernel, use)
	if err != nil {
		return nil, err
	}
	ds.Kernel = kernel
	m.Kernel, m.of = kernel, &Model{Design: ds, In: use, F: problem.Function{Scaling: ds.Scaling, Use: use, Op: op}}
	nus := choose.RidgeNus(ds, kernel, ds.WidthInputs(use))
	if err := m.chooseNu(ctx, ds, classes, nus); err != nil {
		return nil, fmt.Errorf("nvsd: the regression of the classes: %w", err)
	}
	r, err := solve.NewMultinomialRidge(op, classes, len(labels), true)
	if err != nil {
		return nil, fmt.Errorf("nvsd: %w", err)
	}
	var x *solve.MultinomialFit
	for _, nu := range nus[:slices.Index(nus, m.Nu)+1] {
		x, err = parallel.Within(ctx, func() (*solve.MultinomialFit, error) { return r.Fit(ctx, nu, x) })
		if err != nil {
			return nil, fmt.Errorf("nvsd: %w", err)
		}
	}
	m.alpha, m.intercepts, m.Gap = x.Alpha, x.Intercepts, x.Gap
	return m, nil
}

// FrequenciesOf returns the regression of a Frame of three classes or more without inputs.
func FrequenciesOf(train *data.Frame) (*Multinomial, error) {
	own, err := train.WithClass(train.Labels()[0])
	if err != nil {
		return nil, refusal.BadData(refusal.TrainingPart, "%w", err)
	}
	ds, err := problem.OfMean(own, nil)
	if err != nil {
		return nil, err
	}
	return (&Multinomial{Labels: train.Labels(), Nu: math.NaN(), given: train}).frequencies(ds, problem.ClassNumbers(train))
}

// frequencies makes m the one without inputs.
func (m *Multinomial) frequencies(ds *problem.Design, classes []int) (*Multinomial, error) {
	m.of = &Model{Design: ds, F: ds.Constant(), In: make([]bool, ds.Train.D())}
	m.intercepts = make([]float64, len(m.Labels))
	for i, c := range classes {
		m.intercepts[c] += weighed.At(ds.Weights, i)
	}
	for c, count := range m.intercepts {
		m.intercepts[c] = math.Log(count)
	}
	return m, nil
}

// The number of folds in which nu is chosen: more of few rows.
const (
	fewRows       = 300
	foldsOfFew    = 10
	foldsOfOthers = 5
)

// enoughToCompare is the relative gap of fits whose losses on other rows are compared.
const enoughToCompare = 1e-5

// A classFold is the regression of the rows that a fold trains on, and what predicts the others.
type classFold struct {
	ridge *solve.MultinomialRidge
	cross *mat.Dense // kernel between the held and the other rows
	held  []int
	last  *solve.MultinomialFit
}

// chooseNu sets Nu, Folds and Held.
func (m *Multinomial) chooseNu(ctx context.Context, ds *problem.Design, classes []int, nus []float64) error {
	folds, err := m.folds(ds, classes)
	if err != nil {
		return err
	}
	if len(folds) == 0 { // each class has one observation
		m.Nu = nus[0]
		return nil
	}
	ctx, at := progress.Begin(ctx, progress.Part{Of: "the ridge of the classes", Unit: "nu", All: len(nus)})
	defer at.End()
	var held []int
	for _, fold := range folds {
		held = append(held, fold.held...)
	}
	slices.Sort(held)
	var all []*mat.Dense // probabilities, of each nu
	var terms [][]float64
	var means []float64
	for j, nu := range nus {
		p := mat.NewDense(len(classes), len(m.Labels), nil)
		err := parallel.Each(ctx, len(folds), func(ctx context.Context, f int) error { return folds[f].predict(ctx, nu, p) })
		if _, none := errors.AsType[*solve.NoMinimum](err); none && j > 0 {
			break
		}
		if err != nil {
			return err
		}
		rows := make([]float64, len(classes))
		for _, i := range held {
			rows[i] = -math.Log(p.At(i, classes[i]))
		}
		losses := heldTerms(ds.Repeats, ds.Weights, rows, held)
		all, terms, means = append(all, p), append(terms, losses), append(means, stat.Mean(losses, nil))
		at.Reached(ctx, j+1)
		if choose.Risen(means) {
			break
		}
	}
	chosen := choose.Strongest(terms, means, oneSE, 1/(2*ds.Count()))
	m.Nu, m.Folds = nus[chosen], len(folds)
	weights := ds.Weights
	if weights != nil {
		weights = lists.Pick(weights, held)
	}
	m.Held = score.MeasureManyClasses(rowsOf(all[chosen], held), lists.Pick(classes, held), weights)
	return nil
}

// predict sets the probabilities of the rows that are held.
func (f *classFold) predict(ctx context.Context, nu float64, p *mat.Dense) (err error) {
	f.last, err = f.ridge.Fit(ctx, nu, f.last)
	if err != nil {
		return err
	}
	var g mat.Dense
	g.Mul(f.cross, f.last.Alpha)
	for j := range f.held {
		floats.Add(g.RawRowView(j), f.last.Intercepts)
	}
	solve.Probabilities(&g)
	for j, i := range f.held {
		p.SetRow(i, g.RawRowView(j))
	}
	return nil
}

// folds returns the folds in which nu is chosen. Each trains on rows of all classes: a row that alone has a class is held in none, and neither are its copies.
func (m *Multinomial) folds(ds *problem.Design, classes []int) ([]*classFold, error) {
	use := m.of.In
	Z := ds.Apply(ds.Train.X(), use)
	rows := make([]int, len(m.Labels))
	for _, c := range classes {
		rows[c]++
	}
	count := foldsOfOthers
	if ds.Count() <= fewRows {
		count = foldsOfFew
	}
	var folds []*classFold
	for _, part := range dealt(Z, classes, ds.Repeats, count) {
		own := make([]int, len(m.Labels))
		for _, i := range slices.Concat(part...) {
			own[classes[i]]++
		}
		var held []int
		for _, group := range part {
			if !slices.ContainsFunc(group, func(i int) bool { return own[classes[i]] == rows[classes[i]] }) {
				held = append(held, group...)
			}
		}
		slices.Sort(held)
		train := lists.Without(len(classes), held)
		if len(held) == 0 {
			continue
		}
		op, err := solve.NewOperator(m.Kernel, rowsOf(Z, train))
		if err == nil && ds.Weights != nil {
			op, err = op.Weighted(lists.Pick(ds.Weights, train))
		}
		if err != nil {
			return nil, err
		}
		f := &classFold{held: held}
		f.ridge, err = solve.NewMultinomialRidge(op, lists.Pick(classes, train), len(m.Labels), true)
		if err != nil {
			return nil, err
		}
		f.ridge.Tol = enoughToCompare
		f.cross, err = op.Cross(rowsOf(Z, held))
		if err != nil {
			return nil, err
		}
		folds = append(folds, f)
	}
	return folds, nil
}

// Function returns the function f_c + b_c of a class, whose values are those of Links, as a Model: for its dependence on inputs, and for programs of
// it. Its errors are NaN, as its values are no codes.
func (m *Multinomial) Function(label string) (*Model, error) {
	c := slices.Index(m.Labels, label)
	if c < 0 {
		return nil, refusal.BadArgument("label", "there is no class %q: the classes are %v", label, m.Labels)
	}
	own, ds := *m.of, *m.of.Design
	own.Design = &ds
	var err error
	ds.Given, err = m.given.WithClass(label)
	if err != nil {
		return nil, refusal.BadArgument("label", "%w", err)
	}
	ds.Train, _, err = ds.Given.Filled()
	if err != nil {
		return nil, err
	}
	ds.Y = ds.Train.Y()
	if err := ds.SetMean(); err != nil {
		return nil, err
	}
	own.F.Intercept = m.intercepts[c]
	if m.alpha != nil {
		own.F.Alpha = mat.Col(nil, c, m.alpha)
	}
	own.Kind = fmt.Sprintf("the function of the class %s, by the multinomial loss", label)
	own.Tau, own.RelGap, own.ValidRMSE, own.RidgeNu = math.NaN(), math.NaN(), math.NaN(), m.Nu
	of, err := NewModel(own, nil)
	if err != nil {
		return nil, err
	}
	of.TrainRMSE = math.NaN()
	return of, nil
}

// NewMultinomial returns the regression with these coefficients, n x k, and the constants, on the rows of a Frame of its classes. The function
// of the first class has the inputs and the kernel. Alpha is nil without inputs.
func NewMultinomial(train *data.Frame, first *Model, alpha *mat.Dense, intercepts []float64) *Multinomial {
	return &Multinomial{Labels: train.Labels(), Kernel: first.Kernel, Nu: first.RidgeNu, given: train, of: first, alpha: alpha, intercepts: intercepts}
}

// Train returns the Frame that it is fitted to, with its classes.
func (m *Multinomial) Train() *data.Frame { return m.given }

// Alpha returns a copy of the coefficients, n x k in the order of Labels; nil without inputs.
func (m *Multinomial) Alpha() *mat.Dense {
	if m.alpha == nil {
		return nil
	}
	return mat.DenseCopyOf(m.alpha)
}

// Intercepts returns a copy of the constants, in the order of Labels.
func (m *Multinomial) Intercepts() []float64 { return slices.Clone(m.intercepts) }

// dealt divides observations, of which the groups are the rows, into so many parts in which classes and inputs keep their proportions: sorted by class and
// inputs, they go to one part after the other. So neither the order of the rows nor copies of them say anything.
func dealt(Z *mat.Dense, classes []int, groups [][]int, parts int) [][][]int {
	if groups == nil {
		for i := range classes {
			groups = append(groups, []int{i})
		}
	}
	before := func(i, j int) int {
		return cmp.Or(cmp.Compare(classes[i], classes[j]), slices.Compare(Z.RawRowView(i), Z.RawRowView(j)))
	}
	first := make([]int, len(groups))
	for g, group := range groups {
		first[g] = slices.MinFunc(group, before)
	}
	order := lists.UpTo(len(groups))
	slices.SortStableFunc(order, func(g, h int) int { return before(first[g], first[h]) })
	held := make([][][]int, parts)
	for k, g := range order {
		held[k%parts] = append(held[k%parts], groups[g])
	}
	return held
}

// Names returns the names of its inputs.
func (m *Multinomial) Names() []string { return m.of.Train.Names() }

// Selected reports which of Names it depends on.
func (m *Multinomial) Selected() []bool { return slices.Clone(m.of.In) }

// N returns the number of rows that it is fitted to.
func (m *Multinomial) N() int { return len(m.of.Y) }

// Links returns the values f_c(x) + b_c, m x k, at the rows of X (m x d, inputs in their own units and in the order of Names). Their sum over the classes is a
// constant, and the difference of two is the log-odds of these classes.
func (m *Multinomial) Links(X mat.Matrix) (*mat.Dense, error) {
	rows, d := X.Dims()
	if d != len(m.of.F.Use) {
		return nil, refusal.BadArgument("X", "it has %d columns, and the regression has %d inputs", d, len(m.of.F.Use))
	}
	g := mat.NewDense(rows, len(m.Labels), nil)
	if m.alpha != nil {
		cross, err := m.of.F.Op.Cross(m.of.Apply(X, m.of.F.Use))
		if err != nil {
			return nil, fmt.Errorf("nvsd: %w", err)
		}
		g.Mul(cross, m.alpha)
	}
	for i := range rows {
		floats.Add(g.RawRowView(i), m.intercepts)
	}
	return g, nil
}

// Probabilities returns the probabilities of the classes, m x k in the order of Labels, at the rows of X.
func (m *Multinomial) Probabilities(X mat.Matrix) (*mat.Dense, error) {
	g, err := m.Links(X)
	if err == nil {
		solve.Probabilities(g)
	}
	return g, err
}

// ProbabilitiesFrame returns the probabilities at the rows of a Frame, whose columns are found by name.
func (m *Multinomial) ProbabilitiesFrame(f *data.Frame) (*mat.Dense, error) {
	X, err := m.of.inputsOf(f)
	if err != nil {
		return nil, err
	}
	return m.Probabilities(X)
}

// ClassifyFrame returns the likeliest label of each row of a Frame.
func (m *Multinomial) ClassifyFrame(f *data.Frame) ([]string, error) {
	p, err := m.ProbabilitiesFrame(f)
	if err != nil {
		return nil, err
	}
	return m.Likeliest(p), nil
}

// Likeliest returns the label of the largest probability of each row; of equal ones the first.
func (m *Multinomial) Likeliest(p *mat.Dense) []string { return likeliest(m.Labels, p) }

// likeliest returns the label of the largest probability of each row; of equal ones the first.
func likeliest(labels []string, p *mat.Dense) []string {
	rows, _ := p.Dims()
	of := make([]string, rows)
	for i := range of {
		of[i] = labels[floats.MaxIdx(p.RawRowView(i))]
	}
	return of
}

// Measure returns the errors of the probabilities on a Frame with the same classes.
func (m *Multinomial) Measure(on *data.Frame) (*score.ManyClassMetrics, error) {
	if err := sameClasses(on, m.of.Target(), m.Labels); err != nil {
		return nil, err
	}
	p, err := m.ProbabilitiesFrame(on)
	if err != nil {
		return nil, err
	}
	return measureClasses(p, on)
}

// noEvaluated refuses data that are nil.
func noEvaluated() error {
	return refusal.BadData(refusal.Evaluated, "there is no data to evaluate on (nil): was this part of the split asked for?")
}

// sameClasses refuses data of another target, or of other classes, than a regression has learned.
func sameClasses(on *data.Frame, target string, labels []string) error {
	if on == nil {
		return noEvaluated()
	}
	if on.Target() != target || !slices.Equal(on.Labels(), labels) {
		return refusal.BadData(refusal.Evaluated, "the target %q has the classes %v, and the regression is of %q with %v: read both with the same data.Classes", on.Target(), on.Labels(), target, labels)
	}
	return nil
}
