package rt

import (
	"reflect"
	"slices"
	"sync"
)

// optional are the methods that compiled code looks for in what it is given as an
// interface, beside those of the interfaces that have its methods and more.
var optional = map[string][]string{
	"io.Reader": {"WriteTo", "ReadByte", "ReadRune", "Len", "Peek", "ReadAt"},
	"io.Writer": {"ReadFrom", "WriteString", "WriteByte", "Flush"},
	// It makes a zero value of the type, and asks that for its String.
	"flag.Value":      {"String", "IsBoolFlag"},
	"context.Context": {"AfterFunc", "String"},
	"hash.Hash":       {"AppendBinary", "MarshalBinary", "UnmarshalBinary"},
	"image.Image":     {"Opaque"},
	"draw.Image":      {"Opaque"},
	"mat.Matrix":      {"RawMatrix", "RawVector", "RawSymmetric", "RawTriangular", "RawRowView", "RowView", "ColView"},
	"mat.Vector":      {"RawVector"},
	"mat.Symmetric":   {"RawSymmetric"},
	"optimize.Method": {"Status"},
	"plot.Plotter":    {"DataRange", "GlyphBoxes", "Thumbnail"},
	"plotter.XYer":    {"XError", "YError"},
}

// offersMore tells whether t has methods that compiled code looks for beyond those
// of the interface i: then it is to see the real type.
func (t *Type) offersMore(i reflect.Type) bool {
	methods := t.methods()
	has := func(name string) bool { return methods[name].Call != nil }
	return slices.ContainsFunc(optional[i.String()], has) ||
		slices.ContainsFunc(wider(i), func(more []string) bool {
			return !slices.ContainsFunc(more, func(name string) bool { return !has(name) })
		})
}

var widerThan sync.Map // reflect.Type to [][]string

// wider returns for each interface that has the methods of i and more what more it has.
func wider(i reflect.Type) [][]string {
	if known, ok := widerThan.Load(i); ok {
		return known.([][]string)
	}
	var all [][]string
	for j := range wrappers {
		if j.NumMethod() == i.NumMethod() || !j.Implements(i) {
			continue
		}
		var more []string
		for k := range j.NumMethod() {
			name := j.Method(k).Name
			if _, ok := i.MethodByName(name); !ok {
				more = append(more, name)
			}
		}
		all = append(all, more)
	}
	widerThan.Store(i, all)
	return all
}
