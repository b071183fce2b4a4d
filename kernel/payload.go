package kernel

import (
	"encoding/json"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// payload holds the requests to the front end in the reply to a cell: to show a page, and to
// fill in the next cell.
//
// It holds only the last page and the last text of a next cell, because JupyterLab
// takes one of each from a reply. JupyterLab takes none from the reply to a cell that
// failed.
type payload struct {
	page *repl.Page
	next *repl.NextCell
}

// These are the entries of a payload as an execute_reply has them.

type pageEntry struct {
	Source string                     `json:"source"` // "page"
	Data   map[string]json.RawMessage `json:"data"`
	Start  int                        `json:"start"` // the line to begin with
}

type nextCellEntry struct {
	Source  string `json:"source"` // "set_next_input"
	Text    string `json:"text"`
	Replace bool   `json:"replace"`
}

// entries returns the payload as an execute_reply has it. It is never nil, so that it
// is not null in JSON.
func (p payload) entries() []any {
	out := []any{}
	if p.page != nil {
		out = append(out, pageEntry{"page", newBundle(p.page.Bundle).Data, 0})
	}
	if p.next != nil {
		out = append(out, nextCellEntry{"set_next_input", p.next.Code, p.next.Replace})
	}
	return out
}

// page keeps a page for the reply to its cell. It shows a page among the cell's
// output if the reply cannot take it: an earlier page of the cell, a page that comes
// after the cell has ended, a page of a message of a comm.
func (s *server) page(e repl.Page) {
	c := s.cells.find(e.Parent)
	if c == nil || c.ended || c.comm {
		s.showPage(e)
		return
	}
	s.releasePage(c)
	c.reply.page = &e
}

// releasePage shows the page that is kept for the reply, if there is one, among the
// output of the cell.
func (s *server) releasePage(c *cell) {
	if c.reply.page != nil {
		s.showPage(*c.reply.page)
		c.reply.page = nil
	}
}

func (s *server) showPage(e repl.Page) {
	s.show(e.Parent, "display_data", displayData{bundle: newBundle(e.Bundle)})
}

// nextCell keeps the text of the next cell for the reply to the cell that runs.
func (s *server) nextCell(e repl.NextCell) {
	c := s.cells.find(e.Parent)
	if c == nil || c.ended || c.comm {
		const text = "The next cell was not filled in: front ends take its text from the reply to a cell that runs, and this came from none.\n"
		s.show(e.Parent, "stream", streamText{repl.Stderr, text})
		return
	}
	c.reply.next = &e
}
