package study

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
)

// systems are the systems that a design in JSON can name. The name is that of the type, and the settings are its fields.
func systems() []baseline.Method {
	return []baseline.Method{
		baseline.Mean{}, baseline.Ridge{}, baseline.Lasso{}, baseline.ElasticNet{}, baseline.GroupLasso{}, baseline.PolynomialFeatures{}, baseline.KRLS{},
		baseline.SpAM{}, baseline.Backfitting{}, baseline.HSICLasso{}, baseline.MKL{}, baseline.COSSO{}, baseline.ADACOSSO{}, baseline.HKL{}, baseline.RODEO{},
	}
}

func systemName(m baseline.Method) string { return reflect.TypeOf(m).Name() }

// writeSystem writes the name of a system, and those of its fields that are not zero.
func writeSystem(m baseline.Method) (name string, settings map[string]json.RawMessage, err error) {
	v := reflect.ValueOf(m)
	if !slices.ContainsFunc(systems(), func(known baseline.Method) bool { return reflect.TypeOf(known) == v.Type() }) {
		return "", nil, fmt.Errorf("the system %v has no name in a design", m)
	}
	settings, err = declare.WriteFields(v)
	return systemName(m), settings, err
}

// written returns the name of the system with its settings, or with those of each of Over.
func (m System) written() (name string, settings map[string]json.RawMessage, over []map[string]json.RawMessage, err error) {
	all, err := m.settings()
	if err != nil {
		return "", nil, nil, err
	}
	for _, of := range all {
		own, settings, err := writeSystem(of)
		if err != nil {
			return "", nil, nil, err
		}
		if name != "" && own != name {
			return "", nil, nil, fmt.Errorf("study.System has Over of %s and %s: it must be one system with several settings", name, own)
		}
		name, over = own, append(over, settings)
	}
	if m.Over == nil {
		return name, over[0], nil, nil
	}
	return name, nil, over, nil
}

// readSystem reads the system of a name with its settings, which may be absent. field is their place in the object at path.
func readSystem(path, name, field string, raw json.RawMessage) (baseline.Method, error) {
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
	if err := declare.ReadFields(path+field, raw, v); err != nil {
		return nil, err
	}
	return v.Interface().(baseline.Method), nil
}

// readOver reads the settings of Over, if there are any.
func (m *System) readOver(o *jsonobject.Object, name string) error {
	raw := o.Take("over")
	if raw == nil {
		return nil
	}
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil || len(items) == 0 || o.Take("settings") != nil {
		return jsonobject.Bad(o.Path+"over", "%s: it must be a list of settings, in place of settings", jsonobject.Excerpt(raw))
	}
	m.Of = nil
	for i, item := range items {
		of, err := readSystem(o.Path, name, fmt.Sprintf("over[%d]", i), item)
		if err != nil {
			return err
		}
		m.Over = append(m.Over, of)
	}
	return nil
}
