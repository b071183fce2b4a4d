package declare

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// FieldNames returns the names in JSON of the exported fields of a struct, but for the Go fields that are left out.
func FieldNames(t reflect.Type, without ...string) []string {
	var names []string
	for _, f := range fieldsOf(t, without) {
		names = append(names, fieldName(f))
	}
	return names
}

func fieldsOf(t reflect.Type, without []string) []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool {
		return !f.IsExported() || slices.Contains(without, f.Name)
	})
}

// fieldName returns the name of a field in JSON: of its tag, or in lower case with underlines between the words, as
// "max_degree" for MaxDegree and "l1_ratio" for L1Ratio.
func fieldName(f reflect.StructField) string {
	if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag != "" {
		return tag
	}
	var b strings.Builder
	for i, r := range f.Name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

var kernelType = reflect.TypeFor[kern.Kernel]()

// WriteFields writes the fields of a struct that are not zero. It is an error if one of them is code.
func WriteFields(v reflect.Value, without ...string) (map[string]json.RawMessage, error) {
	settings := map[string]json.RawMessage{}
	for _, f := range fieldsOf(v.Type(), without) {
		field := v.FieldByIndex(f.Index)
		if field.IsZero() {
			continue
		}
		var err error
		var raw json.RawMessage
		switch {
		case f.Type.Implements(kernelType):
			raw, err = WriteKernel(field.Interface().(kern.Kernel))
		case f.Type.Kind() == reflect.Interface, f.Type.Kind() == reflect.Func:
			err = fmt.Errorf("the field %s of %s cannot be written", f.Name, v.Type().Name())
		default:
			raw, err = json.Marshal(field.Interface())
		}
		if err != nil {
			return nil, err
		}
		settings[fieldName(f)] = raw
	}
	return settings, nil
}

// ReadFields reads what [WriteFields] writes into a struct. path is the place of raw in the text, for errors. A nil raw sets
// nothing.
func ReadFields(path string, raw json.RawMessage, into reflect.Value, without ...string) error {
	if raw == nil {
		return nil
	}
	o, err := jsonobject.Parse(path, raw)
	if err != nil {
		return err
	}
	if err := o.Only(FieldNames(into.Type(), without...)); err != nil {
		return err
	}
	for _, f := range fieldsOf(into.Type(), without) {
		name := fieldName(f)
		given, field := o.Take(name), into.FieldByIndex(f.Index)
		switch {
		case given == nil:
		case f.Type.Implements(kernelType):
			k, err := ReadKernel(o.Path+name, given)
			if err != nil {
				return err
			}
			if !reflect.TypeOf(k).AssignableTo(f.Type) {
				return jsonobject.Bad(o.Path+name, "%s: it must be a %v", jsonobject.Excerpt(given), f.Type)
			}
			field.Set(reflect.ValueOf(k))
		case json.Unmarshal(given, field.Addr().Interface()) != nil:
			return jsonobject.Bad(o.Path+name, "%s: it must be a %v", jsonobject.Excerpt(given), f.Type)
		}
	}
	return nil
}
