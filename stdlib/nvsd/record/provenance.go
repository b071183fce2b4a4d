package record

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

// ModelProvenance returns the claims of the model and the origin of its data, for the metadata of
// an output.
func ModelProvenance(m *model.Model) map[string]any {
	facts := map[string]any{
		"digest":   digest(&m.F),
		"selected": m.SelectedNames(),
		"data":     m.Train.Provenance(),
	}
	if m.Certain != nil {
		by := map[solve.Certainty][]string{}
		for a, c := range m.Certain {
			by[c] = append(by[c], m.Train.Names()[a])
		}
		for name, c := range map[string]solve.Certainty{"certainlyIn": solve.CertainlyIn, "certainlyOut": solve.CertainlyOut, "undecided": solve.Undecided} {
			if len(by[c]) > 0 {
				facts[name] = by[c]
			}
		}
	}
	if m.Read != nil {
		facts["unproved"] = "a model that was read from a file has no proof: it does not have the fit that selects"
	}
	if !math.IsNaN(m.RelGap) {
		facts["relativeGap"] = m.RelGap
	}
	return facts
}

// PathProvenance returns the digest of the path's taus and norms, to the bit, and the Provenance of its
// training data, for the metadata of an output.
func PathProvenance(p *problem.Path) map[string]any {
	h := sha256.New()
	writeBits(h, p.Taus)
	for _, norms := range p.NormsPath() {
		writeBits(h, norms)
	}
	return map[string]any{"digest": hex.EncodeToString(h.Sum(nil)), "data": p.Train.Provenance()}
}

// digest returns the SHA-256 of the function's coefficients and offset.
func digest(f *problem.Function) string {
	h := sha256.New()
	writeBits(h, f.Alpha)
	if f.B != nil {
		writeBits(h, mat.DenseCopyOf(f.B).RawMatrix().Data)
	}
	writeBits(h, []float64{f.Intercept})
	return hex.EncodeToString(h.Sum(nil))
}

func writeBits(h hash.Hash, values []float64) {
	var buf [8]byte
	for _, v := range values {
		binary.LittleEndian.PutUint64(buf[:], math.Float64bits(v))
		h.Write(buf[:])
	}
}
