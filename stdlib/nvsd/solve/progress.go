package solve

import (
	"context"
	"fmt"
	"math"
	"time"
)

// A Step is one line of the history of a run, of a solver or of the search for tau_max. In
// that search Tau is the bound so far, and an iteration is a product.
type Step struct {
	Tau       float64
	Iteration int
	Objective float64
	Dual      float64 // NaN without a certificate
	RelGap    float64 // NaN without a certificate
	Residual  float64 // of a solver that stops on residuals; else NaN
	Seconds   float64 // since the run began

	Counts // what is certain of the inputs by then; in the search for tau_max nothing
}

// String is the step in a line.
func (s Step) String() string {
	how := fmt.Sprintf("relative gap %.2g", s.RelGap)
	if s.Counts != (Counts{}) {
		how += fmt.Sprintf("; inputs certainly %v", s.Counts)
	}
	if math.IsNaN(s.RelGap) {
		how = fmt.Sprintf("residual %.2g", s.Residual)
	}
	return fmt.Sprintf("tau %.4g: %s; iteration %d, objective %.6g, %.1f s", s.Tau, how, s.Iteration, s.Objective, s.Seconds)
}

// A Progress is told of the steps of a run, by the goroutine that solves.
type Progress interface {
	Step(Step)
}

type progressKey struct{}

// WithProgress returns a context in which p is told of the runs of solvers that have no
// Progress of their own, and of the search for tau_max.
func WithProgress(ctx context.Context, p Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// listener returns the Progress of a run: the solver's own, or that of the context; nil
// where there is none.
func listener(ctx context.Context, own Progress) Progress {
	if own != nil {
		return own
	}
	p, _ := ctx.Value(progressKey{}).(Progress)
	return p
}

// Every returns a Progress that calls tell at most once in an interval of time, for
// the first time when one has passed since the first step: of a run that is done
// sooner nothing is told. In a cell:
//
//	display.ShowAs("fit", "fitting")
//	solver := solve.Dual{Progress: solve.Every(time.Second, func(s solve.Step) { display.Update("fit", s) })}
//
// It is for one goroutine at a time.
func Every(interval time.Duration, tell func(Step)) Progress {
	return &paced{interval: interval, tell: tell}
}

type paced struct {
	interval time.Duration
	tell     func(Step)
	last     time.Time
}

func (p *paced) Step(s Step) {
	now := time.Now()
	if p.last.IsZero() {
		p.last = now
	}
	if now.Sub(p.last) < p.interval {
		return
	}
	p.last = now
	p.tell(s)
}
