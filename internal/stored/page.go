package stored

import "encoding/json"

// MIME is the type of a rendering that holds the solutions of fits, beside a proof that needs the code of
// cells.
const MIME = "application/vnd.nvsd.fits+json"

// CheckedMIME is the type of a rendering with the outcome of the check of a proof, in a run that
// checks it.
const CheckedMIME = "application/vnd.nvsd.checked+json"

// Page is the content of a rendering of type MIME.
type Page struct {
	Fits []Fit `json:"fits"`
	Lost int   `json:"lost,omitempty"` // solutions for which there was no room
}

// A Run is the input of a run that checks: the solutions, and the proofs in the order in which
// the notebook shows them.
type Run struct {
	Fits   []Fit             `json:"fits"`
	Proofs []json.RawMessage `json:"proofs"`
}

// Checked is the outcome of the check of a proof.
type Checked struct {
	Proof    int      `json:"proof"` // which of the Run's
	Title    string   `json:"title"`
	Verdict  string   `json:"verdict"`
	Found    string   `json:"found,omitempty"`
	Reasons  []string `json:"reasons,omitempty"`
	Notes    []string `json:"notes,omitempty"`
	Computed int      `json:"computed,omitempty"` // fits that no solution was stored of
}
