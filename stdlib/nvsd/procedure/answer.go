package procedure

import (
	"io"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
)

// An Answer holds the results of the procedure, in the form in which they are written. Every
// number in it is finite, or nil if there is none.
type Answer struct {
	Version   string    `json:"version"` // of the program that writes the answer
	Target    string    `json:"target"`
	N         int       `json:"n"` // rows of training, without those that are left out
	Criterion Criterion `json:"criterion"`

	Interrupted string `json:"interrupted"` // what was not done; "" if all was

	Classes []string `json:"classes"` // the labels of the target's -1 and +1, or of 0, 1, 2 and so on of three classes or more; nil of a target of numbers

	LeftOut []int `json:"left_out"` // rows of the table whose targets are wild, from 1

	Inputs   []string  `json:"inputs"`
	Dates    []Dates   `json:"dates"`    // of which inputs are made; empty without --dates
	Scores   []float64 `json:"scores"`   // one for each input; comparable
	Selected []string  `json:"selected"` // the largest score first
	Found    bool      `json:"found"`    // whether anything predicts better than the mean

	Error       *float64 `json:"error"` // of the model that was chosen, by the criterion
	ErrorOfMean *float64 `json:"error_of_mean"`

	ClassErrors *ClassErrors `json:"class_errors"` // nil unless the target has classes and the loss is the logistic or the multinomial one

	HeldOut *HeldOut `json:"held_out"` // nil unless the rest of the answer asks for it

	Background *Background `json:"background"` // nil unless predictions use inputs that are not selected

	Evidence *Evidence `json:"evidence"` // nil if the procedure did not compute it
	Null     *Null     `json:"null"`     // nil unless it was asked for

	Knockoffs    *Knockoffs    `json:"knockoffs"`    // nil unless they were asked for
	Interactions *Interactions `json:"interactions"` // nil unless they were asked for

	Predictions []float64 `json:"predictions"` // one for each row of the test table; nil without one
	// Probabilities has for each row of the test table the probabilities of Classes, in their order; nil without one, and if the loss
	// is not the logistic one.
	Probabilities [][]float64 `json:"probabilities"`
	// Likeliest has for each row of the test table the likeliest of Classes; nil without Probabilities.
	Likeliest []string `json:"likeliest"`
	// The ends of the intervals that have the target of such a row with probability Level; nil
	// without a test table and of another loss than the square, and of a row if there is no bound.
	Lower []*float64 `json:"lower"`
	Upper []*float64 `json:"upper"`
	Level float64    `json:"level"`
	// Unpredicted is why the rows of the test table are not predicted, such as a cell that is empty in a chosen
	// input; "" if they are, or without one.
	Unpredicted string `json:"unpredicted"`

	Posterior *Posterior `json:"posterior"` // nil if all training rows are one observation, and of another loss than the square

	RMSE    *float64 `json:"rmse"`     // on the test table; nil if that has no target
	LogLoss *float64 `json:"log_loss"` // on the test table: the mean of minus the logarithm of the probability of the true class; nil without Probabilities

	Seconds  float64  `json:"seconds"`
	Warnings []string `json:"warnings"`
	Spec     string   `json:"spec"` // the procedure as the text of a cell

	text text
}

// WriteModel writes the model that predicts, or if nothing was found, the one that is not worth more than
// the mean, as [nvsd.Model.Write] does.
func (a *Answer) WriteModel(w io.Writer) error {
	if a.text.classes != nil {
		return nvsd.WriteClasses(a.text.classes.Predictor, w)
	}
	f := a.text.finding
	if f.Found() || f.Background() != nil {
		return f.Predictor().Write(w)
	}
	return f.Model.Write(w)
}

// A HeldOut compares the search with the mean on rows that it has not seen; see [nvsd.HeldOut].
type HeldOut struct {
	Error       *float64 `json:"error"`
	ErrorOfMean *float64 `json:"error_of_mean"`
	Folds       int      `json:"folds"`
	Units       int      `json:"units"` // groups or spans of time that are compared; 0 for single observations
}

func heldOutOf(h *model.HeldOut) *HeldOut {
	if h == nil {
		return nil
	}
	return &HeldOut{known(h.RMSE), known(h.Mean), h.Folds, h.Units}
}

// ClassErrors are the errors of classes and probabilities on rows that the function was not fitted to; see [nvsd.ClassErrors].
type ClassErrors struct {
	On                   string   `json:"on"`
	LogLoss              float64  `json:"log_loss"`
	LogLossOfFrequencies float64  `json:"log_loss_of_frequencies"`
	Wrong                float64  `json:"wrong"`
	WrongByLarger        float64  `json:"wrong_by_larger"`
	Balanced             *float64 `json:"balanced"`
	AUC                  *float64 `json:"auc"`
}

func classErrorsOf(e *nvsd.ClassErrors) *ClassErrors {
	if e == nil {
		return nil
	}
	return &ClassErrors{e.On, e.LogLoss, e.OfFrequencies, e.ErrorRate, e.OfLarger, known(e.Balanced), known(e.AUC)}
}

// A Background records by how much all inputs, with small weight, predict better than those selected
// alone; see [nvsd.Background].
type Background struct {
	Kind    string   `json:"kind"` // linear or smooth
	Gain    float64  `json:"gain"` // of log evidence
	Price   float64  `json:"price"`
	Error   *float64 `json:"error"`         // leaving one out
	Without *float64 `json:"error_without"` // the same of the selected inputs alone, or of the mean
}

func backgroundOf(b *model.Background) *Background {
	if b == nil {
		return nil
	}
	return &Background{b.Kind(), b.Gain, b.Price, known(b.RMSE), known(b.Without)}
}

// An Evidence records the choice of the inputs; see [nvsd.Evidence].
type Evidence struct {
	Log   float64   `json:"log"`
	Mean  float64   `json:"mean"`
	Price float64   `json:"price"`
	Worth []float64 `json:"worth"` // one for each input; 0 for those not chosen
	// Instead is the reason why the model has a wider kernel than the one of most evidence. It
	// is "" if the kernel is the one of most evidence.
	Instead string `json:"instead"`
}

// A Null compares the chosen inputs with noise; see [nvsd.TargetNull].
type Null struct {
	Runs          int        `json:"runs"`
	Empty         int        `json:"empty"` // runs that chose no input
	Level         float64    `json:"level"`
	LargestScores []float64  `json:"largest_scores"`
	LargestWorths []float64  `json:"largest_worths"`
	Chosen        []Standing `json:"chosen"` // the largest score first
}

// A Standing compares a chosen input with noise.
type Standing struct {
	Input      string `json:"input"`
	ScoreAbove int    `json:"score_above"` // in how many runs the largest score is below this one
	WorthAbove int    `json:"worth_above"`
	Beyond     bool   `json:"beyond"` // WorthAbove is at least 1 - the level of the runs
}

// A Posterior holds the numbers from which the variances of predictions are computed; see
// [nvsd.Posterior].
type Posterior struct {
	Scale   float64 `json:"scale"`
	Noise   float64 `json:"noise"`
	Freedom float64 `json:"freedom"`
}

func posteriorOf(p *model.Posterior) *Posterior {
	if p.Freedom < 1 {
		return nil
	}
	return &Posterior{p.Scale, p.Noise, p.Freedom}
}

func evidenceOf(f *nvsd.Finding) *Evidence {
	e := f.Model.Selection().Evidence
	if e == nil {
		return nil
	}
	return &Evidence{e.Log, e.Mean, e.Price, f.Worth(), e.Instead}
}

func nullOf(f *nvsd.Finding) *Null {
	null := f.Null
	if null == nil {
		return nil
	}
	told := &Null{
		Runs: null.Runs, Empty: null.Empty, Level: null.Level,
		LargestScores: null.LargestScores, LargestWorths: null.LargestWorths, Chosen: []Standing{},
	}
	for _, s := range f.Standings() {
		told.Chosen = append(told.Chosen, Standing(s))
	}
	return told
}

// known returns nil for a number that is not finite.
func known(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
