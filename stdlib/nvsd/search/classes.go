package search

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// FindClasses finds the inputs on which a target of three classes or more depends: one set of inputs, and one width for each, for all
// classes. See [FindPlan.FindClasses].
func FindClasses(ctx context.Context, train *data.Frame) (*ClassFinding, error) {
	return FindPlan{}.FindClasses(ctx, train)
}

// FindClasses does for a target of three classes or more what [FindPlan.Find] does for a number. The targets are the codes of the classes,
// 1 for a class and 0 for the rest. A path of penalised fits to each gives the climbs of the evidence their starts, and the evidence of all codes
// together chooses the inputs and their widths ([choose.FitShared]). The squared errors of all codes are compared with those of the
// frequencies of the classes, on rows held out as well ([model.HoldOutClasses]). What predicts is a regression by the multinomial loss with
// these inputs and widths ([model.FitMultinomial]).
//
// Of more than 600 rows a fifth is held out, and the search sees 500 of the others; the regression is fitted to at most 1000. In all of these
// the classes keep their proportions. Of more than 100 inputs the search sees 60: see [Find]. Of the plan only the Seed counts.
//
// It is an error if rows belong together by [data.Group] or [data.Time], and if the plan has another field.
func (plan FindPlan) FindClasses(ctx context.Context, train *data.Frame) (*ClassFinding, error) {
	if train == nil {
		return nil, refusal.BadData(refusal.TrainingPart, "there is no training part (nil)")
	}
	if err := plan.checkClasses(train); err != nil {
		return nil, err
	}
	plan.Seed = cmp.Or(plan.Seed, 1)
	return parallel.Within(ctx, func() (*ClassFinding, error) { return plan.findClasses(ctx, train) })
}

// checkClasses refuses what FindClasses does not do.
func (plan FindPlan) checkClasses(train *data.Frame) error {
	switch {
	case !train.ManyClasses():
		return refusal.BadData(refusal.TrainingPart, "the target %q has no three classes or more: take nvsd.Find, or read its labels by data.Classes", train.Target())
	case choose.BelongTogether(train):
		return refusal.BadData(refusal.TrainingPart, "rows belong together by %q, and classes are not compared over groups or times: tell one class from the rest, such as by train.WithClass(%q)", cmp.Or(train.GroupColumn(), train.TimeColumn()), train.Labels()[0])
	case plan.By != (choose.Criterion{}):
		return refusal.BadArgument("FindPlan.By", "three classes or more are compared by leaving one out: leave it out, or tell one class from the rest")
	case plan.Permuted != 0:
		return refusal.BadArgument("FindPlan.Permuted", "targets of three classes or more are not permuted: leave it out, or tell one class from the rest")
	case plan.Loss != nil:
		return refusal.BadArgument("FindPlan.Loss", "three classes or more are predicted by the multinomial loss: leave it out, or tell one class from the rest")
	}
	return nil
}

func (plan FindPlan) findClasses(ctx context.Context, train *data.Frame) (*ClassFinding, error) {
	s, err := plan.see(ctx, train)
	if err != nil {
		return nil, err
	}
	s.oneOfEach()
	seen, err := s.first()
	if err != nil {
		return nil, err
	}
	f := &ClassFinding{Labels: train.Labels(), sight: s, seen: seen, ranked: ranked{inputs: s.termsIn(seen)}}
	f.Models, err = model.SelectClasses(ctx, FindSpec(), seen.frame, FindTaus, len(s.order))
	if err != nil {
		return nil, err
	}
	f.selected = problem.SelectedTerms(f.inputs, f.Models.Shared.Set)
	f.rank()
	f.chosen = f.SelectedNames()
	f.verdict = judgeSelection(&f.Models.Shared.Selection, len(f.chosen))
	if err := plan.judgeClasses(ctx, f); err != nil {
		return nil, err
	}
	if !f.Found() {
		f.Predictor, err = model.FrequenciesOf(train)
		f.selected = make([]bool, len(f.inputs))
		f.rank()
	}
	f.remarks = findRemarks(train)
	return f, err
}

// oneOfEach puts an observation of each class first among those that are drawn. A class of which all rows are held out gets one of them.
func (s *sight) oneOfEach() {
	if s.drawn == nil {
		return
	}
	y, known := s.table.Y(), map[float64]bool{}
	var first, rest [][]int
	for _, group := range s.drawn {
		if class := y[group[0]]; known[class] {
			rest = append(rest, group)
		} else {
			known[class], first = true, append(first, group)
		}
	}
	var held []int
	for _, i := range s.held {
		if known[y[i]] {
			held = append(held, i)
		} else {
			known[y[i]], first = true, append(first, []int{i})
		}
	}
	s.drawn, s.held = append(first, rest...), held
}

// judgeClasses fits what predicts and compares the search with the frequencies of the classes, on rows that had no part in it.
func (plan FindPlan) judgeClasses(ctx context.Context, f *ClassFinding) (err error) {
	if !f.verdict.promising() {
		return nil
	}
	s := f.sight
	if s.drawn == nil {
		if s.table.N() >= findFolds {
			f.HeldOut, err = model.HoldOutClasses(ctx, FindSpec(), s.table, findFolds, plan.lookAt(s.table))
			f.verdict.held = f.HeldOut
		}
		if err != nil || !f.Found() {
			return err
		}
	}
	fit, err := s.part(exactRows, score.InUse(f.selected))
	if err != nil {
		return err
	}
	f.Predictor, err = model.FitMultinomial(ctx, f.spec(), fit.frame)
	if err != nil || s.drawn == nil {
		return err
	}
	held, copied, err := s.heldFrom(fit)
	if err != nil {
		return err
	}
	f.HeldOut, err = f.onHeld(held)
	if err != nil {
		return err
	}
	f.HeldOut.Copied = copied
	f.verdict.held = f.HeldOut
	f.Errors, err = f.Predictor.Measure(held)
	return err
}

// spec returns the Spec of what predicts: the kernel with the widths of the chosen inputs.
func (f *ClassFinding) spec() problem.Spec {
	spec := FindSpec()
	m := f.Models.Each[0]
	spec.Kernel, spec.Refit = m.Kernel, problem.KeepKernel
	if ard, is := spec.Kernel.(kern.ARD); is {
		ard.Widths = widthsOf(f.inputs, score.InUse(f.selected), m.In, ard.Widths)
		spec.Kernel = ard
	}
	return spec
}

// onHeld compares the probabilities with the frequencies of the classes, on rows that are held out.
func (f *ClassFinding) onHeld(held *data.Frame) (*model.HeldOut, error) {
	p, err := f.Predictor.ProbabilitiesFrame(held)
	if err != nil {
		return nil, err
	}
	weights, err := held.Weights()
	if err != nil {
		return nil, refusal.BadData(refusal.Evaluated, "%w", err)
	}
	classes, n := problem.ClassNumbers(held), held.N()
	frequencies := mat.NewDense(n, len(f.Labels), slices.Concat(slices.Repeat([][]float64{f.Frequencies()}, n)...))
	return model.CompareHeld(choose.PerObservation(nil, weights, score.Brier(frequencies, classes)), choose.PerObservation(nil, weights, score.Brier(p, classes))), nil
}

// A ClassFinding is the inputs on which a target of three classes or more depends, as [FindClasses] found them. It never changes,
// and several goroutines may use it.
type ClassFinding struct {
	Labels    []string
	Models    *model.ClassModels // by squares of the codes, on the rows and inputs that the search saw, whether or not they are worth more than the frequencies
	Predictor *model.Multinomial // what predicts: the frequencies, unless something was found
	HeldOut   *model.HeldOut     // nil unless the rest of the answer asks for it
	// Errors has the errors of the probabilities on rows that had no part in anything, of which tables of more than 600 rows have some; else nil, and
	// the Predictor has errors Held with given inputs and widths.
	Errors *score.ManyClassMetrics

	ranked
	sight   *sight
	seen    part
	verdict verdict
	chosen  []string
	remarks []data.Remark
}

// Found reports whether anything predicts the classes better than their frequencies: see [Finding.Found], with squared errors of the codes in
// the place of those of the target.
func (f *ClassFinding) Found() bool { return f.verdict.found() }

// N returns the number of rows of the table.
func (f *ClassFinding) N() int { return f.sight.table.N() }

// Table returns the table that the search was given.
func (f *ClassFinding) Table() *data.Frame { return f.sight.table }

// Names returns the names of the inputs, in the order of the Frame.
func (f *ClassFinding) Names() []string { return f.all() }

// Selected reports on which inputs the target depends: on none, unless something was found.
func (f *ClassFinding) Selected() []bool { return slices.Clone(f.selected) }

// SelectedNames returns the names of the selected inputs, the largest score first.
func (f *ClassFinding) SelectedNames() []string { return f.names(f.selected) }

// Ranking returns the numbers of all inputs in Names, the largest score first.
func (f *ClassFinding) Ranking() []int { return slices.Clone(f.order) }

// Scores returns a number for each input, by which the inputs rank. The score of a selected input is the root of the sum over the classes of the
// squared derivative norms per standard deviation, of the regressions of the codes 0 and 1. The others have smaller ones,
// which show nothing but their order: see [Finding.Scores].
func (f *ClassFinding) Scores() []float64 { return slices.Clone(f.scores) }

// Worth returns for each input by how much the log evidence of all codes falls without it.
func (f *ClassFinding) Worth() []float64 {
	if e := f.Models.Shared.Evidence; e != nil {
		return f.worths(e.Worth)
	}
	return make([]float64, len(f.inputs))
}

// Frequencies returns the parts of the rows that are of each class, by their weights.
func (f *ClassFinding) Frequencies() []float64 {
	parts := make([]float64, len(f.Labels))
	weights, err := f.sight.table.Weights()
	if err != nil { // the search has read them
		weights = nil
	}
	for i, v := range f.sight.table.Y() {
		parts[int(v)] += weighed.At(weights, i)
	}
	floats.Scale(1/floats.Sum(parts), parts)
	return parts
}

// OfFrequencies returns the log-loss of the frequencies of the classes.
func (f *ClassFinding) OfFrequencies() (sum float64) {
	for _, part := range f.Frequencies() {
		sum -= part * math.Log(part)
	}
	return sum
}

// OfLargest returns the part of the rows that are not of the largest class.
func (f *ClassFinding) OfLargest() float64 { return 1 - floats.Max(f.Frequencies()) }

// rank sets the scores and the order.
func (f *ClassFinding) rank() {
	f.ranked.rank(f.sight, f.seen, f.Models.Each[0], f.Models.NormOf, 1e-6)
}

// Probabilities returns the probabilities of the classes, in the order of Labels, at the rows of a Frame, whose columns are found by name.
func (f *ClassFinding) Probabilities(on *data.Frame) (*mat.Dense, error) {
	return f.Predictor.ProbabilitiesFrame(on)
}

// Classify returns the likeliest label of each row of a Frame, whose columns are found by name.
func (f *ClassFinding) Classify(on *data.Frame) ([]string, error) {
	return f.Predictor.ClassifyFrame(on)
}

// Measure returns the errors of the probabilities on a Frame with the same classes.
func (f *ClassFinding) Measure(on *data.Frame) (*score.ManyClassMetrics, error) {
	return f.Predictor.Measure(on)
}

// Remarks returns the columns that are worth a look: see [Finding.Remarks].
func (f *ClassFinding) Remarks() []data.Remark { return slices.Clone(f.remarks) }

// rareClass is the part of the rows below which a class is said to be rare.
const rareClass = 0.05

// Warnings returns the warnings to read before the answer is trusted, one sentence each.
func (f *ClassFinding) Warnings() []string {
	said := slices.Concat(f.Models.Each[0].Design.Warnings, f.Models.Shared.Warnings)
	for _, r := range f.remarks {
		said = append(said, r.String())
	}
	said = append(said, f.verdict.warnings(f.chosen)...)
	if f.verdict.Size == 0 || !f.verdict.nearer {
		said = append(said, f.Models.Shared.NothingFound()...)
	}
	var rare []string
	for c, part := range f.Frequencies() {
		if part < rareClass {
			rare = append(rare, fmt.Sprintf("%s (%s)", f.Labels[c], report.Percent(part)))
		}
	}
	if len(rare) > 0 {
		said = append(said, fmt.Sprintf("few rows have the class %s: errors of all rows say little of it; weights of rows can make it count for more", report.Listed(rare)))
	}
	return said
}
