package declare

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"

// Settings are the numbers and the choices of a Spec. One that is absent has its default.
type Settings struct {
	Scale     problem.Scale     `json:"scale,omitempty"`
	Intercept problem.Intercept `json:"intercept,omitempty"`
	Loss      Loss              `json:"loss,omitzero"`
	Features  problem.Features  `json:"features,omitzero"`
	Nu        problem.Nu        `json:"nu,omitzero"`
	Refit     problem.Refit     `json:"refit,omitempty"`
	RidgeNus  []float64         `json:"ridge_nus,omitempty"`
	Tol       float64           `json:"tol,omitempty"`
	MaxIter   int               `json:"max_iter,omitempty"`
	Decades   float64           `json:"decades,omitempty"`
}

// SettingsOf returns the settings of a Spec.
func SettingsOf(s problem.Spec) Settings {
	return Settings{s.Scale, s.Intercept, Loss{s.Loss}, s.Features, s.Nu, s.Refit, s.RidgeNus, s.Tol, s.MaxIter, s.Decades}
}

// Spec returns a Spec with these settings, which has no kernel, no penalty and no solver.
func (s Settings) Spec() problem.Spec {
	return problem.Spec{
		Scale: s.Scale, Intercept: s.Intercept, Loss: s.Loss.Loss, Features: s.Features, Nu: s.Nu, Refit: s.Refit, RidgeNus: s.RidgeNus,
		Tol: s.Tol, MaxIter: s.MaxIter, Decades: s.Decades,
	}
}
