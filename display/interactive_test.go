package display

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// The charts of a value are interactive where the page can do that, and pictures elsewhere.
func TestInteractive(t *testing.T) {
	v := twoCharts()
	for _, of := range []any{v, v.Report(), v.Report()[0]} {
		b := render(t, Interactive(of))
		if got := slices.Sorted(maps.Keys(b.Data)); !slices.Equal(got, []string{MIMEPDF, MIMEVegaLite, MIMESVG, MIMEText}) {
			t.Errorf("a %T is rendered as %v", of, got)
		}
		spec := b.Data[MIMEVegaLite].(json.RawMessage)
		if !json.Valid(spec) || !strings.Contains(string(spec), "Norms ") {
			t.Errorf("a %T has the specification %s", of, spec)
		}
	}
}

func TestInteractiveWithoutACharts(t *testing.T) {
	for _, v := range []any{nil, 1, report.Table{}, reporter{}, report.Report{report.Table{}}} {
		if _, err := Render(Interactive(v)); err == nil || !strings.Contains(err.Error(), "no chart") {
			t.Errorf("%v: error %v", v, err)
		}
	}
}
