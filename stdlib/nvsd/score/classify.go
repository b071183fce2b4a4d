package score

import (
	"cmp"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
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

// measureClasses compares predictions v with classes y of -1 and +1.
func measureClasses(v, y []float64) *ClassificationMetrics {
	var n, wrong [2]float64
	for i, class := range y {
		k := 0
		if class > 0 {
			k = 1
		}
		n[k]++
		if Sign(v[i]) != class {
			wrong[k]++
		}
	}
	return &ClassificationMetrics{
		ErrorRate: (wrong[0] + wrong[1]) / (n[0] + n[1]),
		Balanced:  (wrong[0]/n[0] + wrong[1]/n[1]) / 2,
		AUC:       auc(v, y, n[0], n[1]),
	}
}

// auc returns the sum of the ranks of v in class +1, less the least sum there can be,
// over the number of pairs. Equal values share their mean rank.
func auc(v, y []float64, negative, positive float64) float64 {
	order := lists.UpTo(len(v))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(v[i], v[j]) })
	ranks := 0.0
	for lo := 0; lo < len(order); {
		hi := lo
		for hi < len(order) && v[order[hi]] == v[order[lo]] {
			hi++
		}
		for _, i := range order[lo:hi] {
			if y[i] > 0 {
				ranks += float64(lo+hi+1) / 2
			}
		}
		lo = hi
	}
	return (ranks - positive*(positive+1)/2) / (negative * positive)
}

// Sign returns the class of a prediction v: +1 where v >= 0, and else -1.
func Sign(v float64) float64 {
	if v >= 0 {
		return 1
	}
	return -1
}
