package score

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/weighed"
)

// ManyClassMetrics measure probabilities of three classes or more.
type ManyClassMetrics struct {
	LogLoss   float64     // mean of minus the logarithm of the probability of the true class
	Brier     float64     // mean of the sum over the classes of the squared difference between the probability and 1 for the true class, 0 for others
	ErrorRate float64     // part of the observations whose likeliest class is not the true one
	Balanced  float64     // mean of that part in each class; NaN if a class is absent
	AUC       float64     // mean over the classes of the area under the ROC curve of each against the rest; NaN if a class is absent
	Confusion [][]float64 // rows by true class and likeliest class; their weights, if they have any
}

// Brier returns for each row of probabilities p (m x k) the sum over the classes of the squared difference to 1 for the true class, a number from 0 to
// k-1, and to 0 for others.
func Brier(p *mat.Dense, classes []int) []float64 {
	rows := make([]float64, len(classes))
	for i, class := range classes {
		for c, v := range p.RawRowView(i) {
			if c == class {
				v--
			}
			rows[i] += v * v
		}
	}
	return rows
}

// MeasureManyClasses compares the rows of probabilities p (m x k) with the true classes, numbers from 0 to k-1. The weights are those of the
// observations; nil if each is one.
func MeasureManyClasses(p *mat.Dense, classes []int, weights []float64) *ManyClassMetrics {
	_, k := p.Dims()
	e := &ManyClassMetrics{Confusion: make([][]float64, k)}
	for c := range e.Confusion {
		e.Confusion[c] = make([]float64, k)
	}
	count := weighed.Total(weights, len(classes))
	for i, class := range classes {
		row, w := p.RawRowView(i), weighed.At(weights, i)
		e.LogLoss -= w * math.Log(row[class]) / count
		e.Confusion[class][floats.MaxIdx(row)] += w
	}
	e.Brier = stat.Mean(Brier(p, classes), weights)
	codes := make([]float64, len(classes))
	for c, row := range e.Confusion {
		own := floats.Sum(row)
		e.ErrorRate += (own - row[c]) / count
		e.Balanced += (own - row[c]) / own / float64(k)
		for i, class := range classes {
			codes[i] = -1
			if class == c {
				codes[i] = 1
			}
		}
		e.AUC += auc(mat.Col(nil, c, p), codes, weights, count-own, own) / float64(k)
	}
	return e
}
