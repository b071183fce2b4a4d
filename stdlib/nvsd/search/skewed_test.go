package search_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
)

// TestLongTail: the logarithm is asked for where the target is the exponential of a function and noise, whether or not something is found
// without it, and not where the long tail is an input's, where targets are not positive, nor where they are a handful of values.
func TestLongTail(t *testing.T) {
	for name, c := range map[string]struct {
		y    func(x, z, c, e float64) float64
		want string
	}{
		"exponential of noise":          {func(_, _, _, e float64) float64 { return math.Exp(1.5 * e) }, "in which nothing is found"},
		"exponential of a function":     {func(x, z, _, e float64) float64 { return math.Exp(2*x + z*z/2 + e/2) }, "which depends on a, b"},
		"a long tail of an input":       {func(_, _, c, e float64) float64 { return 5 + c + 0.1*e }, ""},
		"negative targets":              {func(_, _, _, e float64) float64 { return math.Exp(1.5*e) - 0.5 }, ""},
		"counts of few different kinds": {func(_, _, _, e float64) float64 { return 1 + math.Floor(math.Min(8, math.Exp(e)/2)) }, ""},
	} {
		rng := rand.New(rand.NewPCG(2, 9))
		var b strings.Builder
		b.WriteString("a,b,c,y\n")
		for range 120 {
			x, z, tail := rng.NormFloat64(), rng.NormFloat64(), math.Exp(rng.NormFloat64())
			fmt.Fprintf(&b, "%v,%v,%v,%v\n", x, z, tail, c.y(x, z, tail, rng.NormFloat64()))
		}
		f := find(t, nvsd.FindPlan{}, fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(b.String()), "t.csv", data.Target("y"))))
		said := strings.Join(f.Warnings(), "\n")
		if asked := strings.Contains(said, "take the logarithm"); asked != (c.want != "") || !strings.Contains(said, c.want) {
			t.Errorf("%s: the warnings are\n%s\nwant %q", name, said, c.want)
		}
	}
}
