package record

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/portable"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// An ExportForm is a language to write a fitted function in: Go, Python or JSON. The zero value is
// none.
type ExportForm struct {
	ending string
	goName string // of the Go package
}

// GoForm is a Go package of the given name, which imports the standard library alone.
func GoForm(name string) ExportForm { return ExportForm{ending: ".go", goName: name} }

// PythonForm is a Python module, which imports the standard library alone. It takes numpy
// arrays and data frames too.
func PythonForm() ExportForm { return ExportForm{ending: ".py"} }

// JSONForm is data, from which a few lines of any language evaluate the function:
// docs/export.md describes the fields and has such lines.
func JSONForm() ExportForm { return ExportForm{ending: ".json"} }

// Export writes the fitted function and its gradient to a file that stands alone: a Go package
// if the path ends in .go, a Python module if it ends in .py, data if it ends in .json.
func Export(m *model.Model, path string) error {
	form, err := formOf(path)
	if err != nil {
		return err
	}
	return writeFile(path, "export the model", func(w io.Writer) error { return ExportTo(m, w, form) })
}

// formOf returns the form that the ending of a path asks for.
func formOf(path string) (ExportForm, error) {
	base := filepath.Base(path)
	ending := filepath.Ext(base)
	stem := strings.TrimSuffix(base, ending)
	switch ending {
	case ".py":
		return PythonForm(), nil
	case ".json":
		return JSONForm(), nil
	case ".go":
		if strings.HasSuffix(stem, "_test") {
			return ExportForm{}, refusal.BadArgument("path", "export the model: %s would be a file of tests, which other Go files do not see: give it a name that does not end in _test.go", base)
		}
		return GoForm(portable.PackageName(stem)), nil
	}
	return ExportForm{}, refusal.BadArgument("path", "export the model: the ending of %q says nothing of the form: give the file a name that ends in .go, .py or .json", base)
}

// ExportTo writes the fitted function and its gradient in a form that stands alone.
func ExportTo(m *model.Model, w io.Writer, form ExportForm) error {
	if err := keepsFeatures(m, "a program of a model"); err != nil {
		return err
	}
	f, err := portableFunction(m)
	if err != nil {
		return refusal.BadArgument("Spec.Kernel", "export the model: %w", err)
	}
	switch form.ending {
	case ".go":
		if portable.PackageName(form.goName) != form.goName {
			return refusal.BadArgument("form", "export the model: %q is no name of a Go package: give nvsd.GoForm letters and digits, such as %q", form.goName, portable.PackageName(form.goName))
		}
		err = f.WriteGo(w, form.goName)
	case ".py":
		err = f.WritePython(w)
	case ".json":
		err = f.WriteJSON(w)
	default:
		return refusal.BadArgument("form", "export the model: no form is given: give nvsd.GoForm(name), nvsd.PythonForm() or nvsd.JSONForm()")
	}
	if err != nil {
		return fmt.Errorf("nvsd: export the model: %w", err)
	}
	return nil
}

// portableFunction returns the function on the inputs that it depends on. The widths of an ARD kernel
// become a part of the scaling: k(z_i/w, z/w) is the Base at inputs scaled by w too, and its
// derivative by z_ia has the factor 1/w_a.
func portableFunction(m *model.Model) (*portable.Function, error) {
	link, err := linkOf(m)
	if err != nil {
		return nil, err
	}
	f := &portable.Function{
		WrittenBy: program(), Model: m.Kind, N: m.N(), Target: m.Target(), Link: link, Intercept: m.F.Intercept,
		Inputs: []portable.Input{}, Columns: []portable.Column{}, Centres: [][]float64{}, Alpha: []float64{},
	}
	if negative, positive, ok := m.Train.Classes(); ok {
		f.Classes = []string{negative, positive}
	} else if m.TwoClasses() {
		f.Classes = []string{"-1", "1"}
	}
	if m.F.Op == nil {
		return f, nil
	}
	k, widths := m.Kernel, slices.Repeat([]float64{1}, m.D())
	if ard, is := k.(kern.ARD); is {
		k, widths = ard.Base, ard.Widths
	}
	var used []int
	for a, use := range m.F.Use {
		if use && !math.IsInf(widths[a], 1) {
			used = append(used, a)
		}
	}
	f.Kernel, err = portableKernel(k, used)
	if err != nil {
		return nil, err
	}
	f.Inputs, f.Columns = portableInputs(m.Train, used)
	for c, a := range used {
		f.Columns[c].Shift, f.Columns[c].Scale = m.F.Shift[a], m.F.Scale[a]*widths[a]
		if m.F.Fill != nil && !math.IsNaN(m.F.Fill[a]) {
			f.Columns[c].Fill = &m.F.Fill[a]
		}
	}
	Z := m.F.Apply(m.Train.X(), m.F.Use)
	f.Alpha = m.F.Alpha
	for i := range f.Alpha {
		f.Centres = append(f.Centres, portableRow(Z.RawRowView(i), widths, used))
		if m.F.B != nil {
			f.B = append(f.B, portableRow(m.F.B.RawRowView(i), widths, used))
		}
	}
	return f, nil
}

// linkOf returns the link of a model's function, "" if its values are on the scale of the target.
func linkOf(m *model.Model) (string, error) {
	switch l := m.Loss().(type) {
	case loss.Logistic:
		return portable.Logit, nil
	case loss.Poisson:
		return portable.Log, nil
	default:
		if m.Linked() {
			return "", refusal.BadArgument("model", "its loss is %s, whose fitted values are not on the scale of the target, and exported functions know the links of the logistic and the Poisson loss alone: save the model by Model.Save", refusal.Called(l))
		}
	}
	return "", nil
}

// portableRow returns v_a / widths_a of the inputs in use.
func portableRow(v, widths []float64, used []int) []float64 {
	row := make([]float64, len(used))
	for c, a := range used {
		row[c] = v[a] / widths[a]
	}
	return row
}

// portableInputs returns the variables that the columns in use are made of, and these columns.
func portableInputs(train *data.Frame, used []int) (inputs []portable.Input, columns []portable.Column) {
	names := train.Names()
	for _, a := range used {
		input, column := portable.Input{Name: names[a]}, portable.Column{Name: names[a], Input: names[a]}
		for _, c := range train.Categories() {
			if k := slices.Index(c.Columns, a); k >= 0 {
				level := c.Levels[len(c.Levels)-len(c.Columns)+k] // two levels have one column, of the second
				input = portable.Input{Name: c.Name, Levels: c.Levels}
				column.Input, column.Level = c.Name, &level
			}
		}
		if !slices.ContainsFunc(inputs, func(i portable.Input) bool { return i.Name == input.Name }) {
			inputs = append(inputs, input)
		}
		columns = append(columns, column)
	}
	return inputs, columns
}

// portableKernel returns a resolved kernel on the inputs in use. All kernels of package kern are
// unchanged by inputs that are 0 at both of their arguments.
func portableKernel(k kern.Kernel, used []int) (*portable.Kernel, error) {
	sigma := func(w kern.Width) float64 { return float64(w.(kern.Sigma)) }
	switch k := k.(type) {
	case kern.Constant:
		return &portable.Kernel{Kind: portable.Constant, Value: &k.Value}, nil
	case kern.Linear:
		return &portable.Kernel{Kind: portable.Linear}, nil
	case kern.Polynomial:
		return &portable.Kernel{Kind: portable.Polynomial, Degree: k.Degree, Offset: &k.Offset}, nil
	case kern.Gaussian:
		return &portable.Kernel{Kind: portable.Gaussian, Sigma: sigma(k.Width)}, nil
	case kern.RationalQuadratic:
		return &portable.Kernel{Kind: portable.RationalQuadratic, Sigma: sigma(k.Width), Shape: k.Shape}, nil
	case kern.Matern52:
		return portable.NewMatern(2, sigma(k.Width)), nil
	case kern.Matern72:
		return portable.NewMatern(3, sigma(k.Width)), nil
	case kern.Matern92:
		return portable.NewMatern(4, sigma(k.Width)), nil
	case kern.Periodic:
		return &portable.Kernel{Kind: portable.Periodic, Period: k.Period, Width: k.Width}, nil
	case kern.ARD:
		base, err := portableKernel(k.Base, used)
		ard := &portable.Kernel{Kind: portable.ARD, Parts: []*portable.Kernel{base}}
		for _, a := range used {
			ard.Factors = append(ard.Factors, 1/k.Widths[a])
		}
		return ard, err
	}
	parts, product := kern.Parts(k)
	if parts == nil {
		return nil, fmt.Errorf("the code of the kernel %s is in a cell or in a program, and only the kernels of package kern, their sums and their products are known here: write the notebook as a Go program instead, by nvsd-kernel export --to go", refusal.Called(k))
	}
	p := &portable.Kernel{Kind: portable.Sum}
	if product {
		p.Kind = portable.Product
	}
	for _, part := range parts {
		q, err := portableKernel(part, used)
		if err != nil {
			return nil, err
		}
		p.Parts = append(p.Parts, q)
	}
	return p, nil
}
