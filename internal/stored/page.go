package stored

import "encoding/json"

// MIME is the type of a rendering that holds the solutions of fits, beside a proof that needs the code of
// cells.
const MIME = "application/vnd.nvsd.fits+json"

// CheckedMIME is the type of a rendering that says what came of a proof, in a run that checks it.
const CheckedMIME = "application/vnd.nvsd.checked+json"

// Page is what a rendering of type MIME holds.
type Page struct {
	Fits []Fit `json:"fits"`
	Lost int   `json:"lost,omitempty"` // solutions for which there was no room
}

// A Run is what a run that checks is given: the solutions, and the proofs in the order in which
// the notebook shows them.
type Run struct {
	Fits   []Fit             `json:"fits"`
	Proofs []json.RawMessage `json:"proofs"`
}

// Checked is what came of a proof.
type Checked struct {
	Proof    int      `json:"proof"` // which of the Run's
	Title    string   `json:"title"`
	Verdict  string   `json:"verdict"`
	Found    string   `json:"found,omitempty"`
	Reasons  []string `json:"reasons,omitempty"`
	Notes    []string `json:"notes,omitempty"`
	Computed int      `json:"computed,omitempty"` // fits that no solution was stored of
}
