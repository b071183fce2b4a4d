package notebooks

import (
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// transcripts collects the outputs of the cells of a run, by their requests, as a front
// end does.
type transcripts struct {
	byRequest map[repl.ID]*transcript
	places    map[string][]place // of the outputs of each display id
}

// A transcript is the outputs of one cell.
type transcript struct {
	index   int // of the cell in the notebook
	count   int // of its run
	outputs []Output
	clear   bool // remove the outputs when the next one comes
	changed bool // since the cell was last stored
}

// A place is the position of an output: a transcript and an index in it.
type place struct {
	in *transcript
	at int
}

func newTranscripts() *transcripts {
	return &transcripts{byRequest: map[repl.ID]*transcript{}, places: map[string][]place{}}
}

// begin opens the transcript of a cell.
func (t *transcripts) begin(id repl.ID, index, count int) {
	t.byRequest[id] = &transcript{index: index, count: count, changed: true}
}

// take records an event. It drops an event that comes from no cell of the run.
func (t *transcripts) take(event repl.Event) {
	switch e := event.(type) {
	case repl.Stream:
		t.stream(e)
	case repl.Display:
		if e.Update {
			t.update(e.ID, e.Bundle)
			return
		}
		at, in := t.add(e.Parent, Output{Type: DisplayOutput, Bundle: e.Bundle})
		if in != nil && e.ID != "" {
			t.places[e.ID] = append(t.places[e.ID], place{in, at})
		}
	case repl.Result:
		if in := t.byRequest[e.Parent]; in != nil {
			t.add(e.Parent, Output{Type: ResultOutput, Bundle: e.Bundle, Count: in.count})
		}
	case repl.Clear:
		if in := t.byRequest[e.Parent]; in != nil {
			in.clear = e.Wait
			if !e.Wait {
				t.empty(in)
			}
		}
	}
}

// stream adds text, to the last output if it is of the same stream.
func (t *transcripts) stream(e repl.Stream) {
	if in := t.byRequest[e.Parent]; in != nil && !in.clear && len(in.outputs) > 0 {
		if last := &in.outputs[len(in.outputs)-1]; last.Type == StreamOutput && last.Name == string(e.Name) {
			last.Written += e.Text
			in.changed = true
			return
		}
	}
	t.add(e.Parent, Output{Type: StreamOutput, Name: string(e.Name), Written: e.Text})
}

// fail adds an error.
func (t *transcripts) fail(id repl.ID, failure repl.Failure) {
	t.add(id, Output{Type: ErrorOutput, Failure: failure})
}

// add appends an output to the transcript of a request and returns its place.
func (t *transcripts) add(id repl.ID, out Output) (int, *transcript) {
	in := t.byRequest[id]
	if in == nil {
		return 0, nil
	}
	if in.clear {
		t.empty(in)
	}
	in.outputs = append(in.outputs, out)
	in.changed = true
	return len(in.outputs) - 1, in
}

// update replaces the outputs at the places of a display id.
func (t *transcripts) update(id string, b repl.Bundle) {
	for _, p := range t.places[id] {
		p.in.outputs[p.at].Bundle = b
		p.in.changed = true
	}
}

// empty removes the outputs of a cell, and their places.
func (t *transcripts) empty(in *transcript) {
	in.outputs, in.clear, in.changed = nil, false, true
	for id, places := range t.places {
		kept := places[:0]
		for _, p := range places {
			if p.in != in {
				kept = append(kept, p)
			}
		}
		t.places[id] = kept
	}
}

// settled returns the outputs in the form that a terminal would leave.
func (tr *transcript) settled() []Output {
	out := append([]Output(nil), tr.outputs...)
	for i := range out {
		if out[i].Type == StreamOutput {
			out[i].Written = settle(out[i].Written)
		}
	}
	return out
}

// settle applies the backspaces and carriage returns of a text, so that a progress line
// that was overwritten a thousand times is stored once.
func settle(s string) string {
	if !strings.ContainsAny(s, "\b\r") {
		return s
	}
	var b strings.Builder
	for line := range strings.Lines(s) {
		body := strings.TrimRight(line, "\r\n")
		end := line[len(body):]
		runes := []rune{}
		for _, r := range body[strings.LastIndexByte(body, '\r')+1:] {
			if r == '\b' && len(runes) > 0 {
				runes = runes[:len(runes)-1]
			} else if r != '\b' {
				runes = append(runes, r)
			}
		}
		b.WriteString(string(runes))
		b.WriteString(end)
	}
	return b.String()
}
