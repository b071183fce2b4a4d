package search

import (
	"math"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
)

// TestVerdict: it takes inputs, a model nearer than the mean, and evidence that pays for all.
func TestVerdict(t *testing.T) {
	good := choose.Selection{Size: 3, RMSE: 1, Mean: 2, OverMean: choose.EnoughByEvidence, Evidence: &choose.Evidence{Log: -10, Mean: -25, Price: 5}}
	for what, c := range map[string]struct {
		change func(s *choose.Selection)
		found  bool
		warned int
	}{
		"as it is":              {func(*choose.Selection) {}, true, 0},
		"no input":              {func(s *choose.Selection) { s.Size = 0 }, false, 0},
		"not nearer by enough":  {func(s *choose.Selection) { s.OverMean -= 0.1 }, false, 0},
		"not known how near":    {func(s *choose.Selection) { s.OverMean = math.NaN() }, false, 0},
		"a larger error":        {func(s *choose.Selection) { s.RMSE = 2.1 }, false, 0},
		"inputs that cost more": {func(s *choose.Selection) { s.Size = 4 }, false, 1},
		"no evidence":           {func(s *choose.Selection) { s.Evidence = nil }, true, 0},
		"not on other rows":     {func(*choose.Selection) {}, false, 1},
	} {
		s := good
		c.change(&s)
		v := judgeSelection(&s, s.Size)
		v.held = new(model.HeldOut)
		if what == "not on other rows" {
			v.held.RMSE, v.held.Mean = 2, 1.9
		} else {
			v.held.RMSE, v.held.Mean = 1.8, 1.9
		}
		if v.found() != c.found || len(v.warnings([]string{"a"})) != c.warned {
			t.Errorf("%s: found %v, %q", what, v.found(), v.warnings([]string{"a"}))
		}
	}
}
