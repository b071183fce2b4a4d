// Package portable writes a fitted function as source code and as JSON that stand alone.
package portable

import (
	"encoding/json"
	"io"
)

// The head of the JSON. The version counts the changes that a reader must know of. A function without a Link is as in
// version 1.
const (
	jsonFormat    = "nvsd function"
	jsonVersion   = 1
	linkedVersion = 2
)

// The links.
const (
	Logit = "logit" // f is the log-odds of the second class
	Log   = "log"   // f is the logarithm of the mean
)

// A Function is
//
//	f(x) = Intercept + sum_i Alpha_i k(z_i, z) + sum_ia B_ia d k(z_i, z) / d z_ia
//
// with n centres z_i of p columns and z_a = (x_a - shift_a) / scale_a.
type Function struct {
	WrittenBy string `json:"written_by"` // program and Go, with their versions
	Model     string `json:"model"`      // how it was fitted, in a phrase
	N         int    `json:"n"`          // number of training observations

	Target  string   `json:"target"`
	Classes []string `json:"classes,omitempty"` // none, or the labels of f < 0 and of f >= 0
	Link    string   `json:"link,omitempty"`    // of f: Logit or Log; "" if f is on the scale of the target
	Inputs  []Input  `json:"inputs"`            // that the function depends on
	Columns []Column `json:"columns"`           // x, of length p

	Intercept float64     `json:"intercept"`
	Kernel    *Kernel     `json:"kernel,omitempty"` // nil if n = 0
	Centres   [][]float64 `json:"centres"`          // n x p
	Alpha     []float64   `json:"alpha"`            // length n
	B         [][]float64 `json:"b,omitempty"`      // n x p, or nil for 0
}

// An Input is a variable as a user has it: a number, or one of the Levels.
type Input struct {
	Name   string   `json:"name"`
	Levels []string `json:"levels,omitempty"`
}

// A Column is a number that the function depends on: an input, or 1 where an input has a level
// and else 0.
type Column struct {
	Name  string   `json:"name"`
	Input string   `json:"input"`
	Level *string  `json:"level,omitempty"`
	Fill  *float64 `json:"fill,omitempty"` // what stands for a missing one; nil where none may be missing
	Shift float64  `json:"shift"`
	Scale float64  `json:"scale"` // > 0
}

// WriteJSON writes the function as JSON, which docs/export.md describes.
func (f *Function) WriteJSON(w io.Writer) error {
	version := jsonVersion
	if f.Link != "" {
		version = linkedVersion
	}
	return json.NewEncoder(w).Encode(struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
		*Function
	}{jsonFormat, version, f})
}
