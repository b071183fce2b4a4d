package kern

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// structure compares the structure that the kernel states, which solvers use instead of
// Eval, Grad and Mixed, with these.
func (q *inquiry) structure(s *site) error {
	d := len(s.x)
	grad, mixed := make([]float64, d), make([]float64, d*d)
	var dp trait.DotProduct
	if trait.Find(q.k, &dp) {
		at := dot(s.x, s.z)
		value, _, _ := dp.AtDot(at)
		dotGrad(dp.AtDot, grad, s.x, s.z)
		dotMixed(dp.AtDot, mixed, s.x, s.z)
		if err := q.same(s, fmt.Sprintf("AtDot(%.6g)", at), value, grad, mixed); err != nil {
			return err
		}
	}
	var iso trait.Isotropic
	if trait.Find(q.k, &iso) {
		at := halfSquare(s.x, s.z)
		value, _, _ := iso.AtHalfSquare(at)
		isotropicGrad(iso.AtHalfSquare, grad, s.x, s.z)
		isotropicMixed(iso.AtHalfSquare, mixed, s.x, s.z)
		if err := q.same(s, fmt.Sprintf("AtHalfSquare(%.6g)", at), value, grad, mixed); err != nil {
			return err
		}
	}
	var str trait.Stretched
	if !trait.Find(q.k, &str) {
		return nil
	}
	base, widths := str.Unstretched()
	var k0 Kernel
	if !trait.Find(base, &k0) || len(widths) != d {
		return nil // solvers say so
	}
	k := ARD{Base: k0, Widths: widths}
	k.Grad(grad, s.x, s.z)
	k.Mixed(mixed, s.x, s.z)
	return q.same(s, "Unstretched", k.Eval(s.x, s.z), grad, mixed)
}

// same reports the first number in which a method of the structure differs.
func (q *inquiry) same(s *site, method string, value float64, grad, mixed []float64) error {
	d := len(s.x)
	differ := func(what string, unit, size, want, have float64) error {
		const tol = 1e-5
		if math.Abs(want-have) <= tol*max(math.Abs(want), math.Abs(have), smallPart*unit*size) {
			return nil
		}
		return fmt.Errorf("the kernel %v is not what its structure says: %s %s is %.8g, and by %s it is %.8g", q.k, q.where(s), what, have, method, want)
	}
	if err := differ("Eval", s.value, 1, value, q.k.Eval(s.x, s.z)); err != nil {
		return err
	}
	for _, a := range q.inputs {
		if err := differ(fmt.Sprintf("dst[%d] of Grad", a), s.value/s.lengths[a], q.grads, grad[a], s.grad[a]); err != nil {
			return err
		}
	}
	for _, a := range q.inputs {
		for _, b := range q.inputs {
			if err := differ(fmt.Sprintf("dst[%d*%d+%d] of Mixed", a, d, b), s.value/s.lengths[a]/s.lengths[b], q.mixeds, mixed[a*d+b], s.mixed[a*d+b]); err != nil {
				return err
			}
		}
	}
	return nil
}
