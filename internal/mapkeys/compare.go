// Package mapkeys orders the keys of maps as package fmt prints them.
package mapkeys

import (
	"cmp"
	"reflect"
)

// Compare compares two keys of a map: it is negative where fmt prints a before b.
func Compare(a, b reflect.Value) int {
	for a.Kind() == reflect.Interface && b.Kind() == reflect.Interface {
		a, b = a.Elem(), b.Elem()
	}
	if a.Kind() != b.Kind() {
		return cmp.Compare(a.Kind(), b.Kind())
	}
	switch {
	case a.Kind() == reflect.String:
		return cmp.Compare(a.String(), b.String())
	case a.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	case a.CanComplex():
		x, y := a.Complex(), b.Complex()
		return cmp.Or(cmp.Compare(real(x), real(y)), cmp.Compare(imag(x), imag(y)))
	case a.Kind() == reflect.Pointer || a.Kind() == reflect.Chan:
		return cmp.Compare(a.Pointer(), b.Pointer())
	case a.Kind() == reflect.Bool:
		switch {
		case a.Bool() == b.Bool():
			return 0
		case b.Bool():
			return -1
		}
		return 1
	case a.Kind() == reflect.Struct:
		for i := range a.NumField() {
			if c := Compare(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
	case a.Kind() == reflect.Array:
		for i := range a.Len() {
			if c := Compare(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
	}
	return 0
}
