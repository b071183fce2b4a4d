package interp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// deliver sends a message of a comm to the cells and returns its id.
func (n *notebook) deliver(c repl.Comm) repl.ID {
	n.t.Helper()
	n.messages++
	id := repl.ID(fmt.Sprint("message ", n.messages))
	n.send(repl.Deliver{ID: id, Comm: c})
	return id
}

func commOpen(id, target, data string) repl.Comm {
	return repl.Comm{Kind: repl.CommOpen, ID: id, Target: target, Data: json.RawMessage(data)}
}

func commMsg(id, data string, buffers ...[]byte) repl.Comm {
	return repl.Comm{Kind: repl.CommMsg, ID: id, Data: json.RawMessage(data), Buffers: buffers}
}

// A message is told of as its kind, its target if it has one, and its data.
func TestCellsAnswerComms(t *testing.T) {
	n := open(t)
	if o := n.run(`type Reply struct {
	Twice int ` + "`json:\"twice\"`" + `
	note  string
}
factor := 2
comm.Register("double", func(c *comm.Comm, m comm.Message) {
	fmt.Println("opened", c.Target(), string(m.Data))
	c.OnMessage(func(m comm.Message) {
		var q struct{ N int }
		m.Decode(&q)
		c.Send(Reply{Twice: factor * q.N}, m.Buffers...)
	})
	c.OnClose(func(m comm.Message) { display.Show("closed") })
})`); o.failure != nil {
		t.Fatal(o.failure)
	}
	o := n.finish(n.deliver(commOpen("c1", "double", `{"a":1}`)))
	if o.out != "opened double {\"a\":1}\n" || o.failure != nil {
		t.Errorf("opening: %+v", o)
	}
	o = n.finish(n.deliver(commMsg("c1", `{"n":4}`, []byte("\x00\xff"), nil)))
	if want := []string{`comm_msg {"twice":8} ["\x00\xff" ""]`}; !slices.Equal(o.shows, want) || o.failure != nil {
		t.Errorf("answered %q, want %q", o.shows, want)
	}
	n.run("factor = 3")
	o = n.finish(n.deliver(commMsg("c1", `{"n":4}`)))
	if !slices.Equal(o.shows, []string{`comm_msg {"twice":12} []`}) {
		t.Errorf("after an assignment: %q", o.shows)
	}
	o = n.finish(n.deliver(repl.Comm{Kind: repl.CommClose, ID: "c1", Data: json.RawMessage("{}")}))
	if !slices.Equal(o.shows, []string{"closed"}) {
		t.Errorf("closing: %+v", o)
	}
	o = n.finish(n.deliver(commMsg("c1", `{"n":4}`)))
	if !slices.Equal(o.shows, []string{`comm_close {} []`}) {
		t.Errorf("a message to what is closed: %+v", o)
	}
}

func TestCellsOpenComms(t *testing.T) {
	n := open(t)
	o := n.run(`type State struct{ Value int }
c := comm.OpenWith("jupyter.widget", map[string]any{"state": State{3}, "all": []State{{1}}}, map[string]string{"version": "2.1.0"}, []byte("x"))
c.Send(map[string]State{"a": {4}})
heard := 0
c.OnMessage(func(m comm.Message) { heard++ })`)
	want := []string{
		`comm_open jupyter.widget {"all":[{"Value":1}],"state":{"Value":3}} {"version":"2.1.0"} ["x"]`,
		`comm_msg {"a":{"Value":4}} []`,
	}
	if !slices.Equal(o.shows, want) || o.failure != nil {
		t.Errorf("%q, want %q (%v)", o.shows, want, o.failure)
	}
	id := n.run("c.ID()").result
	n.finish(n.deliver(commMsg(id, "{}")))
	if o := n.run("heard"); o.result != "1" {
		t.Errorf("%s messages were heard", o.result)
	}
	if o := n.run(`c.Close(nil)`); !slices.Equal(o.shows, []string{"comm_close {} []"}) {
		t.Errorf("%+v", o)
	}
	for _, c := range []struct{ code, want string }{
		{"c.Send(nil)", "the comm " + id + " for jupyter.widget was closed by this side; open another"},
		{`comm.Open("t", []State{{1}})`, "the data must be a JSON object, from a map with strings as keys or a struct, not an array"},
		{`comm.Open("t", map[string]any{"x": math.Inf(1)})`, "the data cannot be sent: json: unsupported value: +Inf"},
	} {
		if o := n.run(c.code); o.failure == nil || o.failure.Name != "error" || !strings.Contains(o.failure.Value, c.want) {
			t.Errorf("%s: %v", c.code, o.failure)
		}
	}
}

// A widget is a comm with metadata, and a value that shows itself by its id.
func TestACellMakesAWidget(t *testing.T) {
	n := open(t)
	id := n.queue(`type Widget struct{ model *comm.Comm }
func (w Widget) MIMEBundle() (map[string]any, error) {
	return map[string]any{"application/vnd.jupyter.widget-view+json": map[string]any{"version_major": 2, "version_minor": 0, "model_id": w.model.ID()}}, nil
}
w := Widget{comm.OpenWith("jupyter.widget", map[string]any{"state": map[string]any{"_model_name": "IntSliderModel"}, "buffer_paths": []any{}}, map[string]string{"version": "2.1.0"})}
w`)
	model, shown := "", ""
	for shown == "" {
		switch e := n.event().(type) {
		case repl.Sent:
			model = e.Comm.ID
		case repl.Result:
			shown = string(e.Bundle.Data["application/vnd.jupyter.widget-view+json"])
		case repl.Done:
			t.Fatalf("the cell ended: %v", e.Failure)
		}
	}
	if want := fmt.Sprintf(`{"model_id":%q,"version_major":2,"version_minor":0}`, model); shown != want || model == "" {
		t.Errorf("%s shows %s, want %s", id, shown, want)
	}
}

// A function literal keeps the functions that it was made with, as everywhere.
func TestAHandlerIsRenewedWithItsCell(t *testing.T) {
	n := open(t)
	register := `comm.Register("t", func(c *comm.Comm, m comm.Message) { fmt.Println(version()) })`
	n.run("func version() string { return \"old\" }\n" + register)
	n.run("func version() string { return \"new\" }")
	if o := n.finish(n.deliver(commOpen("c1", "t", "{}"))); o.out != "old\n" {
		t.Errorf("before its cell is run again: %q", o.out)
	}
	n.run(register)
	if o := n.finish(n.deliver(commOpen("c2", "t", "{}"))); o.out != "new\n" {
		t.Errorf("afterwards: %q", o.out)
	}
}

// The front end must learn that there is nobody, or it would wait.
func TestUnknownCommsAreClosed(t *testing.T) {
	n := open(t)
	for _, c := range []repl.Comm{commOpen("c1", "nobody", "{}"), commMsg("c2", "{}")} {
		if o := n.finish(n.deliver(c)); !slices.Equal(o.shows, []string{"comm_close {} []"}) || o.failure != nil {
			t.Errorf("%s: %+v", c.Kind, o)
		}
	}
	if o := n.finish(n.deliver(repl.Comm{Kind: repl.CommClose, ID: "c3"})); o.shows != nil || o.failure != nil {
		t.Errorf("a close: %+v", o)
	}
}

func TestAHandlerThatFails(t *testing.T) {
	n := open(t)
	n.run(`func pick(xs []int, i int) int {
	return xs[i]
}
comm.Register("t", func(c *comm.Comm, m comm.Message) {
	c.OnMessage(func(m comm.Message) {
		var q struct{ I int }
		m.Decode(&q)
		fmt.Println(pick([]int{7}, q.I))
	})
})`)
	n.finish(n.deliver(commOpen("c1", "t", "{}")))
	o := n.finish(n.deliver(commMsg("c1", `{"i":5}`)))
	if o.fail() != "In[1]:2: index out of range [5] with length 1" {
		t.Fatalf("the failure is %v", o.failure)
	}
	if text := traceback(o.failure); !strings.Contains(text, "In[1]:2 in pick") || !strings.Contains(text, "In[1]:8 in a function literal") {
		t.Errorf("the traceback is\n%s", text)
	}
	if o := n.finish(n.deliver(commMsg("c1", `{"i":"x"}`))); o.failure == nil || o.failure.Name != "error" ||
		!strings.HasPrefix(o.failure.Value, "In[1]:7: comm: the data of the message: json: cannot unmarshal") {
		t.Errorf("an error that is not looked at: %v", o.failure)
	}
	if o := n.finish(n.deliver(commMsg("c1", `{"i":0}`))); o.out != "7\n" || o.failure != nil {
		t.Errorf("afterwards: %+v", o)
	}
}

func TestAHandlerIsInterrupted(t *testing.T) {
	n := open(t)
	n.run(`forever := true
comm.Register("t", func(c *comm.Comm, m comm.Message) {
	c.OnMessage(func(m comm.Message) {
		fmt.Println("begun")
		for forever {
		}
		fmt.Println("ended")
	})
})`)
	n.finish(n.deliver(commOpen("c1", "t", "{}")))
	id := n.deliver(commMsg("c1", "{}"))
	if s, ok := n.event().(repl.Stream); !ok || s.Text != "begun\n" {
		t.Fatalf("first came %+v", s)
	}
	n.send(repl.Interrupt{})
	if o := n.finish(id); o.failure == nil || o.failure.Name != "interrupted" {
		t.Errorf("%+v", o)
	}
	n.run("forever = false")
	if o := n.finish(n.deliver(commMsg("c1", "{}"))); o.out != "begun\nended\n" || o.failure != nil {
		t.Errorf("the next message: %+v", o)
	}
}

// A message waits until the cell has ended.
func TestAHandlerWaitsForTheCell(t *testing.T) {
	n := open(t)
	n.run(`comm.Register("t", func(c *comm.Comm, m comm.Message) { fmt.Println("opened") })`)
	cell := n.queue(`display.Input("Go on?"); fmt.Println("cell")`)
	question, _ := n.ask(cell)
	message := n.deliver(commOpen("c1", "t", "{}"))
	n.answer(question, "")
	if o := n.finish(cell); o.out != "cell\n" {
		t.Errorf("the cell: %+v", o)
	}
	if o := n.finish(message); o.out != "opened\n" {
		t.Errorf("the message: %+v", o)
	}
}

func TestCommsEndWithTheirInterpreter(t *testing.T) {
	n := open(t)
	n.run(`comm.Register("t", func(c *comm.Comm, m comm.Message) {})`)
	if o := n.run(`go panic("x"); select {}`); o.died == "" {
		t.Fatalf("the interpreter lives: %+v", o)
	}
	if o := n.finish(n.deliver(commOpen("c1", "t", "{}"))); !slices.Equal(o.shows, []string{"comm_close {} []"}) {
		t.Errorf("a fresh interpreter: %+v", o)
	}
	for _, again := range []struct{ code, answer string }{
		{"%reset", "comm_close {} []"},
		{`comm.Register("t", func(c *comm.Comm, m comm.Message) {})`, ""},
		{"%replay", ""},
	} {
		if o := n.run(again.code); o.failure != nil {
			t.Fatal(o.failure)
		}
		if got := strings.Join(n.finish(n.deliver(commOpen("c2", "t", "{}"))).shows, ""); got != again.answer {
			t.Errorf("after %s an opening is answered by %q, want %q", again.code, got, again.answer)
		}
	}
}

// What a handler has started speaks later, under the message that it was called
// for.
func TestLateSpeechOfAHandler(t *testing.T) {
	n := open(t)
	n.run(`release := make(chan bool)
comm.Register("t", func(c *comm.Comm, m comm.Message) {
	go func() {
		<-release
		fmt.Println("late")
		c.Send(map[string]any{"late": true})
		release <- true
	}()
})`)
	message := n.deliver(commOpen("c1", "t", "{}"))
	n.finish(message)
	cell := n.queue("release <- true; <-release; fmt.Println(1)")
	var said []string
	for {
		switch e := n.event().(type) {
		case repl.Stream:
			said = append(said, string(e.Parent)+": "+strings.TrimSpace(e.Text))
		case repl.Sent:
			said = append(said, string(e.Parent)+": "+string(e.Comm.Data))
		case repl.Done:
			if want := []string{string(message) + ": late", string(message) + `: {"late":true}`, string(cell) + ": 1"}; !slices.Equal(said, want) {
				t.Errorf("there was said %q, want %q", said, want)
			}
			return
		}
	}
}
