package variables

import (
	"fmt"
	"reflect"
)

// extent is the size of a value that has one: 3 of a slice, 3 x 2 of a matrix.
func extent(v any) string {
	r := reflect.ValueOf(v)
	if !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil() {
		return ""
	}
	if d, ok := v.(interface{ Dims() (rows, cols int) }); ok {
		rows, cols := d.Dims()
		return fmt.Sprintf("%d x %d", rows, cols)
	}
	if d, ok := v.(interface { // a data.Frame: observations and inputs
		N() int
		D() int
	}); ok {
		return fmt.Sprintf("%d x %d", d.N(), d.D())
	}
	if l, ok := v.(interface{ Len() int }); ok {
		return fmt.Sprint(l.Len())
	}
	switch r.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map, reflect.String, reflect.Chan:
		return fmt.Sprint(r.Len())
	}
	return ""
}
