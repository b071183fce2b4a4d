package declare

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// widthRules are the rules of package kern, with their names in Go.
func widthRules() []struct {
	rule kern.WidthRule
	name string
} {
	return []struct {
		rule kern.WidthRule
		name string
	}{
		{kern.Mean20thNN, "Mean20thNN"}, {kern.Median20NN, "Median20NN"}, {kern.MedianDistance, "MedianDistance"},
	}
}

func ruleNames() string {
	var names []string
	for _, r := range widthRules() {
		names = append(names, string(r.rule))
	}
	return strings.Join(names, ", ")
}

func isRule(w kern.WidthRule) bool {
	for _, r := range widthRules() {
		if r.rule == w {
			return true
		}
	}
	return false
}

// readWidth reads a number, the name of a rule, or {"factor": 2, "of": width}.
func readWidth(path string, raw json.RawMessage) (kern.Width, error) {
	switch {
	case raw == nil:
		return nil, jsonobject.Bad(path, "it is missing")
	case raw[0] == '"':
		var rule kern.WidthRule
		if json.Unmarshal(raw, &rule) != nil || !isRule(rule) {
			return nil, jsonobject.Bad(path, "%s is not a number, and no rule: the rules are %s", jsonobject.Excerpt(raw), ruleNames())
		}
		return rule, nil
	case raw[0] == '{':
		o, err := jsonobject.Parse(path, raw)
		if err != nil {
			return nil, err
		}
		if err := o.Only([]string{"factor", "of"}); err != nil {
			return nil, err
		}
		factor, err := o.Positive("factor")
		if err != nil {
			return nil, err
		}
		of, err := readWidth(path+".of", o.Take("of"))
		return kern.Times{Factor: factor, Width: of}, err
	}
	v, reason := jsonobject.Number(raw)
	if reason != "" {
		return nil, jsonobject.Bad(path, "%s", reason)
	}
	return kern.Sigma(v), valid(positive).check(path, -1, v)
}

func writeWidth(w kern.Width) (json.RawMessage, error) {
	switch w := w.(type) {
	case kern.Sigma:
		return marshal(float64(w))
	case kern.WidthRule:
		if isRule(w) {
			return marshal(string(w))
		}
	case kern.Times:
		of, err := writeWidth(w.Width)
		if err != nil {
			return nil, err
		}
		return marshal(struct {
			Factor float64         `json:"factor"`
			Of     json.RawMessage `json:"of"`
		}{w.Factor, of})
	}
	return nil, fmt.Errorf("the width %s of a kernel cannot be written: only kern.Sigma, the rules of package kern and their multiples can", refusal.Called(w))
}
