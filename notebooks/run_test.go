package notebooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// script is a session that answers each cell by the events that stand under
// its source. It is a repl.Session without an interpreter.
type script struct {
	answers map[string]func(id repl.ID) []repl.Event
	events  chan repl.Event
	sent    []repl.Request
	running repl.ID
}

func newScript(answers map[string]func(repl.ID) []repl.Event) *script {
	return &script{answers: answers, events: make(chan repl.Event, 100)}
}

func (s *script) Send(r repl.Request) error {
	s.sent = append(s.sent, r)
	switch r := r.(type) {
	case repl.Execute:
		s.running = r.ID
		answer, ok := s.answers[r.Code]
		if !ok {
			s.events <- repl.Done{Parent: r.ID}
			return nil
		}
		for _, e := range answer(r.ID) {
			s.events <- e
		}
	case repl.Interrupt:
		s.events <- repl.Done{Parent: s.running, Failure: &repl.Failure{Name: "interrupted"}}
	}
	return nil
}

func (s *script) Events() <-chan repl.Event   { return s.events }
func (s *script) Close(context.Context) error { close(s.events); return nil }

// executed returns the code of the cells that were sent.
func (s *script) executed() string {
	var codes []string
	for _, r := range s.sent {
		if e, ok := r.(repl.Execute); ok {
			codes = append(codes, e.Code)
		}
	}
	return strings.Join(codes, " ")
}

func plainBundle(s string) repl.Bundle {
	raw, _ := json.Marshal(s)
	return repl.Bundle{Data: map[string]json.RawMessage{"text/plain": raw}}
}

// code is a code cell as JSON, with an output of an earlier run.
func code(source string, tags ...string) string {
	meta := map[string]any{}
	if len(tags) > 0 {
		meta["tags"] = tags
	}
	b, _ := json.Marshal(map[string]any{
		"cell_type": "code", "metadata": meta, "source": source, "execution_count": 77,
		"outputs": []any{map[string]any{"output_type": "stream", "name": "stdout", "text": "old"}},
	})
	return string(b)
}

// summary returns the outputs of a cell, in brief.
func summary(c *Cell) string {
	var parts []string
	for _, out := range c.Outputs() {
		switch out.Type {
		case StreamOutput:
			parts = append(parts, fmt.Sprintf("%s %q", out.Name, out.Text()))
		case ErrorOutput:
			parts = append(parts, "error "+out.Failure.Name)
		default:
			parts = append(parts, out.Type+" "+out.Text())
			if out.Count > 0 {
				parts[len(parts)-1] += fmt.Sprintf(" [%d]", out.Count)
			}
		}
	}
	return strings.Join(parts, "; ")
}

// TestRunStoresWhatIsShown runs one or two cells, a and b, and looks at what
// is stored in them.
func TestRunStoresWhatIsShown(t *testing.T) {
	out := func(id repl.ID, s string) repl.Event { return repl.Stream{Parent: id, Name: repl.Stdout, Text: s} }
	errOut := func(id repl.ID, s string) repl.Event { return repl.Stream{Parent: id, Name: repl.Stderr, Text: s} }
	show := func(id repl.ID, s, name string) repl.Event {
		return repl.Display{Parent: id, Bundle: plainBundle(s), ID: name}
	}
	change := func(id repl.ID, s, name string) repl.Event {
		return repl.Display{Parent: id, Bundle: plainBundle(s), ID: name, Update: true}
	}
	var first repl.ID
	for _, tc := range []struct {
		name         string
		a, b         func(id repl.ID) []repl.Event
		wantA, wantB string
	}{
		{
			name:  "nothing",
			a:     func(repl.ID) []repl.Event { return nil },
			wantA: "",
		}, {
			name: "streams are joined with their neighbours",
			a: func(id repl.ID) []repl.Event {
				return []repl.Event{out(id, "1\n"), out(id, "2\n"), errOut(id, "e"), out(id, "3")}
			},
			wantA: `stdout "1\n2\n"; stderr "e"; stdout "3"`,
		}, {
			name:  "overwritten lines are stored once",
			a:     func(id repl.ID) []repl.Event { return []repl.Event{out(id, "10%\r"), out(id, "99%\rab\bc\r\nend")} },
			wantA: `stdout "ac\r\nend"`,
		}, {
			name: "a result after a display",
			a: func(id repl.ID) []repl.Event {
				return []repl.Event{show(id, "d", ""), repl.Result{Parent: id, Bundle: plainBundle("r")}}
			},
			wantA: "display_data d; execute_result r [1]",
		}, {
			name:  "an update changes every place of its name, and adds none",
			a:     func(id repl.ID) []repl.Event { return []repl.Event{show(id, "1", "p"), show(id, "2", "p")} },
			b:     func(id repl.ID) []repl.Event { return []repl.Event{change(id, "3", "p"), change(id, "4", "q")} },
			wantA: "display_data 3; display_data 3",
		}, {
			name:  "clear",
			a:     func(id repl.ID) []repl.Event { return []repl.Event{out(id, "1"), repl.Clear{Parent: id}, out(id, "2")} },
			wantA: `stdout "2"`,
		}, {
			name: "clear waits",
			a: func(id repl.ID) []repl.Event {
				return []repl.Event{out(id, "1"), repl.Clear{Parent: id, Wait: true}, out(id, "2")}
			},
			b:     func(id repl.ID) []repl.Event { return []repl.Event{out(id, "1"), repl.Clear{Parent: id, Wait: true}} },
			wantA: `stdout "2"`,
			wantB: `stdout "1"`,
		}, {
			name: "progress is not kept",
			a: func(id repl.ID) []repl.Event {
				return []repl.Event{repl.Progress{Parent: id, Doing: "path"}, out(id, "1"), repl.Progress{Parent: id, Ended: true}, out(id, "2")}
			},
			wantA: `stdout "12"`,
		}, {
			name: "a place that was cleared is not updated",
			a: func(id repl.ID) []repl.Event {
				return []repl.Event{show(id, "1", "p"), repl.Clear{Parent: id}, show(id, "2", ""), change(id, "3", "p")}
			},
			wantA: "display_data 2",
		}, {
			name: "late output goes to the cell that wrote it",
			a:    func(id repl.ID) []repl.Event { first = id; return []repl.Event{out(id, "1")} },
			b: func(id repl.ID) []repl.Event {
				return []repl.Event{out(id, "2"), out(first, "late"), out("no cell", "lost")}
			},
			wantA: `stdout "1late"`,
			wantB: `stdout "2"`,
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			done := func(f func(repl.ID) []repl.Event) func(repl.ID) []repl.Event {
				return func(id repl.ID) []repl.Event {
					var events []repl.Event
					if f != nil {
						events = f(id)
					}
					return append(events, repl.Done{Parent: id})
				}
			}
			s := newScript(map[string]func(repl.ID) []repl.Event{"a": done(tc.a), "b": done(tc.b)})
			nb := parseNotebook(t, code("a")+","+code("b"))
			if err := Run(t.Context(), nb, s, Options{}); err != nil {
				t.Fatal(err)
			}
			if got := summary(nb.cells[0]); got != tc.wantA {
				t.Errorf("cell a holds %s, want %s", got, tc.wantA)
			}
			if got := summary(nb.cells[1]); got != tc.wantB {
				t.Errorf("cell b holds %s, want %s", got, tc.wantB)
			}
			if a, b := nb.cells[0].Count(), nb.cells[1].Count(); a != 1 || b != 2 {
				t.Errorf("the cells are numbered %d and %d", a, b)
			}
		})
	}
}

// failing answers a cell by a failure.
func failing(id repl.ID) []repl.Event {
	return []repl.Event{repl.Done{Parent: id, Failure: &repl.Failure{Name: "panic", Value: "oh", Traceback: []string{"oh"}}}}
}

func TestRunStopsAtTheFirstFailure(t *testing.T) {
	cells := code("ok") + `, {"cell_type": "markdown", "metadata": {}, "source": "text"},` + code("\n// fails\nbad()") + "," + code("after")
	for _, keep := range []bool{false, true} {
		s := newScript(map[string]func(repl.ID) []repl.Event{"\n// fails\nbad()": failing})
		nb := parseNotebook(t, cells)
		err := Run(t.Context(), nb, s, Options{KeepGoing: keep})
		var failed *CellError
		if !errors.As(err, &failed) || failed.Index != 2 || failed.Count != 2 {
			t.Fatalf("error %v, want the failure of the third cell", err)
		}
		for _, says := range []string{"test.ipynb", "cell 3", "In[2]", "// fails", "panic: oh"} {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("the error %q does not say %q", err, says)
			}
		}
		if got := summary(nb.cells[2]); got != "error panic" {
			t.Errorf("the cell that failed holds %s", got)
		}
		want := `stdout "old"`
		if keep {
			want = ""
		}
		if got := summary(nb.cells[3]); got != want {
			t.Errorf("keep going %t: the cell after it holds %s, want %s", keep, got, want)
		}
	}
}

func TestRunHeedsTags(t *testing.T) {
	s := newScript(map[string]func(repl.ID) []repl.Event{"raises": failing})
	nb := parseNotebook(t, strings.Join([]string{
		code("skipped", skipTag), code("raises", raisesTag), code(" \n"), code("last")}, ","))
	if err := Run(t.Context(), nb, s, Options{}); err != nil {
		t.Fatal(err)
	}
	if got := s.executed(); got != "raises last" {
		t.Errorf("executed %q", got)
	}
	if got := summary(nb.cells[0]); got != `stdout "old"` {
		t.Errorf("the skipped cell holds %s", got)
	}
	if c := nb.cells[2]; summary(c) != "" || c.Count() != 0 {
		t.Errorf("the empty cell holds %s, number %d", summary(c), c.Count())
	}
}

func TestRunReportsProgress(t *testing.T) {
	var got []string
	nb := parseNotebook(t, code("a")+","+code("bad"))
	err := Run(t.Context(), nb, newScript(map[string]func(repl.ID) []repl.Event{"bad": failing}), Options{
		Progress: func(p Progress) {
			got = append(got, fmt.Sprintf("%d/%d %s %t %t %s", p.Index, p.Cells, p.Title, p.Done, p.Failure != nil,
				summary(nb.cells[p.Index])))
		},
	})
	if err == nil {
		t.Fatal("no error")
	}
	old := `stdout "old"`
	want := "[0/2 a false false " + old + " 0/2 a true false  1/2 bad false false " + old + " 1/2 bad true true error panic]"
	if fmt.Sprint(got) != want {
		t.Errorf("reported %v, want %v", got, want)
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	s := newScript(map[string]func(repl.ID) []repl.Event{
		"endless": func(repl.ID) []repl.Event { cancel(why); return nil },
	})
	nb := parseNotebook(t, code("endless")+","+code("after"))
	err := Run(ctx, nb, s, Options{KeepGoing: true})
	if !errors.Is(err, why) || !strings.Contains(err.Error(), "cell 1") {
		t.Errorf("error %v, want the cause and the cell", err)
	}
	if got := summary(nb.cells[0]); got != "error interrupted" {
		t.Errorf("the interrupted cell holds %s", got)
	}
	if got := s.executed(); got != "endless" {
		t.Errorf("executed %q", got)
	}
}

func TestRunSurvivesTheSessionsEnd(t *testing.T) {
	s := newScript(nil)
	s.answers = map[string]func(repl.ID) []repl.Event{
		"a": func(id repl.ID) []repl.Event {
			defer close(s.events)
			return nil
		},
	}
	err := Run(t.Context(), parseNotebook(t, code("a")), s, Options{})
	if !errors.Is(err, errEnded) || !strings.Contains(err.Error(), "cell 1") {
		t.Errorf("error %v", err)
	}
}

func TestRunNamesTheCellAfterWhichTheInterpreterDied(t *testing.T) {
	var first repl.ID
	s := newScript(map[string]func(repl.ID) []repl.Event{
		"a": func(id repl.ID) []repl.Event { first = id; return []repl.Event{repl.Done{Parent: id}} },
		"b": func(id repl.ID) []repl.Event {
			return []repl.Event{repl.Died{Parent: first, Reason: "out of memory"}, repl.Done{Parent: id}}
		},
	})
	nb := parseNotebook(t, code("a")+","+code("b")+","+code("c"))
	var failed *CellError
	if err := Run(t.Context(), nb, s, Options{}); !errors.As(err, &failed) || failed.Index != 0 {
		t.Fatalf("error %v, want the first cell's", err)
	}
	if got := s.executed(); got != "a b" {
		t.Errorf("executed %q", got)
	}
	if got := summary(nb.cells[0]); got != "error interpreter died" {
		t.Errorf("the first cell holds %s", got)
	}
}
