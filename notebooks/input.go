package notebooks

import (
	"context"
	"errors"
	"io"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

const noInput = "input: this run takes no input: give the value in the cell"

// A question is an Ask that is being answered. A run has one at a time: a cell asks again
// only when it no longer waits for the first answer.
type question struct {
	answer chan repl.Input // with room for it
	ended  chan struct{}   // closed when the answer is given, or given up
	cancel context.CancelFunc
}

// ask begins to answer a question. The events of the cell go on meanwhile.
func (r *run) ask(ctx context.Context, a repl.Ask) {
	r.unask()
	ctx, cancel := context.WithCancel(ctx)
	q := question{make(chan repl.Input, 1), make(chan struct{}), cancel}
	r.asked = q
	go func() {
		defer close(q.ended)
		if in := r.input(ctx, a); ctx.Err() == nil {
			q.answer <- in
		}
	}()
}

// unask gives up the question, if there is one.
func (r *run) unask() {
	if r.asked.cancel != nil {
		r.asked.cancel()
		<-r.asked.ended
	}
	r.asked = question{}
}

// input answers a question by Options.Input.
func (r *run) input(ctx context.Context, a repl.Ask) repl.Input {
	in := repl.Input{Number: a.Number}
	if r.opts.Input == nil {
		in.Refused = noInput
		return in
	}
	line, err := r.opts.Input(ctx, a)
	switch {
	case errors.Is(err, io.EOF):
		in.End = true
	case err != nil:
		in.Refused = "input: " + err.Error()
	default:
		in.Line = line
	}
	return in
}
