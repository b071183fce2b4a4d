// Package reflect has the generic functions and types of the standard library's package
// reflect, for lowered programs.
package reflect

import "reflect"

// TypeFor returns the type T.
func TypeFor[T any]() reflect.Type { return reflect.TypeOf((*T)(nil)).Elem() }

// TypeAssert is v.Interface().(T).
func TypeAssert[T any](v reflect.Value) (T, bool) {
	x, ok := v.Interface().(T)
	return x, ok
}
