package score

import (
	"cmp"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"gonum.org/v1/gonum/stat"
)

// ClassificationMetrics measure predictions of a target of two classes, -1 and +1. A
// prediction v counts as +1 where v >= 0, and else as -1.
type ClassificationMetrics struct {
	ErrorRate float64 // fraction of the observations given the wrong class
	Balanced  float64 // mean of that fraction in each class; NaN if a class is absent
	// AUC is the area under the ROC curve: the probability that v is larger for
	// an observation of class +1 than for one of class -1; equal ones count half. It
	// does not depend on the sign rule. It is NaN if a class is absent.
	AUC float64
}

// AddClassColumns adds the columns of the errors of classes to a table.
func AddClassColumns(t *report.Table) {
	t.Columns = append(t.Columns, report.Columns("wrong", "balanced", "AUC")...)
	t.Notes = append(t.Notes, "wrong: part of the observations given the wrong class; balanced: mean of that part in each class")
}

// Cells returns the cells of these columns. There are none without classes.
func (e *ClassificationMetrics) Cells() []any {
	if e == nil {
		return nil
	}
	return []any{report.Known(e.ErrorRate), report.Known(e.Balanced), report.Known(e.AUC)}
}

// MeasureClasses compares predictions v with classes y of -1 and +1. The weights are those of the observations; nil if each is one.
func MeasureClasses(v, y, weights []float64) *ClassificationMetrics {
	var n, wrong [2]float64
	for i, class := range y {
		k := 0
		if class > 0 {
			k = 1
		}
		n[k] += weighed.At(weights, i)
		if Sign(v[i]) != class {
			wrong[k] += weighed.At(weights, i)
		}
	}
	return &ClassificationMetrics{
		ErrorRate: (wrong[0] + wrong[1]) / (n[0] + n[1]),
		Balanced:  (wrong[0]/n[0] + wrong[1]/n[1]) / 2,
		AUC:       auc(v, y, weights, n[0], n[1]),
	}
}

// LogLoss returns the mean of minus the logarithm of the probability of the true class, for classes y of -1 and +1 with these log-odds of
// +1. The weights are those of the observations; nil if each is one.
func LogLoss(odds, y, weights []float64) float64 {
	return stat.Mean(MeasureBy(loss.Logistic{}).Rows(odds, y), weights)
}

// auc returns the fraction of the pairs of an observation of class +1 and one of class -1 in which v is larger for
// the first. Equal values count half, and a pair as often as its weights say. negative and positive are the weights of the classes.
func auc(v, y, weights []float64, negative, positive float64) float64 {
	order := lists.UpTo(len(v))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(v[i], v[j]) })
	won, below := 0.0, 0.0 // below: weight of class -1 with smaller values
	for lo := 0; lo < len(order); {
		hi := lo
		for hi < len(order) && v[order[hi]] == v[order[lo]] {
			hi++
		}
		var own, others float64
		for _, i := range order[lo:hi] {
			if y[i] > 0 {
				own += weighed.At(weights, i)
			} else {
				others += weighed.At(weights, i)
			}
		}
		won += own * (below + others/2)
		below += others
		lo = hi
	}
	return won / (negative * positive)
}

// Sign returns the class of a prediction v: +1 where v >= 0, and else -1.
func Sign(v float64) float64 {
	if v >= 0 {
		return 1
	}
	return -1
}
