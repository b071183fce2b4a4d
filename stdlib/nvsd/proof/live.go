package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/record"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
	"gonum.org/v1/gonum/mat"
)

// liveParts are the penalty, the kernel and the data of a model or a path in memory. Where they are
// the code of a cell, the proof has only their names.
type liveParts struct {
	spec  problem.Spec // with the penalty resolved
	refit kern.Kernel  // of the kernel ridge regression, resolved; nil for a path
	train *data.Frame
}

// CheckModel checks a proof of this model as [Check] does, with the kernel, the penalty and the
// training data that the model has: they may be the code of a cell.
func CheckModel(ctx context.Context, m *model.Model, raw []byte) (*Checked, error) {
	if m.Read != nil {
		return nil, refusal.BadArgument("model", "a model that was read from a file has no penalty to check a proof with")
	}
	return checkProof(ctx, raw, "", &liveParts{m.Spec, m.Kernel, m.Train})
}

// CheckPath checks a proof of this path as [CheckModel] does.
func CheckPath(ctx context.Context, p *problem.Path, raw []byte) (*Checked, error) {
	return checkProof(ctx, raw, "", &liveParts{p.Spec, nil, p.Train})
}

// suspect looks for faults of a kernel and a penalty that are the code of a cell. With them nothing
// is proved. That a penalty is convex, which no test shows, is believed of the cell that says it.
func (c *checking) suspect(p *problem.Path) error {
	if c.own == nil {
		return nil
	}
	p.Suspect()
	for _, wrong := range []error{p.WrongKernel, p.WrongPenalty} {
		if wrong != nil {
			return wrong
		}
	}
	if !kern.Certified(c.own.spec.Kernel) {
		c.note("the derivatives of the kernel %s are differences: what is proved holds for a kernel close by", refusal.Called(c.ds.Kernel))
	}
	if pen := c.own.spec.Penalty; c.ds.Op != nil && isOfCell(pen) && trait.IsConvex(pen) {
		c.note("the penalty %s is convex if the cell that says it is right", refusal.Called(pen))
	}
	return nil
}

// isOfCell reports whether a penalty is the code of a cell.
func isOfCell(p penalty.Penalty) bool {
	_, err := declare.WritePenalty(p)
	return err != nil
}

// data returns the training data if they are those that are said.
func (o *liveParts) data(said *data.Frame) (*data.Frame, error) {
	here := o.train
	if said.N() != here.N() || said.D() != here.D() || said.Target() != here.Target() || fmt.Sprint(said.Names()) != fmt.Sprint(here.Names()) {
		return nil, fmt.Errorf("the training data of the cell are %d rows of %v, and those of the proof %d rows of %v", here.N(), here.Names(), said.N(), said.Names())
	}
	for i, y := range here.Y() {
		if v := said.Y()[i]; !near(v, y) {
			return nil, fmt.Errorf("the target of training row %d is %.10g in the cell, and the proof says %.10g", i+1, y, v)
		}
	}
	X, Z := here.X(), said.X()
	for a, name := range here.Names() {
		for i, x := range mat.Col(nil, a, X) {
			if v := Z.At(i, a); !near(v, x) {
				return nil, fmt.Errorf("%s of training row %d is %.10g in the cell, and the proof says %.10g", name, i+1, x, v)
			}
		}
	}
	return here, nil
}

// agrees refuses another Spec than is said.
func (o *liveParts) agrees(said record.Spec, p *record.Penalty) error {
	here := record.OfSpec(o.spec)
	if o.spec.Kernel != nil {
		var err error
		here.Kernel, err = record.KernelOrName(o.spec.Kernel)
		if err != nil {
			return err
		}
	}
	if !writtenAlike(said, here) {
		return fmt.Errorf("the Spec of the cell is not that of the proof")
	}
	if p == nil {
		return nil
	}
	own, err := record.PenaltyOrName(o.spec.Penalty)
	if err != nil {
		return err
	}
	if !writtenAlike(p, own) {
		return fmt.Errorf("the penalty of the cell is %v, and that of the proof another", refusal.Called(o.spec.Penalty))
	}
	return nil
}

// writtenAlike reports whether two values are written alike, but for the last digits of numbers, which
// another machine may have computed otherwise.
func writtenAlike(x, y any) bool {
	var values [2]any
	for k, v := range []any{x, y} {
		raw, err := json.Marshal(v)
		if err != nil || json.Unmarshal(raw, &values[k]) != nil {
			return false
		}
	}
	return alikeJSON(values[0], values[1])
}

func alikeJSON(x, y any) bool {
	switch x := x.(type) {
	case float64:
		y, ok := y.(float64)
		return ok && near(x, y)
	case []any:
		y, ok := y.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !alikeJSON(x[i], y[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		y, ok := y.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for name, v := range x {
			if other, found := y[name]; !found || !alikeJSON(v, other) {
				return false
			}
		}
		return true
	}
	return x == y
}

// near reports whether two numbers differ by rounding at most. A missing one is near another.
func near(x, y float64) bool {
	return math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y)) || math.IsNaN(x) && math.IsNaN(y)
}
