package choose

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/viz"
)

// A SelectionRule is a rule that proposes sets of inputs along a path.
type SelectionRule string

const (
	// ExactZeros proposes, at every tau, the inputs whose derivative norm is not
	// exactly 0.
	ExactZeros SelectionRule = "exact zeros"
	// Ranked proposes, at some taus, the k inputs of largest derivative norm per standard deviation.
	Ranked SelectionRule = "ranked"
	// RankedGroups is Ranked with whole groups in place of single inputs: it proposes the k groups
	// of largest sqrt(sum_{a in g} u_a^2), with u_a per standard deviation.
	RankedGroups SelectionRule = "ranked groups"
	// ADMMZeros proposes, at every tau, the inputs whose part of ADMM's split gradients is not
	// exactly 0, as in UAI 2018, section 4.3.
	ADMMZeros SelectionRule = "ADMM's zeros"
)

// topK is the beginning of the name of a rule that TopK returns.
const topK = "top "

// TopK proposes exactly the k inputs that come first in the ranking of every tau.
func TopK(k int) SelectionRule { return SelectionRule(fmt.Sprint(topK, k)) }

// Ranks reports whether the rule proposes the first so many of a ranking, and chooses how many.
func (r SelectionRule) Ranks() bool { return r == Ranked || r == RankedGroups }

// Top returns the number of inputs that a rule of TopK proposes, and false for other rules.
func (r SelectionRule) Top() (k int, is bool) {
	number, is := strings.CutPrefix(string(r), topK)
	if !is {
		return 0, false
	}
	k, err := strconv.Atoi(number)
	return k, err == nil
}

// CheckRule reports a rule that is none, or none for this path.
func CheckRule(p *problem.Path, rule SelectionRule) error {
	switch rule {
	case ExactZeros, Ranked, RankedGroups:
		return nil
	case ADMMZeros:
		for _, sol := range p.Fits {
			if sol != nil && sol.Split == nil {
				return refusal.BadArgument("rule", "the rule nvsd.ADMMZeros is for fits by ADMM: say Solver: solve.ADMM{} in the Spec")
			}
		}
		return nil
	}
	if k, is := rule.Top(); is {
		return checkTop(p, k)
	}
	return refusal.BadArgument("rule", "there is no selection rule %q: give nvsd.Ranked, nvsd.RankedGroups, nvsd.TopK(k), nvsd.ExactZeros or nvsd.ADMMZeros", rule)
}

// checkTop reports a number of inputs that the path cannot propose.
func checkTop(p *problem.Path, k int) error {
	switch ever := lists.Count(everIn(p)); {
	case k < 1:
		return refusal.BadArgument("rule", "TopK(%d): at least one input is to be selected", k)
	case k > p.Train.D():
		return refusal.BadArgument("rule", "TopK(%d): there are %d inputs", k, p.Train.D())
	case k > ever:
		return refusal.BadArgument("rule", "TopK(%d): %d of the %d inputs come in along the path: let it fall further (Decades of the Spec), or select fewer", k, ever, p.Train.D())
	}
	return nil
}

// A Selection is the account of the choice of a model by Path.Select: the rule and the criterion,
// the chosen set of inputs, and the errors that were compared.
type Selection struct {
	Rule     SelectionRule
	By       Criterion
	TauIndex int     // of the chosen tau in the path
	Taus     int     // of the path
	Size     int     // number of chosen inputs
	RMSE     float64 // error of the chosen model by the criterion
	SE       float64 // standard error of RMSE; NaN unless it is of cross-validation
	// PathRMSE has, for every tau, the least error of the sets that were tried there, the
	// set of no input included. It is +Inf if none was tried.
	PathRMSE []float64
	Sets     int // number of different sets of inputs that were tried

	// Mean is the error of the training mean by the criterion. It is NaN for a model from
	// an old file that does not have it.
	Mean float64
	// OverMean is the number of standard errors by which the chosen model is better than
	// the mean: the mean difference of their absolute errors, row by row, over the standard
	// error of that. (In squared errors, a few large ones would hide the rest.) It is 0 with
	// no input, and NaN with fewer than two rows or from an old file that does not have it.
	// The model is the best of many. So even if nothing can be found, OverMean is seldom
	// below 0, and in one of ten cases above Enough.
	//
	// For a model of [problem.ARD], whose inputs the evidence has chosen, it is the larger of this
	// and the statistic of Clark and West (2007) for nested models, which finds weaker
	// effects. With e_0 and e_1 the leave-one-out residuals of the mean and of the model,
	// that is the mean of e_0 (e_0 - e_1) over its standard error.
	OverMean float64

	CrossValidation *CrossValidation // nil unless that is the criterion
	Evidence        *Evidence        // nil unless the Refit is ARD

	compared *comparison // by rows; nil for cross-validation, and for a model from a file
}

// EnoughOverMean is the number of standard errors by which a model should be better than the
// training mean. With less, Select warns that nothing was found. If the target is normal
// noise that has nothing to do with the inputs, about nine in ten models have less.
const EnoughOverMean = 2.5

// EnoughByEvidence is the same number for a model of [problem.ARD].
const EnoughByEvidence = 3.0

// Enough returns the least value that OverMean should have: [EnoughOverMean], or [EnoughByEvidence].
func (s *Selection) Enough() float64 {
	if s.Evidence != nil {
		return EnoughByEvidence
	}
	return EnoughOverMean
}

// String returns the selection in a sentence, and the table of a cross-validation.
func (s *Selection) String() string {
	text := fmt.Sprintf("%s; error %.4g\n", s.Describe(), s.RMSE)
	if s.CrossValidation != nil {
		text += s.CrossValidation.String()
	}
	return text
}

// Provenance returns the reason why a selection has no proof of its own, for the metadata of an
// output.
func (s *Selection) Provenance() map[string]any {
	return map[string]any{"unproved": "the errors that a selection compares are not computed again; the model that it chooses has a proof"}
}

// Report returns the errors of the comparison: the least one at every tau and at every number
// of inputs as charts, and the least one at every tau as a table. It is empty for a model from a
// file that was not selected by cross-validation.
func (s *Selection) Report() report.Report {
	var compared comparison
	switch {
	case s.CrossValidation != nil:
		compared = *s.CrossValidation.comparison()
	case s.compared != nil:
		compared = *s.compared
	default:
		return nil
	}
	compared.notes = []string{s.Describe()}
	return compared.report()
}

// Describe returns the selection in a phrase.
func (s *Selection) Describe() string {
	if s.Evidence != nil {
		return fmt.Sprintf("%s of most evidence, each with a width of its own (%s compared), from what was proposed: %s", s.sized(s.Size), report.Plural(len(s.Evidence.Steps), "fit"), s.proposal())
	}
	return s.proposal()
}

// sized returns a number of columns in words. Where whole groups are chosen, a column is less than an input.
func (s *Selection) sized(columns int) string {
	if s.Rule == RankedGroups {
		return report.Plural(columns, "column")
	}
	return report.Plural(columns, "input")
}

// proposal describes the set that rule and criterion chose, in a phrase.
func (s *Selection) proposal() string {
	size := s.Size
	if s.Evidence != nil {
		size = s.Evidence.Proposed
	}
	of := fmt.Sprintf("tau %d of %d", s.TauIndex+1, s.Taus)
	by := fmt.Sprintf("chosen by the %v of kernel ridge on the selected inputs (%d sets tried)", s.By, s.Sets)
	if s.Rule == Ranked {
		return fmt.Sprintf("ranked: the %d largest derivative norms at %s; number and tau %s", size, of, by)
	}
	if s.Rule == RankedGroups {
		return fmt.Sprintf("ranked: the groups of largest derivative norms, with %s, at %s; number and tau %s", s.sized(size), of, by)
	}
	if k, is := s.Rule.Top(); is {
		return fmt.Sprintf("the %d largest derivative norms at %s; tau %s", k, of, by)
	}
	if s.Rule == ADMMZeros {
		return fmt.Sprintf("zeros of ADMM's split gradients at %s, %s", of, by)
	}
	if s.Rule == Alg1Alone {
		return fmt.Sprintf("squared derivatives that sum to more than tau, at %s, chosen by the %v of the function itself (%d sets tried)", of, s.By, s.Sets)
	}
	if s.Rule == Alg1Threshold {
		return fmt.Sprintf("squared derivatives that sum to more than tau, at %s, %s", of, by)
	}
	return fmt.Sprintf("exact zeros of the derivative norms at %s, %s", of, by)
}

// RefitChosen returns the regression on the inputs that were chosen, as the Refit of the Spec says.
func RefitChosen(ctx context.Context, p *problem.Path, by Criterion, c *Chosen) (RidgeFit, error) {
	if p.Spec.Refit == problem.ARD {
		return refitARD(ctx, p, by, c)
	}
	return refitIsotropic(ctx, p, c)
}

// refitIsotropic returns the regression that was chosen.
func refitIsotropic(ctx context.Context, p *problem.Path, c *Chosen) (RidgeFit, error) {
	rs, err := NewRidgeGrid(p.Design, c.Set)
	if err != nil {
		return RidgeFit{}, err
	}
	return rs.Fit(ctx, c.candidate, c.RMSE)
}

// A Chosen is a Selection with the set of inputs and the candidate that its regression is fitted
// from.
type Chosen struct {
	Selection
	Set       []bool
	candidate int       // of its regressions
	Order     []int     // of all inputs; nil for that of the path
	mean, own []float64 // errors of the training mean and of the model, a term for each observation
	measure   score.Measure
	Warnings  []string
}

// compare compares errors of the model with those of the mean, row by row.
func (c *Chosen) compare(own []float64) {
	of := math.Sqrt
	if !c.measure.Squares() {
		of = Identity
	}
	c.own, c.Mean, c.OverMean = own, c.measure.Of(c.mean), PairedT(c.mean, own, of)
}

// AgainstMean returns the comparison of the chosen model with the training mean, in a phrase.
func (s *Selection) AgainstMean() string {
	text := fmt.Sprintf("error %.4g by the same criterion", s.Mean)
	if s.Size == 0 || math.IsNaN(s.OverMean) {
		return text
	}
	return fmt.Sprintf("%s; the model is nearer by %.2g standard errors of the difference", text, s.OverMean)
}

// NothingFound warns of a model that is not better than the mean.
func (s *Selection) NothingFound() []string {
	const nothing = "found nothing worth more than the mean: "
	switch {
	case s.Size == 0 && s.Evidence != nil && s.By.unit != "":
		return []string{fmt.Sprintf("%sno input is worth %.2g of log evidence and makes the errors on a %s left out less by %g standard errors", nothing, s.Evidence.Price, s.By.unit, enoughByUnits)}
	case s.Size == 0 && s.Evidence != nil:
		return []string{fmt.Sprintf("%sno input is worth %.2g of log evidence", nothing, s.Evidence.Price)}
	case s.Size == 0 && s.Sets > 1:
		return []string{nothing + "no inputs that were tried predict better, by enough"}
	case s.Size > 0 && (s.OverMean < s.Enough() || s.RMSE >= s.Mean):
		return []string{fmt.Sprintf("%sthe %s of the model is %.4g, that of the mean %.4g; the model is nearer to the target by %.2g standard errors of the difference, and should be by %.2g, as it is the best of many", nothing, s.By.measure(), s.RMSE, s.Mean, s.OverMean, s.Enough())}
	}
	return nil
}

// Alg1Threshold is the rule of Algorithm 1: an input is in where the sum of its
// squared derivatives at the training points is above tau. Only search.Alg1GR uses it.
const Alg1Threshold SelectionRule = "Algorithm 1's threshold"

// Alg1Alone is the same rule where no regression follows it. Only search.Alg1 uses it.
const Alg1Alone SelectionRule = "Algorithm 1's threshold alone"

// Figure draws the charts of the Report. It is an error where that is empty.
func (s *Selection) Figure() (*viz.Figure, error) { return viz.OfReport(s.Report()) }
