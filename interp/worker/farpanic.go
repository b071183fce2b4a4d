package worker

// A farPanic is a panic of another goroutine, that of a benchmark, which goes on
// in the cell's.
type farPanic struct {
	value any
	calls []Call // where it began
}

// latestCalls returns the calls of the latest panic.
func (t *task) latestCalls() []Call {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.calls
}
