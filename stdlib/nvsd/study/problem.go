package study

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A Source draws the observations of a problem: a [*data.Problem], the [Rows] of a table, or a type of a cell. If it
// has a method Relevant() []int too, as a *data.Problem has, errors of selection are measured.
type Source interface {
	// Draw returns n observations, the same ones for the same seed.
	Draw(n int, seed uint64) (*data.Frame, error)
}

// Rows is a table as a [Source]: its rows in a random order, each at most once.
type Rows struct{ Of *data.Frame }

// Draw returns n of the rows in a random order.
func (r Rows) Draw(n int, seed uint64) (*data.Frame, error) {
	if r.Of == nil {
		return nil, fmt.Errorf("study: the source study.Rows has no table: say Rows{Of: frame}")
	}
	return r.Of.Sample(n, seed)
}

// AsTrain as the Valid of a [Problem] is as many rows as the training part has.
const AsTrain = -1

// A Problem is a source of data with the sizes of its parts. Of each repetition, and of each size in Train, a
// [Replication] is drawn: the training, validation and test parts share no row.
type Problem struct {
	Name string
	From Source

	Train []int // the sizes of the training part, of which each is a column of the tables
	Valid int   // rows by which weights and inputs are chosen, or AsTrain; 0 chooses them by Folds
	Test  int   // rows on which errors are measured
	Folds int   // where there are no Valid rows: folds of cross-validation; 0 chooses by leaving one out

	// Permuted adds a copy of each input whose rows are in another order (UAI 2018, section 5.2).
	Permuted bool
	// Standardise subtracts from each input its mean over the training rows, and divides by the standard deviation there.
	Standardise bool
}

// A Replication is the data of one problem, size and repetition.
type Replication struct {
	data.Split // Valid and Test are nil where the problem has none

	By       nvsd.Criterion // by which weights and inputs are to be chosen
	Refit    nvsd.Spec      // of the Design
	Relevant []int          // indices of the inputs that matter; nil where they are not known
	Seed     uint64         // of what a method draws itself
}

// relevanceKnower is a Source that knows which inputs matter.
type relevanceKnower interface{ Relevant() []int }

// draw draws the replication of n training rows. seed returns the seed of a part.
func (p Problem) draw(n int, seed func(part string) uint64) (*Replication, error) {
	if p.Valid == AsTrain {
		p.Valid = n
	}
	all := n + p.Valid + p.Test
	f, err := p.From.Draw(all, seed("rows"))
	if err != nil {
		return nil, err
	}
	if f == nil || f.N() != all {
		return nil, fmt.Errorf("study: the source of %q has drawn other than the %d rows that were asked for", p.Name, all)
	}
	r := &Replication{Seed: seed("method")}
	var known relevanceKnower
	if trait.Find(p.From, &known) {
		r.Relevant = known.Relevant()
	}
	if p.Permuted {
		f, _, err = f.WithPermuted(seed("permuted"))
		if err != nil {
			return nil, err
		}
	}
	r.Split, err = p.split(f, n)
	if err != nil {
		return nil, err
	}
	switch {
	case p.Valid > 0:
		r.By = nvsd.ByValidation(r.Valid, nvsd.LeastError)
	case p.Folds > 0:
		r.By = nvsd.ByCrossValidation(nvsd.KFold(p.Folds, seed("folds")), nvsd.LeastError)
	default:
		r.By = nvsd.ByLeaveOneOut(nvsd.LeastError)
	}
	return r, nil
}

// split divides the rows of f, whose order is random, and standardises the parts.
func (p Problem) split(f *data.Frame, n int) (s data.Split, err error) {
	begin := 0
	part := func(rows int) (*data.Frame, error) {
		if rows == 0 {
			return nil, nil
		}
		index := make([]int, rows)
		for i := range index {
			index[i] = begin + i
		}
		begin += rows
		return f.Rows(index...)
	}
	for _, to := range []struct {
		part **data.Frame
		rows int
	}{{&s.Train, n}, {&s.Valid, p.Valid}, {&s.Test, p.Test}} {
		*to.part, err = part(to.rows)
		if err != nil {
			return s, err
		}
	}
	if !p.Standardise {
		return s, nil
	}
	by, err := s.Train.Scaling()
	if err != nil {
		return s, err
	}
	for _, part := range []**data.Frame{&s.Train, &s.Valid, &s.Test} {
		if *part == nil {
			continue
		}
		*part, err = by.Apply(*part)
		if err != nil {
			return s, err
		}
	}
	return s, nil
}

// check reports a part of the problem that is missing or impossible.
func (p Problem) check() error {
	switch {
	case p.Name == "":
		return fmt.Errorf("a problem has no name")
	case p.From == nil:
		return fmt.Errorf("the problem %q has no source: give From, such as data.UAI{Experiment: 1}.Problem() or study.Rows{Of: frame}", p.Name)
	case len(p.Train) == 0:
		return fmt.Errorf("the problem %q has no sizes of the training part: give Train, such as []int{50, 100}", p.Name)
	case p.Valid < 0 && p.Valid != AsTrain || p.Test < 0 || p.Folds < 0 || p.Folds == 1:
		return fmt.Errorf("the problem %q has %d validation rows, %d test rows and %d folds: numbers of rows are at least 0, and folds at least 2", p.Name, p.Valid, p.Test, p.Folds)
	case p.Valid != 0 && p.Folds > 0:
		return fmt.Errorf("the problem %q has validation rows and folds: one of them chooses", p.Name)
	}
	for i, n := range p.Train {
		if n < 2 || slices.Contains(p.Train[:i], n) {
			return fmt.Errorf("the problem %q has the training size %d: sizes are at least 2, and each is there once", p.Name, n)
		}
	}
	return nil
}
