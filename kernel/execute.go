package kernel

import (
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// execute runs one cell and returns when all that it has shown is with the
// socket of iopub.
//
// When a cell fails that was sent with stop_on_error, the cells are aborted
// that were in the queue by then: they were sent by someone who did not know
// of the failure. A silent cell is a program's, whose failure is not the
// user's.
func (s *server) execute(r *request) (any, error) {
	if s.aborted() {
		return status{"aborted"}, nil
	}
	req := executeRequest{StoreHistory: true, StopOnError: true}
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	stored := req.StoreHistory && !req.Silent
	if stored {
		s.executionCount++
		s.history.add(s.executionCount, req.Code)
	}
	count := s.executionCount
	if !req.Silent {
		s.iopub.publish(r.origin, "execute_input", executeInput{req.Code, count})
	}
	done := s.await(s.cells.begin(r.origin, count, req.Silent, stored), req)
	if done.Failure == nil {
		s.iopub.flush()
		return executeReply{
			status:          ok(),
			ExecutionCount:  count,
			UserExpressions: userExpressions(done.UserExpressions),
			Payload:         []struct{}{},
		}, nil
	}
	if !req.Silent {
		s.iopub.publish(r.origin, "error", newFailure(done.Failure))
	}
	s.iopub.flush()
	if req.StopOnError && !req.Silent {
		s.aborting = len(s.queue)
	}
	return executeErrorReply{newErrorReply(done.Failure), count}, nil
}

// aborted tells whether the request that has its turn is not to be carried
// out.
func (s *server) aborted() bool {
	if s.aborting > 0 {
		s.aborting--
		return true
	}
	select {
	case <-s.stopping:
		return true
	default:
		return false
	}
}

// await has the interpreter run a cell and waits for its end.
func (s *server) await(c *cell, req executeRequest) repl.Done {
	err := s.cfg.Session.Send(repl.Execute{
		ID:              c.id,
		Code:            req.Code,
		Count:           c.count,
		Silent:          req.Silent,
		UserExpressions: req.UserExpressions,
	})
	if err != nil {
		return repl.Done{Failure: sessionEnded(err.Error())}
	}
	select {
	case done := <-c.done:
		return done
	case <-s.sessionEnded:
	}
	select {
	case done := <-c.done: // it came just before the end
		return done
	default:
		return repl.Done{Failure: sessionEnded("the interpreter ended while the cell was running")}
	}
}

func sessionEnded(why string) *repl.Failure {
	value := why + "; restart the kernel to go on"
	return &repl.Failure{Name: "session ended", Value: value, Traceback: []string{"session ended: " + value}}
}
