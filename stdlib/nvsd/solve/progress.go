package solve

import (
	"fmt"
	"math"
	"time"
)

// A Step is one line of the history of a run.
type Step struct {
	Tau       float64
	Iteration int
	Objective float64
	Dual      float64 // NaN without a certificate
	RelGap    float64 // NaN without a certificate
	Residual  float64 // of a solver that stops on residuals; else NaN
	Seconds   float64 // since the run began

	Counts // what is certain of the inputs by then
}

// String is the step in a line.
func (s Step) String() string {
	how := fmt.Sprintf("relative gap %.2g; inputs certainly %v", s.RelGap, s.Counts)
	if math.IsNaN(s.RelGap) {
		how = fmt.Sprintf("residual %.2g", s.Residual)
	}
	return fmt.Sprintf("tau %.4g: %s; iteration %d, objective %.6g, %.1f s", s.Tau, how, s.Iteration, s.Objective, s.Seconds)
}

// Progress is told of a run as it goes on, from the goroutine that solves.
type Progress interface {
	Step(Step)
}

// Every is a Progress that calls tell at most once in an interval of time, for
// the first time when one has passed since the first step: work that is done
// sooner tells nothing. In a cell:
//
//	display.ShowAs("fit", "fitting")
//	spec.Progress = solve.Every(time.Second, func(s solve.Step) { display.Update("fit", s) })
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
