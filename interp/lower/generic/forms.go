package generic

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic/internal/compiled"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// FormsPath is the import path, in the interpreter, of the compiled forms.
const FormsPath = "nvsd/forms"

// Form returns the name, in the package at [FormsPath], of the compiled form of
// a generic function of the standard library. args are its type arguments as the
// interpreter has them: there are forms where the last is a basic type, and the
// others are slices of it.
func Form(importPath, name string, args []string) (string, bool) {
	if len(args) == 0 {
		return "", false
	}
	elem := canonical(args[len(args)-1])
	for _, a := range args[:len(args)-1] {
		if e, ok := strings.CutPrefix(a, "[]"); !ok || canonical(e) != elem {
			return "", false
		}
	}
	form := formName(importPath+"."+name, elem)
	_, ok := forms()[form]
	return form, ok
}

// canonical returns the one name of a basic type that has two.
func canonical(name string) string {
	switch name {
	case "byte":
		return "uint8"
	case "rune":
		return "int32"
	}
	return name
}

// formName names the form of slices.Sort for int SlicesSort_int.
func formName(function, elem string) string {
	pkg, name, _ := strings.Cut(function, ".")
	return strings.ToUpper(pkg[:1]) + pkg[1:] + name + "_" + elem
}

// Exports returns the symbols that lowered programs use of the package at an import path: the
// compiled forms, or the compiled functions that the sources call; nothing if it is another
// package.
func Exports(importPath string) rt.Symbols {
	switch importPath {
	case FormsPath:
		return rt.Symbols{rt.Key(FormsPath): forms()}
	case CompiledPath:
		return rt.Symbols{rt.Key(CompiledPath): {
			"SortFunc":        reflect.ValueOf(compiled.SortFunc),
			"SortStableFunc":  reflect.ValueOf(compiled.SortStableFunc),
			"Pull":            reflect.ValueOf(compiled.Pull),
			"AddCleanup":      reflect.ValueOf(compiled.AddCleanup),
			"SQLScan":         reflect.ValueOf(compiled.SQLScan),
			"SQLValue":        reflect.ValueOf(compiled.SQLValue),
			"WriteComparable": reflect.ValueOf(compiled.WriteComparable),
			"Weak":            reflect.ValueOf(compiled.Weak),
			"Strong":          reflect.ValueOf(compiled.Strong),
			"Unique":          reflect.ValueOf(compiled.Unique),
			"UniqueValue":     reflect.ValueOf(compiled.UniqueValue),
			"HKDFExtract":     reflect.ValueOf(compiled.HKDFExtract),
			"HKDFExpand":      reflect.ValueOf(compiled.HKDFExpand),
			"HKDFKey":         reflect.ValueOf(compiled.HKDFKey),
			"PBKDF2Key":       reflect.ValueOf(compiled.PBKDF2Key),
		}}
	}
	return nil
}

var forms = sync.OnceValue(func() map[string]reflect.Value {
	all := map[string]reflect.Value{}
	for _, add := range []func(map[string]reflect.Value){
		ordered[int], ordered[int8], ordered[int16], ordered[int32], ordered[int64],
		ordered[uint], ordered[uint8], ordered[uint16], ordered[uint32], ordered[uint64],
		ordered[uintptr], ordered[float32], ordered[float64], ordered[string],
		basic[bool], basic[complex64], basic[complex128],
	} {
		add(all)
	}
	return all
})

// ordered adds the forms for a type whose values have an order.
func ordered[E cmp.Ordered](all map[string]reflect.Value) {
	add[E](all, map[string]any{
		"cmp.Compare":         cmp.Compare[E],
		"cmp.Less":            cmp.Less[E],
		"slices.BinarySearch": slices.BinarySearch[[]E],
		"slices.Compare":      slices.Compare[[]E],
		"slices.IsSorted":     slices.IsSorted[[]E],
		"slices.Max":          slices.Max[[]E],
		"slices.Min":          slices.Min[[]E],
		"slices.Sort":         slices.Sort[[]E],
	})
	basic[E](all)
}

// basic adds the forms for any basic type.
func basic[E comparable](all map[string]reflect.Value) {
	add[E](all, map[string]any{
		"slices.Compact":        slices.Compact[[]E],
		"slices.Contains":       slices.Contains[[]E],
		"slices.Equal":          slices.Equal[[]E],
		"slices.Index":          slices.Index[[]E],
		"slices.Reverse":        slices.Reverse[[]E],
		"slices.SortFunc":       slices.SortFunc[[]E],
		"slices.SortStableFunc": slices.SortStableFunc[[]E],
	})
}

func add[E any](all map[string]reflect.Value, functions map[string]any) {
	for name, f := range functions {
		all[formName(name, reflect.TypeFor[E]().String())] = reflect.ValueOf(f)
	}
}
