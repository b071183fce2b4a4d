package procedure

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
)

// A verdict is how a model stands to the training mean.
type verdict struct {
	found       bool
	err, ofMean float64 // by the criterion
	overMean    float64 // by how many standard errors it is better, leaving one out
	gain, cost  float64 // in log evidence, and the price of all inputs in it; 0 without evidence
}

// judge compares a model with the training mean. It has found something where it selected
// inputs and all of this holds:
//
//   - its log evidence is above that of the mean by more than the price of all of its inputs:
//     each may be worth its own price in the presence of the others, and all together not;
//   - with r_i and m_i the leave-one-out residuals of the model and of the mean, the mean of
//     m_i^2 - r_i^2 is at least one standard error of it;
//   - by cross-validation, its error is below that of the mean.
func (r *Request) judge(ctx context.Context, m *nvsd.Model, y []float64) (verdict, error) {
	v := verdict{err: m.Selection().RMSE}
	var err error
	if v.ofMean, err = r.errorOfMean(y); err != nil {
		return v, err
	}
	rest, err := m.LeaveOneOut(ctx)
	if err != nil {
		return v, err
	}
	v.overMean = overMean(rest, y)
	size := len(m.SelectedNames())
	if e := m.Selection().Evidence; e != nil {
		v.gain, v.cost = e.Log-e.Mean, float64(size)*e.Price
	}
	v.found = size > 0 && v.worthIt() && v.overMean >= 1 && (r.Criterion != CrossValidation || v.err < v.ofMean)
	return v, nil
}

// worthIt reports whether the evidence is worth what the inputs cost.
func (v verdict) worthIt() bool { return v.gain >= v.cost }

// overMean returns by how many standard errors of the mean difference squared leave-one-out
// residuals are below those of the training mean: 0 where they are the same.
func overMean(residuals, y []float64) float64 {
	n := float64(len(y))
	mean := stat.Mean(y, nil)
	gain := make([]float64, len(y))
	for i, r := range residuals {
		m := (y[i] - mean) * n / (n - 1)
		gain[i] = m*m - r*r
	}
	average, sd := stat.MeanStdDev(gain, nil)
	if average == 0 {
		return 0
	}
	return average / (sd / math.Sqrt(n))
}

// errorOfMean is the error, by the criterion, of the mean of the rows that are trained on.
func (r *Request) errorOfMean(y []float64) (float64, error) {
	if r.Criterion == LeaveOneOut {
		n := float64(len(y))
		return stat.PopStdDev(y, nil) * n / (n - 1), nil
	}
	divided, err := r.folds().Divide(len(y))
	if err != nil {
		return 0, plain(err)
	}
	sum, rows := 0.0, 0.0
	for _, fold := range divided {
		mean := 0.0
		for _, i := range fold.Train {
			mean += y[i] / float64(len(fold.Train))
		}
		for _, i := range fold.Held {
			sum, rows = sum+(y[i]-mean)*(y[i]-mean), rows+1
		}
	}
	return math.Sqrt(sum / rows), nil
}

// warnings tells why nothing was found.
func (v verdict) warnings(m *nvsd.Model) []string {
	if v.found {
		return nil
	}
	const nothing = "found nothing worth more than the mean"
	chosen, e := m.SelectedNames(), m.Selection().Evidence
	switch {
	case len(chosen) == 0 && e != nil:
		return []string{fmt.Sprintf("%s: no input is worth the %.3g of log evidence that it costs", nothing, e.Price)}
	case len(chosen) == 0:
		return []string{nothing}
	case !v.worthIt():
		return []string{fmt.Sprintf("%s: the log evidence of %s is above that of the mean by %.3g, and that many inputs cost %.3g", nothing, listed(chosen), v.gain, v.cost)}
	case !(v.overMean >= 1):
		return []string{fmt.Sprintf("%s: leaving one out, %s are better than the mean by %.2g standard errors of the difference, and 1 is asked for", nothing, listed(chosen), v.overMean)}
	}
	return []string{fmt.Sprintf("%s: the error with %s, %.4g, is not below that of the mean, %.4g", nothing, listed(chosen), v.err, v.ofMean)}
}
