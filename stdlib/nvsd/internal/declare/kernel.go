package declare

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// kernels are the kernels that can be declared. A kernel that is not here is the code of a cell
// or of a program.
func kernels() []kind {
	sigma := field{name: "sigma", in: "Width"}
	return []kind{
		{"linear", kern.Linear{}, nil},
		{"poly", kern.Polynomial{}, []field{{name: "p", in: "Degree", valid: degree}, {name: "c", in: "Offset", valid: semidefinite}}},
		{"gauss", kern.Gaussian{}, []field{sigma}},
		{"rq", kern.RationalQuadratic{}, []field{sigma, {name: "shape", in: "Shape", valid: positive}}},
		{"matern52", kern.Matern52{}, []field{sigma}},
		{"matern72", kern.Matern72{}, []field{sigma}},
		{"matern92", kern.Matern92{}, []field{sigma}},
		{"periodic", kern.Periodic{}, []field{{name: "period", in: "Period", valid: positive}, {name: "width", in: "Width", valid: positive}}},
		{"constant", kern.Constant{}, []field{{name: "value", in: "Value", valid: semidefinite}}},
		{"ard", kern.ARD{}, []field{{name: "base", in: "Base"}, {name: "widths", in: "Widths", valid: positive}}},
		{"sum", composite{}, []field{{name: "parts", in: "Parts"}}},
		{"product", composite{Product: true}, []field{{name: "parts", in: "Parts"}}},
	}
}

// A composite stands for a kern.Sum or a kern.Product, whose types are not exported.
type composite struct {
	Parts   []kern.Kernel
	Product bool
}

func (c composite) kernel() kern.Kernel {
	if c.Product {
		return kern.Product(c.Parts...)
	}
	return kern.Sum(c.Parts...)
}

// ReadKernel reads a kernel. path is its place in the text, for errors, which are
// *jsonobject.Error.
func ReadKernel(path string, raw json.RawMessage) (kern.Kernel, error) {
	o, err := jsonobject.Parse(path, raw)
	if err != nil {
		return nil, err
	}
	k, err := named(o, "kind", "kinds", kernels())
	if err != nil {
		return nil, err
	}
	if err := o.Only(append([]string{"kind"}, k.fieldNames()...)); err != nil {
		return nil, err
	}
	v := reflect.New(reflect.TypeOf(k.value)).Elem()
	v.Set(reflect.ValueOf(k.value))
	for _, f := range k.fields {
		if err := f.read(o, v.FieldByName(f.in)); err != nil {
			return nil, err
		}
	}
	if c, ok := v.Interface().(composite); ok {
		return c.kernel(), nil
	}
	return v.Interface().(kern.Kernel), nil
}

// WriteKernel writes a kernel, with its width rules. It is an error if the kernel, or a part of it,
// is not one of package kern.
func WriteKernel(k kern.Kernel) (json.RawMessage, error) {
	of, v, ok := kindOfKernel(k)
	if !ok {
		return nil, fmt.Errorf("the kernel %s cannot be written: a file can name those of package kern and their sums and products, but holds no program; keep the cell that makes the kernel, and fit anew", refusal.Called(k))
	}
	var w writer
	if err := of.write(&w, "kind", v); err != nil {
		return nil, err
	}
	return w.object(), nil
}

// kindOfKernel returns the row of a kernel, and the value that has the fields of the row.
func kindOfKernel(k kern.Kernel) (kind, reflect.Value, bool) {
	var v any = k
	if parts, product := kern.Parts(k); parts != nil {
		v = composite{parts, product}
	}
	all := kernels()
	i := slices.IndexFunc(all, func(row kind) bool {
		c, is := v.(composite)
		return reflect.TypeOf(row.value) == reflect.TypeOf(v) && (!is || row.value.(composite).Product == c.Product)
	})
	if i < 0 {
		return kind{}, reflect.Value{}, false
	}
	return all[i], reflect.ValueOf(v), true
}

func readParts(path string, raw json.RawMessage) ([]kern.Kernel, error) {
	var all []json.RawMessage
	if json.Unmarshal(raw, &all) != nil || len(all) == 0 {
		return nil, jsonobject.Bad(path, "%s: it must be a list of kernels", jsonobject.Excerpt(raw))
	}
	var parts []kern.Kernel
	for i, one := range all {
		part, err := ReadKernel(fmt.Sprintf("%s[%d]", path, i), one)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

func writeParts(parts []kern.Kernel) (json.RawMessage, error) {
	all := make([]json.RawMessage, len(parts))
	for i, part := range parts {
		var err error
		all[i], err = WriteKernel(part)
		if err != nil {
			return nil, err
		}
	}
	return marshal(all)
}
