package search

import (
	"cmp"
	"context"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Find finds the inputs on which the target of a Frame depends, ranks them, and predicts:
//
//	f := nvsd.Find(data.CSV("housing.csv", data.Target("medv")))
//	f.PredictFrame(data.CSV("new.csv", data.Target("medv")))
//
// It does what the command `nvsd-kernel select` does with a file, and gives the same answer. A
// path of [FindTaus] penalised fits of [FindSpec] proposes sets of inputs, which their
// leave-one-out errors compare; from there the evidence chooses inputs and gives each a width
// ([problem.ARD]). The result is compared with the training mean, on rows held out as well
// ([model.HoldOut]): see [Finding.Found]. [FindPlan] compares by other errors, and with permuted
// targets.
//
// Of more than 600 rows a fifth is held out, and the search sees 500 of the others, drawn at random. Of
// more than 100 inputs it sees 60: those on which the target depends most by itself, by a smooth
// function of their ranks, and in products of two. Then the residuals of all rows that are not held out
// are compared with all inputs, and where they depend on others the search begins again with these. The
// function is fitted to all rows that are not held out, and its error is the one of those that are. Of more than
// 1000 rows it has kernels at 500 ([model.OnCentres]).
//
// Rows that belong together, by the Frame's [data.Group] or [data.Time], are left out and held out together: whole groups, or spans of time that are
// predicted from those before. It is an error if the Frame has both, fewer than 3 groups or 10 spans, or a missing cell there.
//
// Rows whose targets are wild are left out, if all rows are predicted clearly better without them: see
// [Finding.LeftOut].
//
// The Frame is not changed. The same Frame gives the same numbers. If ctx ends, Find returns its
// error at once, whatever is under way, with what was found by then, if anything was: see [Finding.Interrupted].
func Find(ctx context.Context, train *data.Frame) (*Finding, error) {
	return FindPlan{}.Find(ctx, train)
}

// A FindPlan has the settings of [FindPlan.Find]. The zero value of a field is the default named
// there.
type FindPlan struct {
	By choose.Criterion // compares the sets of inputs that the path proposes: ByLeaveOneOut()

	// Permuted is the number of times that everything is repeated with the rows of the target
	// permuted, so that no input can matter: 0. A level of 0.05 needs 20, which take 20 times as
	// long. Of groups the targets are exchanged as a whole; it is an error if these have different sizes, and over time.
	Permuted int

	Seed uint64 // of the rows that are held out, and of permutations: 1

	// Loss is the one of the function that predicts: the logistic loss of a target of two classes ([data.Classes]), and else the square.
	// The inputs and their widths are found by squares in any case, of the codes -1 and 1 of classes.
	Loss loss.Loss
}

// What decides the numbers of Find beside its Spec.
const (
	FindTaus  = 12 // fits of the path
	againTaus = 4  // of the path of a further search, which begins with what the first has found
	findFolds = 5  // of the rows that are held out
)

// FindSpec returns the Spec of [Find], whose path only proposes: therefore its tolerance is wide.
func FindSpec() problem.Spec {
	return problem.Spec{
		Kernel:  kern.Gaussian{Width: kern.MedianDistance},
		Penalty: penalty.Lasso{},
		Nu:      problem.Fixed(0.01),
		Refit:   problem.ARD,
		Tol:     0.01,
	}
}

// Find finds the inputs as [Find] does, by the plan.
func (plan FindPlan) Find(ctx context.Context, train *data.Frame) (*Finding, error) {
	if train == nil {
		return nil, refusal.BadData(refusal.TrainingPart, "there is no training part (nil)")
	}
	if err := problem.OneFunction(train); err != nil {
		return nil, err
	}
	plan, err := plan.checked()
	if err != nil {
		return nil, err
	}
	ctx, err = plan.within(ctx, train)
	if err != nil {
		return nil, err
	}
	plan, err = plan.together(train)
	if err != nil {
		return nil, err
	}
	return interruptible(ctx, func(best *soFar) (*Finding, error) { return plan.find(ctx, train, best) })
}

// checked returns the plan with its defaults.
func (plan FindPlan) checked() (FindPlan, error) {
	if plan.Permuted < 0 {
		return plan, refusal.BadArgument("FindPlan.Permuted", "%d permuted targets are asked for: it must be 0, for none, or more", plan.Permuted)
	}
	plan.Seed = cmp.Or(plan.Seed, 1)
	if plan.By == (choose.Criterion{}) {
		plan.By = choose.ByLeaveOneOut()
	}
	return plan, nil
}

// find is Find, which keeps the best so far; nil where nobody asks for it.
func (plan FindPlan) find(ctx context.Context, train *data.Frame, best *soFar) (*Finding, error) {
	f, err := plan.found(ctx, train, best)
	if err != nil {
		return nil, err
	}
	if err := plan.judge(ctx, f.sight, f); err != nil {
		return nil, err
	}
	best.is(f, "rows with wild targets were not looked for")
	skewed, err := plan.skewed(ctx, f)
	if err != nil {
		return nil, err
	}
	f, err = plan.withoutWild(ctx, train, f)
	if err != nil {
		return nil, err
	}
	best.is(f, "it was not asked whether all inputs predict besides, and whether there are doubts of the table")
	if err := f.addBackground(ctx); err != nil {
		return nil, err
	}
	f.remarks = findRemarks(train)
	f.doubtful, err = f.doubts(ctx)
	if err != nil {
		return nil, err
	}
	f.doubtful = append(f.doubtful, skewed...)
	return f, plan.predictByLoss(ctx, f)
}

// found returns the finding of a search in a table, not yet judged on rows held out.
func (plan FindPlan) found(ctx context.Context, table *data.Frame, best *soFar) (*Finding, error) {
	s, err := plan.see(ctx, table)
	if err != nil {
		return nil, err
	}
	return plan.search(ctx, s, best)
}

// search finds inputs in what is seen of a table, and again where the residuals of the rest ask for
// others.
func (plan FindPlan) search(ctx context.Context, s *sight, best *soFar) (*Finding, error) {
	seen, err := s.first()
	if err != nil {
		return nil, err
	}
	f, err := plan.searchIn(best.during(ctx, s, seen), s, seen, FindTaus)
	if err != nil || !s.partial() {
		best.is(f, unjudged)
		return f, err
	}
	for range mostLooks {
		best.is(f, "the residuals of all rows were not compared with all inputs, and "+unjudged)
		asked, err := s.asked(ctx, f)
		if err != nil {
			return nil, err
		}
		f.left = namesOf(s.terms, asked)
		next, more, err := s.next(f, asked)
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		again, err := plan.searchIn(ctx, s, next, againTaus)
		if err != nil {
			return nil, err
		}
		if !(again.gain() > f.gain()) {
			break
		}
		f = again
	}
	best.is(f, unjudged)
	return f, nil
}

// searchIn finds inputs in a part of a table.
func (plan FindPlan) searchIn(ctx context.Context, s *sight, seen part, taus int) (*Finding, error) {
	f := &Finding{sight: s, seen: seen, ranked: ranked{inputs: s.termsIn(seen)}}
	if err := plan.choose(ctx, f, taus); err != nil {
		return nil, err
	}
	f.take()
	return f, nil
}

// take takes the inputs of the Model, not yet judged on rows held out.
func (f *Finding) take() {
	f.selected = problem.SelectedTerms(f.inputs, f.Model.In)
	f.rank()
	f.chosen = f.names(f.selected)
	f.verdict = judgeSelection(f.Model.Selection, len(f.chosen))
}

// choose sets the model, and the comparison with permuted targets if the plan has any.
func (plan FindPlan) choose(ctx context.Context, f *Finding, taus int) (err error) {
	if plan.Permuted > 0 {
		null, err := resample.PermutedTarget(ctx, FindSpec(), f.seen.frame, taus, plan.By, ruleFor(f.seen.frame), resample.NullPlan{Repeats: plan.Permuted, Seed: plan.Seed, Groups: choose.BelongTogether(f.seen.frame)})
		if err == nil {
			f.Model, f.Null = null.Model, null
		}
		return err
	}
	f.Model, err = plan.chooseIn(ctx, f.seen.frame, taus, len(f.sight.order))
	return err
}

// chooseIn returns the model of a table, of whose inputs a first look has chosen those that it has among so many; 0 for no such look.
func (plan FindPlan) chooseIn(ctx context.Context, train *data.Frame, taus, among int) (*model.Model, error) {
	path, err := FindSpec().Path(ctx, train, taus)
	if err != nil {
		return nil, err
	}
	path.Among = among
	return model.Select(ctx, path, plan.By, ruleFor(train))
}

// ruleFor returns the rule that proposes sets of a table's inputs.
func ruleFor(train *data.Frame) choose.SelectionRule {
	if slices.ContainsFunc(train.Groups(), func(columns []int) bool { return len(columns) > 1 }) {
		return choose.RankedGroups
	}
	return choose.Ranked
}

// judge compares the finding with the mean, on rows that had no part in it where that is needed, and
// sets what predicts.
func (plan FindPlan) judge(ctx context.Context, s *sight, f *Finding) (err error) {
	f.predictor = f.Model
	if f.verdict.promising() {
		if s.drawn != nil {
			f.predictor, f.HeldOut, err = plan.fitted(ctx, f)
		} else if plan.By.Cross == nil || choose.BelongTogether(s.table) {
			f.HeldOut, err = plan.holdOut(ctx, s.table, f.Model)
		}
		if err != nil {
			return err
		}
		f.verdict.held = f.HeldOut
	}
	if !f.Found() {
		f.predictor, err = model.Constant(s.table, f.Model.Loss())
		f.selected = make([]bool, len(f.inputs))
		f.rank()
	}
	return err
}

// A Finding is the inputs on which a target depends, as [Find] found them. A categorical input is one
// input, whatever the number of its levels; its Model has a column for each. A Finding never changes,
// and several goroutines may use it.
type Finding struct {
	Model   *model.Model         // that the search chose, of the rows and inputs that it saw, whether or not it is worth more than the mean
	HeldOut *model.HeldOut       // nil unless the rest of the answer asks for it
	Null    *resample.TargetNull // nil unless the plan asks for permuted targets
	Classes *ClassErrors         // nil unless something predicts two classes, by the logistic loss

	ranked
	sight     *sight
	seen      part // by the search that the Model is of
	predictor *model.Model
	verdict   verdict
	chosen    []string  // names of the inputs of the Model
	left      []string  // inputs on which the residuals still depend
	leftOut   []int     // rows of the Frame whose targets are wild
	residuals []float64 // of the Model's own rows, leaving out each; nil until they are asked for
	doubtful  []string  // sentences
	remarks   []data.Remark

	interrupted string // what was not done, in a clause; "" if all was
}

// Found reports whether anything predicts the target better than its training mean: inputs were
// chosen, and all of this holds.
//
//   - By the criterion, the error of the model is below that of the mean, and the model is nearer to
//     the target by enough standard errors of the difference, [choose.Selection.Enough].
//   - Its log evidence is above that of the mean by at least the price of all its inputs. Each may be
//     worth its own price in the presence of the others, and all together not.
//   - Models whose inputs and widths are chosen without some rows predict these rows better than the
//     mean does ([model.HoldOut]). The criterion of cross-validation says that by itself.
func (f *Finding) Found() bool { return f.verdict.found() }

// N returns the number of observations that the answer is about: all rows of the Frame or the Stream but those that
// are left out.
func (f *Finding) N() int {
	if f.sight.rows > 0 {
		return f.sight.rows - len(f.leftOut)
	}
	return f.sight.table.N()
}

// Table returns the table that the search was given: the Frame without rows that are left out, and of a Stream the rows that
// were drawn.
func (f *Finding) Table() *data.Frame { return f.sight.table }

// Names returns the names of the inputs, in the order of the Frame.
func (f *Finding) Names() []string { return f.all() }

// Selected reports on which inputs the target depends: on none, unless something was [Finding.Found].
func (f *Finding) Selected() []bool { return slices.Clone(f.selected) }

// SelectedNames returns the names of the selected inputs, the largest score first.
func (f *Finding) SelectedNames() []string { return f.names(f.selected) }

// Ranking returns the numbers of all inputs in Names, the largest score first.
func (f *Finding) Ranking() []int { return slices.Clone(f.order) }

// Scores returns a number for each input, by which the inputs rank. The score of a selected
// input is its derivative norm per standard deviation ([model.Model.NormsPerSD]), in units of the
// target; of a categorical input it is sqrt(n/(n-1) 1/2 sum_kl p_k p_l b_kl), with p_k the fraction of
// the n observations that have the level k, and b_kl the mean square difference of the predictions between
// two levels, which is the same for a linear function of two levels. The m other inputs have the scores
// u/2, ..., u/(2m), which are below these and show nothing but the order in which they come in along
// the path. u is the least score of a selected input; if none is selected, it is a millionth of the
// target's standard deviation. A constant input has the score 0.
func (f *Finding) Scores() []float64 { return slices.Clone(f.scores) }

// Worth returns for each input by how much the log evidence falls without it: see [choose.Evidence]. It is 0 for
// an input that the Model does not have.
func (f *Finding) Worth() []float64 { return f.worths(resample.Worths(f.Model)) }

// leaveOneOut returns the residuals of the Model's own rows, leaving out each with those that belong to it. The looks at a table, at its
// wild targets and at doubts of it share them.
func (f *Finding) leaveOneOut(ctx context.Context) (_ []float64, err error) {
	if f.residuals == nil {
		f.residuals, err = f.Model.LeaveUnitsOut(ctx)
	}
	return f.residuals, err
}

// rank sets the scores and the order.
func (f *Finding) rank() {
	f.ranked.rank(f.sight, f.seen, f.Model, f.Model.NormOf, 1e-6*stat.StdDev(f.Model.Given.Y(), nil))
}

// ranked returns the inputs in the order of a model of a part, and then those that it has not seen, in the order
// of the first look; constant ones come last.
func (s *sight) ranked(m *model.Model, seen part) []int {
	order := choose.GroupsOf(m.Design, m.Ranking())
	if seen.terms == nil {
		return order
	}
	placed := make([]bool, len(s.terms))
	for k, own := range order {
		order[k] = seen.terms[own]
		placed[order[k]] = true
	}
	for _, j := range slices.Concat(s.order, lists.UpTo(len(s.terms))) {
		if !placed[j] {
			placed[j] = true
			order = append(order, j)
		}
	}
	return order
}

// Predictor returns the model that predicts. That is the Model if something was found, fitted anew to more
// rows where the search has not seen all, and else the training mean ([model.Mean]). Where all inputs
// together are worth it, it is either of these with a [Finding.Background]. Of two classes it is the regression by the
// logistic loss with these inputs and widths ([model.Model.ByLoss]), or with more than 1000 rows to fit to a calibrated one ([model.Model.CalibratedOn]): see
// [model.Model.Probabilities].
func (f *Finding) Predictor() *model.Model { return f.predictor }

// Predict returns the values of the Predictor at the rows of X (m x d, inputs in their own units and in
// the order of the columns of the training part), in units of the target.
func (f *Finding) Predict(X mat.Matrix) ([]float64, error) {
	table, own := f.sight.table, f.predictor.Train
	n, d := X.Dims()
	if own.D() == table.D() {
		return f.predictor.Predict(X)
	}
	if d != table.D() {
		return nil, refusal.BadArgument("X", "it has %s, and the data have %d", report.Plural(d, "column"), table.D())
	}
	names, Z := table.Names(), mat.NewDense(n, own.D(), nil)
	for a, name := range own.Names() {
		Z.SetCol(a, mat.Col(nil, slices.Index(names, name), X))
	}
	return f.predictor.Predict(Z)
}

// PredictFrame returns the values of the Predictor at the rows of a Frame, whose columns are found
// by name: see [model.Model.PredictFrame].
func (f *Finding) PredictFrame(on *data.Frame) ([]float64, error) {
	return f.predictor.PredictFrame(on)
}

// PredictInterval returns the predictions of PredictFrame with intervals: see
// [model.Model.PredictInterval].
func (f *Finding) PredictInterval(ctx context.Context, on *data.Frame, level float64, by ...model.IntervalMethod) (*model.Intervals, error) {
	return f.predictor.PredictInterval(ctx, on, level, by...)
}

// RMSE returns the root mean squared error of the predictions on a Frame, whose columns are found
// by name.
func (f *Finding) RMSE(on *data.Frame) (float64, error) { return f.predictor.RMSE(on) }
