package display

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// MIMEProof is the type of the proof of a model, with which `nvsd-kernel check --proof`
// computes the shown numbers again.
const MIMEProof = "application/vnd.nvsd.proof+json"

// A Prover is a result with a proof: JSON from which its numbers can be computed again. The error
// of a result that has no proof by its nature, such as a model that was read from a file, is a
// [refusal.ArgumentError].
type Prover interface {
	Proof() (json.RawMessage, error)
}

// addProof adds the proof of a value to its renderings, if it has one. Where the proof could not be
// made, the text and the page warn of that, since a page without it looks like that of a value which
// has none.
func addProof(data map[string]any, v any) {
	p, ok := v.(Prover)
	if !ok {
		return
	}
	raw, err := proofOf(p)
	if err == nil {
		data[MIMEProof] = raw
		return
	}
	if _, none := errors.AsType[*refusal.ArgumentError](err); none {
		return
	}
	warning := fmt.Sprintf("the proof of these numbers could not be made, so that no check of this page will find one: %v", err)
	data[MIMEText] = fmt.Sprintf("%v\nwarning: %s", data[MIMEText], warning)
	if page, ok := data[MIMEHTML].(string); ok {
		data[MIMEHTML] = page + warningHTML(warning)
	}
}

// proofOf returns the proof, or a panic of the method as an error.
func proofOf(p Prover) (raw json.RawMessage, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the method Proof panics: %v", cause)
		}
	}()
	return p.Proof()
}
