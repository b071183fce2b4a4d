package rt

import (
	"reflect"
	"strings"
)

const (
	unhashable      = "runtime error: hash of unhashable type "
	unhashableEmpty = "hash of unhashable type: " // what Go says where there is nothing to find
)

// Unhashable returns Go's error for a key without a hash, given what the interpreter
// panicked with. It returns nil for any other panic, and for a key that has a hash.
func Unhashable(panicked any, key reflect.Value, stored bool) error {
	err, ok := panicked.(error)
	if !ok {
		return nil
	}
	for _, prefix := range []string{unhashable, unhashableEmpty} {
		if strings.HasPrefix(err.Error(), prefix) {
			if name := unhashableIn(key); name != "" {
				if stored {
					prefix = unhashable
				}
				return fail(prefix + name)
			}
		}
	}
	return nil
}

// unhashableIn returns the name of the first type in v, as a hash looks at it, of which
// no value has a hash; "" if there is none.
func unhashableIn(v reflect.Value) string {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() || !v.CanInterface() {
		return ""
	}
	if o, ok := boxed(v.Interface()); ok {
		if !comparable_(o.T) {
			return o.T.name
		}
		v = reflect.ValueOf(o.V)
	} else if !v.Type().Comparable() {
		return userType(v.Type().String())
	}
	switch v.Kind() {
	case reflect.Array:
		for i := range v.Len() {
			if name := unhashableIn(v.Index(i)); name != "" {
				return name
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if name := unhashableIn(v.Field(i)); name != "" {
				return name
			}
		}
	}
	return ""
}
