package procedure

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

// A verdict compares a model with the training mean.
type verdict struct {
	*nvsd.Selection
	nearer     bool          // the model is nearer to the target than the mean, by enough
	gain, cost float64       // in log evidence, and the price of all inputs in it; 0 without evidence
	held       *nvsd.HeldOut // nil if it was not needed
}

// judge compares a model with the training mean. The model has found something if it selected
// inputs and all of this holds:
//
//   - its error by the criterion is below that of the mean, and it is nearer to the target by
//     enough standard errors of the difference, [nvsd.Selection.Enough];
//   - its log evidence is above that of the mean by at least the price of all of its inputs:
//     each may be worth its own price in the presence of the others, and all together not;
//   - models whose inputs and widths are chosen without some rows predict these rows better than the
//     mean does. The criterion of cross-validation says that by itself.
func judge(s *nvsd.Selection) verdict {
	v := verdict{Selection: s}
	v.nearer = s.Size > 0 && s.RMSE < s.Mean && s.OverMean >= s.Enough()
	if e := s.Evidence; e != nil {
		v.gain, v.cost = e.Log-e.Mean, float64(s.Size)*e.Price
	}
	return v
}

// promising reports whether all holds that the rows of training can say.
func (v verdict) promising() bool { return v.nearer && v.gain >= v.cost }

func (v verdict) found() bool { return v.promising() && (v.held == nil || v.held.Better()) }

// warnings says why nothing was found, if the model does not say so itself, and that rows are copies in
// what was chosen.
func (v verdict) warnings(chosen []string) []string {
	if v.held != nil && v.held.Copied {
		return append(v.reasons(chosen), fmt.Sprintf("many rows are equal in %s, beside other inputs that differ: are they copies? The error of leaving one out says too little then; they were held out together", listed(chosen)))
	}
	return v.reasons(chosen)
}

func (v verdict) reasons(chosen []string) []string {
	if !v.nearer || v.found() {
		return nil
	}
	if v.promising() {
		return []string{fmt.Sprintf("found nothing worth more than the mean: %s fit the rows that they were chosen on, and the same search on other rows does not: %v", listed(chosen), v.held)}
	}
	return []string{fmt.Sprintf("found nothing worth more than the mean: the log evidence of %s is above that of the mean by %.3g, and that many inputs cost %.3g", listed(chosen), v.gain, v.cost)}
}
