package fit

import (
	"encoding/json"
	"testing"
)

// TestRequestNumbers: of a constant input, of one row and of a constant target, every method
// writes numbers that are finite, or null.
func TestRequestNumbers(t *testing.T) {
	X, y, test := requestData(12)
	constant := make([][]float64, len(X))
	for i, x := range X {
		constant[i] = []float64{x[0], 0.5, x[2]}
	}
	flat := make([]float64, len(y))
	for name, c := range map[string]struct {
		X [][]float64
		y []float64
	}{"a constant input": {constant, y}, "one row": {X[:1], y[:1]}, "a constant target": {X, flat}} {
		for _, m := range manyFits {
			answer, err := requestOn(t, m.name, c.X, c.y, test, m.fields).Run(t.Context(), Progress{})
			if few := name == "one row" && m.name == "adacosso"; few {
				if err == nil {
					t.Errorf("%s, %s: no error", m.name, name)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s, %s: %v", m.name, name, err)
				continue
			}
			if _, err := json.Marshal(answer); err != nil {
				t.Errorf("%s, %s: %v", m.name, name, err)
			}
		}
	}
	answer, err := requestOn(t, "rodeo", constant, y, test, `"solutions": [{"tau": 0.5}]`).Run(t.Context(), Progress{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(answer["solutions"])
	if err != nil {
		t.Fatal(err)
	}
	var got []struct {
		Begin      []*float64
		Bandwidths [][]*float64
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if b, h := got[0].Begin, got[0].Bandwidths[0]; b[0] == nil || b[1] != nil || h[1] != nil || h[2] == nil {
		t.Errorf("of the constant input: %s", text)
	}
}
