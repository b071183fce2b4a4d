package fit

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
)

// A kind of kernel has a name in a spec and fields, which are all required.
type kind struct {
	name   string
	fields []string
	make   func(v arguments) kern.Kernel
}

// arguments are the values of a kernel's fields.
type arguments struct {
	number map[string]float64
	widths []float64
	base   kern.Kernel
	parts  []kern.Kernel
}

func (v arguments) sigma() kern.Width { return kern.Sigma(v.number["sigma"]) }

func kinds() []kind {
	return []kind{
		{"linear", nil, func(arguments) kern.Kernel { return kern.Linear{} }},
		{"poly", []string{"p", "c"}, func(v arguments) kern.Kernel {
			return kern.Polynomial{Degree: int(v.number["p"]), Offset: v.number["c"]}
		}},
		{"gauss", []string{"sigma"}, func(v arguments) kern.Kernel { return kern.Gaussian{Width: v.sigma()} }},
		{"rq", []string{"sigma", "shape"}, func(v arguments) kern.Kernel {
			return kern.RationalQuadratic{Width: v.sigma(), Shape: v.number["shape"]}
		}},
		{"matern52", []string{"sigma"}, func(v arguments) kern.Kernel { return kern.Matern52{Width: v.sigma()} }},
		{"matern72", []string{"sigma"}, func(v arguments) kern.Kernel { return kern.Matern72{Width: v.sigma()} }},
		{"matern92", []string{"sigma"}, func(v arguments) kern.Kernel { return kern.Matern92{Width: v.sigma()} }},
		{"periodic", []string{"period", "width"}, func(v arguments) kern.Kernel {
			return kern.Periodic{Period: v.number["period"], Width: v.number["width"]}
		}},
		{"constant", []string{"value"}, func(v arguments) kern.Kernel { return kern.Constant{Value: v.number["value"]} }},
		{"ard", []string{"base", "widths"}, func(v arguments) kern.Kernel { return kern.ARD{Base: v.base, Widths: v.widths} }},
		{"sum", []string{"parts"}, func(v arguments) kern.Kernel { return kern.Sum(v.parts...) }},
		{"product", []string{"parts"}, func(v arguments) kern.Kernel { return kern.Product(v.parts...) }},
	}
}

func (k kind) String() string { return k.name }

// maxDegree bounds the cost of a polynomial kernel.
const maxDegree = 1 << 16

func (s *Spec) readKernel(o *object) error {
	raw := o.take("kernel")
	if raw == nil {
		return bad("kernel", `it is missing: {"kind": "linear"}, {"kind": "poly", "p": 3, "c": 1} or {"kind": "gauss", "sigma": 4}`)
	}
	k, err := parseKernel("kernel", raw)
	if err != nil {
		return err
	}
	s.Kernel, err = kern.Resolve(k, s.X)
	if err != nil {
		return bad("kernel", "%s", reason(err))
	}
	return nil
}

func parseKernel(path string, raw json.RawMessage) (kern.Kernel, error) {
	o, err := parseObject(path, raw)
	if err != nil {
		return nil, err
	}
	name, err := o.text("kind")
	if err != nil {
		return nil, err
	}
	all := kinds()
	i := slices.IndexFunc(all, func(k kind) bool { return k.name == name })
	switch {
	case name == "":
		return nil, bad(path+".kind", "it is missing: the kinds are %s", list(all))
	case i < 0:
		return nil, bad(path+".kind", "%q: the kinds are %s", name, list(all))
	}
	if err := o.only(append([]string{"kind"}, all[i].fields...)); err != nil {
		return nil, err
	}
	v := arguments{number: make(map[string]float64)}
	for _, field := range all[i].fields {
		switch field {
		case "parts":
			v.parts, err = parseParts(path+".parts", o.take(field))
		case "base":
			v.base, err = parseKernel(path+".base", orNull(o.take(field)))
		case "widths":
			v.widths, err = o.vector(field)
			for a, w := range v.widths {
				if w <= 0 {
					return nil, badCell(path+".widths", a, -1, "%v: it must be > 0", w)
				}
			}
		default:
			v.number[field], err = kernelNumber(o, field)
		}
		if err != nil {
			return nil, err
		}
	}
	return all[i].make(v), nil
}

// kernelNumber reads a number of a kernel. It must be within the bounds of its field.
func kernelNumber(o *object, field string) (float64, error) {
	v, err := o.required(field)
	switch {
	case err != nil:
		return 0, err
	case field == "p" && (v != math.Trunc(v) || v < 1 || v > maxDegree):
		return 0, bad(o.path+field, "%v: it must be a whole number from 1 to %d", v, maxDegree)
	case (field == "c" || field == "value") && v < 0:
		return 0, bad(o.path+field, "%v: it must be >= 0, else the kernel is not positive definite", v)
	case field != "c" && field != "value" && v <= 0:
		return 0, bad(o.path+field, "%v: it must be > 0", v)
	}
	return v, nil
}

func parseParts(path string, raw json.RawMessage) ([]kern.Kernel, error) {
	var all []json.RawMessage
	if json.Unmarshal(orNull(raw), &all) != nil || len(all) == 0 {
		return nil, bad(path, "%s: it must be a list of kernels", excerpt(orNull(raw)))
	}
	var parts []kern.Kernel
	for i, one := range all {
		part, err := parseKernel(fmt.Sprintf("%s[%d]", path, i), one)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// orNull returns raw, or null if it is absent, for messages.
func orNull(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("null")
	}
	return raw
}

// list returns a text with the names that a spec may choose from.
func list[T fmt.Stringer](all []T) string {
	var names []string
	for _, one := range all {
		names = append(names, one.String())
	}
	return strings.Join(names, ", ")
}
