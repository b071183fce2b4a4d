package solve

import (
	"context"
	"errors"
	"testing"
)

// stubborn says that it has converged, and returns something else.
type stubborn struct{ sharpened int }

func (s *stubborn) begin(*Solution) error                    { return nil }
func (s *stubborn) minimise(context.Context) (Status, error) { return Converged, nil }
func (s *stubborn) solution(status Status) (*Solution, error) {
	return &Solution{RelGap: 1, Status: status}, nil
}
func (s *stubborn) sharpen() { s.sharpened++ }

// TestCompleteEnds where what a run tracks and what it returns never agree.
func TestCompleteEnds(t *testing.T) {
	var s stubborn
	sol, err := complete(t.Context(), &s, 1e-8)
	if e, ok := errors.AsType[*Unfinished](err); !ok || e.Status != MaxIter || e.RelGap != 1 || sol.Status != MaxIter || s.sharpened == 0 {
		t.Errorf("%+v, %v after %d times", sol, err, s.sharpened)
	}
}
