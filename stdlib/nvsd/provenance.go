package nvsd

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

// Provenance returns what the model claims and where it comes from, for the metadata of an output:
//
//   - "digest": the SHA-256 of its coefficients and offset, to the bit;
//   - "selected": the inputs that it selects, and, of the optimum of the fit that selects, those that
//     are "certainlyIn", "certainlyOut" and "undecided" (see [Model.Certain]), with the "relativeGap";
//   - "data": the Provenance of the training data;
//   - "unproved": why it has no proof, if it has none.
func (m *Model) Provenance() map[string]any {
	facts := map[string]any{
		"digest":   m.f.digest(),
		"selected": m.SelectedNames(),
		"data":     m.train.Provenance(),
	}
	if m.certain != nil {
		by := map[solve.Certainty][]string{}
		for a, c := range m.certain {
			by[c] = append(by[c], m.train.Names()[a])
		}
		for name, c := range map[string]solve.Certainty{"certainlyIn": solve.CertainlyIn, "certainlyOut": solve.CertainlyOut, "undecided": solve.Undecided} {
			if len(by[c]) > 0 {
				facts[name] = by[c]
			}
		}
	}
	if m.read != nil {
		facts["unproved"] = "a model that was read from a file has no proof: it does not have the fit that selects"
	}
	if !math.IsNaN(m.relGap) {
		facts["relativeGap"] = m.relGap
	}
	return facts
}

// Provenance says that a selection has no proof of its own.
func (s *Selection) Provenance() map[string]any {
	return map[string]any{"unproved": "the errors that a selection compares are not computed again; the model that it chooses has a proof"}
}

// Provenance returns the digest of the path's taus and norms, to the bit, and the Provenance of its
// training data, for the metadata of an output.
func (p *Path) Provenance() map[string]any {
	h := sha256.New()
	writeBits(h, p.taus)
	for _, norms := range p.NormsPath() {
		writeBits(h, norms)
	}
	return map[string]any{"digest": hex.EncodeToString(h.Sum(nil)), "data": p.train.Provenance()}
}

// digest returns the SHA-256 of the function's coefficients and offset.
func (f *function) digest() string {
	h := sha256.New()
	writeBits(h, f.alpha)
	if f.B != nil {
		writeBits(h, mat.DenseCopyOf(f.B).RawMatrix().Data)
	}
	writeBits(h, []float64{f.b})
	return hex.EncodeToString(h.Sum(nil))
}

func writeBits(h hash.Hash, values []float64) {
	var buf [8]byte
	for _, v := range values {
		binary.LittleEndian.PutUint64(buf[:], math.Float64bits(v))
		h.Write(buf[:])
	}
}
