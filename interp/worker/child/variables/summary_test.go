package variables

import (
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

func TestSummary(t *testing.T) {
	type inner struct{ A, b int }
	type outer struct {
		N    string
		P    *inner
		M    map[string]int
		Fᐧx  float64
		When time.Duration
	}
	for _, c := range []struct {
		v    any
		want string
	}{
		{nil, "<nil>"},
		{1.5, "1.5"},
		{"a\n\"b\"", `"a\n\"b\""`},
		{[]int{1, 2}, "2: [1 2]"},
		{make([]float64, 1000), "1000: [0 0 0 0 0 0 0 0 …]"},
		{map[string]int{"a": 1}, "1: map[…]"},
		{outer{"n", &inner{1, 2}, nil, 3, time.Second}, `{N:"n" P:&{A:1 b:2} M:map[] x:3 When:1s}`},
		{mat.NewDense(2, 3, nil), "2 x 3: &{mat:{Rows:2 Cols:3 Data:[…"},
		{(*inner)(nil), "<nil>"},
		{func() {}, "func"},
		{strings.Repeat("x", 1000), `"` + strings.Repeat("x", 60) + `…"`},
	} {
		if got := Summary(c.v); !strings.HasPrefix(got, c.want) || !strings.HasSuffix(c.want, "…") && got != c.want {
			t.Errorf("%v is %q, want %q", c.v, got, c.want)
		}
	}
}
