package data

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestCallsSayTheOptions: the calls of options, as options again, say the same.
func TestCallsSayTheOptions(t *testing.T) {
	sample := map[string][]string{
		"Comma": {"\t"}, "Thousands": {"'"}, "Comments": {"#"}, "Impute": {string(Median), "a"}, "DateLayout": {"2/1/2006", "b", "a"}, "Classes": {"no", "yes"}, "Targets": {"a", "b"},
	}
	rapid.Check(t, func(t *rapid.T) {
		var calls []Call
		for option, known := range optionArity {
			if !rapid.Bool().Draw(t, option) {
				continue
			}
			args, given := sample[option]
			for k := 0; !given && k < known.args; k++ {
				args = append(args, "x")
			}
			calls = append(calls, Call{option, args})
		}
		said := func(calls []Call) string {
			opts, err := Options(calls...)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(newReadOptions(opts))
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		opts, err := Options(calls...)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := said(Calls(opts...)), said(calls); got != want {
			t.Fatalf("%v is %s, and again %s", calls, want, got)
		}
	})
}

// TestCallString: calls are written as cells have them, and others are refused.
func TestCallString(t *testing.T) {
	for want, call := range map[string]Call{
		`data.Comma('\t')`:                    {"Comma", []string{"\t"}},
		`data.Thousands('’')`:                 {"Thousands", []string{"’"}},
		`data.Impute(data.MissingLevel, "a")`: {"Impute", []string{string(MissingLevel), "a"}},
		`data.DateLayout("2/1/2006", "a b")`:  {"DateLayout", []string{"2/1/2006", "a b"}},
		`data.Drop("")`:                       {"Drop", []string{""}},
	} {
		if call.String() != want {
			t.Errorf("%v, want %s", call, want)
		}
	}
	for _, call := range []Call{{"Target", nil}, {"Sep", []string{";"}}, {"Classes", []string{"no"}}} {
		if _, err := Options(call); err == nil || !strings.Contains(err.Error(), call.Option) {
			t.Errorf("%v: %v", call, err)
		}
	}
}
