package fit

import (
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

func (s *Spec) readKernel(o *jsonobject.Object) error {
	raw := o.Take("kernel")
	if raw == nil {
		return bad("kernel", `it is missing: {"kind": "linear"}, {"kind": "poly", "p": 3, "c": 1} or {"kind": "gauss", "sigma": 4}`)
	}
	k, err := declare.ReadKernel("kernel", raw)
	if err != nil {
		return err
	}
	if err := s.fits(k); err != nil {
		return err
	}
	s.Kernel, err = kern.Resolve(k, s.widthRows())
	if err != nil {
		return bad("kernel", "%s", reason(err))
	}
	return nil
}
