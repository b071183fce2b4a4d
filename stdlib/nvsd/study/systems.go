package study

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// systems are the systems that a design in JSON can name. The name is that of the type, and the settings are its fields.
func systems() []baseline.Method {
	return []baseline.Method{
		baseline.Mean{}, baseline.Ridge{}, baseline.Lasso{}, baseline.ElasticNet{}, baseline.GroupLasso{}, baseline.PolynomialFeatures{}, baseline.KRLS{},
		baseline.SpAM{}, baseline.Backfitting{}, baseline.HSICLasso{}, baseline.MKL{}, baseline.COSSO{}, baseline.ADACOSSO{}, baseline.HKL{}, baseline.RODEO{},
	}
}

func systemName(m baseline.Method) string { return reflect.TypeOf(m).Name() }

// jsonNames returns the names of the exported fields of a struct as JSON has them: of a tag, or in lower case with
// underlines between the words.
func jsonNames(t reflect.Type) []string {
	var names []string
	for _, f := range reflect.VisibleFields(t) {
		if !f.IsExported() {
			continue
		}
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == "" {
			tag = snake(f.Name)
		}
		names = append(names, tag)
	}
	return names
}

// snake returns a Go name in lower case, with underlines between its words: "max_degree" for MaxDegree, "l1_ratio" for
// L1Ratio.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

var kernelType = reflect.TypeFor[kern.Kernel]()

// writeSystem writes the name of a system, and those of its fields that are not zero.
func writeSystem(m baseline.Method) (name string, settings map[string]json.RawMessage, err error) {
	v := reflect.ValueOf(m)
	if !slices.ContainsFunc(systems(), func(known baseline.Method) bool { return reflect.TypeOf(known) == v.Type() }) {
		return "", nil, fmt.Errorf("the system %v has no name in a design", m)
	}
	settings = map[string]json.RawMessage{}
	for _, f := range reflect.VisibleFields(v.Type()) {
		field := v.FieldByIndex(f.Index)
		if field.IsZero() {
			continue
		}
		var raw json.RawMessage
		switch {
		case f.Type == kernelType:
			raw, err = declare.WriteKernel(field.Interface().(kern.Kernel))
		case f.Type.Kind() == reflect.Interface:
			err = fmt.Errorf("the field %s of %s cannot be written", f.Name, systemName(m))
		default:
			raw, err = json.Marshal(field.Interface())
		}
		if err != nil {
			return "", nil, err
		}
		settings[snake(f.Name)] = raw
	}
	return systemName(m), settings, nil
}

// readSystem reads the system of a name with its settings, which may be absent.
func readSystem(path, name string, raw json.RawMessage) (baseline.Method, error) {
	all := systems()
	i := slices.IndexFunc(all, func(m baseline.Method) bool { return systemName(m) == name })
	if i < 0 {
		names := make([]string, len(all))
		for k, m := range all {
			names[k] = systemName(m)
		}
		return nil, jsonobject.Bad(path+"system", "%q: the systems are %s", name, strings.Join(names, ", "))
	}
	v := reflect.New(reflect.TypeOf(all[i])).Elem()
	if raw == nil {
		raw = json.RawMessage("{}")
	}
	o, err := jsonobject.Parse(path+"settings", raw)
	if err != nil {
		return nil, err
	}
	if err := o.Only(jsonNames(v.Type())); err != nil {
		return nil, err
	}
	for _, f := range reflect.VisibleFields(v.Type()) {
		at := o.Path + snake(f.Name)
		given, field := o.Take(snake(f.Name)), v.FieldByIndex(f.Index)
		switch {
		case given == nil:
		case f.Type == kernelType:
			k, err := declare.ReadKernel(at, given)
			if err != nil {
				return nil, err
			}
			field.Set(reflect.ValueOf(k))
		case json.Unmarshal(given, field.Addr().Interface()) != nil:
			return nil, jsonobject.Bad(at, "%s: it must be a %v", jsonobject.Excerpt(given), f.Type)
		}
	}
	return v.Interface().(baseline.Method), nil
}
