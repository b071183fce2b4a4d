// Package underway passes on the progress of a computation: from its code to the program
// that runs it. Neither knows the other: the two meet in a context.
package underway

import (
	"context"
	"time"
)

// A Line is a report on the progress of a computation.
type Line struct {
	Doing string        // what is being done, such as "path: fit 12 of 50"
	Done  float64       // the part that is done, from 0 to 1; negative if that is not known
	Left  time.Duration // an estimate of the time that is left; 0 if there is none
}

// A Board shows computations while they are under way.
type Board interface {
	// Begin shows a computation until end is called. To know how far it has come, the
	// board calls look, from one goroutine at a time and not after end.
	Begin(look func() Line) (end func())
}

type boardKey struct{}

// WithBoard returns a context whose computations b shows.
func WithBoard(ctx context.Context, b Board) context.Context {
	return context.WithValue(ctx, boardKey{}, b)
}

// BoardOf returns the board of a context, or nil if it has none.
func BoardOf(ctx context.Context) Board {
	b, _ := ctx.Value(boardKey{}).(Board)
	return b
}
