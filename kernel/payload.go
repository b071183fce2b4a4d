package kernel

import (
	"encoding/json"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// payload is what a cell asks of the front end that its reply brings there.
//
// It holds one of each at most, the last, because JupyterLab takes one page and
// one text of each reply. It reads none from the reply of a cell that failed.
type payload struct {
	page *repl.Page
	next *repl.NextInput
}

// The entries of a payload, as an execute reply has them.

type pageEntry struct {
	Source string                     `json:"source"` // "page"
	Data   map[string]json.RawMessage `json:"data"`
	Start  int                        `json:"start"` // the line to begin with
}

type nextInputEntry struct {
	Source  string `json:"source"` // "set_next_input"
	Text    string `json:"text"`
	Replace bool   `json:"replace"`
}

// entries is the payload in JSON, never null.
func (p payload) entries() []any {
	out := []any{}
	if p.page != nil {
		out = append(out, pageEntry{"page", newBundle(p.page.Bundle).Data, 0})
	}
	if p.next != nil {
		out = append(out, nextInputEntry{"set_next_input", p.next.Code, p.next.Replace})
	}
	return out
}

// page keeps a page for the reply of its cell. What the reply cannot take is
// shown among the cell's output instead: a page before this one, a page that
// comes after the cell has ended, one of a comm.
func (s *server) page(e repl.Page) {
	c := s.cells.find(e.Parent)
	if c == nil || c.ended || c.comm {
		s.showPage(e)
		return
	}
	s.releasePage(c)
	c.reply.page = &e
}

// releasePage shows the page that is kept for a reply, if there is one.
func (s *server) releasePage(c *cell) {
	if c.reply.page != nil {
		s.showPage(*c.reply.page)
		c.reply.page = nil
	}
}

func (s *server) showPage(e repl.Page) {
	s.show(e.Parent, "display_data", displayData{bundle: newBundle(e.Bundle)})
}

// nextInput keeps the text of the next cell for the reply.
func (s *server) nextInput(e repl.NextInput) {
	c := s.cells.find(e.Parent)
	if c == nil || c.ended || c.comm {
		const text = "The next cell was not filled in: front ends take its text from the reply to a cell that runs, and this came from none.\n"
		s.show(e.Parent, "stream", streamText{repl.Stderr, text})
		return
	}
	c.reply.next = &e
}
