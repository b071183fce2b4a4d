package study

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A Method is a row of the tables, or a row for each of the rules by which it selects.
type Method struct {
	Name string
	Fit  Fitter
}

// A Fitter fits a method to a replication: [NVSD], a [System], a [Procedure], or a type of a cell. It uses the test part for
// nothing.
type Fitter interface {
	Fit(ctx context.Context, r *Replication) ([]Outcome, error)
}

// An Outcome is a fitted model. A method with several rules returns one for each, always in the same order.
type Outcome struct {
	Rule  string // "" where the method has one rule
	Model Model
}

// A Model is a fitted function with the inputs that it selects. All models of this program are, such as *nvsd.Model and
// *baseline.Model.
type Model interface {
	PredictFrame(f *data.Frame) ([]float64, error)
	Selected() []bool // for every input of the training part
}

// A warned is a Model with sentences on what to know before it is believed.
type warned interface{ Warnings() []string }
