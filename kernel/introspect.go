package kernel

import "github.com/nvsd-kernel/nvsd-kernel/kernel/repl"

// isComplete tells a console whether to run what has been typed.
func (s *server) isComplete(r *request) (any, error) {
	var req codeRequest
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	if s.cfg.Analyzer == nil {
		return isCompleteReply{Status: "unknown"}, nil
	}
	c := s.cfg.Analyzer.Completeness(req.Code)
	reply := isCompleteReply{Status: string(c.State)}
	if c.State == repl.Incomplete {
		reply.Indent = &c.Indent
	}
	return reply, nil
}

// complete has nothing to offer: repl has no completion yet.
func (s *server) complete(r *request) (any, error) {
	var req codeRequest
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	return completeReply{
		status:      ok(),
		Matches:     []string{},
		CursorStart: req.CursorPos,
		CursorEnd:   req.CursorPos,
	}, nil
}

// inspect finds nothing: repl has no documentation yet.
func (s *server) inspect(r *request) (any, error) {
	var req codeRequest
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	return inspectReply{status: ok(), bundle: newBundle(repl.Bundle{})}, nil
}
