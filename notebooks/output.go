package notebooks

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// An Output is one output of a cell. Type is [StreamOutput], [ResultOutput], [DisplayOutput] or
// [ErrorOutput], and decides which other fields are used.
type Output struct {
	Type string

	// stream
	Name    string // "stdout" or "stderr"
	Written string

	// execute_result and display_data
	Bundle repl.Bundle
	Count  int // execute_result: the number of the run

	// error
	Failure repl.Failure
}

// Text returns the output as a terminal shows it: the text of a stream, the text/plain of
// a value, or the traceback of an error.
func (out Output) Text() string {
	switch out.Type {
	case StreamOutput:
		return out.Written
	case ErrorOutput:
		if len(out.Failure.Traceback) == 0 {
			return out.Failure.Error()
		}
		return strings.Join(out.Failure.Traceback, "\n")
	}
	s, _ := textOf(out.Bundle, "text/plain")
	return s
}

// The types of outputs.
const (
	StreamOutput  = "stream"
	ResultOutput  = "execute_result"
	DisplayOutput = "display_data"
	ErrorOutput   = "error"
)

// isJSONType reports whether the values of a MIME type are JSON and not text.
func isJSONType(mime string) bool {
	return mime == "application/json" || strings.HasPrefix(mime, "application/") && strings.HasSuffix(mime, "+json")
}

// isLineType reports whether the values of a MIME type are stored as lists of lines.
func isLineType(mime string) bool {
	return strings.HasPrefix(mime, "text/") || mime == "application/javascript" || mime == "image/svg+xml"
}

func decodeOutput(o *object) Output {
	out := Output{Type: o.str("output_type")}
	switch out.Type {
	case StreamOutput:
		out.Name = o.str("name")
		out.Written, _ = joinLines(o.get("text"))
	case ResultOutput, DisplayOutput:
		out.Count, _ = integer(o.get("execution_count"))
		out.Bundle = repl.Bundle{
			Data:     decodeBundle(o.obj("data")),
			Metadata: decodeBundle(o.obj("metadata")),
		}
	case ErrorOutput:
		out.Failure = repl.Failure{Name: o.str("ename"), Value: o.str("evalue")}
		for _, line := range o.items("traceback") {
			if s, ok := line.(string); ok {
				out.Failure.Traceback = append(out.Failure.Traceback, s)
			}
		}
	}
	return out
}

func decodeBundle(o *object) map[string]json.RawMessage {
	data := make(map[string]json.RawMessage, len(o.members))
	for _, m := range o.members {
		v := m.value
		if !isJSONType(m.key) {
			if s, ok := joinLines(v); ok {
				v = s
			}
		}
		data[m.key] = appendValue(nil, v, jupyterLayout, 0)
	}
	return data
}

// encode returns the output as Jupyter stores it, its keys sorted.
func (out Output) encode() *object {
	o := &object{}
	o.set("output_type", out.Type)
	switch out.Type {
	case StreamOutput:
		o.set("name", out.Name)
		o.set("text", splitLines(out.Written))
	case ResultOutput, DisplayOutput:
		if out.Type == ResultOutput {
			o.set("execution_count", count(out.Count))
		}
		o.set("data", encodeBundle(out.Bundle.Data))
		o.set("metadata", encodeBundle(out.Bundle.Metadata))
	case ErrorOutput:
		o.set("ename", out.Failure.Name)
		o.set("evalue", out.Failure.Value)
		trace := list{}
		for _, line := range out.Failure.Traceback {
			trace = append(trace, line)
		}
		o.set("traceback", trace)
	}
	return o
}

func encodeBundle(data map[string]json.RawMessage) *object {
	o := &object{}
	for _, mime := range slices.Sorted(maps.Keys(data)) {
		v, err := parse(data[mime])
		if err != nil {
			// Renderings are JSON by the contract. A rendering that is not is kept
			// as text.
			v = fmt.Sprintf("(not JSON: %q)", data[mime])
		}
		if s, ok := v.(string); ok && isLineType(mime) {
			v = splitLines(s)
		}
		o.set(mime, sorted(v))
	}
	return o
}

// isNotice reports whether the kernel says something of its own, such as that other cells are
// stale.
func (out Output) isNotice() bool {
	var m struct{ Notice bool }
	return json.Unmarshal(out.Bundle.Metadata["nvsd"], &m) == nil && m.Notice
}

// textOf returns a rendering that is text.
func textOf(b repl.Bundle, mime string) (string, bool) {
	raw, ok := b.Data[mime]
	if !ok {
		return "", false
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}
