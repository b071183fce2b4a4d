package history

import (
	"slices"
	"time"
)

// Tail returns the n cells that were run last, in the order of sessions and lines. The
// current session comes last.
func (h *History) Tail(n int) []Cell {
	return h.newest(n, func(Cell) bool { return true })
}

// Search returns the last n cells whose whole input matches a glob, in which * stands for
// any text and ? for one character. If unique is set, only the last of the cells with the
// same input counts.
func (h *History) Search(glob string, unique bool, n int) []Cell {
	seen := map[string]bool{}
	g := matcher{glob: glob, steps: maxSteps}
	found := h.newest(n, func(c Cell) bool {
		if unique && seen[c.Input] || !g.match(c.Input) {
			return false
		}
		if unique {
			seen[c.Input] = true
		}
		return true
	})
	if g.steps == 0 {
		h.log.Info("a search of the history took too long; older cells were left out", "bytes", len(glob))
	}
	return found
}

// Range returns the cells of a session from line start up to, but not including, line
// stop. A positive session is the number of a session, 0 is the current session, and a
// negative number counts back from the current session.
func (h *History) Range(session, start, stop int) []Cell {
	number, cells := h.current()
	if session != 0 && session != number {
		earlier := h.earlier(number)
		if session < 0 {
			session = back(earlier, number, -session)
		}
		if !slices.Contains(earlier, session) {
			return nil
		}
		cells = h.read(session)
	}
	return slices.DeleteFunc(cells, func(c Cell) bool { return c.Line < start || c.Line >= stop })
}

// back returns the n-th session before the current one, or 0 if there is none. The
// current number is 0 before the first cell: all sessions are then before it.
func back(sessions []int, current, n int) int {
	if current > 0 {
		end, _ := slices.BinarySearch(sessions, current)
		sessions = sessions[:end]
	}
	if n < 1 || n > len(sessions) {
		return 0
	}
	return sessions[len(sessions)-n]
}

// newest returns the last n cells that are wanted. It goes back through the sessions and
// reads only as many as it must.
func (h *History) newest(n int, wanted func(Cell) bool) []Cell {
	number, cells := h.current()
	var found []Cell
	size, deadline := 0, time.Now().Add(maxSearch)
	// take reports whether more cells are needed.
	take := func(cells []Cell) bool {
		for _, c := range slices.Backward(cells) {
			if len(found) >= n || size > maxAnswer {
				return false
			}
			if wanted(c) {
				found = append(found, c)
				size += c.size()
			}
		}
		return len(found) < n
	}
	more := take(cells)
	if more {
		for _, session := range slices.Backward(h.earlier(number)) {
			if time.Now().After(deadline) {
				h.log.Info("a question to the history took too long; older sessions were left out", "session", session)
				break
			}
			if !take(h.read(session)) {
				break
			}
		}
	}
	slices.Reverse(found)
	return found
}

// earlier returns the sessions that are kept, without the current one. Sessions of other
// kernels are among them.
func (h *History) earlier(current int) []int {
	if h.folder == "" {
		return nil
	}
	all, err := sessions(h.folder)
	if err != nil {
		h.log.Info("the history of earlier sessions cannot be read", "error", err)
	}
	return slices.DeleteFunc(all, func(n int) bool { return n == current })
}

// read returns the cells of an earlier session, or none if it has been removed.
func (h *History) read(session int) []Cell {
	cells, err := readFile(h.folder, session)
	if err != nil {
		h.log.Info("a session of the history cannot be read", "error", err)
	}
	return cells
}
