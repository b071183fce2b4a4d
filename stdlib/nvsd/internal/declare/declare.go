// Package declare writes kernels, penalties and Specs as JSON and as Go, and reads the JSON. It
// has one table of kernels and one of penalties, from which `nvsd-kernel fit`, the files of models
// and proofs read and write them. docs/fit.md describes the JSON.
package declare

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// A kind is a row of a table: a type of kernel or penalty, with its name and its fields in JSON.
type kind struct {
	name   string
	value  any // of the type; a field that may be absent has its default here
	fields []field
}

// A field is a field of a kind. The type of the Go field decides how it is read and written.
type field struct {
	name     string // in JSON
	in       string // Go field of the kind's type
	valid    valid  // values of a number
	optional bool
}

func (k kind) fieldNames() []string {
	names := make([]string, len(k.fields))
	for i, f := range k.fields {
		names[i] = f.name
	}
	return names
}

func (k kind) takes(name string) bool { return slices.Contains(k.fieldNames(), name) }

// named returns the kind that the field key of o names. The kinds are called what in messages.
func named(o *jsonobject.Object, key, what string, table []kind) (kind, error) {
	name, err := o.Text(key)
	if err != nil {
		return kind{}, err
	}
	i := slices.IndexFunc(table, func(k kind) bool { return k.name == name })
	switch {
	case name == "":
		return kind{}, jsonobject.Bad(o.Path+key, "it is missing: the %s are %s", what, namesOf(table))
	case i < 0:
		return kind{}, jsonobject.Bad(o.Path+key, "%q: the %s are %s", name, what, namesOf(table))
	}
	return table[i], nil
}

func namesOf(table []kind) string {
	var names []string
	for _, k := range table {
		names = append(names, k.name)
	}
	return strings.Join(names, ", ")
}

// read reads a field that is there, or that may not be absent, into a field of a struct.
func (f field) read(o *jsonobject.Object, into reflect.Value) (err error) {
	path, raw := o.Path+f.name, o.Take(f.name)
	switch to := into.Addr().Interface().(type) {
	case *float64:
		*to, err = f.number(o)
	case *int:
		var v float64
		v, err = f.number(o)
		*to = int(v)
	case *[]float64:
		*to, err = f.numbers(path, raw)
	case *[][]int:
		*to, err = ReadGroups(path, raw)
	case *kern.Width:
		*to, err = readWidth(path, raw)
	case *kern.Kernel:
		*to, err = ReadKernel(path, jsonobject.OrNull(raw))
	case *[]kern.Kernel:
		*to, err = readParts(path, jsonobject.OrNull(raw))
	case *penalty.Penalty:
		*to, err = ReadPenalty(path, jsonobject.OrNull(raw))
	default:
		panic(fmt.Sprintf("declare: the field %s has the type %v, which has no JSON", f.name, into.Type()))
	}
	return err
}

// written returns the JSON of a field of a struct.
func written(v reflect.Value) (json.RawMessage, error) {
	switch v := v.Interface().(type) {
	case nil:
		return nil, errors.New("a field of it is nil")
	case []float64:
		return marshal(numbers(v))
	case kern.Width:
		return writeWidth(v)
	case kern.Kernel:
		return WriteKernel(v)
	case []kern.Kernel:
		return writeParts(v)
	case penalty.Penalty:
		return WritePenalty(v)
	default:
		return marshal(v)
	}
}

// write adds the name of the kind of v, and its fields, to w. key is the field of the name.
func (k kind) write(w *writer, key string, v reflect.Value) error {
	w.add(key, mustMarshal(k.name))
	for _, f := range k.fields {
		in := v.FieldByName(f.in)
		if f.optional && in.IsZero() {
			continue
		}
		if f.name == "groups" && !v.FieldByName("Names").IsNil() {
			in = v.FieldByName("Names")
		}
		raw, err := written(in)
		if err != nil {
			return err
		}
		w.add(f.name, raw)
	}
	return nil
}

// A writer writes a JSON object, whose fields keep their order.
type writer struct{ bytes.Buffer }

func (w *writer) add(name string, value json.RawMessage) {
	open := ","
	if w.Len() == 0 {
		open = "{"
	}
	w.WriteString(open)
	w.Write(mustMarshal(name))
	w.WriteString(":")
	w.Write(value)
}

// join adds the fields of an object.
func (w *writer) join(object json.RawMessage) {
	inside := object[1 : len(object)-1]
	switch {
	case len(inside) == 0:
	case w.Len() == 0:
		w.WriteByte('{')
		w.Write(inside)
	default:
		w.WriteByte(',')
		w.Write(inside)
	}
}

func (w *writer) object() json.RawMessage {
	if w.Len() == 0 {
		w.WriteByte('{')
	}
	w.WriteByte('}')
	return w.Bytes()
}

func marshal(v any) (json.RawMessage, error) { return json.Marshal(v) }

func mustMarshal(text string) json.RawMessage {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err) // a text has a JSON
	}
	return raw
}
