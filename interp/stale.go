package interp

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/hidden"
)

// staleness tracks the stale cells of a session, which have used names that other cells have
// changed since. A cell that has run again, and has made others stale, has a line that says so,
// in a display of its own. The line changes as those cells run, and is gone after the last of
// them.
type staleness struct {
	ledger *hidden.Ledger
	on     bool                  // cells have lines
	cells  map[string]rerunnable // the latest run of each cell that has a name
	due    []string              // cells that may need a line when no more cells wait
	lines  map[string]line
	shown  int // how many lines there have been
}

// A rerunnable is a cell that can be run again.
type rerunnable struct {
	notebookCell
	request repl.ID // of its latest run
}

// A line is the text in a cell's display about its stale cells.
type line struct{ display, text string }

func newStaleness(on bool) *staleness {
	s := &staleness{ledger: hidden.NewLedger(), on: on}
	s.reset()
	return s
}

// reset forgets all cells, for a fresh interpreter. Their lines stay as they are.
func (s *staleness) reset() {
	s.ledger.Reset()
	s.cells, s.due, s.lines = map[string]rerunnable{}, nil, map[string]line{}
}

// begin records the beginning of a cell's run. Its front end has removed its line with its
// output.
func (s *staleness) begin(c notebookCell) *hidden.Run {
	delete(s.lines, c.name)
	return s.ledger.Begin(c.name, c.count)
}

// end records the end of a cell's run in a request. It reports whether it had run before.
func (s *staleness) end(run *hidden.Run, id repl.ID, c notebookCell, failed bool) (again bool) {
	if c.name != "" && run.Loaded() {
		s.cells[c.name] = rerunnable{c, id}
	}
	return run.End(failed)
}

// tell renews the lines after a cell has run. A cell that has run again may get one; but as long
// as more cells wait, they may be those that would make it needless.
func (r *runner) tell(name string, again, more bool) {
	s := r.stale
	for _, id := range slices.Sorted(maps.Keys(s.lines)) {
		l := s.lines[id]
		text := s.ledger.Line(id)
		if text == l.text {
			continue
		}
		l.text = text
		s.lines[id] = l
		if text == "" {
			delete(s.lines, id)
		}
		r.emit(repl.Display{Parent: s.cells[id].request, ID: l.display, Bundle: notice(text), Update: true})
	}
	if again && s.on && !slices.Contains(s.due, name) {
		s.due = append(s.due, name)
	}
	if more {
		return
	}
	for _, id := range s.due {
		if text := s.ledger.Line(id); text != "" && s.lines[id].text == "" {
			s.shown++
			l := line{fmt.Sprintf("stale %s.%d", s.cells[id].request, s.shown), text}
			s.lines[id] = l
			r.emit(repl.Display{Parent: s.cells[id].request, ID: l.display, Bundle: notice(text)})
		}
	}
	s.due = nil
}

// notice is a line of the kernel in small grey letters, or nothing at all. Its metadata tell
// programs that it is no output of the cell.
func notice(text string) repl.Bundle {
	if text == "" {
		return repl.Bundle{}
	}
	page := `<div style="padding:0 0.5em;font-size:90%;color:var(--jp-ui-font-color2,GrayText)">` + html.EscapeString(text) + `</div>`
	return repl.Bundle{
		Data:     map[string]json.RawMessage{"text/plain": jsonString(text), "text/html": jsonString(page)},
		Metadata: map[string]json.RawMessage{"nvsd": json.RawMessage(`{"notice":true}`)},
	}
}

// listStale carries out %stale.
func (r *runner) listStale(j job, arg string) {
	switch arg {
	case "on":
		r.stale.on = true
		return
	case "off":
		r.stale.on, r.stale.due = false, nil
		return
	}
	var b strings.Builder
	for _, s := range r.stale.ledger.Stale() {
		fmt.Fprintf(&b, "[%d] %s\n", s.Count, r.stale.cells[s.ID].title())
		for _, why := range s.Why {
			fmt.Fprintf(&b, "    has used %s\n", why)
		}
	}
	if b.Len() == 0 {
		b.WriteString("No cell is stale.\n")
	}
	j.emit(repl.Stream{Parent: j.id, Name: repl.Stdout, Text: b.String()})
}

// refresh runs the stale cells again, each by its last source and under its own number, up to the
// first that fails. What they show stands in the cell that asks for it, since a kernel cannot
// write into another.
func (r *runner) refresh(j job) *repl.Failure {
	done := map[string]bool{j.cell.name: true}
	for {
		list := r.stale.ledger.Stale()
		i := slices.IndexFunc(list, func(s hidden.Stale) bool { return !done[s.ID] })
		if i < 0 {
			break
		}
		s := list[i]
		c := r.stale.cells[s.ID].notebookCell
		if failure := beyondRefresh(s); failure != nil {
			return failure
		}
		done[s.ID] = true
		j.emit(repl.Display{Parent: j.id, Bundle: notice(fmt.Sprintf("[%d] %s", s.Count, c.title()))})
		c.src.Out = "" // its number keeps the value that the cell shows
		if failure := r.repeat(j, c); failure != nil {
			return failure
		}
	}
	said := "No cell is stale.\n"
	switch n := len(done) - 1; {
	case n == 1:
		said = "1 cell has been run again. Its output stands above; the cell still shows the old one.\n"
	case n > 1:
		said = fmt.Sprintf("%d cells have been run again. Their output stands above; the cells still show the old one.\n", n)
	}
	j.emit(repl.Stream{Parent: j.id, Name: repl.Stdout, Text: said})
	return nil
}

// beyondRefresh returns the reason why running a stale cell again would not help, or nil.
func beyondRefresh(s hidden.Stale) *repl.Failure {
	if s.Displayed {
		return plainFailure("stale", fmt.Sprintf("[%d] uses a displayed value by _ or its number, and would now use another one: give the value a name, or run the cells yourself", s.Count))
	}
	for _, why := range s.Why {
		if why.Kind == hidden.Undeclared {
			return plainFailure("stale", fmt.Sprintf("[%d] uses %s. Declare it again, or change the cell; %%reset forgets all", s.Count, why))
		}
	}
	return nil
}

// title returns the first line of a cell that is not empty.
func (c notebookCell) title() string {
	for line := range strings.Lines(c.src.Code) {
		line = strings.TrimSpace(line)
		if line != "" {
			const most = 60
			if runes := []rune(line); len(runes) > most {
				return string(runes[:most]) + "…"
			}
			return line
		}
	}
	return ""
}
