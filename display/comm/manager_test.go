package comm

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// A recorder is a sink that writes down what it is given.
type recorder struct {
	sent []string
	fail error
}

func (r *recorder) Send(kind Kind, id, target string, m Message) error {
	if r.fail != nil {
		return r.fail
	}
	r.sent = append(r.sent, fmt.Sprintf("%s %s %s %s %q", kind, target, m.Data, m.Metadata, m.Buffers))
	return nil
}

func (r *recorder) want(t *testing.T, sent ...string) {
	t.Helper()
	if !slices.Equal(r.sent, sent) {
		t.Errorf("there was sent\n%s\nwant\n%s", strings.Join(r.sent, "\n"), strings.Join(sent, "\n"))
	}
	r.sent = nil
}

func data(text string) Message { return Message{Data: []byte(text)} }

func TestSendingFromHere(t *testing.T) {
	var to recorder
	c, err := NewManager(&to).OpenWith("plot", struct{ X int }{1}, map[string]string{"version": "2.1.0"}, []byte("ab"))
	if err != nil || c.Target() != "plot" || c.ID() == "" {
		t.Fatalf("opening: %+v, %v", c, err)
	}
	var none map[string]int
	for _, err := range []error{c.Send(map[string]any{"y": []int{2}}, []byte("c"), nil), c.Send(none), c.Close(nil)} {
		if err != nil {
			t.Error(err)
		}
	}
	to.want(t,
		`comm_open plot {"X":1} {"version":"2.1.0"} ["ab"]`,
		`comm_msg plot {"y":[2]} {} ["c" ""]`,
		`comm_msg plot {} {} []`,
		`comm_close plot {} {} []`,
	)
}

func TestTwoCommsHaveTwoIDs(t *testing.T) {
	s := NewManager(&recorder{})
	a, errA := s.Open("t", nil)
	b, errB := s.Open("t", nil)
	if errA != nil || errB != nil || a.ID() == b.ID() {
		t.Errorf("%v and %v (%v, %v)", a, b, errA, errB)
	}
}

func TestTheOtherSideOpensAndSends(t *testing.T) {
	var to recorder
	s := NewManager(&to)
	var heard []string
	s.Register("t", func(c *Comm, m Message) {
		heard = append(heard, "open "+c.ID()+" "+string(m.Data))
		c.OnMessage(func(m Message) {
			var v struct{ N int }
			if err := m.Decode(&v); err != nil {
				t.Error(err)
			}
			heard = append(heard, fmt.Sprint("message ", v.N, " ", len(m.Buffers)))
			if err := c.Send(map[string]int{"twice": 2 * v.N}); err != nil {
				t.Error(err)
			}
		})
		c.OnClose(func(m Message) { heard = append(heard, "close "+string(m.Data)) })
	})
	for _, err := range []error{
		s.Receive(Opened, "7", "t", data(`{"a":1}`)),
		s.Receive(Sent, "7", "", Message{Data: []byte(`{"n":4}`), Buffers: [][]byte{{1}}}),
		s.Receive(Closed, "7", "", data(`{"bye":1}`)),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	if want := []string{`open 7 {"a":1}`, "message 4 1", `close {"bye":1}`}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
	to.want(t, `comm_msg t {"twice":8} {} []`)
}

// The front end must not go on with a comm that nobody answers.
func TestWhatNobodyIsThereForIsClosed(t *testing.T) {
	var to recorder
	s := NewManager(&to)
	s.Register("gone", func(*Comm, Message) { t.Error("opened for who had left") })
	s.Unregister("gone")
	for _, m := range []struct {
		kind   Kind
		target string
	}{{Opened, "gone"}, {Sent, ""}, {Closed, ""}} {
		if err := s.Receive(m.kind, "9", m.target, data("{}")); err != nil {
			t.Error(err)
		}
	}
	to.want(t, `comm_close gone {} {} []`, `comm_close  {} {} []`)
}

func TestRegisteringAgainReplaces(t *testing.T) {
	s := NewManager(&recorder{})
	got := ""
	for _, name := range []string{"first", "second"} {
		s.Register("t", func(*Comm, Message) { got += name })
	}
	if err := s.Receive(Opened, "1", "t", data("{}")); err != nil || got != "second" {
		t.Errorf("%q was told, %v", got, err)
	}
}

func TestAClosedCommSaysSo(t *testing.T) {
	var to recorder
	s := NewManager(&to)
	var theirs *Comm
	s.Register("t", func(c *Comm, m Message) { theirs = c })
	receive := func(kind Kind, id string) {
		if err := s.Receive(kind, id, "t", data("{}")); err != nil {
			t.Error(err)
		}
	}
	check := func(c *Comm, why string) {
		t.Helper()
		for _, err := range []error{c.Send(nil), c.Close(nil)} {
			if err == nil || !strings.Contains(err.Error(), "the comm "+c.ID()+" for t was closed "+why) {
				t.Errorf("got %v", err)
			}
		}
	}
	ours, err := s.Open("t", nil)
	if err != nil || ours.Close(nil) != nil {
		t.Fatal(err)
	}
	check(ours, "by this side;")
	receive(Opened, "1")
	first := theirs
	receive(Opened, "1")
	check(first, "by the front end, which has opened another with its id;")
	receive(Closed, "1")
	check(theirs, "by the front end;")
	if len(s.comms) != 0 {
		t.Errorf("the manager keeps %v", s.comms)
	}
}

func TestACommWhoseFunctionPanicsIsClosed(t *testing.T) {
	var to recorder
	s := NewManager(&to)
	var broken *Comm
	s.Register("t", func(c *Comm, m Message) {
		broken = c
		c.OnMessage(func(Message) { panic("later") })
		panic("at once")
	})
	if v := panicOf(func() { _ = s.Receive(Opened, "1", "t", data("{}")) }); v != "at once" {
		t.Errorf("the panic is %v", v)
	}
	to.want(t, "comm_close t {} {} []")
	if err := broken.Send(nil); err == nil || !strings.Contains(err.Error(), "at once, because the function for its target failed") {
		t.Error(err)
	}
}

func TestACommOutlivesAPanicOfItsHandler(t *testing.T) {
	var to recorder
	s := NewManager(&to)
	c, err := s.Open("t", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.OnMessage(func(Message) { panic("no") })
	if v := panicOf(func() { _ = s.Receive(Sent, c.ID(), "", data("{}")) }); v != "no" {
		t.Errorf("the panic is %v", v)
	}
	if err := c.Send(nil); err != nil {
		t.Error(err)
	}
}

func panicOf(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

func TestWhatCannotBeSent(t *testing.T) {
	var to recorder
	s := NewManager(&to)
	for _, c := range []struct {
		data any
		want string
	}{
		{[]int{1}, "the data must be a JSON object, from a map with strings as keys or a struct, not an array"},
		{"x", "not a string"}, {1.5, "not a number"}, {-1, "not a number"}, {true, "not a boolean"},
		{map[string]any{"x": math.NaN()}, "the data cannot be sent: json: unsupported value: NaN"},
		{map[string]any{"f": func() {}}, "the data cannot be sent: json: unsupported type"},
	} {
		if _, err := s.Open("t", c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", reflect.TypeOf(c.data), err, c.want)
		}
	}
	if _, err := s.OpenWith("t", nil, 1); err == nil || !strings.Contains(err.Error(), "the metadata must be") {
		t.Error(err)
	}
	if _, err := s.Open("", nil); err == nil || !strings.Contains(err.Error(), "the target is empty") {
		t.Error(err)
	}
	to.want(t)
	if err := data(`{"n":"x"}`).Decode(&struct{ N int }{}); err == nil || !strings.Contains(err.Error(), "the data of the message") {
		t.Error(err)
	}
}

func TestAnOpeningThatDoesNotArriveLeavesNothing(t *testing.T) {
	lost := errors.New("lost")
	s := NewManager(&recorder{fail: lost})
	if _, err := s.Open("t", nil); !errors.Is(err, lost) || len(s.comms) != 0 {
		t.Errorf("%v, and there are %v", err, s.comms)
	}
}

func TestAProgramHasNoFrontEnd(t *testing.T) {
	Register("t", func(*Comm, Message) {})
	defer Unregister("t")
	if _, err := Open("t", nil); err == nil || !strings.Contains(err.Error(), "there is no front end") {
		t.Error(err)
	}
}
