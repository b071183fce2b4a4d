package study

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
)

// A named is a list of types of which a design in JSON can name one. The name is that of the type, and the settings are its fields.
type named[T any] struct {
	what string // "system"
	all  []T
}

func (n named[T]) names() []string {
	names := make([]string, len(n.all))
	for i, known := range n.all {
		names[i] = reflect.TypeOf(known).Name()
	}
	return names
}

// write writes the name of a value, and those of its fields that are not zero.
func (n named[T]) write(of T) (name string, settings map[string]json.RawMessage, err error) {
	t := reflect.TypeOf(of)
	if !slices.ContainsFunc(n.all, func(known T) bool { return reflect.TypeOf(known) == t }) {
		return "", nil, fmt.Errorf("the %s %T has no name in a design", n.what, of)
	}
	settings, err = declare.WriteFields(reflect.ValueOf(of))
	return t.Name(), settings, err
}

// read reads the value of a name with its settings, which may be absent. field is their place in the object at path.
func (n named[T]) read(path, name, field string, raw json.RawMessage) (of T, err error) {
	i := slices.Index(n.names(), name)
	if i < 0 {
		return of, jsonobject.Bad(path+n.what, "%q: the %ss are %s", name, n.what, strings.Join(n.names(), ", "))
	}
	v := reflect.New(reflect.TypeOf(n.all[i])).Elem()
	if err := declare.ReadFields(path+field, raw, v); err != nil {
		return of, err
	}
	return v.Interface().(T), nil
}
