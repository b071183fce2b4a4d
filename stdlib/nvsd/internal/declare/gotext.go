package declare

import (
	"fmt"
	"math"
	"path"
	"reflect"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// GoText returns a Spec as the Go that declares it in a cell. A field that has its default is absent.
// What is the code of a cell is written as by the verb %#v.
func GoText(s problem.Spec) string {
	var fields []string
	add := func(name, text string) { fields = append(fields, name+": "+text) }
	if s.Scale != "" {
		add("Scale", choiceText(string(s.Scale), "TrainSD", string(problem.TrainSD), "NoScaling", string(problem.NoScaling)))
	}
	if s.Intercept != "" {
		add("Intercept", choiceText(string(s.Intercept), "Unpenalised", string(problem.Unpenalised), "NoIntercept", string(problem.NoIntercept)))
	}
	if s.Kernel != nil {
		add("Kernel", goText(reflect.ValueOf(s.Kernel)))
	}
	if count, seed, said := s.Features.Drawn(); said {
		add("Features", fmt.Sprintf("nvsd.RandomFeatures(%d, %d)", count, seed))
	}
	if s.Penalty != nil {
		add("Penalty", goText(reflect.ValueOf(s.Penalty)))
	}
	if s.Loss != nil {
		add("Loss", goText(reflect.ValueOf(s.Loss)))
	}
	if !s.Nu.IsZero() {
		add("Nu", nuText(s.Nu))
	}
	if s.Solver != nil {
		add("Solver", goText(reflect.ValueOf(s.Solver)))
	}
	if s.Refit != "" {
		add("Refit", choiceText(string(s.Refit), "BestWidth", string(problem.BestWidth), "KeepKernel", string(problem.KeepKernel), "NewWidth", string(problem.NewWidth), "ARD", string(problem.ARD)))
	}
	if s.RidgeNus != nil {
		add("RidgeNus", goText(reflect.ValueOf(s.RidgeNus)))
	}
	for _, number := range []struct {
		name string
		v    any
	}{{"Tol", s.Tol}, {"MaxIter", s.MaxIter}, {"Decades", s.Decades}} {
		if v := reflect.ValueOf(number.v); !v.IsZero() {
			add(number.name, goText(v))
		}
	}
	return "nvsd.Spec{" + strings.Join(fields, ", ") + "}"
}

// choiceText returns the constant of package nvsd with a value. The constants are names, each
// followed by its value.
func choiceText(value string, constants ...string) string {
	for i := 0; i < len(constants); i += 2 {
		if constants[i+1] == value {
			return "nvsd." + constants[i]
		}
	}
	return strconv.Quote(value)
}

func nuText(nu problem.Nu) string {
	v, timesTau, _ := nu.Weight()
	name, values := "Fixed", []float64{v}
	switch {
	case timesTau:
		name = "TimesTau"
	case nu.IsChoice():
		name, values = "Choose", nu.Among()
	}
	var texts []string
	for _, v := range values {
		texts = append(texts, goText(reflect.ValueOf(v)))
	}
	return "nvsd." + name + "(" + strings.Join(texts, ", ") + ")"
}

// goText returns a value as Go. The fields of a struct that are zero are absent.
func goText(v reflect.Value) string {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() {
		return "nil"
	}
	switch x := v.Interface().(type) {
	case kern.WidthRule:
		for _, r := range widthRules() {
			if r.rule == x {
				return "kern." + r.name
			}
		}
	case kern.Kernel:
		if parts, product := kern.Parts(x); parts != nil {
			name := "kern.Sum("
			if product {
				name = "kern.Product("
			}
			return name + listText(reflect.ValueOf(parts)) + ")"
		}
	}
	switch v.Kind() {
	case reflect.Float64:
		return converted(v, numberText(v.Float()))
	case reflect.Int:
		return converted(v, strconv.FormatInt(v.Int(), 10))
	case reflect.String:
		return converted(v, strconv.Quote(v.String()))
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Slice:
		return v.Type().String() + "{" + listText(v) + "}"
	case reflect.Struct:
		return structText(v)
	}
	return fmt.Sprintf("%#v", v.Interface())
}

// structText returns a struct whose fields are exported, and any other as by %#v.
func structText(v reflect.Value) string {
	var fields []string
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() {
			return fmt.Sprintf("%#v", v.Interface())
		}
		if in := v.Field(i); !in.IsZero() && f.Type != reflect.TypeFor[solve.Progress]() { // nobody declares who is told
			fields = append(fields, f.Name+": "+goText(in))
		}
	}
	return v.Type().String() + "{" + strings.Join(fields, ", ") + "}"
}

func listText(v reflect.Value) string {
	var texts []string
	for i := range v.Len() {
		text := goText(v.Index(i))
		if v.Index(i).Kind() == reflect.Slice { // its type is that of the list
			text = strings.TrimPrefix(text, v.Index(i).Type().String())
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

// converted returns a literal as a value of the type of v.
func converted(v reflect.Value, literal string) string {
	if v.Type().PkgPath() == "" {
		return literal
	}
	return path.Base(v.Type().PkgPath()) + "." + v.Type().Name() + "(" + literal + ")"
}

func numberText(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "math.Inf(1)"
	case math.IsInf(v, -1):
		return "math.Inf(-1)"
	case math.IsNaN(v):
		return "math.NaN()"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
