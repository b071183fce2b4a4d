package history

import (
	"slices"
	"time"
)

// Tail returns the n cells that were run last, in the order of sessions and
// lines; the current session is the last.
func (h *History) Tail(n int) []Cell {
	return h.newest(n, func(Cell) bool { return true })
}

// Search returns the n last cells whose whole input matches a glob, in which *
// stands for any text and ? for one character. With unique, the last of those
// with the same input.
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

// Range returns the cells of a session from line start to before stop. Session
// 0 is the current one, a negative number counts back from it, a positive one
// is the number of a session.
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

// back returns the n-th of the sessions before the current one, 0 if there is
// none. Without a number the current one is still to come, after all others.
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

// newest collects the last n cells that are wanted. It goes back through the
// sessions and reads no more of them than it must.
func (h *History) newest(n int, wanted func(Cell) bool) []Cell {
	number, cells := h.current()
	var found []Cell
	size, deadline := 0, time.Now().Add(maxSearch)
	// take reports whether there is to be more.
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

// earlier lists the sessions that are kept apart from the current one, those
// of other kernels among them.
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

// read returns the cells of an earlier session, none if it has been removed.
func (h *History) read(session int) []Cell {
	cells, err := readFile(h.folder, session)
	if err != nil {
		h.log.Info("a session of the history cannot be read", "error", err)
	}
	return cells
}
