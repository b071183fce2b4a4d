package widget

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/display/comm"
)

// A box is opened after its parts, by their ids, and a second view opens nothing.
func TestShowingOpensModels(t *testing.T) {
	f := newFrontEnd(t)
	box := f.kit.HBox(f.kit.Label("a"), f.kit.Label("b"))
	data, err := box.MIMEBundle()
	if err != nil {
		t.Fatal(err)
	}
	sent := f.take()
	if len(sent) != 3 {
		t.Fatalf("%d messages were sent, want 3: %v", len(sent), sent)
	}
	for i, want := range []string{"LabelModel", "LabelModel", "HBoxModel"} {
		if s := sent[i]; s.kind != comm.Opened || s.version != "2.1.0" || s.State["_model_name"] != want || s.State["_model_module_version"] != "2.0.0" {
			t.Errorf("message %d is %+v, want one that opens a %s", i, s, want)
		}
	}
	children := sent[2].State["children"].([]any)
	if children[0] != "IPY_MODEL_"+sent[0].id || children[1] != "IPY_MODEL_"+sent[1].id {
		t.Errorf("the box has the children %v", children)
	}
	if view := data[viewMIME].(map[string]any); view["model_id"] != sent[2].id || view["version_major"] != 2 {
		t.Errorf("the view is %v", view)
	}
	if _, err := box.MIMEBundle(); err != nil || len(f.take()) != 0 {
		t.Errorf("a second view opens something, or fails: %v", err)
	}
}

// A front end computes the number of a logarithmic slider anew. That is no change.
func TestRoundingIsNoChange(t *testing.T) {
	f := newFrontEnd(t)
	calls := 0
	id := f.show(f.kit.LogSlider(1e-4, 1).OnChange(func(float64) { calls++ }))
	f.tell(id, `{"method":"update","state":{"value":0.00009999999999999999}}`)
	f.tell(id, `{"method":"update","state":{"value":0.00010000001}}`)
	if calls != 1 {
		t.Errorf("the function was called %d times, want once", calls)
	}
}

// Each control hands the function of the user what the front end has sent, and keeps it.
func TestChanges(t *testing.T) {
	f := newFrontEnd(t)
	var got []any
	hear := func(values ...any) { got = values }
	k := f.kit
	for _, c := range []struct {
		name  string
		w     Widget
		state string
		want  []any
	}{
		{"slider", k.Slider(0, 1).OnChange(func(v float64) { hear(v) }), `{"value":0.5}`, []any{0.5}},
		{"logarithmic", k.LogSlider(0.1, 1).OnChange(func(v float64) { hear(v) }), `{"value":0.5}`, []any{0.5}},
		{"number", k.Number(2).OnChange(func(v float64) { hear(v) }), `{"value":3}`, []any{3.0}},
		{"whole", k.IntSlider(1, 9).OnChange(func(v int) { hear(v) }), `{"value":4}`, []any{4}},
		{"range", k.RangeSlider(0, 1).OnChange(func(a, b float64) { hear(a, b) }), `{"value":[0.25,0.75]}`, []any{0.25, 0.75}},
		{"dropdown", k.Dropdown("a", "b").OnChange(func(v string) { hear(v) }), `{"index":1}`, []any{"b"}},
		{"stops", k.SliderOf(3, 0.1).OnChange(func(v float64) { hear(v) }), `{"index":1}`, []any{0.1}},
		{"checkbox", k.Checkbox("c").OnChange(func(v bool) { hear(v) }), `{"value":true}`, []any{true}},
		{"text", k.Text().OnChange(func(v string) { hear(v) }), `{"value":"x"}`, []any{"x"}},
	} {
		id := f.show(c.w)
		for _, bad := range []string{`{"value":{}}`, `{"index":"no"}`, `{"value":null}`, `{}`} {
			got = nil
			f.tell(id, `{"method":"update","state":`+bad+`}`)
			if got != nil {
				t.Errorf("%s: %s calls the function with %v", c.name, bad, got)
			}
		}
		f.take()
		update := `{"method":"update","state":` + c.state + `}`
		f.tell(id, update)
		if len(got) != len(c.want) || got[0] != c.want[0] || got[len(got)-1] != c.want[len(got)-1] {
			t.Errorf("%s: the function got %v, want %v", c.name, got, c.want)
		}
		want := `echo_update, update msg_id="the message", update msg_id="" last, begin, end`
		if methods := f.methods(); methods != want {
			t.Errorf("%s: there was sent\n%s, want\n%s", c.name, methods, want)
		}
		got = nil
		f.tell(id, update)
		if got != nil {
			t.Errorf("%s: the function is called for a value that has not changed", c.name)
		}
	}
}

func TestAButtonIsPressed(t *testing.T) {
	f := newFrontEnd(t)
	pressed := 0
	id := f.show(f.kit.Button("go").OnClick(func() { pressed++ }))
	f.tell(id, `{"method":"custom","content":{"event":"click"}}`)
	f.tell(id, `{"method":"custom","content":{"event":"other"}}`)
	if pressed != 1 {
		t.Errorf("the function was called %d times", pressed)
	}
}

// A page that is reloaded asks for all states, or each model for its own.
func TestAReloadGetsTheStates(t *testing.T) {
	f := newFrontEnd(t)
	s := f.kit.Slider(0, 1)
	id := f.show(s)
	if err := s.Set(0.5); err != nil {
		t.Fatal(err)
	}
	if got := f.take()[0].State["value"]; got != 0.5 {
		t.Errorf("Set sends %v", got)
	}
	f.tell(id, `{"method":"request_state"}`)
	if got := f.take()[0].State; got["value"] != 0.5 || got["max"] != 1.0 {
		t.Errorf("the model answers %v", got)
	}
	if err := f.comms.Receive(comm.Opened, "c", controlTarget, comm.Message{Data: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	f.tell("c", `{"method":"request_states"}`)
	answer := f.take()[0]
	if answer.Method != "update_states" || len(answer.States) != 3 || answer.States[id].State["value"] != 0.5 {
		t.Errorf("all models answer %+v", answer)
	}
}

// An error is told where the control is shown, and Set returns it at once.
func TestBadArguments(t *testing.T) {
	k := newFrontEnd(t).kit
	for want, w := range map[string]Widget{
		"a slider cannot go from 1 to 0":                 k.Slider(1, 0),
		"cannot go from NaN to 1":                        k.Slider(math.NaN(), 1),
		"a logarithmic slider cannot begin at 0":         k.LogSlider(0, 1),
		"2 is outside of the slider, which goes from 0":  k.Slider(0, 1).At(2),
		"11 is outside of the slider, which goes from 1": k.IntSlider(1, 10).At(11),
		"a step of 0":                        k.Slider(0, 1).Step(0),
		"the range from 3 to 2 is empty":     k.RangeSlider(0, 5).At(3, 2),
		`has no option "c": it has a, b`:     k.Dropdown("a", "b").At("c"),
		"the dropdown has nothing to choose": k.Dropdown(),
		"does not stop at 5":                 k.SliderOf(1, 2).At(5),
		"a field cannot show NaN":            k.Number(math.NaN()),
		"a progress bar cannot go from 1":    k.VBox(k.Progress(1, 1)),
	} {
		if _, err := w.MIMEBundle(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// A function that fails where an area follows a control leaves the error there alone.
func TestAnAreaThatFollows(t *testing.T) {
	f := newFrontEnd(t)
	c, area := f.kit.SliderOver("a", "b", "c"), f.kit.Output()
	err := area.Follow(c, func(i int) any {
		if i == 2 {
			panic("no")
		}
		return i
	})
	if err != nil {
		t.Fatal(err)
	}
	f.show(f.kit.VBox(c, area))
	f.tell(c.base().id(), `{"method":"update","state":{"index":1}}`)
	if got := f.methods(); got != "echo_update, update" || area.String() != "1" {
		t.Errorf("there was sent %s, and the area shows %q", got, area)
	}
	func() {
		defer func() { recover() }()
		f.tell(c.base().id(), `{"method":"update","state":{"index":2}}`)
	}()
	if got := f.methods(); got != `echo_update, update, update msg_id="the message", update msg_id="" last` || area.String() != "" {
		t.Errorf("there was sent %s, and the area shows %q", got, area)
	}
	if err := area.Show(errors.New("cannot")); err == nil || err.Error() != "cannot" {
		t.Errorf("an error of rendering is %v", err)
	}
}

// What a front end has closed is opened again when it is shown again.
func TestAClosedModelIsOpenedAgain(t *testing.T) {
	f := newFrontEnd(t)
	s := f.kit.Label("a")
	box := f.kit.HBox(s)
	f.show(box)
	if err := f.comms.Receive(comm.Closed, s.base().id(), "", comm.Message{Data: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	s.Set("b")
	if sent := f.take(); len(sent) != 0 {
		t.Errorf("a closed model sends %v", sent)
	}
	f.show(box)
	if _, err := box.MIMEBundle(); err != nil || s.base().comm == nil {
		t.Errorf("the model is not open: %v", err)
	}
}
