package kernel

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// answer sends an input_reply with a parent, none if it is empty.
func (c *client) answer(parent string, content any) {
	c.t.Helper()
	head := json.RawMessage("{}")
	if parent != "" {
		head = json.RawMessage(`{"msg_id":"` + parent + `"}`)
	}
	c.sendAll(c.stdin, "input_reply", head, nil, content)
}

// printed is what a cell wrote.
func printed(messages []told) string {
	var b strings.Builder
	for _, m := range messages {
		if m.Type == "stream" {
			b.WriteString(m.text("text"))
		}
	}
	return b.String()
}

func TestInput(t *testing.T) {
	f := newFakeSession(nil)
	ask := f.asks(repl.Ask{Number: 7, Prompt: "name? ", Password: true})
	f.scripts = map[string]script{"ask": func(e repl.Execute, emit func(repl.Event), i <-chan struct{}) repl.Done {
		emit(repl.Stream{Parent: e.ID, Name: repl.Stdout, Text: "before\n"})
		return ask(e, emit, i)
	}}
	k := startSession(t, f)
	c, other := connect(t, k.server), connect(t, k.server)

	for _, tt := range []struct {
		parent  func(asked, cell string) string
		content any
		want    string
	}{
		{func(asked, cell string) string { return "" }, map[string]any{"value": "Ada"}, `7 "Ada" `},
		{func(asked, cell string) string { return asked }, map[string]any{"status": "ok", "value": "Ada\n"}, `7 "Ada" `},
		{func(asked, cell string) string { return cell }, map[string]any{"value": "é😀\r\n"}, `7 "é😀" `},
		{func(asked, cell string) string { return "" }, map[string]any{"value": ""}, `7 "" `},
		{func(asked, cell string) string { return "" }, map[string]any{"status": "error", "evalue": "no terminal"}, `7 "" the client could not ask: no terminal`},
		{func(asked, cell string) string { return "" }, map[string]any{}, `7 "" the client's answer cannot be read: it has no value`},
		{func(asked, cell string) string { return "" }, map[string]any{"value": 3}, `7 "" the client's answer cannot be read: field value: number is not of type string`},
	} {
		cell := c.execute("ask")
		m := c.recv(c.stdin)
		if m.Type != "input_request" || m.Parent != cell || m.text("prompt") != "name? " || m.Content["password"] != true {
			t.Fatalf("asked %v with parent %s, expected %s", m, m.Parent, cell)
		}
		other.answer("", map[string]any{"value": "from somebody else"})
		c.answer("unheard of", map[string]any{"value": "to an earlier one"})
		c.answer(tt.parent(m.Header.ID, cell), tt.content)
		if got := printed(c.published(cell)); got != "before\n"+tt.want+"\n" {
			t.Errorf("%v: the cell got %q, expected %q", tt.content, got, tt.want)
		}
		c.reply(c.shell, cell)
	}
	if len(other.stdin.messages) > 0 {
		t.Error("another client was asked too")
	}
}

// What a cell has written is to be read before its question.
func TestOutputComesBeforeTheQuestion(t *testing.T) {
	f := newFakeSession(nil)
	ask := f.asks(repl.Ask{})
	f.scripts = map[string]script{"ask": func(e repl.Execute, emit func(repl.Event), i <-chan struct{}) repl.Done {
		emit(repl.Stream{Parent: e.ID, Name: repl.Stdout, Text: "How many?"}) // not a line
		return ask(e, emit, i)
	}}
	order := make(chan string, 10)
	k := startSession(t, f, func(s *server) {
		s.iopub.close()
		s.iopub = newPublisher(s.codec, func(frames [][]byte) {
			if string(frames[0]) == "stream" {
				order <- "output"
			}
			s.sendIOPub(frames)
		}, s.log)
		s.activity.iopub = s.iopub
		ask := s.questions.ask
		s.questions.ask = func(q *question) (string, error) {
			order <- "question"
			return ask(q)
		}
	})
	c := connect(t, k.server)
	c.execute("ask")
	if first, second := <-order, <-order; first != "output" || second != "question" {
		t.Errorf("the %s came before the %s", first, second)
	}
}

func TestInputIsRefused(t *testing.T) {
	f := newFakeSession(nil)
	f.scripts = map[string]script{"ask": f.asks(repl.Ask{Number: 1}), "1": shows("1")}
	k := startSession(t, f)
	c := connect(t, k.server)

	cell := c.send(c.shell, "execute_request", map[string]any{"code": "ask", "allow_stdin": false})
	if got := printed(c.published(cell)); !strings.Contains(got, "allow_stdin is false") {
		t.Errorf("a client that takes no questions: %q", got)
	}

	stranger := *c // whose connections have no common identity
	stranger.shell = dial(t, k.sockets.shell.Addr(), "DEALER")
	cell = stranger.execute("ask")
	if got := printed(stranger.published(cell)); !strings.Contains(got, "not connected for questions") {
		t.Errorf("a client without a connection to stdin: %q", got)
	}

	for _, tt := range []struct {
		ask  repl.Ask
		want string
	}{
		{repl.Ask{Number: 2, Parent: cellID(0)}, refusedLate},
		{repl.Ask{Number: 3, Parent: "unheard of"}, refusedLate},
	} {
		k.session.emit(tt.ask)
		if in := <-f.inputs; in.Number != tt.ask.Number || in.Refused != tt.want {
			t.Errorf("%+v: %+v", tt.ask, in)
		}
	}
	if len(c.stdin.messages) > 0 {
		t.Error("somebody was asked")
	}
}

func TestSilentCellIsRefusedInput(t *testing.T) {
	f := newFakeSession(nil)
	got := make(chan repl.Input, 1)
	f.scripts = map[string]script{"ask": func(e repl.Execute, emit func(repl.Event), _ <-chan struct{}) repl.Done {
		emit(repl.Ask{Parent: e.ID})
		got <- <-f.inputs
		return repl.Done{}
	}}
	k := startSession(t, f)
	c := connect(t, k.server)
	c.ask(c.shell, "execute_request", map[string]any{"code": "ask", "silent": true})
	if in := <-got; in.Refused != refusedSilent {
		t.Errorf("%+v", in)
	}
}

// A user is asked one question after the other.
func TestQuestionsTakeTurns(t *testing.T) {
	f := newFakeSession(nil)
	f.scripts = map[string]script{"ask": f.asks(repl.Ask{Number: 1, Prompt: "a"}, repl.Ask{Number: 2, Prompt: "b"})}
	var sent atomic.Int64
	k := startSession(t, f, func(s *server) {
		ask := s.questions.ask
		s.questions.ask = func(q *question) (string, error) {
			sent.Add(1)
			return ask(q)
		}
	})
	c := connect(t, k.server)
	cell := c.execute("ask")
	if m := c.recv(c.stdin); m.text("prompt") != "a" {
		t.Fatalf("asked %v", m)
	}
	k.session.emit(repl.Display{Parent: cellID(0)})
	for c.recv(c.iopub).Type != "display_data" { // what came before it has been relayed
	}
	if n := sent.Load(); n != 1 {
		t.Fatalf("%d questions were sent, expected that the second waits", n)
	}
	c.answer("", map[string]any{"value": "A"})
	if m := c.recv(c.stdin); m.text("prompt") != "b" {
		t.Fatalf("asked %v", m)
	}
	c.answer("", map[string]any{"value": "B"})
	if got, want := printed(c.published(cell)), "1 \"A\" \n2 \"B\" \n"; got != want {
		t.Errorf("the cell got %q, expected %q", got, want)
	}
}

func TestAnswerToAnInterruptedQuestionIsLeftAside(t *testing.T) {
	f := newFakeSession(nil)
	f.scripts = map[string]script{"ask": f.asks(repl.Ask{Number: 1}), "again": f.asks(repl.Ask{Number: 2})}
	k := startSession(t, f)
	c := connect(t, k.server)
	cell := c.execute("ask")
	first := c.recv(c.stdin)
	c.ask(c.control, "interrupt_request", struct{}{})
	if r := c.reply(c.shell, cell); r.text("ename") != "interrupted" {
		t.Fatalf("got %v", r)
	}
	dropped := k.dropped.Count(droppedMessage)
	c.answer("", map[string]any{"value": "late"}) // as consoles send it
	c.sendAll(c.stdin, "comm_msg", nil, nil, struct{}{})
	eventually(t, "both are dropped", func() bool { return k.dropped.Count(droppedMessage) == dropped+2 })
	cell = c.execute("again")
	second := c.recv(c.stdin)
	c.answer(first.Header.ID, map[string]any{"value": "late"}) // as JupyterLab
	c.answer(second.Header.ID, map[string]any{"value": "in time"})
	if got, want := printed(c.published(cell)), "2 \"in time\" \n"; got != want {
		t.Errorf("the cell got %q, expected %q", got, want)
	}
	if n := k.dropped.Count(droppedMessage) - dropped; n != 3 {
		t.Errorf("%d messages count as dropped, expected 3", n)
	}
}

// The answer to what an interpreter asked that has died is not for the next.
func TestQuestionsEndWithTheirInterpreter(t *testing.T) {
	for _, end := range []repl.Event{repl.Died{Parent: cellID(0)}, repl.Renewed{}} {
		f := newFakeSession(nil)
		f.scripts = map[string]script{"ask": func(e repl.Execute, emit func(repl.Event), _ <-chan struct{}) repl.Done {
			emit(repl.Ask{Parent: e.ID, Number: 1})
			emit(end)
			emit(repl.Ask{Parent: e.ID, Number: 2, Prompt: "of the next"})
			in := <-f.inputs
			emit(repl.Stream{Parent: e.ID, Name: repl.Stdout, Text: fmt.Sprintf("%d %q", in.Number, in.Line)})
			return repl.Done{}
		}}
		c := connect(t, startSession(t, f).server)
		cell := c.execute("ask")
		first, second := c.recv(c.stdin), c.recv(c.stdin)
		c.answer(first.Header.ID, map[string]any{"value": "late"})
		c.answer(second.Header.ID, map[string]any{"value": "in time"})
		if got, want := printed(c.published(cell)), `2 "in time"`; got != want {
			t.Errorf("after %T the cell got %s, expected %s", end, got, want)
		}
	}
}
