package child

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/internal/stored"
)

// TestSolutionsStandBesideProofsThatNeedCode, each once, and beside no other.
func TestSolutionsStandBesideProofsThatNeedCode(t *testing.T) {
	s := &solutions{keeper: new(stored.Keeper)}
	s.keeper.Keep(stored.Key{What: "fit"}, 1)
	for _, tc := range []struct {
		proof string
		fits  int
	}{{"", 0}, {`{"format":"nvsd proof"}`, 0}, {`{"code":true}`, 1}, {`{"code":true}`, 0}} {
		b := display.Bundle{Data: map[string]any{}}
		if tc.proof != "" {
			b.Data[display.MIMEProof] = json.RawMessage(tc.proof)
		}
		got := s.beside(b, context.Background)
		var page stored.Page
		if raw, ok := got.Data[stored.MIME].(json.RawMessage); ok {
			if err := json.Unmarshal(raw, &page); err != nil {
				t.Fatal(err)
			}
		}
		if len(page.Fits) != tc.fits {
			t.Errorf("beside the proof %q are %d solutions, not %d", tc.proof, len(page.Fits), tc.fits)
		}
	}
}
