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
	if err := declare.ReadFields(path+"settings", raw, v); err != nil {
		return nil, err
	}
	return v.Interface().(baseline.Method), nil
}
