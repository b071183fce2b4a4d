package problem

import (
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Report returns the settings that decide the numbers as facts, the defaults among them, and warns
// of those that are missing or not valid.
func (s Spec) Report() report.Report {
	t := report.Table{Title: "Spec: what decides a fit"}
	add := func(name, text string, isDefault bool) {
		if isDefault {
			text += " (the default)"
		}
		t.Facts = append(t.Facts, report.Fact{Name: name, Text: text})
	}
	if s.Kernel != nil {
		add("kernel", refusal.Called(s.Kernel), false)
	}
	if s.Features.said {
		add("features", s.Features.String(), false)
	}
	if s.Penalty != nil {
		add("penalty", refusal.Called(s.Penalty), false)
	}
	if s.Loss != nil {
		add("loss", refusal.Called(s.Loss), false)
	}
	if s.Nu.said {
		add("nu", s.Nu.String(), false)
	}
	add("scale", s.Scale.String(), s.Scale == "")
	add("intercept", s.Intercept.String(), s.Intercept == "")
	if s.Solver != nil || s.Penalty != nil {
		add("solver", refusal.Called(s.Minimiser()), s.Solver == nil)
	}
	add("tolerance", fmt.Sprintf("%g", s.Tolerance()), s.Tol == 0)
	add("path", fmt.Sprintf("%g decades below tau_max", s.Span()), s.Decades == 0)
	add("refit", s.Refit.String(), s.Refit == "")
	if s.RidgeNus != nil {
		add("ridge nus", fmt.Sprintf("%.3g", s.RidgeNus), false)
	}
	if len(s.Nu.choice) > 0 { // one of them is as good as the others
		s.Nu = s.Nu.Only(s.Nu.choice[0])
	}
	if err := s.Check(); err != nil {
		t.Warnings = append(t.Warnings, err.Error())
	}
	return report.Report{t}
}

// String is the Report as plain text.
func (s Spec) String() string { return s.Report().String() }
