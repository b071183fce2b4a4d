package fit

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"

// A Report holds the results of a fit. It has one entry for each tau of the spec, in the
// order of the spec. Every number in it is finite, or nil if there is none.
type Report struct {
	TauMax *float64 `json:"tau_max"` // nil when infinite, or not known
	// TauMaxBracket is a proved bracket of tau_max: an input is certainly in at the first tau,
	// and all are certainly out at the second. One of them is nil if no fit proves it.
	TauMaxBracket [2]*float64 `json:"tau_max_bracket"`
	TauMaxNote    string      `json:"tau_max_note"` // what else is known about it

	Solver    string  `json:"solver"`
	Version   string  `json:"version"` // of the program that writes the report
	Solutions []Entry `json:"solutions"`
}

// An Entry is the solution for one tau. Objective and Dual both belong to the coefficients:
// anybody can recompute them from Alpha and B. With nu = 0, or with a penalty that is not
// convex, there is no certificate, and a converged fit only has small residuals.
type Entry struct {
	Tau          float64      `json:"tau"`
	Status       solve.Status `json:"status"`
	Objective    float64      `json:"objective"`
	Dual         *float64     `json:"dual"`      // nil without a certificate
	RelGap       *float64     `json:"rel_gap"`   // nil without a certificate
	Certified    bool         `json:"certified"` // whether there is one
	Residual     *float64     `json:"residual"`  // nil if the solver does not stop on residuals
	Notes        []string     `json:"notes"`     // what to know before the numbers are trusted
	ActiveGroups []int        `json:"active_groups"`
	Norms        []float64    `json:"deriv_norms"` // exactly 0 for inputs that are out
	RawNorms     []float64    `json:"deriv_norms_raw"`
	// Certain has, for every input, what is certain at the optimum: in, out or undecided.
	// It is nil without a certificate.
	Certain    []solve.Certainty `json:"certain"`
	Ratios     []*float64        `json:"dual_ratio"` // one for each group, nil if there is none
	Train      []float64         `json:"pred_train"`
	Test       []float64         `json:"pred_test"` // nil without X_test
	NormSq     float64           `json:"rkhs_norm_sq"`
	Iterations int               `json:"iterations"`
	Seconds    float64           `json:"seconds"`
	Alpha      []float64         `json:"alpha,omitempty"` // n, with coefficients only
	B          [][]float64       `json:"B,omitempty"`     // n x d, with coefficients only
}

// Unconverged returns the entries that were not solved to the tolerance.
func (r *Report) Unconverged() []Entry {
	var missed []Entry
	for _, e := range r.Solutions {
		if e.Status != solve.Converged {
			missed = append(missed, e)
		}
	}
	return missed
}
