package compare

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// A Report is the result of a comparison of two notebooks. It can be written as JSON.
type Report struct {
	Notebook  string    `json:"notebook"`
	Tolerance Tolerance `json:"tolerance"`
	Seconds   float64   `json:"seconds"`            // that the run took
	Findings  []string  `json:"findings,omitempty"` // before it was run
	Notes     []string  `json:"notes,omitempty"`    // of the whole notebook
	Failed    string    `json:"failed,omitempty"`   // why the notebook was not run to its end
	Cells     []Cell    `json:"cells"`              // those of code, in order
}

// An Outcome is the result for a cell: the same, different, ignored or not run.
type Outcome string

// The outcomes of cells.
const (
	Same    Outcome = "same"
	Differs Outcome = "different"
	Ignored Outcome = "ignored" // run, and not compared: by its tags
	NotRun  Outcome = "not run" // empty, tagged "skip-execution", or behind the end of the run
)

// A Cell is the comparison of one cell.
type Cell struct {
	Number      int          `json:"cell"` // in the notebook, from 1
	ID          string       `json:"id,omitempty"`
	Title       string       `json:"title"`
	Outcome     Outcome      `json:"outcome"`
	Seconds     float64      `json:"seconds"` // that its run took
	Numbers     int          `json:"numbers"` // that were compared
	Largest     *Deviation   `json:"largest,omitempty"`
	Differences []Difference `json:"differences,omitempty"`
	Notes       []string     `json:"notes,omitempty"` // what differs and contradicts nothing
}

// A Difference is one that the tolerance does not allow.
type Difference struct {
	Output int    `json:"output,omitempty"` // of the cell, from 1; 0 for the cell
	MIME   string `json:"mime,omitempty"`   // or the stream
	Number int    `json:"number,omitempty"` // in the rendering, from 1; 0 for what is no number
	Text   string `json:"text"`
}

func (d Difference) String() string {
	var where []string
	if d.Output > 0 {
		where = append(where, fmt.Sprintf("output %d", d.Output))
	}
	if d.MIME != "" {
		where = append(where, d.MIME)
	}
	if d.Number > 0 {
		where = append(where, fmt.Sprintf("number %d", d.Number))
	}
	if len(where) == 0 {
		return d.Text
	}
	return strings.Join(where, ", ") + ": " + d.Text
}

// A Deviation is the difference of a number from the stored one.
type Deviation struct {
	Output   int     `json:"output"`
	MIME     string  `json:"mime"`
	Number   int     `json:"number"`
	Was      string  `json:"was"`
	Is       string  `json:"is"`
	Relative float64 `json:"relative"` // |a - b| / max(|a|, |b|), or of the picture's size for a coordinate
	Used     float64 `json:"used"`     // the part of the tolerance
}

func (c *Cell) add(d Difference) {
	c.Outcome = Differs
	c.Differences = append(c.Differences, d)
}

// A finding is the place in a cell at which the comparison is.
type finding struct {
	cell   *Cell
	output int
	mime   string
}

func (f *finding) differs(form string, args ...any) {
	f.cell.add(Difference{Output: f.output, MIME: f.mime, Text: fmt.Sprintf(form, args...)})
}

func (f *finding) note(form string, args ...any) {
	f.cell.Notes = append(f.cell.Notes, fmt.Sprintf("output %d: ", f.output)+fmt.Sprintf(form, args...))
}

// number compares two numbers, the n-th of a rendering, that may differ by most.
func (f *finding) number(n int, old, now token, most float64) {
	f.cell.Numbers++
	if old.value == now.value {
		return
	}
	apart := math.Abs(old.value - now.value)
	scale := max(math.Abs(old.value), math.Abs(now.value))
	d := Deviation{f.output, f.mime, n, old.text, now.text, apart / scale, min(apart/most, mostUsed)}
	if f.cell.Largest == nil || d.Used > f.cell.Largest.Used {
		f.cell.Largest = &d
	}
	if d.Used > 1 {
		f.cell.add(Difference{f.output, f.mime, n, fmt.Sprintf("%s was %s, relative %.2g", now.text, old.text, d.Relative)})
	}
}

// mostUsed stands for every larger part of a tolerance, which may be 0.
const mostUsed = 1e9

// Passed reports whether nothing differs.
func (r *Report) Passed() bool {
	if r.Failed != "" {
		return false
	}
	for _, c := range r.Cells {
		if c.Outcome == Differs {
			return false
		}
	}
	return true
}

// mostDifferences is the largest number of differences of a cell that are printed.
const mostDifferences = 10

// WriteFindings writes the remarks on a notebook from before it was run.
func WriteFindings(w io.Writer, notebook string, findings []string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", notebook)
	for _, f := range findings {
		fmt.Fprintf(&b, "  note: %s\n", f)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteText writes the report for people, but for the findings: a line for each cell that was compared,
// with its largest deviation, and below it the differences.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "  note: %s\n", note)
	}
	for _, c := range r.Cells {
		c.write(&b)
	}
	if r.Failed != "" {
		fmt.Fprintf(&b, "  %s\n", r.Failed)
	}
	fmt.Fprintf(&b, "%s: %s\n", r.Notebook, r.Summary())
	_, err := io.WriteString(w, b.String())
	return err
}

func (c Cell) write(b *strings.Builder) {
	fmt.Fprintf(b, "  %-9s  cell %d, %q%s\n", c.Outcome, c.Number, c.Title, c.closeness())
	for i, d := range c.Differences {
		if i == mostDifferences {
			fmt.Fprintf(b, "             and %d more\n", len(c.Differences)-i)
			break
		}
		fmt.Fprintf(b, "             %v\n", d)
	}
	for _, note := range c.Notes {
		fmt.Fprintf(b, "             note: %s\n", note)
	}
}

// closeness describes the deviation of the numbers of the cell.
func (c Cell) closeness() string {
	switch {
	case c.Outcome == Ignored || c.Outcome == NotRun || c.Numbers == 0:
		return ""
	case c.Largest == nil:
		return fmt.Sprintf(": %s, all the same", plural(c.Numbers, "number", "numbers"))
	}
	return fmt.Sprintf(": %s, largest deviation %.1g of the tolerance (output %d, %s, number %d: %s was %s)",
		plural(c.Numbers, "number", "numbers"), c.Largest.Used, c.Largest.Output, c.Largest.MIME, c.Largest.Number, c.Largest.Is, c.Largest.Was)
}

// Summary describes the result in a line.
func (r *Report) Summary() string {
	counts := map[Outcome]int{}
	for _, c := range r.Cells {
		counts[c.Outcome]++
	}
	text := fmt.Sprintf("%s the same", plural(counts[Same], "cell", "cells"))
	for _, o := range []Outcome{Differs, Ignored, NotRun} {
		if counts[o] > 0 {
			text += fmt.Sprintf(", %d %s", counts[o], o)
		}
	}
	verdict := "passed"
	if !r.Passed() {
		verdict = "FAILED"
	}
	return fmt.Sprintf("%s: %s, in %.1f s", verdict, text, r.Seconds)
}
