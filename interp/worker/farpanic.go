package worker

// A farPanic is a panic of another goroutine, that of a benchmark, which goes on
// in the cell's.
type farPanic struct {
	value any
	calls []Call // where it began
}
