package child

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/internal/stored"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
)

// solutions keeps the solutions of the fits of cells, or puts stored ones in the place of fits and
// checks the proofs of what is shown.
type solutions struct {
	keeper *stored.Keeper

	mu     sync.Mutex
	proofs []json.RawMessage // that are checked, in the order in which they are shown
	next   int               // of them
	value  any               // that is about to be shown
}

// newSolutions reads the file, if there is one, of a run that checks.
func newSolutions(file string) (*solutions, error) {
	if file == "" {
		return &solutions{keeper: new(stored.Keeper)}, nil
	}
	text, err := os.ReadFile(file)
	var run stored.Run
	if err == nil {
		err = json.Unmarshal(text, &run)
	}
	if err != nil {
		return nil, fmt.Errorf("worker: the stored solutions cannot be read: %w", err)
	}
	return &solutions{keeper: stored.Given(run.Fits), proofs: run.Proofs}, nil
}

// A checker is a value that checks a proof with its own kernel, penalty and data.
type checker interface {
	CheckProof(ctx context.Context, raw []byte) (*proof.Checked, error)
}

// see notes the value that is about to be shown.
func (s *solutions) see(v any) {
	if s.keeper.Replaces() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.value = v
	}
}

// beside returns the bundle with what stands beside a proof. Where proofs are checked, that is what came
// of it. Else, where the proof needs the code of a cell, it is the solutions of the fits so far that no
// bundle has: cells can run with these, and without fitting, up to what is shown here.
func (s *solutions) beside(b display.Bundle, ctx func() context.Context) display.Bundle {
	if _, ok := b.Data[stored.CheckedMIME]; ok { // what a cell says of itself is no check
		b.Data = maps.Clone(b.Data)
		delete(b.Data, stored.CheckedMIME)
	}
	raw, ok := b.Data[display.MIMEProof].(json.RawMessage)
	if !ok {
		return b
	}
	if s.keeper.Replaces() {
		return with(b, stored.CheckedMIME, s.check(ctx()))
	}
	var head struct {
		Code bool `json:"code"`
	}
	if json.Unmarshal(raw, &head) != nil || !head.Code {
		return b
	}
	fits, lost := s.keeper.Take()
	if len(fits) == 0 && lost == 0 {
		return b
	}
	return with(b, stored.MIME, stored.Page{Fits: fits, Lost: lost})
}

func with(b display.Bundle, mime string, v any) display.Bundle {
	raw, err := json.Marshal(v)
	if err != nil {
		return b
	}
	b.Data = maps.Clone(b.Data)
	b.Data[mime] = json.RawMessage(raw)
	return b
}

// check checks the next proof with the value that is shown.
func (s *solutions) check(ctx context.Context) stored.Checked {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, at := s.value, s.next
	s.value = nil
	s.next++
	r := stored.Checked{Proof: at, Title: "a model", Verdict: string(proof.CannotCheck)}
	own, ok := value.(checker)
	if !ok || at >= len(s.proofs) {
		r.Reasons = []string{"the run shows another value here"}
		return r
	}
	c, err := own.CheckProof(stored.With(ctx, nil), s.proofs[at])
	if err != nil {
		r.Reasons = []string{err.Error()}
		return r
	}
	r.Title, r.Verdict, r.Found, r.Reasons, r.Notes = c.Title, string(c.Verdict), c.Found(), c.Reasons, c.Notes
	var refused []string
	r.Computed, refused = s.keeper.Told()
	if len(refused) > 0 {
		r.Verdict, r.Found, r.Reasons = string(proof.Refused), "", append(r.Reasons, refused...)
	}
	return r
}
