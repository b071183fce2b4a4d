package record

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// A Penalty is the kind and the parameters of a penalty, whose groups are numbers of
// inputs.
type Penalty struct {
	Kind    string    `json:"kind"`
	Name    string    `json:"name,omitempty"` // of one that is a cell's code
	Groups  [][]int   `json:"groups,omitempty"`
	Weights []float64 `json:"weights,omitempty"`
	Mu      float64   `json:"mu,omitempty"`
	Knee    float64   `json:"knee,omitempty"`
	A       float64   `json:"a,omitempty"`
	Eps     float64   `json:"eps,omitempty"`
	Factor  float64   `json:"factor,omitempty"`
	Part    *Penalty  `json:"part,omitempty"`
}

// OfCell is the kind of a kernel, and of a penalty, that a cell declares: only its name can be
// written.
const OfCell = "of a cell"

// OfPenalty returns a resolved penalty in the form that is written.
func OfPenalty(p penalty.Penalty) *Penalty {
	switch p := p.(type) {
	case penalty.Lasso:
		return &Penalty{Kind: "lasso"}
	case penalty.WeightedLasso:
		return &Penalty{Kind: "weighted lasso", Weights: p.Weights}
	case penalty.ElasticNet:
		return &Penalty{Kind: "elastic net", Mu: p.Mu}
	case penalty.GroupLasso:
		return &Penalty{Kind: "group lasso", Groups: p.Groups, Weights: p.Weights}
	case penalty.SparseGroup:
		return &Penalty{Kind: "sparse group lasso", Groups: p.Groups, Weights: p.Weights, Mu: p.Mu}
	case penalty.Overlapping:
		return &Penalty{Kind: "overlapping group lasso", Groups: p.Groups, Weights: p.Weights}
	case penalty.MCP:
		return &Penalty{Kind: "mcp", Knee: p.Knee}
	case penalty.SCAD:
		return &Penalty{Kind: "scad", Knee: p.Knee, A: p.A}
	case penalty.LogSum:
		return &Penalty{Kind: "log sum", Eps: p.Eps}
	case penalty.Scaled:
		return &Penalty{Kind: "scaled", Factor: p.Factor, Part: OfPenalty(p.P)}
	}
	return &Penalty{Kind: OfCell, Name: refusal.Called(p)}
}

// Penalty returns the penalty, which checks its own parameters when it is used.
func (s *Penalty) Penalty() (penalty.Penalty, error) {
	if s == nil {
		return nil, fmt.Errorf("there is no penalty")
	}
	groups := penalty.GroupLasso{Groups: s.Groups, Weights: s.Weights}
	switch s.Kind {
	case "lasso":
		return penalty.Lasso{}, nil
	case "weighted lasso":
		return penalty.WeightedLasso{Weights: s.Weights}, nil
	case "elastic net":
		return penalty.ElasticNet{Mu: s.Mu}, nil
	case "group lasso":
		return groups, nil
	case "sparse group lasso":
		return penalty.SparseGroup{GroupLasso: groups, Mu: s.Mu}, nil
	case "overlapping group lasso":
		return penalty.Overlapping{GroupLasso: groups}, nil
	case "mcp":
		return penalty.MCP{Knee: s.Knee}, nil
	case "scad":
		return penalty.SCAD{Knee: s.Knee, A: s.A}, nil
	case "log sum":
		return penalty.LogSum{Eps: s.Eps}, nil
	case "scaled":
		part, err := s.Part.Penalty()
		if err == nil && !(s.Factor >= 0 && !math.IsInf(s.Factor, 1)) {
			err = fmt.Errorf("the factor of a scaled penalty is %v: it must be a finite number >= 0", s.Factor)
		}
		return penalty.Scaled{Factor: s.Factor, P: part}, err
	case OfCell:
		return nil, &CodeNeeded{"penalty", s.Name}
	}
	return nil, fmt.Errorf("there is no kind of penalty %q", s.Kind)
}

// CodeNeeded is the error of a kernel or a penalty of which a file has only the name.
type CodeNeeded struct{ what, name string }

// Error names the kernel or the penalty, and the place where it can be checked.
func (e *CodeNeeded) Error() string {
	return fmt.Sprintf("the %s %s is the code of a cell, and a proof has only its name: it can be checked where the cell runs", e.what, e.name)
}

// IsOfCell reports whether the penalty, or a part of it, is the code of a cell.
func (s *Penalty) IsOfCell() bool {
	return s != nil && (s.Kind == OfCell || s.Part.IsOfCell())
}
