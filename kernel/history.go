package kernel

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// historySession is the number of the one session there is: the history
// begins with the kernel.
const historySession = 1

// history remembers the cells that were run with store_history. Safe for
// concurrent use.
type history struct {
	mu    sync.Mutex
	cells []pastCell
}

// pastCell is one cell, its line being the execution count.
type pastCell struct {
	line   int
	input  string
	output *string // the text of its result, nil if it had none
}

func (h *history) add(line int, input string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cells = append(h.cells, pastCell{line: line, input: input})
}

// setOutput stores the result of the cell that was added last, if that is its
// line: a result is there before the next cell begins.
func (h *history) setOutput(line int, output string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n := len(h.cells); n > 0 && h.cells[n-1].line == line {
		h.cells[n-1].output = &output
	}
}

// pastCells answers a history request.
func (s *server) pastCells(r *request) (any, error) {
	var req historyRequest
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	return s.history.find(req)
}

// find returns the cells that a request asks for.
func (h *history) find(req historyRequest) (historyReply, error) {
	h.mu.Lock()
	cells := slices.Clone(h.cells)
	h.mu.Unlock()

	switch req.Access {
	case "tail":
		cells = last(cells, req.N)
	case "range":
		cells = between(cells, req)
	case "search":
		var err error
		if cells, err = matching(cells, req.Pattern, req.Unique); err != nil {
			return historyReply{}, err
		}
		cells = last(cells, req.N)
	default:
		return historyReply{}, fmt.Errorf("hist_access_type: %q is not one of tail, range, search", req.Access)
	}

	reply := historyReply{status: ok(), History: make([]any, len(cells))}
	for i, c := range cells {
		var what any = c.input
		if req.Output {
			what = [2]any{c.input, c.output}
		}
		reply.History[i] = [3]any{historySession, c.line, what}
	}
	return reply, nil
}

// last returns the n last cells, all if n is nil.
func last(cells []pastCell, n *int) []pastCell {
	if n == nil {
		return cells
	}
	return cells[max(0, len(cells)-max(0, *n)):]
}

// between returns the cells from start to before stop. Session 0 is the
// current one; of others nothing is known.
func between(cells []pastCell, req historyRequest) []pastCell {
	if req.Session != 0 && req.Session != historySession {
		return nil
	}
	return slices.DeleteFunc(cells, func(c pastCell) bool {
		return c.line < req.Start || req.Stop != nil && c.line >= *req.Stop
	})
}

// matching returns the cells whose whole input matches a glob; of equal ones
// the last, if unique.
func matching(cells []pastCell, glob string, unique bool) ([]pastCell, error) {
	pattern := regexp.QuoteMeta(glob)
	pattern = strings.NewReplacer(`\*`, `.*`, `\?`, `.`).Replace(pattern)
	match, err := regexp.Compile(`(?s)\A` + pattern + `\z`)
	if err != nil {
		return nil, fmt.Errorf("pattern: %w", err) // too long
	}

	seen := map[string]bool{}
	var found []pastCell
	for _, c := range slices.Backward(cells) {
		if !match.MatchString(c.input) || unique && seen[c.input] {
			continue
		}
		seen[c.input] = true
		found = append(found, c)
	}
	slices.Reverse(found)
	return found, nil
}
