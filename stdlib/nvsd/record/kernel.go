package record

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// A Kernel is a kernel in the JSON of package declare, or the name of one that is the code of a cell.
type Kernel struct {
	kernel kern.Kernel // nil if it is the code of a cell
	name   string
	raw    json.RawMessage
}

// OfKernel returns a kernel in the form that is written. It is an error if the kernel is the code
// of a cell.
func OfKernel(k kern.Kernel) (*Kernel, error) {
	raw, err := declare.WriteKernel(k)
	if err != nil {
		return nil, err
	}
	return &Kernel{k, refusal.Called(k), raw}, nil
}

// KernelOrName returns a kernel in the form that is written, which has only the name of one that is
// the code of a cell.
func KernelOrName(k kern.Kernel) (*Kernel, error) {
	if s, err := OfKernel(k); err == nil {
		return s, nil
	}
	raw, err := nameOfCell("kind", refusal.Called(k))
	return &Kernel{name: refusal.Called(k), raw: raw}, err
}

// Kernel returns the kernel, which checks its own parameters.
func (s *Kernel) Kernel() (kern.Kernel, error) {
	switch {
	case s == nil:
		return nil, errors.New("there is no kernel")
	case s.kernel == nil:
		return nil, &CodeNeeded{"kernel", s.name}
	}
	return s.kernel, nil
}

// Name returns the name of the kernel in tables.
func (s *Kernel) Name() string { return s.name }

// IsOfCell reports whether the kernel is the code of a cell.
func (s *Kernel) IsOfCell() bool { return s != nil && s.kernel == nil }

// MarshalJSON writes the kernel, or its name.
func (s *Kernel) MarshalJSON() ([]byte, error) { return s.raw, nil }

// UnmarshalJSON reads the JSON of MarshalJSON.
func (s *Kernel) UnmarshalJSON(raw []byte) error {
	s.raw = bytes.Clone(raw)
	if name, is := namedOfCell("kind", raw); is {
		s.name = name
		return nil
	}
	var err error
	s.kernel, err = declare.ReadKernel("kernel", raw)
	s.name = refusal.Called(s.kernel)
	return err
}
