package kernel

import (
	"encoding/json"
	"reflect"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// relay publishes the events of the interpreter, in their order, until the session
// ends.
func (s *server) relay() {
	defer s.giveUp()
	for e := range s.cfg.Session.Events() {
		switch e := e.(type) {
		case repl.Stream:
			s.show(e.Parent, "stream", streamText{e.Name, e.Text})
		case repl.Display:
			msgType := "display_data"
			if e.Update {
				msgType = "update_display_data"
			}
			s.show(e.Parent, msgType, displayData{newBundle(e.Bundle), transient{e.ID}})
		case repl.Result:
			s.showResult(e)
		case repl.Clear:
			s.show(e.Parent, "clear_output", clearOutput{e.Wait})
		case repl.Progress:
			s.showProgress(e)
		case repl.Page:
			s.page(e)
		case repl.NextCell:
			s.nextCell(e)
		case repl.Ask:
			s.ask(e)
		case repl.Sent:
			s.sendComm(e)
		case repl.FileRead:
			// no message of the protocol tells of it
		case repl.Died:
			s.questions.clear()
			s.endProgress()
			s.showDeath(e)
		case repl.Renewed:
			s.questions.clear()
			s.endProgress()
			s.closeComms(e.Parent)
		case repl.Done:
			s.end(e)
		default:
			s.log.Error("an event of a type that is not known", "type", reflect.TypeOf(e))
		}
	}
}

// show publishes output with the cell that caused it as the parent, however long ago
// the cell ran. The newest cell is the parent of a forgotten cell's output. Output of
// a silent cell is dropped.
func (s *server) show(id repl.ID, msgType string, content any) {
	c := s.cells.find(id)
	if c == nil {
		c = s.cells.newestShown()
	}
	switch {
	case c == nil:
		s.iopub.publishOutput(nil, msgType, content)
	case !c.silent:
		c.output.published(msgType, content)
		s.iopub.publishOutput(c.parent, msgType, content)
	}
}

// header returns the parent of the messages that a cell causes, or nil if the cell is
// unknown.
func (s *server) header(id repl.ID) json.RawMessage {
	if c := s.cells.find(id); c != nil {
		return c.parent
	}
	return nil
}

func (s *server) showResult(e repl.Result) {
	c := s.cells.find(e.Parent)
	if c == nil || c.silent || c.comm {
		return // a result belongs to its cell
	}
	c.output.published("execute_result", nil)
	s.iopub.publishOutput(c.parent, "execute_result", executeResult{newBundle(e.Bundle), c.count})
	var text string
	if c.stored && json.Unmarshal(e.Bundle.Data["text/plain"], &text) == nil {
		s.history.SetOutput(c.count, text)
	}
}

// showDeath logs a death of the interpreter, with the count of the cell or 0. It shows
// the death to the user if no cell was running: otherwise the failure of that cell
// tells of it.
func (s *server) showDeath(e repl.Died) {
	c, number := s.cells.find(e.Parent), 0
	if c != nil {
		number = c.count
	}
	s.log.Error("the interpreter died", "cell", number, "reason", e.Reason)
	if c != nil && !c.ended {
		return
	}
	s.show(e.Parent, "stream", streamText{repl.Stderr, "While no cell ran, " + e.Reason + ".\n"})
}

// end ends a cell and hands its Done to await.
func (s *server) end(e repl.Done) {
	c := s.cells.find(e.Parent)
	if c == nil || c.ended {
		s.log.Error("the interpreter ended a cell that is not running", "cell", e.Parent)
		return
	}
	c.ended, c.output.other = true, true
	s.questions.forget(c)
	if e.Failure != nil {
		s.releasePage(c)
	}
	c.done <- e
}
