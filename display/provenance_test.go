package display

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// sourced is a value whose method returns what it is.
type sourced struct{ facts map[string]any }

func (s sourced) Provenance() map[string]any { return s.facts }

// panicking is a value whose method panics.
type panicking struct{}

func (panicking) Provenance() map[string]any { panic("no") }

// TestProvenance: what a value says of itself stands in the metadata of its output, and no failure of it
// keeps the value from being shown.
func TestProvenance(t *testing.T) {
	known, err := data.Load("diabetes")
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := data.Friedman1(20, 5, 7)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name  string
		value any
		want  string
	}{
		{"facts", sourced{map[string]any{"digest": "ab"}}, `{"nvsd":{"digest":"ab"}}`},
		{"none", sourced{}, `{}`},
		{"another value", 1, `{}`},
		{"no JSON", sourced{map[string]any{"gap": math.NaN()}}, `{}`},
		{"a panic", panicking{}, `{}`},
		{"a frame of a set", known, `{"nvsd":{"set":"diabetes"}}`},
		{"a frame that was drawn", drawn, `{"nvsd":{"generator":"Friedman","seeds":[7]}}`},
	} {
		b, err := Render(tc.value)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		_, metadata, err := b.JSON()
		got, _ := json.Marshal(metadata)
		if err != nil || string(got) != tc.want || b.Data[MIMEText] == nil {
			t.Errorf("%s: %s, %v; want %s", tc.name, got, err, tc.want)
		}
	}
}
