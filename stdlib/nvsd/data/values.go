package data

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// Values holds the content of a Frame as plain values.
type Values struct {
	Source  string         `json:"source,omitempty"`
	Columns []ColumnValues `json:"columns"`
	Inputs  []InputColumn  `json:"inputs"` // the columns of X, in order
	Target  string         `json:"target,omitempty"`
	Keys    []string       `json:"keys,omitempty"`
	Group   string         `json:"group,omitempty"`
	Time    string         `json:"time,omitempty"`
	Weight  string         `json:"weight,omitempty"`
	Targets []string       `json:"targets,omitempty"` // further ones, behind the Target
	Classes []string       `json:"classes,omitempty"` // none, or the labels of -1 and +1, or of 0, 1, 2 and so on
}

// ColumnValues holds a column as plain values.
type ColumnValues struct {
	Name   string     `json:"name"`
	Kind   Kind       `json:"kind"`
	Cells  Cells      `json:"cells"`            // 0 and 1 of a boolean, seconds since 1970 of a date, indices of levels
	Levels []string   `json:"levels,omitempty"` // of a categorical column; of a boolean, how false and true are written
	Layout string     `json:"layout,omitempty"` // of a date, how it is written
	Fill   Filling    `json:"fill,omitempty"`
	Dates  *DateInput `json:"dates,omitempty"` // of which it is made; nil if it is not
}

// An InputColumn identifies a column of X: a column of the Frame, and its level if it is an
// indicator.
type InputColumn struct {
	Column int  `json:"column"`          // of the Frame
	Level  *int `json:"level,omitempty"` // for which X is 1, of a categorical column
}

// Cells are numbers, of which NaN stands for a missing cell. As JSON they are one string: the
// base64 of their bits as float64, the least significant byte first. That is 10.7 characters for
// a number, where its shortest decimal form has about 18, and one line of a notebook.
type Cells []float64

// MarshalJSON writes the string.
func (c Cells) MarshalJSON() ([]byte, error) {
	raw := make([]byte, 0, 8*len(c))
	for _, v := range c {
		raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
	}
	return json.Marshal(base64.StdEncoding.EncodeToString(raw))
}

// UnmarshalJSON reads the string.
func (c *Cells) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	raw, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return fmt.Errorf("data: a list of numbers is no base64: %w", err)
	}
	if len(raw)%8 != 0 {
		return fmt.Errorf("data: a list of numbers has %d bytes: it must have 8 for each number", len(raw))
	}
	*c = make(Cells, len(raw)/8)
	for i := range *c {
		(*c)[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*i:]))
	}
	return nil
}

// values returns all that the Frame holds. The cells are shared with it.
func (f *Frame) values() *Values {
	v := &Values{Source: f.source, Target: f.target, Keys: slices.Clone(f.roles.Keys), Group: f.roles.Group, Time: f.roles.Time, Weight: f.roles.Weight, Targets: slices.Clone(f.roles.Targets)}
	for _, c := range f.columns {
		v.Columns = append(v.Columns, ColumnValues{c.name, c.kind, c.values, c.levels, c.layout, c.fill, c.dated})
	}
	for _, t := range f.inputs {
		in := InputColumn{Column: t.column}
		if t.level != asNumber {
			in.Level = &t.level
		}
		v.Inputs = append(v.Inputs, in)
	}
	if f.classes != nil {
		v.Classes = f.classes.all()
	}
	return v
}

// frame returns the Frame that holds the values, or an error about them.
func (v *Values) frame() (*Frame, error) {
	f := &Frame{source: v.Source, target: v.Target, roles: roles{Keys: slices.Clone(v.Keys), Group: v.Group, Time: v.Time, Weight: v.Weight, Targets: slices.Clone(v.Targets)}}
	for j, c := range v.Columns {
		if j == 0 {
			f.n = len(c.Cells)
		}
		if err := c.check(f.n); err != nil {
			return nil, fmt.Errorf("data: values: %w", err)
		}
		f.columns = append(f.columns, column{c.Name, c.Kind, slices.Clone(c.Cells), slices.Clone(c.Levels), c.Layout, c.Fill, nil, c.Dates})
	}
	for _, in := range v.Inputs {
		t := term{in.Column, asNumber}
		if in.Level != nil {
			t.level = *in.Level
		}
		if t.column < 0 || t.column >= len(f.columns) || t.level < asNumber || t.level >= 0 && (f.columns[t.column].kind != Categorical || t.level >= len(f.columns[t.column].levels)) {
			return nil, fmt.Errorf("data: values: there is no column %d, or none of its level %d, which is to be an input", t.column, t.level)
		}
		f.inputs = append(f.inputs, t)
	}
	names := make([]string, len(f.columns))
	for j, c := range f.columns {
		names[j] = c.name
	}
	if err := checkNames(names); err != nil {
		return nil, fmt.Errorf("data: values: %w", err)
	}
	for _, name := range append(f.roles.names(), v.Target) {
		if name != "" && f.find(name) < 0 {
			return nil, f.noColumn("values", name)
		}
	}
	f.lay()
	if v.Classes != nil {
		var err error
		f.classes, err = f.checkClasses(v.Classes)
		if err != nil {
			return nil, fmt.Errorf("data: values: %w", err)
		}
	}
	return f, f.checkNames()
}

// check refuses cells that a column of the kind cannot have.
func (c ColumnValues) check(n int) error {
	if len(c.Cells) != n {
		return fmt.Errorf("the column %q has %d cells, and the first column %d", c.Name, len(c.Cells), n)
	}
	if c.Dates != nil {
		if err := c.Dates.check(c.Kind); err != nil {
			return err
		}
	}
	most := math.Inf(1)
	switch c.Kind {
	case Categorical:
		most = float64(len(c.Levels) - 1)
	case Boolean:
		most = 1
	}
	for i, v := range c.Cells {
		if math.IsInf(v, 0) || (c.Kind == Categorical || c.Kind == Boolean) && (v < 0 || v > most || v != math.Trunc(v)) && !math.IsNaN(v) {
			return fmt.Errorf("row %d of the %v column %q is %v", i+1, c.Kind, c.Name, v)
		}
	}
	return nil
}
