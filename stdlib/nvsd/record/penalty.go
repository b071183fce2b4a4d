package record

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// A Penalty is a penalty in the JSON of package declare, or the name of one that is the code of a
// cell.
type Penalty struct {
	penalty penalty.Penalty // nil if it is the code of a cell
	name    string
	raw     json.RawMessage
}

// PenaltyOrName returns a penalty in the form that is written, which has only the name of one that
// is the code of a cell.
func PenaltyOrName(p penalty.Penalty) (*Penalty, error) {
	s := &Penalty{penalty: p, name: refusal.Called(p)}
	var err error
	s.raw, err = declare.WritePenalty(p)
	if err != nil {
		s.penalty = nil
		s.raw, err = nameOfCell("penalty", s.name)
	}
	return s, err
}

// Penalty returns the penalty, which checks its own parameters when it is used.
func (s *Penalty) Penalty() (penalty.Penalty, error) {
	switch {
	case s == nil:
		return nil, errors.New("there is no penalty")
	case s.penalty == nil:
		return nil, &CodeNeeded{"penalty", s.name}
	}
	return s.penalty, nil
}

// IsOfCell reports whether the penalty is the code of a cell.
func (s *Penalty) IsOfCell() bool { return s != nil && s.penalty == nil }

// MarshalJSON writes the penalty, or its name.
func (s *Penalty) MarshalJSON() ([]byte, error) { return s.raw, nil }

// UnmarshalJSON reads the JSON of MarshalJSON.
func (s *Penalty) UnmarshalJSON(raw []byte) error {
	s.raw = bytes.Clone(raw)
	if name, is := namedOfCell("penalty", raw); is {
		s.name = name
		return nil
	}
	var err error
	s.penalty, err = declare.ReadPenalty("penalty", raw)
	s.name = refusal.Called(s.penalty)
	return err
}
