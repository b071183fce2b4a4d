package kernel

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/history"
)

// pastCells answers a history_request. It ignores the field raw, because cells are
// kept as they were sent.
func (s *server) pastCells(r *request) (any, error) {
	var req historyRequest
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	cells, err := find(s.history, req)
	if err != nil {
		return nil, err
	}
	return newHistoryReply(cells, req.Output), nil
}

// find returns the cells that a request asks for.
func find(h *history.History, req historyRequest) ([]history.Cell, error) {
	switch req.Access {
	case "tail":
		return h.Tail(orAll(req.N)), nil
	case "range":
		return h.Range(req.Session, req.Start, orAll(req.Stop)), nil
	case "search":
		return h.Search(req.Pattern, req.Unique, orAll(req.N)), nil
	}
	return nil, fmt.Errorf("hist_access_type: %s is not one of tail, range, search", brief(req.Access))
}

// orAll returns a limit, or no limit if the request leaves it out.
func orAll(n *int) int {
	if n == nil {
		return history.All
	}
	return *n
}

// newHistoryReply lists cells as session, line and input, or, with output, as
// session, line and a pair of input and output.
func newHistoryReply(cells []history.Cell, output bool) historyReply {
	reply := historyReply{status: ok(), History: make([]any, len(cells))}
	for i, c := range cells {
		var what any = c.Input
		if output {
			what = [2]any{c.Input, c.Output}
		}
		reply.History[i] = [3]any{c.Session, c.Line, what}
	}
	return reply
}
