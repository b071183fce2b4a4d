package study

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A Measure is a number by which methods are compared. All of them are less where a method is better, but for Precision,
// Recall and Inputs.
type Measure string

// With y the target and f the predictions on the m test rows, S the selected inputs, R the relevant ones and d the
// number of all:
const (
	// RMSE is sqrt((1/m) sum_i (y_i - f_i)^2).
	RMSE Measure = "RMSE"
	// MSE is the square of RMSE: what AISTATS 2010 and the paper of ADACOSSO call the error and the RSS.
	MSE Measure = "MSE"
	// RMSEOverSD is RMSE over the standard deviation of y, with divisor m - 1.
	RMSEOverSD Measure = "RMSE over sd"
	// ErrorRate is the part of the test rows whose class, the sign of y, is not that of f.
	ErrorRate Measure = "error rate"
	// Tanimoto is the distance 1 - |S and R| / |S or R| (UAI 2018, section 5.1).
	Tanimoto Measure = "Tanimoto distance"
	// SelectionError is the mean of |R without S| / |R| and |S without R| / (d - |R|) (JMLR 2013, section 6.2.1).
	SelectionError Measure = "selection error"
	// Precision is |S and R| / |S|, and 1 where nothing is selected.
	Precision Measure = "precision"
	// Recall is |S and R| / |R|.
	Recall Measure = "recall"
	// Inputs is |S|.
	Inputs Measure = "inputs"
	// Seconds is the time of the method's fit with all of its rules. It is not the same twice.
	Seconds Measure = "seconds"
)

// Measures returns all measures.
func Measures() []Measure {
	return []Measure{RMSE, MSE, RMSEOverSD, ErrorRate, Tanimoto, SelectionError, Precision, Recall, Inputs, Seconds}
}

// larger reports whether more of the measure is better.
func (m Measure) larger() bool { return m == Precision || m == Recall }

// ranked reports whether less, or more, of the measure is better.
func (m Measure) ranked() bool { return m != Inputs && m != Seconds }

// measured returns the measures of a model, but for its seconds. A measure without a meaning there is absent.
func measured(m Model, r *Replication) (selected []int, values map[Measure]float64, err error) {
	in, d := m.Selected(), r.Train.D()
	if len(in) != d {
		return nil, nil, fmt.Errorf("study: the model says of %d inputs whether they are selected, and there are %d", len(in), d)
	}
	selected = []int{}
	for a, is := range in {
		if is {
			selected = append(selected, a)
		}
	}
	values = map[Measure]float64{Inputs: float64(len(selected))}
	if r.Relevant != nil {
		compareSelection(values, in, r.Relevant)
	}
	if r.Test != nil {
		err = compareTargets(values, m, r.Test)
	}
	return selected, values, err
}

func compareSelection(values map[Measure]float64, in []bool, relevant []int) {
	both, matter, size := 0.0, float64(len(relevant)), values[Inputs]
	for _, a := range relevant {
		if in[a] {
			both++
		}
	}
	values[Tanimoto], values[Precision] = 0, 1
	if either := matter + size - both; either > 0 {
		values[Tanimoto] = 1 - both/either
	}
	if size > 0 {
		values[Precision] = both / size
	}
	missed, added := 0.0, 0.0
	if matter > 0 {
		values[Recall] = both / matter
		missed = 1 - both/matter
	}
	if others := float64(len(in)) - matter; others > 0 {
		added = (size - both) / others
	}
	values[SelectionError] = (missed + added) / 2
}

func compareTargets(values map[Measure]float64, m Model, test *data.Frame) error {
	f, err := m.PredictFrame(test)
	if err != nil {
		return err
	}
	y := test.Y()
	if len(f) != len(y) {
		return fmt.Errorf("study: the model predicts %d rows of the %d of the test part", len(f), len(y))
	}
	squares, wrong, classes := 0.0, 0.0, true
	for i, v := range y {
		if math.IsNaN(f[i]) {
			return fmt.Errorf("study: the prediction of row %d of the test part is no number (NaN)", i+1)
		}
		squares += (v - f[i]) * (v - f[i])
		classes = classes && (v == -1 || v == 1)
		if (f[i] >= 0) != (v > 0) {
			wrong++
		}
	}
	rows := float64(len(y))
	values[RMSE] = math.Sqrt(squares / rows)
	if sd := stat.StdDev(y, nil); sd > 0 {
		values[RMSEOverSD] = values[RMSE] / sd
	}
	if classes {
		values[ErrorRate] = wrong / rows
	}
	return nil
}
