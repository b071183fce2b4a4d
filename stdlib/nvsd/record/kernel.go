package record

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// A Kernel is the kind and the parameters of a kernel.
type Kernel struct {
	Kind   string    `json:"kind"`
	Name   string    `json:"name,omitempty"` // of one that is a cell's code, in a proof
	Width  *Width    `json:"width,omitempty"`
	Degree int       `json:"degree,omitempty"`
	Offset float64   `json:"offset,omitempty"`
	Shape  float64   `json:"shape,omitempty"`
	Period float64   `json:"period,omitempty"`
	Value  float64   `json:"value,omitempty"`
	Widths []Number  `json:"widths,omitempty"`
	Parts  []*Kernel `json:"parts,omitempty"`
}

// A Width is a number, the name of a rule, or a multiple of another width.
type Width struct {
	Sigma  float64 `json:"sigma,omitempty"`
	Rule   string  `json:"rule,omitempty"`
	Factor float64 `json:"factor,omitempty"`
	Of     *Width  `json:"of,omitempty"`
}

// widthRules are the rules that files may name.
func widthRules() []kern.WidthRule {
	return []kern.WidthRule{kern.Mean20thNN, kern.Median20NN, kern.MedianDistance}
}

// maxDegree bounds the cost of a polynomial kernel in a file.
const maxDegree = 1 << 16

// OfKernel returns the kind and the parameters of a kernel of package kern. Any other kernel is an
// error.
func OfKernel(k kern.Kernel) (*Kernel, error) {
	switch k := k.(type) {
	case kern.Linear:
		return &Kernel{Kind: "linear"}, nil
	case kern.Polynomial:
		return &Kernel{Kind: "poly", Degree: k.Degree, Offset: k.Offset}, nil
	case kern.Gaussian:
		return saveWidth(Kernel{Kind: "gauss"}, k.Width)
	case kern.RationalQuadratic:
		return saveWidth(Kernel{Kind: "rq", Shape: k.Shape}, k.Width)
	case kern.Matern52:
		return saveWidth(Kernel{Kind: "matern52"}, k.Width)
	case kern.Matern72:
		return saveWidth(Kernel{Kind: "matern72"}, k.Width)
	case kern.Matern92:
		return saveWidth(Kernel{Kind: "matern92"}, k.Width)
	case kern.Periodic:
		return saveWidth(Kernel{Kind: "periodic", Period: k.Period}, kern.Sigma(k.Width))
	case kern.Constant:
		return &Kernel{Kind: "constant", Value: k.Value}, nil
	case kern.ARD:
		base, err := OfKernel(k.Base)
		return &Kernel{Kind: "ard", Widths: Numbers(k.Widths), Parts: []*Kernel{base}}, err
	}
	parts, product := kern.Parts(k)
	if parts == nil {
		return nil, fmt.Errorf("the kernel %s cannot be written: a file can name those of package kern and their sums and products, but holds no program; keep the cell that makes the kernel, and fit anew", refusal.Called(k))
	}
	s := &Kernel{Kind: "sum"}
	if product {
		s.Kind = "product"
	}
	for _, part := range parts {
		p, err := OfKernel(part)
		if err != nil {
			return nil, err
		}
		s.Parts = append(s.Parts, p)
	}
	return s, nil
}

func saveWidth(s Kernel, w kern.Width) (*Kernel, error) {
	var err error
	s.Width, err = newSavedWidth(w)
	return &s, err
}

func newSavedWidth(w kern.Width) (*Width, error) {
	switch w := w.(type) {
	case kern.Sigma:
		return &Width{Sigma: float64(w)}, nil
	case kern.WidthRule:
		if slices.Contains(widthRules(), w) {
			return &Width{Rule: string(w)}, nil
		}
	case kern.Times:
		of, err := newSavedWidth(w.Width)
		return &Width{Factor: w.Factor, Of: of}, err
	}
	return nil, fmt.Errorf("the width %s of a kernel cannot be written: only kern.Sigma, the rules of package kern and their multiples can", refusal.Called(w))
}

// Kernel returns the kernel, which checks its own parameters.
func (s *Kernel) Kernel() (kern.Kernel, error) {
	width, err := s.Width.width()
	if err != nil {
		return nil, err
	}
	var parts []kern.Kernel
	for _, p := range s.Parts {
		if p == nil {
			return nil, fmt.Errorf("a part of the kernel %q is null", s.Kind)
		}
		part, err := p.Kernel()
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	switch s.Kind {
	case "linear":
		return kern.Linear{}, nil
	case "poly":
		if s.Degree > maxDegree {
			return nil, fmt.Errorf("the degree of the polynomial kernel is %d: more than %d is not read", s.Degree, maxDegree)
		}
		return kern.Polynomial{Degree: s.Degree, Offset: s.Offset}, nil
	case "gauss":
		return kern.Gaussian{Width: width}, nil
	case "rq":
		return kern.RationalQuadratic{Width: width, Shape: s.Shape}, nil
	case "matern52":
		return kern.Matern52{Width: width}, nil
	case "matern72":
		return kern.Matern72{Width: width}, nil
	case "matern92":
		return kern.Matern92{Width: width}, nil
	case "periodic":
		sigma, _ := width.(kern.Sigma)
		return kern.Periodic{Period: s.Period, Width: float64(sigma)}, nil
	case "constant":
		return kern.Constant{Value: s.Value}, nil
	case "ard":
		if len(parts) != 1 {
			return nil, fmt.Errorf("the ARD kernel has %d bases: it must have one", len(parts))
		}
		return kern.ARD{Base: parts[0], Widths: plainFloats(s.Widths)}, nil
	case "sum":
		return kern.Sum(parts...), nil
	case "product":
		return kern.Product(parts...), nil
	case OfCell:
		return nil, &CodeNeeded{"kernel", s.Name}
	}
	return nil, fmt.Errorf("there is no kind of kernel %q", s.Kind)
}

func (s *Width) width() (kern.Width, error) {
	if s == nil {
		return nil, nil
	}
	if s.Of != nil {
		of, err := s.Of.width()
		return kern.Times{Factor: s.Factor, Width: of}, err
	}
	if s.Rule == "" {
		return kern.Sigma(s.Sigma), nil
	}
	for _, rule := range widthRules() {
		if s.Rule == string(rule) || s.Rule == rule.String() { // the second is that of version 1
			return rule, nil
		}
	}
	return nil, fmt.Errorf("there is no rule %q for a kernel's width", s.Rule)
}

// IsOfCell reports whether the kernel is the code of a cell.
func (s *Kernel) IsOfCell() bool { return s != nil && s.Kind == OfCell }
