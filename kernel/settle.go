package kernel

import "time"

const (
	// settledAfter is how long nothing must have arrived before all waits that was
	// sent in one go.
	settledAfter = 20 * time.Millisecond
	// settledWithin bounds the wait for that.
	settledWithin = 500 * time.Millisecond
)

// settle waits until no more cells are arriving. A front end that runs all
// cells of a notebook sends them at once, and a cell that fails quickly does so
// while the others are on their way.
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
