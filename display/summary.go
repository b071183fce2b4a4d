package display

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// summaryOf returns a sentence on the elements of a list, or the values of a map: the least,
// the median, the mean and the largest of numbers, how often booleans are true, how many
// texts are different. It is "" for other elements.
func summaryOf(in inside) string {
	_, raw := in.Raw()
	first, ok := anyElement(raw)
	if !ok {
		return ""
	}
	switch value := in.Elem(first); {
	case first.Kind() == reflect.Interface || value == nil || prints(value):
		return ""
	case isNumber(value):
		return numbersSummary(raw)
	case first.Kind() == reflect.Bool:
		count := 0
		for v := range elements(raw) {
			if v.Bool() {
				count++
			}
		}
		return fmt.Sprintf("true %d, false %d", count, raw.Len()-count)
	case first.Kind() == reflect.String && raw.Len() <= mostSorted:
		distinct := map[string]bool{}
		for v := range elements(raw) {
			distinct[v.String()] = true
		}
		return fmt.Sprintf("%d different texts", len(distinct))
	}
	return ""
}

// mostSorted is the largest number of numbers that are sorted, and of texts that are
// compared.
const mostSorted = 200_000

// numbersSummary summarises numbers. The median of very many is that of some of them, which
// are evenly spread.
func numbersSummary(raw reflect.Value) string {
	step := 1 + (raw.Len()-1)/mostSorted
	var sample []float64
	low, high, sum, n, i := math.Inf(1), math.Inf(-1), 0.0, 0, 0
	for e := range elements(raw) {
		if v := float(e); !math.IsNaN(v) {
			low, high, sum, n = min(low, v), max(high, v), sum+v, n+1
			if i%step == 0 {
				sample = append(sample, v)
			}
		}
		i++
	}
	var parts []string
	if len(sample) > 0 {
		slices.Sort(sample)
		about := ""
		if step > 1 {
			about = "about "
		}
		middle := (sample[(len(sample)-1)/2] + sample[len(sample)/2]) / 2
		parts = append(parts, "min "+report.Number(low), "median "+about+report.Number(middle),
			"mean "+report.Number(sum/float64(n)), "max "+report.Number(high))
	}
	if missing := raw.Len() - n; missing > 0 {
		parts = append(parts, fmt.Sprintf("%d NaN", missing))
	}
	return strings.Join(parts, ", ")
}

// isNumber reports whether v is a number that does not print itself.
func isNumber(v any) bool {
	r := reflect.ValueOf(v)
	return (r.CanInt() || r.CanUint() || r.CanFloat()) && !prints(v)
}

func float(v reflect.Value) float64 {
	switch {
	case v.CanInt():
		return float64(v.Int())
	case v.CanUint():
		return float64(v.Uint())
	}
	return v.Float()
}

// elements yields the elements of a list, and the values of a map. One is valid until the
// next.
func elements(raw reflect.Value) func(yield func(reflect.Value) bool) {
	return func(yield func(reflect.Value) bool) {
		if raw.Kind() == reflect.Map {
			value := reflect.New(raw.Type().Elem()).Elem()
			for it := raw.MapRange(); it.Next(); {
				if raw.CanInterface() {
					value.SetIterValue(it)
				} else { // of a field that is not exported
					value = it.Value()
				}
				if !yield(value) {
					return
				}
			}
			return
		}
		for i := range raw.Len() {
			if !yield(raw.Index(i)) {
				return
			}
		}
	}
}

func anyElement(raw reflect.Value) (reflect.Value, bool) {
	for v := range elements(raw) {
		return v, true
	}
	return reflect.Value{}, false
}
