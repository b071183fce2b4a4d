package nvsd

import (
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// A savedKernel is the kind and the parameters of a kernel.
type savedKernel struct {
	Kind   string         `json:"kind"`
	Name   string         `json:"name,omitempty"` // of one that is a cell's code, in a proof
	Width  *savedWidth    `json:"width,omitempty"`
	Degree int            `json:"degree,omitempty"`
	Offset float64        `json:"offset,omitempty"`
	Shape  float64        `json:"shape,omitempty"`
	Period float64        `json:"period,omitempty"`
	Value  float64        `json:"value,omitempty"`
	Widths []number       `json:"widths,omitempty"`
	Parts  []*savedKernel `json:"parts,omitempty"`
}

// A savedWidth is a number, the name of a rule, or a multiple of another width.
type savedWidth struct {
	Sigma  float64     `json:"sigma,omitempty"`
	Rule   string      `json:"rule,omitempty"`
	Factor float64     `json:"factor,omitempty"`
	Of     *savedWidth `json:"of,omitempty"`
}

// widthRules are the rules that files may name.
func widthRules() []kern.WidthRule {
	return []kern.WidthRule{kern.Mean20thNN, kern.Median20NN, kern.MedianDistance}
}

// maxDegree bounds the cost of a polynomial kernel in a file.
const maxDegree = 1 << 16

func saveKernel(k kern.Kernel) (*savedKernel, error) {
	switch k := k.(type) {
	case kern.Linear:
		return &savedKernel{Kind: "linear"}, nil
	case kern.Polynomial:
		return &savedKernel{Kind: "poly", Degree: k.Degree, Offset: k.Offset}, nil
	case kern.Gaussian:
		return saveWidth(savedKernel{Kind: "gauss"}, k.Width)
	case kern.RationalQuadratic:
		return saveWidth(savedKernel{Kind: "rq", Shape: k.Shape}, k.Width)
	case kern.Matern52:
		return saveWidth(savedKernel{Kind: "matern52"}, k.Width)
	case kern.Matern72:
		return saveWidth(savedKernel{Kind: "matern72"}, k.Width)
	case kern.Matern92:
		return saveWidth(savedKernel{Kind: "matern92"}, k.Width)
	case kern.Periodic:
		return saveWidth(savedKernel{Kind: "periodic", Period: k.Period}, kern.Sigma(k.Width))
	case kern.Constant:
		return &savedKernel{Kind: "constant", Value: k.Value}, nil
	case kern.ARD:
		base, err := saveKernel(k.Base)
		return &savedKernel{Kind: "ard", Widths: numbers(k.Widths), Parts: []*savedKernel{base}}, err
	}
	parts, product := kern.Parts(k)
	if parts == nil {
		return nil, fmt.Errorf("the kernel %s cannot be written: a file can name those of package kern and their sums and products, but holds no program; keep the cell that makes the kernel, and fit anew", called(k))
	}
	s := &savedKernel{Kind: "sum"}
	if product {
		s.Kind = "product"
	}
	for _, part := range parts {
		p, err := saveKernel(part)
		if err != nil {
			return nil, err
		}
		s.Parts = append(s.Parts, p)
	}
	return s, nil
}

func saveWidth(s savedKernel, w kern.Width) (*savedKernel, error) {
	var err error
	s.Width, err = newSavedWidth(w)
	return &s, err
}

func newSavedWidth(w kern.Width) (*savedWidth, error) {
	switch w := w.(type) {
	case kern.Sigma:
		return &savedWidth{Sigma: float64(w)}, nil
	case kern.WidthRule:
		if slices.Contains(widthRules(), w) {
			return &savedWidth{Rule: string(w)}, nil
		}
	case kern.Times:
		of, err := newSavedWidth(w.Width)
		return &savedWidth{Factor: w.Factor, Of: of}, err
	}
	return nil, fmt.Errorf("the width %s of a kernel cannot be written: only kern.Sigma, the rules of package kern and their multiples can", called(w))
}

// kernel returns the kernel, which checks its own parameters.
func (s *savedKernel) kernel() (kern.Kernel, error) {
	width, err := s.Width.width()
	if err != nil {
		return nil, err
	}
	var parts []kern.Kernel
	for _, p := range s.Parts {
		if p == nil {
			return nil, fmt.Errorf("a part of the kernel %q is null", s.Kind)
		}
		part, err := p.kernel()
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
	case ofCell:
		return nil, &codeNeeded{"kernel", s.Name}
	}
	return nil, fmt.Errorf("there is no kind of kernel %q", s.Kind)
}

func (s *savedWidth) width() (kern.Width, error) {
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

func (s *savedKernel) isOfCell() bool { return s != nil && s.Kind == ofCell }
