package nvsd

import (
	"context"
	"io"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/record"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
)

// A ClassFinding is the inputs on which a target of three classes or more depends, as [FindClasses] found them. It never changes,
// and several goroutines may use it. Its methods Found, SelectedNames, Ranking and Scores are as those of [Finding]; Probabilities and Classify
// predict.
type ClassFinding = search.ClassFinding

// A Multinomial is kernel ridge regression of three classes or more by the multinomial loss, with one kernel and one set of inputs for all
// classes: the Predictor of a [ClassFinding]. It never changes, and several goroutines may use it.
type Multinomial = model.Multinomial

// ManyClassMetrics measure probabilities of three classes or more.
type ManyClassMetrics = score.ManyClassMetrics

// FindClasses finds the inputs on which a target of three classes or more depends, one set for all classes, and predicts probabilities:
//
//	f := nvsd.FindClasses(data.CSV("iris.csv", data.Target("species")))
//	f.Classify(data.CSV("new.csv", data.Target("species")))
//
// The evidence of the codes of all classes together chooses the inputs and gives each a width. The squared errors of the codes, 1 for
// a class and 0 for the rest, are compared with those of the frequencies of the classes, on rows held out as well. What predicts is kernel ridge
// regression by the multinomial loss with these inputs and widths.
//
// Of more than 600 rows a fifth is held out, the search sees 500 of the others, and the regression is fitted to at most 1000. Of more than 100 inputs
// the search sees 60. It is an error if rows belong together by [data.Group] or [data.Time]. Of two classes take [Find].
func FindClasses(ctx context.Context, train *data.Frame) (*ClassFinding, error) {
	return search.FindClasses(ctx, train)
}

// FindClasses finds the inputs as [FindClasses] does, by the plan's Seed. It is an error if the plan has another field.
func (plan FindPlan) FindClasses(ctx context.Context, train *data.Frame) (*ClassFinding, error) {
	return search.FindPlan(plan).FindClasses(ctx, train)
}

// SaveClasses writes what predicts several classes, such as the Predictor of a [ClassFinding], to a file, as a whole or not at all.
func SaveClasses(m *Multinomial, path string) error { return record.SaveClasses(m, path) }

// WriteClasses writes what [SaveClasses] does.
func WriteClasses(m *Multinomial, w io.Writer) error { return record.WriteClasses(m, w) }

// LoadClasses reads a regression of several classes from a file that [SaveClasses] has written. It predicts the same to the bit on the same machine. A file
// that holds none is a [ModelFileError].
func LoadClasses(path string) (*Multinomial, error) { return record.LoadClasses(path) }

// ClassFunction returns the function of a class as a Model, whose values are those of the method Links of [Multinomial]: for its dependence on inputs, its
// surface, and programs of it. The difference of two is the log-odds of these classes. Its errors are NaN.
func ClassFunction(m *Multinomial, label string) (*Model, error) { return wrapModel(m.Function(label)) }
