package data

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
)

// An Origin records the history of a Frame: a file, a data set, a generator or the numbers
// themselves, and the steps that were taken from there. It can be written as JSON, and
// [Origin.Rebuild] makes the same Frame again.
type Origin struct {
	File    *File           `json:"file,omitempty"`
	Format  string          `json:"format,omitempty"`  // of the File, such as "csv"
	Options json.RawMessage `json:"options,omitempty"` // with which the File or the Set was read

	Set       string          `json:"set,omitempty"`       // a data set, for Load; its File is nil if it is inside the binary
	Generator string          `json:"generator,omitempty"` // a type of this package that makes a Problem, such as "UAI"
	Problem   json.RawMessage `json:"problem,omitempty"`   // the value of that type
	N         int             `json:"n,omitempty"`         // observations that were drawn
	Seed      uint64          `json:"seed,omitempty"`

	Values *Values `json:"values,omitempty"` // if there is none of the above

	Steps []Step `json:"steps,omitempty"`
}

// A Step is the call of a method that made one Frame of another.
type Step struct {
	Verb   string        `json:"verb"`             // the method
	Part   string        `json:"part,omitempty"`   // of what it returned: "Train", "Valid" or "Test"
	Names  []string      `json:"names,omitempty"`  // of columns, in the order of the arguments
	Keys   []string      `json:"keys,omitempty"`   // of groups
	Text   string        `json:"text,omitempty"`   // an expression, or another word
	Number int           `json:"number,omitempty"` // how many rows
	Rows   []int         `json:"rows,omitempty"`
	Values []float64     `json:"values,omitempty"`
	Seed   *uint64       `json:"seed,omitempty"`
	Split  *splitOptions `json:"split,omitempty"`
	Other  []Origin      `json:"other,omitempty"` // of the Frames that were arguments
	Code   bool          `json:"code,omitempty"`  // it called a function of a cell, without which it cannot be taken again
}

// A lineage is an Origin as a list, which shares its steps with the Frames that it
// continues.
type lineage struct {
	base   Origin   // without Steps; if parent is nil
	parent *lineage // the rest
	step   Step
	others []*Frame // the arguments of the step
}

// step records the call that made f of another Frame, and returns f. Of numbers alone it
// notes nothing: what is made of them is numbers again.
func (f *Frame) step(of *Frame, s Step, others ...*Frame) *Frame {
	if of.lineage != nil {
		s.Rows = slices.Clone(s.Rows)
		f.lineage = &lineage{parent: of.lineage, step: s, others: slices.Clone(others)}
	}
	return f
}

// begin sets the origin of a new Frame, and returns it.
func (f *Frame) begin(o Origin) *Frame {
	f.lineage = &lineage{base: o}
	return f
}

// from sets a file as the origin of a Frame.
func (f *Frame) from(file File, format string, o *readOptions) *Frame {
	options, err := json.Marshal(o)
	if err != nil {
		return f // no option can fail; without a lineage the numbers themselves are the origin
	}
	return f.begin(Origin{File: &file, Format: format, Options: options})
}

// drawnFrom sets as the origin of a Frame the problem that it was drawn from.
func (f *Frame) drawnFrom(said any, n int, seed uint64) *Frame {
	raw, err := json.Marshal(said)
	if err != nil { // such as of an infinite parameter
		return f
	}
	return f.begin(Origin{Generator: reflect.TypeOf(said).Name(), Problem: raw, N: n, Seed: seed})
}

// Origin returns the history of the Frame. Values in it share the cells of the Frame, and must
// not be changed.
func (f *Frame) Origin() Origin {
	if f.lineage == nil {
		return Origin{Values: f.values()}
	}
	return f.lineage.origin()
}

func (l *lineage) origin() Origin {
	var steps []Step
	for ; l.parent != nil; l = l.parent {
		s := l.step
		for _, g := range l.others {
			s.Other = append(s.Other, g.Origin())
		}
		steps = append(steps, s)
	}
	slices.Reverse(steps)
	o := l.base
	o.Steps = steps
	return o
}

// AsValues returns the origin that is the numbers of the Frame themselves. They are shared with
// it, and must not be changed.
func (f *Frame) AsValues() Origin { return Origin{Values: f.values()} }

// Code returns the method of the first step that called a function of a cell, without which the
// Frame cannot be made again. It is "" if there is none.
func (o Origin) Code() string {
	for _, s := range o.Steps {
		if s.Code {
			return s.Verb
		}
		for _, other := range s.Other {
			if verb := other.Code(); verb != "" {
				return verb
			}
		}
	}
	return ""
}

// Rebuild makes the Frame again, with the same numbers to the bit. Paths that are not absolute
// are looked for in the folder dir, or in the working folder if dir is "".
//
// It is an error if a file has changed since, and a *CodeError if a step called a function of a
// cell.
func (o Origin) Rebuild(dir string) (*Frame, error) {
	f, err := o.start(dir)
	if err != nil {
		return nil, err
	}
	for k, s := range o.Steps {
		if s.Code {
			return nil, &CodeError{Verb: s.Verb, Step: k + 1}
		}
		f, err = s.take(f, dir)
		if err != nil {
			return nil, fmt.Errorf("data: rebuild, step %d (%s): %w", k+1, s.Verb, err)
		}
	}
	return f, nil
}

// A CodeError is a step that cannot be repeated without the code of the cell that took it.
type CodeError struct {
	Verb string // the method
	Step int    // from 1
}

func (e *CodeError) Error() string {
	return fmt.Sprintf("data: rebuild, step %d (%s): it called a function of a cell: run the cell to make the Frame again", e.Step, e.Verb)
}

// start returns the Frame before the Steps.
func (o Origin) start(dir string) (*Frame, error) {
	switch {
	case o.Set != "":
		return o.reload()
	case o.File != nil:
		return o.reread(dir)
	case o.Generator != "":
		return o.redraw()
	case o.Values != nil:
		return o.Values.frame()
	}
	return nil, fmt.Errorf("data: rebuild: the origin names no file, data set, generator or values")
}

// reload loads the Set again.
func (o Origin) reload() (*Frame, error) {
	var saved []ReadOption
	if o.Options != nil {
		var options readOptions
		if err := json.Unmarshal(o.Options, &options); err != nil {
			return nil, fmt.Errorf("data: rebuild %s: its options cannot be read: %w", o.Set, err)
		}
		saved = []ReadOption{func(now *readOptions) { *now = options }}
	}
	f, err := Load(o.Set, saved...)
	if err != nil {
		return nil, err
	}
	if now := f.lineage.base.File; o.File != nil && now != nil && now.SHA256 != o.File.SHA256 {
		return nil, changed(now.Path, *now, *o.File)
	}
	return f, nil
}

// changed returns the error of a file that is another one than it was.
func changed(path string, now, was File) error {
	return fmt.Errorf("data: rebuild: %s has changed since: its SHA-256 is %s, and was %s", path, now.SHA256, was.SHA256)
}

// reread reads the File again.
func (o Origin) reread(dir string) (*Frame, error) {
	path := o.File.Path
	if dir != "" && !filepath.IsAbs(path) && !isAddress(path) {
		path = filepath.Join(dir, path)
	}
	var saved readOptions
	if err := json.Unmarshal(o.Options, &saved); err != nil {
		return nil, fmt.Errorf("data: rebuild %s: its options cannot be read: %w", path, err)
	}
	as := slices.IndexFunc(formats(), func(f *fileFormat) bool { return f.name == o.Format })
	if as < 0 {
		return nil, fmt.Errorf("data: rebuild %s: this program knows no format %q", path, o.Format)
	}
	if err := o.File.fits(path); err != nil {
		return nil, err
	}
	f, err := Reader{}.read(path, formats()[as], []ReadOption{func(now *readOptions) { *now = saved }})
	if err != nil {
		return nil, err
	}
	if now := f.lineage.base.File; now.SHA256 != o.File.SHA256 {
		return nil, changed(path, *now, *o.File)
	}
	f.lineage.base.File.Path = o.File.Path
	return f, nil
}
