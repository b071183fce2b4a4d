package kernel

import "time"

const (
	// settledAfter is the time without a new cell after which all cells that a client
	// has sent at once are taken to have arrived.
	settledAfter = 20 * time.Millisecond
	// settledWithin bounds how long settle waits.
	settledWithin = 500 * time.Millisecond
)

// settle waits until no more cells are arriving. A front end that runs all cells of a
// notebook sends them at once, and a cell may fail while the others are still on
// their way.
func (s *server) settle() {
	for end := time.Now().Add(settledWithin); time.Now().Before(end); {
		quiet := time.Since(time.Unix(0, s.arrived.Load()))
		if quiet < 0 || quiet >= settledAfter {
			return
		}
		select {
		case <-time.After(settledAfter - quiet):
		case <-s.stopping:
			return
		}
	}
}
