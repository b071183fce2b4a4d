package refusal

import (
	"fmt"
	"reflect"
	"strings"
)

// Called returns the name of a solver, a kernel, a penalty or a width, as tables and messages have
// it. It is the value's String, which is the type's name for a type of a notebook's cell. A value
// without String is called by its type and those of its numbers, texts and flags that are not zero,
// as in "ADMM(MaxIter 60, Exact)".
func Called(v any) string {
	if s, ok := v.(fmt.Stringer); ok {
		return s.String()
	}
	r := reflect.Indirect(reflect.ValueOf(v))
	if !r.IsValid() {
		return "nil"
	}
	name := r.Type().Name()
	if name == "" || r.Kind() != reflect.Struct {
		return r.Type().String()
	}
	var fields []string
	for f := range r.NumField() {
		field, value := r.Type().Field(f), r.Field(f)
		if !field.IsExported() || value.IsZero() {
			continue
		}
		switch {
		case value.Kind() == reflect.Bool:
			fields = append(fields, field.Name)
		case value.CanInt(), value.CanUint(), value.CanFloat(), value.Kind() == reflect.String:
			fields = append(fields, fmt.Sprintf("%s %v", field.Name, value))
		}
	}
	if len(fields) == 0 {
		return name
	}
	return name + "(" + strings.Join(fields, ", ") + ")"
}
