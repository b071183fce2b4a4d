package fit

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A Task is a problem that a file describes: a [*Spec] of NVSD, or a [*Request] whose method is
// one of the other systems.
type Task interface {
	// Warned returns the peculiarities of the file, one sentence each.
	Warned() []string

	// Do solves the task. version is the version of the program.
	Do(ctx context.Context, progress Progress, version string) (Outcome, error)
}

// Progress receives a line about the work under way, at most once in an interval. The zero
// value is told nothing.
type Progress struct {
	Every time.Duration
	Tell  func(line string)
}

// steps returns a listener to the steps of a solver.
func (p Progress) steps() solve.Progress {
	if p.Tell == nil {
		return nil
	}
	return solve.Every(p.Every, func(s solve.Step) { p.Tell(s.String()) })
}

// needs tells the memory and the time of the work, where they are large.
func (p Progress) needs(n nvsd.Needs) {
	if p.Tell != nil && n.Large() {
		p.Tell(n.String())
	}
}

// An Outcome is a result that can be written as JSON.
type Outcome interface {
	// Missed returns a sentence with the number of fits that have not converged. It is "" if
	// all have.
	Missed() string
}

// ReadTask reads a task. Paths in it are relative to dir. The error is a *[SpecError].
func ReadTask(r io.Reader, dir string) (Task, error) {
	o, err := readObject(r)
	if err != nil {
		return nil, specError(err)
	}
	var task Task
	if o.Take("method") != nil {
		task, err = parseRequest(o, dir)
	} else {
		task, err = parseSpec(o, dir)
	}
	return task, specError(err)
}

func (s *Spec) Warned() []string { return s.Warnings }

func (s *Spec) Do(ctx context.Context, progress Progress, version string) (Outcome, error) {
	progress.needs(s.Needs())
	report, err := Run(ctx, s, progress.steps())
	if err != nil {
		return nil, err
	}
	report.Version = version
	return report, nil
}

func (r *Report) Missed() string {
	missed := r.Unconverged()
	if len(missed) == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d solutions have not converged; tau = %v: %s after %d iterations",
		len(missed), len(r.Solutions), missed[0].Tau, missed[0].Status, missed[0].Iterations)
}

func (r *Request) Warned() []string { return r.Warnings }

func (r *Request) Do(ctx context.Context, progress Progress, version string) (Outcome, error) {
	answer, err := r.Run(ctx, progress)
	if err != nil {
		return nil, err
	}
	answer["version"] = version
	return answer, nil
}
