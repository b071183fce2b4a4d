package nvsd

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
)

// CheckProof computes the numbers of a model again from its proof, which [Model.Proof] has
// written, without fitting: it makes the training data again, the kernel's matrices, the
// objective, the dual bound and with it the gap, the norms, what is certain of each input, the
// selected inputs and the predictions. It believes no number of the proof but the
// coefficients, the tau, the nus and the widths of a refit, which define the function. dir is
// the folder in which the data's files are looked for; "" is the working folder.
//
// How the tau and the set were chosen among others (the errors by validation or
// cross-validation, the evidence of [ARD]) is not computed again.
//
// It is an error if raw is no proof, or if ctx ends.
func CheckProof(ctx context.Context, raw []byte, dir string) (*proof.Checked, error) {
	return proof.Check(ctx, raw, dir)
}
