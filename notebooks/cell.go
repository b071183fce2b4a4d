package notebooks

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Cell is one cell of a notebook.
type Cell struct {
	o    *object
	line int // where its source begins in a script, from 1; 0 in a notebook
}

// Kind is the kind of a cell.
type Kind string

// The kinds of cells. Cells of other kinds, from a later format, are kept and not run.
const (
	Code     Kind = "code"
	Markdown Kind = "markdown"
	Raw      Kind = "raw"
)

// check returns an error for a cell that its methods could not handle.
func (c *Cell) check() error {
	if c.Kind() == "" {
		return errors.New(`it has no "cell_type"`)
	}
	if _, ok := joinLines(c.o.get("source")); !ok {
		return errors.New(`its "source" is neither text nor a list of lines`)
	}
	if c.Kind() != Code {
		return nil
	}
	outputs, ok := c.o.get("outputs").(list)
	if !ok {
		return errors.New(`its "outputs" is not a list`)
	}
	for i, out := range outputs {
		if _, ok := out.(*object); !ok {
			return fmt.Errorf("its output %d is not an object", i+1)
		}
	}
	return nil
}

// Kind returns the kind of the cell.
func (c *Cell) Kind() Kind { return Kind(c.o.str("cell_type")) }

// ID returns the id of the cell, or "" in a notebook before nbformat 4.5.
func (c *Cell) ID() string { return c.o.str("id") }

// Source returns the cell's text.
func (c *Cell) Source() string {
	s, _ := joinLines(c.o.get("source"))
	return s
}

// SetSource replaces the cell's text.
func (c *Cell) SetSource(s string) { c.o.set("source", splitLines(s)) }

// Tags returns the cell's tags.
func (c *Cell) Tags() []string {
	var tags []string
	for _, t := range c.o.obj("metadata").items("tags") {
		if s, ok := t.(string); ok {
			tags = append(tags, s)
		}
	}
	return tags
}

func (c *Cell) hasTag(tag string) bool { return slices.Contains(c.Tags(), tag) }

// MayFail reports whether the cell is tagged "raises-exception".
func (c *Cell) MayFail() bool { return c.hasTag(raisesTag) }

// Count returns the number of the cell's last run, or 0.
func (c *Cell) Count() int {
	n, _ := integer(c.o.get("execution_count"))
	return n
}

// setCount stores the number of a run; 0 stands for no run.
func (c *Cell) setCount(n int) { c.o.set("execution_count", count(n)) }

func count(n int) value {
	if n == 0 {
		return nil
	}
	return json.Number(strconv.Itoa(n))
}

// Outputs returns the outputs of the cell's last run, without displays that have no data, as a
// line of progress leaves one where a machine was slow, and without notices of the kernel, which
// are no output of the cell.
func (c *Cell) Outputs() []Output {
	return c.outputsThat(func(out Output) bool {
		return out.Type != DisplayOutput || len(out.Bundle.Data) > 0 && !out.isNotice()
	})
}

// Notices returns the kernel's own messages about the cell's last run.
func (c *Cell) Notices() []Output { return c.outputsThat(Output.isNotice) }

func (c *Cell) outputsThat(are func(Output) bool) []Output {
	var outs []Output
	for _, v := range c.o.items("outputs") {
		o, ok := v.(*object)
		if !ok {
			continue
		}
		if out := decodeOutput(o); are(out) {
			outs = append(outs, out)
		}
	}
	return outs
}

func (c *Cell) setOutputs(outs []Output) {
	l := make(list, len(outs))
	for i, out := range outs {
		l[i] = out.encode()
	}
	c.o.set("outputs", l)
}

// attachment returns the MIME type and the base64 of the file that is attached to the
// cell under a name.
func (c *Cell) attachment(name string) (mime, data string, ok bool) {
	for _, m := range c.o.obj("attachments").obj(name).members {
		if data, ok := joinLines(m.value); ok {
			return m.key, data, true
		}
	}
	return "", "", false
}

// Summary returns the title of the cell or, without one, its first line that is not empty.
func (c *Cell) Summary() string {
	if title := c.Title(); title != "" {
		return title
	}
	for line := range strings.Lines(c.Source()) {
		line = strings.TrimSpace(line)
		if line != "" {
			const most = 60
			if runes := []rune(line); len(runes) > most {
				return string(runes[:most]) + "…"
			}
			return line
		}
	}
	return ""
}
