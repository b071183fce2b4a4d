package rt

import (
	"cmp"
	"reflect"
	"slices"
)

// An entry is one of a map.
type entry struct{ key, value reflect.Value }

// sortedEntries returns the entries of a map by their keys. No entry of a NaN is found
// by its key.
func sortedEntries(m reflect.Value) []entry {
	list := make([]entry, 0, m.Len())
	for it := m.MapRange(); it.Next(); {
		list = append(list, entry{it.Key(), it.Value()})
	}
	slices.SortStableFunc(list, func(a, b entry) int { return compareKeys(a.key, b.key) })
	return list
}

// compareKeys orders the keys of a map as fmt does.
func compareKeys(a, b reflect.Value) int {
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
			if c := compareKeys(a.Field(i), b.Field(i)); c != 0 {
				return c
			}
		}
	case a.Kind() == reflect.Array:
		for i := range a.Len() {
			if c := compareKeys(a.Index(i), b.Index(i)); c != 0 {
				return c
			}
		}
	}
	return 0
}
