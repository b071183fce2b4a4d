package rt

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/nvsd-kernel/nvsd-kernel/internal/carried"
)

// Written is the source of a type that cells declare.
type Written struct {
	Type    string // as an expression
	Source  string // a cell with the type and all that it needs
	Refusal string // why there is no such cell, or ""
}

var sources sync.Map // Written, by the ids of types

// Write keeps the sources of types, by their ids.
func Write(types map[string]Written) {
	for id, w := range types {
		sources.Store(id, w)
	}
}

var sessions atomic.Int64

// NextSession returns a number that no other caller has, from 1. Sessions of one process share
// the types of this package, and have such a number in the names of theirs.
func NextSession() int { return int(sessions.Add(1)) }

// written is an Obj as text.
type written struct{ Obj }

// Code implements [carried.Value].
func (w written) Code() (c carried.Code, err error) {
	t, star := w.T, ""
	if t.kind == reflect.Pointer && t.under == nil && t.elem != nil {
		t, star = t.elem, "*"
	}
	source, ok := sources.Load(t.id)
	own, _ := source.(Written)
	switch {
	case !ok:
		return c, fmt.Errorf("%s has no source: a type that can be written is declared by a cell, outside of functions", Called(w.Obj))
	case own.Refusal != "":
		return c, errors.New(own.Refusal)
	case w.IsNil():
		return c, fmt.Errorf("the *%s is nil", own.Type)
	}
	c = carried.Code{Type: star + own.Type, Source: own.Source}
	c.Value, err = w.value(own.Type)
	return c, err
}

// value writes the value as JSON, from which the same value is read.
func (w written) value(name string) (json.RawMessage, error) {
	v := reflect.Indirect(reflect.ValueOf(Real(w.Obj)))
	have, back := reflect.New(v.Type()), reflect.New(v.Type())
	have.Elem().Set(v)
	text, err := json.Marshal(have.Interface())
	wrong := func(have, back any) bool { return !reflect.DeepEqual(have, back) }
	if err == nil {
		err = Unmarshal(text, back.Interface())
	} else {
		wrong = func(have, _ any) bool {
			_, err := json.Marshal(have)
			return err != nil
		}
	}
	at := firstPart(name, have.Elem(), back.Elem(), wrong)
	switch {
	case at != "":
		return nil, fmt.Errorf("%s is not read from JSON as it is written: exported fields of numbers, texts, flags, and of structs, lists and maps of these are", at)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return text, nil
}

// firstPart returns the first part of a value that is wrong beside that of another one, by the
// fields on the way to it. Both values are addressable.
func firstPart(path string, a, b reflect.Value, wrong func(a, b any) bool) string {
	if a.Kind() == reflect.Struct {
		for i := range a.NumField() {
			if at := firstPart(path+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i), wrong); at != "" {
				return at
			}
		}
	}
	shown := func(v reflect.Value) any { return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem().Interface() }
	if a.Kind() != reflect.Struct && wrong(shown(a), shown(b)) {
		return path
	}
	return ""
}

// Make reads JSON into the value of a cell's type to which made points, and sets target, which
// points to a compiled interface, to that value or to the pointer.
func Make(made any, value []byte, pointer bool, target any) error {
	o, ok := boxed(made)
	if !ok || o.T.elem == nil {
		return errors.New("it is no type of the source")
	}
	from := json.NewDecoder(bytes.NewReader(value))
	from.DisallowUnknownFields()
	if err := DecoderDecode(from, made); err != nil {
		return err
	}
	if !pointer {
		made = Box(o.T.elem, reflect.ValueOf(o.V).Elem().Interface())
	}
	if !AsInterface(made, target) {
		return fmt.Errorf("it has not the methods of a %v", reflect.TypeOf(target).Elem())
	}
	return nil
}
