package display

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A large value is made for a name, since some take a moment.
type large struct {
	name string
	make func() any
}

const many, broad = 100_000, 1000

// largeValues are values of 100,000 rows and of 1,000 columns.
var largeValues = []large{
	{"frame of many rows", func() any { return frameOf(many, 20) }},
	{"frame of many columns", func() any { return frameOf(200, broad) }},
	{"frame with long names", func() any { return frameOf(200, broad, strings.Repeat("<long>", 40)) }},
	{"structs", func() any { return readings(many) }},
	{"pointers to structs", func() any { r := readings(2); return append(make([]*reading, many), &r[0], &r[1]) }},
	{"structs of many fields", func() any { return wideStructs() }},
	{"maps by names", func() any { return []map[string]float64{wideMap(), wideMap()} }},
	{"map of structs", func() any { return numbered(many, func(i int) reading { return reading{Site: fmt.Sprint(i)} }) }},
	{"map of numbers", func() any { return numbered(many, func(i int) float64 { return float64(i) }) }},
	{"map of lists", func() any { return numbered(broad, func(int) []float64 { return numbers(broad) }) }},
	{"numbers", func() any { return numbers(many) }},
	{"lists of numbers", func() any { return listsOf(many, 20) }},
	{"broad lists of numbers", func() any { return listsOf(broad, broad) }},
	{"lists of lists", func() any { return [][][][]float64{{listsOf(100, 100)}, {listsOf(100, 100)}} }},
	{"any", func() any { return anyOf(many) }},
	{"booleans", func() any { return make([]bool, many) }},
	{"matrix of many rows", func() any { return mat.NewDense(many, 20, nil) }},
	{"matrix of many columns", func() any { return mat.NewDense(broad, broad, nil) }},
	{"vector", func() any { return mat.NewVecDense(many, numbers(many)) }},
	{"texts", func() any { return strings.Fields(strings.Repeat("some words ", many/2)) }},
	{"long texts", func() any { return []string{strings.Repeat("<", 1e6), strings.Repeat("&", 1e6)} }},
	{"text", func() any { return strings.Repeat("a line of a text\n", many) }},
	{"bytes", func() any { return make([]byte, 10*many) }},
	{"JSON", func() any { return json.RawMessage("[" + strings.Repeat("1,", many) + "1]") }},
	{"error", func() any {
		return errors.Join(slicesOf(broad, errors.New(strings.Repeat("went <wrong> ", 100)))...)
	}},
}

func frameOf(n, d int, prefix ...string) *data.Frame {
	names := make([]string, d)
	for a := range names {
		names[a] = fmt.Sprint(strings.Join(prefix, ""), "x", a)
	}
	f, err := data.New(mat.NewDense(n, d, nil), make([]float64, n), names...)
	if err != nil {
		panic(err)
	}
	return f
}

func wideStructs() any {
	type part struct{ A0, A1, A2, A3, A4, A5, A6, A7, A8, A9 [10]float64 }
	type whole struct{ P0, P1, P2, P3, P4, P5, P6, P7, P8, P9 part }
	return make([]whole, 100)
}

func wideMap() map[string]float64 {
	return numbered(broad, func(i int) float64 { return float64(i) / 3 })
}

func listsOf(n, d int) [][]float64 {
	return slicesOf(n, numbers(d))
}

func slicesOf[T any](n int, v T) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = v
	}
	return list
}

func anyOf(n int) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = map[string]any{"i": i, "list": []any{i, "x"}}
	}
	return list
}

// What is sent for a value does not grow with it.
func TestLargeValuesTakeLittle(t *testing.T) {
	const most = 200_000
	for _, l := range largeValues {
		encoded, _, err := render(t, l.make()).JSON()
		if err != nil {
			t.Fatal(err)
		}
		size := 0
		for _, rendering := range encoded {
			size += len(rendering)
		}
		if size > most {
			t.Errorf("%s: its renderings have %d bytes, and may have %d", l.name, size, most)
		}
	}
}

// BenchmarkRender takes the time from a value to what is sent for it.
func BenchmarkRender(b *testing.B) {
	for _, l := range largeValues {
		v := l.make()
		b.Run(strings.ReplaceAll(l.name, " ", "_"), func(b *testing.B) {
			for b.Loop() {
				bundle, err := Render(v)
				if err != nil {
					b.Fatal(err)
				}
				if _, _, err := bundle.JSON(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
