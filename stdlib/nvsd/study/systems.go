package study

import (
	"encoding/json"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
)

// systems are the systems that a design in JSON can name.
var systems = named[baseline.Method]{"system", []baseline.Method{
	baseline.Mean{}, baseline.Ridge{}, baseline.Lasso{}, baseline.ElasticNet{}, baseline.GroupLasso{}, baseline.PolynomialFeatures{}, baseline.KRLS{},
	baseline.SpAM{}, baseline.Backfitting{}, baseline.HSICLasso{}, baseline.MKL{}, baseline.COSSO{}, baseline.ADACOSSO{}, baseline.HKL{}, baseline.RODEO{},
}}

// written returns the name of the system with its settings, or with those of each of Over.
func (m System) written() (name string, settings map[string]json.RawMessage, over []map[string]json.RawMessage, err error) {
	all, err := m.settings()
	if err != nil {
		return "", nil, nil, err
	}
	for _, of := range all {
		own, settings, err := systems.write(of)
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
		of, err := systems.read(o.Path, name, fmt.Sprintf("over[%d]", i), item)
		if err != nil {
			return err
		}
		m.Over = append(m.Over, of)
	}
	return nil
}
