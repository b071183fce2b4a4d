package display

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/big"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

type reading struct {
	Site  string
	Value float64
	At    time.Time
	note  string
}

type celsius float64

func (c celsius) String() string { return fmt.Sprintf("%.1f °C", float64(c)) }

type node struct {
	Name string
	Next *node
	All  []*node
}

// readings returns so many of them.
func readings(n int) []reading {
	list := make([]reading, n)
	for i := range list {
		list[i] = reading{fmt.Sprintf("site %d", i), float64(i*i) / 7, time.Date(2026, 11, 23, i%24, 0, 0, 0, time.UTC), "hidden"}
	}
	return list
}

// numbers returns so many of them, with a NaN.
func numbers(n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = float64((i*37)%101) / 8
	}
	list[3] = math.NaN()
	return list
}

// numbered returns a map of so many entries.
func numbered[T any](n int, value func(i int) T) map[string]T {
	m := map[string]T{}
	for i := range n {
		m[fmt.Sprintf("key %04d", i)] = value(i)
	}
	return m
}

// shownValues are values of each kind that is shown by what it is made of.
func shownValues() []any {
	rows := readings(100)
	pointers := []*reading{&rows[1], nil}
	ring := &node{Name: "a"}
	ring.Next, ring.All = ring, []*node{ring}
	matrix := make([][]float64, 50)
	for i := range matrix {
		matrix[i] = numbers(40)[:40-i/2]
	}
	words := strings.Fields(strings.Repeat("red green blue ", 50))
	_, missing := fs.Sub(fs.FS(nil), "../x")
	address := url.URL{Scheme: "https", Host: "example.org", Path: "/a", RawQuery: `b=<"&`}
	return []any{
		[]int{3, 1, 2}, numbers(506), make([]bool, 200), words, []celsius{20, 21.5}, []any{1, "a", nil, rows[2]},
		[3]string{"a", "b", "c"}, []time.Duration{time.Second, 90 * time.Minute}, []complex128{1 + 2i},
		rows[:2], rows, pointers, rows[3], &rows[4], ring, struct{ A, b int }{1, 2},
		map[string]int{"b": 2, "a": 1}, numbered(1000, func(i int) int { return i }), numbered(3, func(i int) reading { return rows[i] }),
		map[int][]float64{1: numbers(506), 2: {1, 2}}, map[string][]reading{"all": rows, "one": rows[:1]},
		[]map[string]any{{"x": 1, "y": "one"}, {"x": 2, "z": []int{1}}}, numbered(60, func(i int) celsius { return celsius(i) }),
		[][]int{{1, 2, 3}, {4, 5, 6}}, matrix, [][]string{{"a"}, {"b", "c"}}, [][][]float64{{{1, 2}, {3}}},
		mat.NewVecDense(100, numbers(100)),
		time.Date(2026, 11, 23, 1, 2, 3, 0, time.UTC), 90 * time.Second, *big.NewInt(1 << 40), big.NewRat(1, 3), address, url.URL{Scheme: "javascript", Opaque: "alert(1)"},
		json.RawMessage(`{"a": [1, {"b": null}]}`), json.RawMessage(`{"a": `), []byte(`[1, 2]`), []byte("text"), []byte{1, 2, 255},
		[]byte(strings.Repeat("a longer text\n", 3)), []byte(strings.Repeat("\x00\x01\x02\x03", 20)),
		missing, fmt.Errorf("the table: %w", errors.Join(missing, errors.New("and more"))),
	}
}

// TestValuesGolden writes each value as a terminal shows it, which renderings it has beside,
// and its table.
func TestValuesGolden(t *testing.T) {
	var b strings.Builder
	for _, v := range shownValues() {
		data := render(t, v).Data
		fmt.Fprintf(&b, "=== %T\n%s\n", v, data[MIMEText])
		types := slices.DeleteFunc(slices.Sorted(maps.Keys(data)), func(mime string) bool { return mime == MIMEText })
		if len(types) > 0 {
			fmt.Fprintf(&b, "--- %s\n", strings.Join(types, ", "))
		}
		if table, ok := data[MIMEMarkdown]; ok {
			fmt.Fprintln(&b, table)
		}
	}
	golden.Check(t, "testdata/values.txt", b.String())
}
