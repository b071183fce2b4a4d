package kernel

import (
	"encoding/json"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// execute runs one cell. It returns when the socket of iopub has everything that the
// cell has shown.
//
// If the cell fails and was sent with stop_on_error, execute aborts all cells that
// are waiting before it publishes the failure: whoever sent them did not know of the
// failure. A silent cell aborts nothing, because a program has sent it, not the
// user.
func (s *server) execute(r *request) (any, error) {
	if r.aborted || s.ending() {
		return status{"aborted"}, nil
	}
	req := executeRequest{StoreHistory: true, AllowStdin: true, StopOnError: true}
	if err := r.decode(&req); err != nil {
		return s.notExecuted(err), nil
	}
	// A cell without code leaves nothing to find again.
	stored := req.StoreHistory && !req.Silent && strings.TrimSpace(req.Code) != ""
	count := int(s.executionCount.Load())
	if stored {
		count++
		s.executionCount.Store(int64(count))
		s.history.Add(count, req.Code)
	}
	if !req.Silent {
		s.iopub.publish(r.origin, "execute_input", executeInput{req.Code, count})
	}
	named, deleted := identity(r, req)
	c := s.cells.begin(&cell{parent: r.origin, count: count, silent: req.Silent, stored: stored, stdin: newStdinClient(r, req)})
	done := s.await(c, repl.Execute{
		ID:              c.id,
		Code:            req.Code,
		Count:           count,
		Silent:          req.Silent,
		Cell:            named,
		Deleted:         deleted,
		More:            s.queue.wait(),
		UserExpressions: req.UserExpressions,
	})
	if done.Failure == nil {
		s.iopub.flush()
		return executeReply{
			status:          ok(),
			ExecutionCount:  count,
			UserExpressions: userExpressions(done.UserExpressions),
			Payload:         c.reply.entries(),
		}, nil
	}
	if req.StopOnError && !req.Silent {
		s.settle()
		s.queue.abort()
	}
	if !req.Silent {
		s.iopub.publish(r.origin, "error", newFailure(done.Failure))
	}
	s.iopub.flush()
	return executeErrorReply{newErrorReply(done.Failure), count}, nil
}

// identity returns the identity of the cell of a request among the cells of its front end, and
// the identities of the deleted cells. Some front ends name their cells. For others a cell is known by its source, unless
// they take no input: then a program runs cells, each once, and the same source twice is two
// cells.
func identity(r *request, req executeRequest) (cell string, deleted []string) {
	var m executeMetadata
	if json.Unmarshal(r.metadata, &m) != nil { // metadata may be anything
		m = executeMetadata{}
	}
	for _, id := range m.Deleted {
		deleted = append(deleted, "id "+id)
	}
	switch {
	case m.Cell != "":
		return "id " + m.Cell, deleted
	case req.AllowStdin && !req.Silent:
		return "source " + strings.TrimSpace(req.Code), deleted
	}
	return "", deleted
}

// notExecuted returns the reply to a cell that does not run. Clients read the count
// from this reply too, so it has the count of the last cell.
func (s *server) notExecuted(why error) executeErrorReply {
	return executeErrorReply{newErrorReply(requestFailed(why)), int(s.executionCount.Load())}
}

// ending reports whether the kernel is ending and begins nothing new.
func (s *server) ending() bool {
	select {
	case <-s.stopping:
		return true
	default:
		return false
	}
}

// await sends a request to the interpreter and waits for its Done.
func (s *server) await(c *cell, req repl.Request) repl.Done {
	if err := s.cfg.Session.Send(req); err != nil {
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
