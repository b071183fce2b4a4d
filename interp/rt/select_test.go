package rt

import "testing"

// TestSelect: Select chooses a case as a select does, and says what that has received.
func TestSelect(t *testing.T) {
	ready, closed, full := make(chan int, 1), make(chan int), make(chan any, 1)
	ready <- 7
	close(closed)
	full <- "full"
	for _, c := range []struct {
		name  string
		own   func() (int, any, bool)
		which int
		value any
		sent  bool
	}{
		{"a value that waits", func() (int, any, bool) { return Select(false, Receiving(make(chan int)), Receiving(ready)) }, 1, 7, true},
		{"none is ready", func() (int, any, bool) { return Select(true, Receiving(ready), Sending(full, 1)) }, -1, nil, false},
		{"a closed channel", func() (int, any, bool) { return Select(false, Receiving(closed)) }, 0, 0, false},
		{"no channel", func() (int, any, bool) {
			return Select(true, Receiving((chan int)(nil)), Sending((chan int)(nil), 1))
		}, -1, nil, false},
		{"room for a value", func() (int, any, bool) { return Select(false, Receiving(make(chan int)), Sending(ready, 8)) }, 1, nil, false},
		{"no case but the default", func() (int, any, bool) { return Select(true) }, -1, nil, false},
	} {
		if which, value, sent := c.own(); which != c.which || value != c.value || sent != c.sent {
			t.Errorf("%s: case %d, %v, %v, want %d, %v, %v", c.name, which, value, sent, c.which, c.value, c.sent)
		}
	}
	if v := <-ready; v != 8 {
		t.Errorf("%d has been sent", v)
	}
	empty := make(chan any, 1)
	Select(false, Sending(empty, nil))
	if v, ok := <-empty; v != nil || !ok {
		t.Errorf("%v has been sent of nil", v)
	}
	samePanics(t, "a value for a closed channel", func() { Select(true, Sending(closed, 1)) }, func() {
		select {
		case closed <- 1:
		default:
		}
	})
}

// TestHalt: a select that waits ends when its goroutine is to halt, and one with a default does
// not look.
func TestHalt(t *testing.T) {
	before := host.halt.Load()
	defer host.halt.Store(before)
	asked, halted := 0, make(chan struct{})
	close(halted)
	OnHalt(func() <-chan struct{} { asked++; return halted })
	Select(false, Receiving(make(chan int)))
	if which, _, _ := Select(true, Receiving(make(chan int))); which != -1 || asked != 1 {
		t.Errorf("case %d after %d questions", which, asked)
	}
}
