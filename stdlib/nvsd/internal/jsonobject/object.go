// Package jsonobject reads the fields of JSON objects that people write, with errors that say where
// a mistake is.
package jsonobject

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
)

// An Object is a JSON object. A field that is null counts as absent.
type Object struct {
	Path   string // "" or "kernel."
	fields map[string]json.RawMessage
}

// Parse reads an object at the path, which is "" for a whole text. It also refuses a field that occurs twice.
func Parse(path string, raw []byte) (*Object, error) {
	var whole json.RawMessage
	if err := json.Unmarshal(raw, &whole); err != nil { // an error with its place
		return nil, Bad(path, "it is not valid JSON: %s", explain(err, raw))
	}
	dec := json.NewDecoder(bytes.NewReader(whole))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, Bad(path, "it must be an object, { ... }, not %s", Excerpt(raw))
	}
	o := &Object{fields: make(map[string]json.RawMessage)}
	if path != "" {
		o.Path = path + "."
	}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, Bad(path, "it is not valid JSON: %v", err)
		}
		name, _ := token.(string)
		if _, twice := o.fields[name]; twice {
			return nil, Bad(o.Path+name, "the field is given twice")
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, Bad(o.Path+name, "it is not valid JSON: %v", err)
		}
		o.fields[name] = value
	}
	return o, nil
}

// explain adds the line and column to a syntax error.
func explain(err error, raw []byte) string {
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	if !ok {
		return err.Error()
	}
	before := raw[:min(int(syntax.Offset), len(raw))]
	line, column := 1+bytes.Count(before, []byte("\n")), len(before)-1-bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("%v at line %d, column %d", err, line, column)
}

// Names returns the names of the fields, sorted.
func (o *Object) Names() []string { return slices.Sorted(maps.Keys(o.fields)) }

// Take returns a field, and nil if it is absent.
func (o *Object) Take(name string) json.RawMessage {
	if raw := o.fields[name]; string(raw) != "null" {
		return raw
	}
	return nil
}

// Only reports a field that is not among names or the ignored ones.
func (o *Object) Only(names []string, ignored ...string) error {
	for _, name := range o.Names() {
		switch near := spelling.Nearest(name, names); {
		case slices.Contains(names, name) || slices.Contains(ignored, name):
		case near != "":
			return Bad(o.Path+name, "unknown field: is it %s?", near)
		default:
			return Bad(o.Path+name, "unknown field: the fields here are %s", strings.Join(names, ", "))
		}
	}
	return nil
}

// Misspelt reports an unknown field whose name is similar to that of an absent one. It passes
// over all other fields.
func (o *Object) Misspelt(names []string) error {
	absent := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return o.Take(name) != nil })
	for _, name := range o.Names() {
		if slices.Contains(names, name) {
			continue
		}
		if near := spelling.Nearest(name, absent); near != "" {
			return Bad(o.Path+name, "unknown field: is it %s?", near)
		}
	}
	return nil
}

// Number takes a number; ok is false if it is absent.
func (o *Object) Number(name string) (v float64, ok bool, err error) {
	raw := o.Take(name)
	if raw == nil {
		return 0, false, nil
	}
	v, reason := Number(raw)
	if reason != "" {
		return 0, false, Bad(o.Path+name, "%s", reason)
	}
	return v, true, nil
}

// Required reads a required field that is a number.
func (o *Object) Required(name string) (float64, error) {
	v, ok, err := o.Number(name)
	if err == nil && !ok {
		err = Bad(o.Path+name, "it is missing")
	}
	return v, err
}

// NumberOr reads a number with a default. may reports which values are valid.
func (o *Object) NumberOr(name string, otherwise float64, must string, may func(float64) bool) (float64, error) {
	v, ok, err := o.Number(name)
	switch {
	case err != nil:
		return 0, err
	case !ok:
		return otherwise, nil
	case !may(v):
		return 0, Bad(o.Path+name, "%v: it must be %s", v, must)
	}
	return v, nil
}

// Positive reads a required field that is a number > 0.
func (o *Object) Positive(name string) (float64, error) {
	v, err := o.Required(name)
	if err == nil && !(v > 0) {
		err = Bad(o.Path+name, "%v: it must be > 0", v)
	}
	return v, err
}

// PositiveOr reads a number > 0 with a default.
func (o *Object) PositiveOr(name string, otherwise float64) (float64, error) {
	return o.NumberOr(name, otherwise, "> 0", func(v float64) bool { return v > 0 })
}

// Integer takes a whole number that is at least least.
func (o *Object) Integer(name string, least int) (v int, ok bool, err error) {
	f, ok, err := o.Number(name)
	if err != nil || !ok {
		return 0, ok, err
	}
	if f != math.Trunc(f) || f < float64(least) || f > 1<<53 {
		return 0, false, Bad(o.Path+name, "%v: it must be a whole number >= %d", f, least)
	}
	return int(f), true, nil
}

// IntegerOr reads an integer, of at least 1, with a default.
func (o *Object) IntegerOr(name string, otherwise int) (int, error) {
	v, ok, err := o.Integer(name, 1)
	if err == nil && !ok {
		v = otherwise
	}
	return v, err
}

// Text takes a string, which is "" if it is absent.
func (o *Object) Text(name string) (string, error) {
	raw := o.Take(name)
	if raw == nil {
		return "", nil
	}
	var s string
	if json.Unmarshal(raw, &s) != nil || s == "" {
		return "", Bad(o.Path+name, "%s: it must be a text in quotes", Excerpt(raw))
	}
	return s, nil
}

// OneOf reads a text that must be one of words.
func (o *Object) OneOf(name string, words ...string) (string, error) {
	text, err := o.OneOfOr(name, "", words...)
	if err == nil && text == "" {
		err = Bad(o.Path+name, "it is missing: it is one of %s", strings.Join(words, ", "))
	}
	return text, err
}

// OneOfOr reads one of several words, with a default.
func (o *Object) OneOfOr(name, otherwise string, words ...string) (string, error) {
	text, err := o.Text(name)
	if err == nil && text != "" && !slices.Contains(words, text) {
		err = Bad(o.Path+name, "%q: it is one of %s", text, strings.Join(words, ", "))
	}
	return cmp.Or(text, otherwise), err
}

// Flag takes true or false. It is false if the field is absent.
func (o *Object) Flag(name string) (bool, error) { return o.FlagOr(name, false) }

// FlagOr reads a boolean with a default.
func (o *Object) FlagOr(name string, otherwise bool) (bool, error) {
	raw := o.Take(name)
	if raw == nil {
		return otherwise, nil
	}
	var b bool
	if json.Unmarshal(raw, &b) != nil {
		return false, Bad(o.Path+name, "%s: it must be true or false", Excerpt(raw))
	}
	return b, nil
}

// Vector takes a list of numbers, which is nil if it is absent.
func (o *Object) Vector(name string) ([]float64, error) {
	raw := o.Take(name)
	if raw == nil {
		return nil, nil
	}
	var cells []json.RawMessage
	if json.Unmarshal(raw, &cells) != nil {
		return nil, Bad(o.Path+name, "%s: it must be a list of numbers", Excerpt(raw))
	}
	v := make([]float64, len(cells))
	for i, cell := range cells {
		var reason string
		v[i], reason = Number(cell)
		if reason != "" {
			return nil, BadCell(o.Path+name, i, -1, "%s", reason)
		}
	}
	return v, nil
}

// OrNull returns raw, or null if it is absent, for messages.
func OrNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}

// Number returns a finite number, or the reason why raw is none.
func Number(raw json.RawMessage) (float64, string) {
	var v float64
	if err := json.Unmarshal(raw, &v); err != nil || string(raw) == "null" {
		if _, tooLarge := errors.AsType[*json.UnmarshalTypeError](err); tooLarge && len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9') {
			return 0, fmt.Sprintf("%s is too large for a float64", Excerpt(raw))
		}
		return 0, fmt.Sprintf("%s is not a number", Excerpt(raw))
	}
	return v, ""
}

// Excerpt returns the beginning of a JSON text, on one line.
func Excerpt(raw []byte) string {
	const most = 40
	s := strings.Join(strings.Fields(string(raw)), " ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}
