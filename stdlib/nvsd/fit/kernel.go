package fit

import (
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// A kind of kernel has a name in a spec, and numbers that must all be given.
type kind struct {
	name    string
	numbers []string
	make    func(v []float64) kern.Kernel
}

func kinds() []kind {
	return []kind{
		{"linear", nil, func([]float64) kern.Kernel { return kern.Linear{} }},
		{"poly", []string{"p", "c"}, func(v []float64) kern.Kernel { return kern.Polynomial{Degree: int(v[0]), Offset: v[1]} }},
		{"gauss", []string{"sigma"}, func(v []float64) kern.Kernel { return kern.Gaussian{Width: kern.Sigma(v[0])} }},
		{"rq", []string{"sigma", "shape"}, func(v []float64) kern.Kernel {
			return kern.RationalQuadratic{Width: kern.Sigma(v[0]), Shape: v[1]}
		}},
		{"matern52", []string{"sigma"}, func(v []float64) kern.Kernel { return kern.Matern52{Width: kern.Sigma(v[0])} }},
		{"periodic", []string{"period", "width"}, func(v []float64) kern.Kernel { return kern.Periodic{Period: v[0], Width: v[1]} }},
	}
}

func (s *Spec) readKernel(o *object) error {
	raw := o.take("kernel")
	if raw == nil {
		return bad("kernel", `it is missing: {"kind": "linear"}, {"kind": "poly", "p": 3, "c": 1} or {"kind": "gauss", "sigma": 4}`)
	}
	k, err := parseObject("kernel", raw)
	if err != nil {
		return err
	}
	name, err := k.text("kind")
	if err != nil {
		return err
	}
	all := kinds()
	i := slices.IndexFunc(all, func(c kind) bool { return c.name == name })
	if i < 0 {
		var names []string
		for _, c := range all {
			names = append(names, c.name)
		}
		return bad("kernel.kind", "%q: the kinds are %s", name, strings.Join(names, ", "))
	}
	var numbers []float64
	for _, field := range all[i].numbers {
		v, err := k.required(field)
		if err != nil {
			return err
		}
		if field == "p" && (v != math.Trunc(v) || math.Abs(v) > 1<<20) {
			return bad("kernel.p", "%v: it must be a whole number", v)
		}
		numbers = append(numbers, v)
	}
	if err := k.done(); err != nil {
		return err
	}
	s.Kernel = all[i].make(numbers)
	if c, ok := s.Kernel.(interface{ Check() error }); ok {
		if err := c.Check(); err != nil {
			return bad("kernel", "%v", err)
		}
	}
	return nil
}
