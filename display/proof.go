package display

import "encoding/json"

// MIMEProof is the type of the proof of a model, with which `nvsd-kernel check --proof`
// computes the shown numbers again.
const MIMEProof = "application/vnd.nvsd.proof+json"

// A Prover is a result with a proof: JSON from which its numbers can be computed again.
type Prover interface {
	Proof() (json.RawMessage, error)
}

// addProof adds the proof of a value to its renderings, if it has one. A value without one is
// shown as it is.
func addProof(data map[string]any, v any) {
	p, ok := v.(Prover)
	if !ok {
		return
	}
	defer func() { _ = recover() }() // a proof is not worth a value that cannot be seen
	if raw, err := p.Proof(); err == nil {
		data[MIMEProof] = raw
	}
}
