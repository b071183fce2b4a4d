package fit

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

// An object is a JSON object. A field that is null counts as absent.
type object struct {
	path   string // "" or "kernel."
	fields map[string]json.RawMessage
}

// parseObject also refuses a field that occurs twice.
func parseObject(path string, raw []byte) (*object, error) {
	var whole json.RawMessage
	if err := json.Unmarshal(raw, &whole); err != nil { // an error with its place
		return nil, bad(path, "it is not valid JSON: %s", explain(err, raw))
	}
	dec := json.NewDecoder(bytes.NewReader(whole))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, bad(path, "it must be an object, { ... }, not %s", excerpt(raw))
	}
	o := &object{fields: make(map[string]json.RawMessage)}
	if path != "" {
		o.path = path + "."
	}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, bad(path, "it is not valid JSON: %v", err)
		}
		name, _ := token.(string)
		if _, twice := o.fields[name]; twice {
			return nil, bad(o.path+name, "the field is given twice")
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, bad(o.path+name, "it is not valid JSON: %v", err)
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

// take returns a field, and nil if it is absent.
func (o *object) take(name string) json.RawMessage {
	if raw := o.fields[name]; string(raw) != "null" {
		return raw
	}
	return nil
}

// only reports a field that is not among names or the ignored ones.
func (o *object) only(names []string, ignored ...string) error {
	for _, name := range slices.Sorted(maps.Keys(o.fields)) {
		switch near := spelling.Nearest(name, names); {
		case slices.Contains(names, name) || slices.Contains(ignored, name):
		case near != "":
			return bad(o.path+name, "unknown field: is it %s?", near)
		default:
			return bad(o.path+name, "unknown field: the fields here are %s", strings.Join(names, ", "))
		}
	}
	return nil
}

// misspelt reports an unknown field whose name is similar to that of an absent one. It passes
// over all other fields.
func (o *object) misspelt(read []field) error {
	var names, absent []string
	for _, f := range read {
		names = append(names, f.name)
		if o.take(f.name) == nil {
			absent = append(absent, f.name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.fields)) {
		if slices.Contains(names, name) {
			continue
		}
		if near := spelling.Nearest(name, absent); near != "" {
			return bad(o.path+name, "unknown field: is it %s?", near)
		}
	}
	return nil
}

// number takes a number; ok is false if it is absent.
func (o *object) number(name string) (v float64, ok bool, err error) {
	raw := o.take(name)
	if raw == nil {
		return 0, false, nil
	}
	v, reason := parseNumber(raw)
	if reason != "" {
		return 0, false, bad(o.path+name, "%s", reason)
	}
	return v, true, nil
}

// required reads a required field that is a number.
func (o *object) required(name string) (float64, error) {
	v, ok, err := o.number(name)
	if err == nil && !ok {
		err = bad(o.path+name, "it is missing")
	}
	return v, err
}

// numberOr reads a number with a default. may reports which values are valid.
func (o *object) numberOr(name string, otherwise float64, must string, may func(float64) bool) (float64, error) {
	v, ok, err := o.number(name)
	switch {
	case err != nil:
		return 0, err
	case !ok:
		return otherwise, nil
	case !may(v):
		return 0, bad(o.path+name, "%v: it must be %s", v, must)
	}
	return v, nil
}

// positive reads a required field that is a number > 0.
func (o *object) positive(name string) (float64, error) {
	v, err := o.required(name)
	if err == nil && !(v > 0) {
		err = bad(o.path+name, "%v: it must be > 0", v)
	}
	return v, err
}

// positiveOr reads a number > 0 with a default.
func (o *object) positiveOr(name string, otherwise float64) (float64, error) {
	return o.numberOr(name, otherwise, "> 0", func(v float64) bool { return v > 0 })
}

// integer takes a whole number that is at least least.
func (o *object) integer(name string, least int) (v int, ok bool, err error) {
	f, ok, err := o.number(name)
	if err != nil || !ok {
		return 0, ok, err
	}
	if f != math.Trunc(f) || f < float64(least) || f > 1<<53 {
		return 0, false, bad(o.path+name, "%v: it must be a whole number >= %d", f, least)
	}
	return int(f), true, nil
}

// integerOr reads an integer, of at least 1, with a default.
func (o *object) integerOr(name string, otherwise int) (int, error) {
	v, ok, err := o.integer(name, 1)
	if err == nil && !ok {
		v = otherwise
	}
	return v, err
}

// text takes a string, which is "" if it is absent.
func (o *object) text(name string) (string, error) {
	raw := o.take(name)
	if raw == nil {
		return "", nil
	}
	var s string
	if json.Unmarshal(raw, &s) != nil || s == "" {
		return "", bad(o.path+name, "%s: it must be a text in quotes", excerpt(raw))
	}
	return s, nil
}

// oneOf reads a text that must be one of words.
func (o *object) oneOf(name string, words ...string) (string, error) {
	text, err := o.oneOfOr(name, "", words...)
	if err == nil && text == "" {
		err = bad(o.path+name, "it is missing: it is one of %s", strings.Join(words, ", "))
	}
	return text, err
}

// oneOfOr reads one of several words, with a default.
func (o *object) oneOfOr(name, otherwise string, words ...string) (string, error) {
	text, err := o.text(name)
	if err == nil && text != "" && !slices.Contains(words, text) {
		err = bad(o.path+name, "%q: it is one of %s", text, strings.Join(words, ", "))
	}
	return cmp.Or(text, otherwise), err
}

// flag takes true or false. It is false if the field is absent.
func (o *object) flag(name string) (bool, error) { return o.flagOr(name, false) }

// flagOr reads a boolean with a default.
func (o *object) flagOr(name string, otherwise bool) (bool, error) {
	raw := o.take(name)
	if raw == nil {
		return otherwise, nil
	}
	var b bool
	if json.Unmarshal(raw, &b) != nil {
		return false, bad(o.path+name, "%s: it must be true or false", excerpt(raw))
	}
	return b, nil
}

// vector takes a list of numbers, which is nil if it is absent.
func (o *object) vector(name string) ([]float64, error) {
	raw := o.take(name)
	if raw == nil {
		return nil, nil
	}
	var cells []json.RawMessage
	if json.Unmarshal(raw, &cells) != nil {
		return nil, bad(o.path+name, "%s: it must be a list of numbers", excerpt(raw))
	}
	v := make([]float64, len(cells))
	for i, cell := range cells {
		var reason string
		v[i], reason = parseNumber(cell)
		if reason != "" {
			return nil, badCell(o.path+name, i, -1, "%s", reason)
		}
	}
	return v, nil
}

// parseNumber returns a finite number, or the reason why raw is none.
func parseNumber(raw json.RawMessage) (float64, string) {
	var v float64
	if err := json.Unmarshal(raw, &v); err != nil || string(raw) == "null" {
		if _, tooLarge := errors.AsType[*json.UnmarshalTypeError](err); tooLarge && len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9') {
			return 0, fmt.Sprintf("%s is too large for a float64", excerpt(raw))
		}
		return 0, fmt.Sprintf("%s is not a number", excerpt(raw))
	}
	return v, ""
}

// excerpt returns the beginning of a JSON text, on one line.
func excerpt(raw []byte) string {
	const most = 40
	s := strings.Join(strings.Fields(string(raw)), " ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}
