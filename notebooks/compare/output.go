package compare

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/internal/stored"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// output compares one output of a cell, the n-th from 1, with that of the earlier run.
func output(cell *Cell, n int, old, now notebooks.Output, tol Tolerance) {
	if was, is := kindOf(old), kindOf(now); was != is {
		cell.add(Difference{Output: n, Text: fmt.Sprintf("%s was %s: %s", is, was, wasText(firstLine(now.Text()), firstLine(old.Text())))})
		return
	}
	found := &finding{cell: cell, output: n}
	switch old.Type {
	case notebooks.StreamOutput:
		found.mime = old.Name
		texts(newText(old.Written, plain), newText(now.Written, plain), tol, found)
	case notebooks.ErrorOutput:
		found.mime = "error"
		texts(newText(old.Failure.Value, plain), newText(now.Failure.Value, plain), tol, found)
	default:
		bundles(found, old.Bundle, now.Bundle, tol)
	}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// uncompared are the MIME types whose renderings are not compared: the first names a control by an
// address, and the others are of a proof, which nvsd-kernel check --proof verifies.
var uncompared = []string{"application/vnd.jupyter.widget-view+json", "application/vnd.nvsd.proof+json", stored.MIME, stored.CheckedMIME}

// bundles compares two values. A set of selected inputs that differs only in inputs that the old
// certificate leaves undecided is told, with what differs for it, and is no difference.
func bundles(found *finding, old, now repl.Bundle, tol Tolerance) {
	undecided, contradicted := selections(old, now)
	if contradicted != "" {
		found.differs("%s", contradicted)
	}
	if undecided != "" {
		found.note("%s", undecided)
	}
	if undecided == "" || contradicted != "" {
		renderings(found, old, now, tol)
		return
	}
	apart := &finding{cell: &Cell{}, output: found.output}
	renderings(apart, old, now, tol)
	if n := len(apart.cell.Differences); n > 0 {
		found.note("%s with it", plural(n, "place differs", "places differ"))
	}
}

// Values compares two values rendering by rendering, and returns the differences.
func Values(old, now repl.Bundle, tol Tolerance) []Difference {
	cell := &Cell{}
	renderings(&finding{cell: cell}, old, now, tol)
	return cell.Differences
}

// SameText reports whether two lines of plain text are the same.
func SameText(old, now string, tol Tolerance) bool {
	cell := &Cell{}
	texts(newText(old, plain), newText(now, plain), tol, &finding{cell: cell})
	return len(cell.Differences) == 0
}

// renderings compares two values rendering by rendering.
func renderings(found *finding, old, now repl.Bundle, tol Tolerance) {
	for _, mime := range slices.Sorted(maps.Keys(old.Data)) {
		found.mime = mime
		if slices.Contains(uncompared, mime) {
			continue
		}
		if raw, ok := now.Data[mime]; !ok {
			found.differs("is missing; there are %s", strings.Join(slices.Sorted(maps.Keys(now.Data)), ", "))
		} else {
			rendering(mime, old.Data[mime], raw, tol, found)
		}
	}
	for _, mime := range slices.Sorted(maps.Keys(now.Data)) {
		if _, ok := old.Data[mime]; !ok && !slices.Contains(uncompared, mime) {
			found.mime = mime
			found.differs("is new: the notebook stores no such rendering")
		}
	}
}

// rendering compares two renderings of one MIME type.
func rendering(mime string, old, now json.RawMessage, tol Tolerance, found *finding) {
	a, errA := textOf(mime, old)
	b, errB := textOf(mime, now)
	switch {
	case mime == "image/png":
		pixels(old, now, found)
	case errA != nil || errB != nil:
		if !bytes.Equal(old, now) {
			found.differs("is another")
		}
	default:
		texts(a, b, tol, found)
	}
}

// canonical returns JSON with sorted keys, indented, and with as few escapes as can be: a client that stores a
// notebook writes it in its own way.
func canonical(raw json.RawMessage) (string, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return "", err
	}
	var out strings.Builder
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(v)
	return strings.TrimSuffix(out.String(), "\n"), err
}

// textOf returns the text of a rendering whose numbers can be compared.
func textOf(mime string, raw json.RawMessage) (text, error) {
	if strings.HasSuffix(mime, "json") {
		s, err := canonical(raw)
		return newText(s, data), err
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return text{}, err
	}
	switch {
	case mime == "text/html" || mime == "image/svg+xml":
		return newText(s, markup), nil
	case mime == "text/latex":
		return newText(s, tex), nil
	case mime == "application/pdf":
		data, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			return text{}, err
		}
		content, err := pageContent(data)
		return newText(content, pdf), err
	case strings.HasPrefix(mime, "text/"):
		return newText(s, plain), nil
	}
	return text{}, fmt.Errorf("%s has no text", mime)
}
