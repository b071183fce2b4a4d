package evidence

import (
	"fmt"
	"math"
	"testing"
)

// BenchmarkEvidence evaluates a point with its slopes.
func BenchmarkEvidence(b *testing.B) {
	for _, size := range [][2]int{{100, 20}, {200, 40}, {500, 50}} {
		b.Run(fmt.Sprintf("n=%d,d=%d", size[0], size[1]), func(b *testing.B) {
			c := newCost(drawn(1, size[0], size[1], 0.3, curved))
			at := point{make([]float64, size[1]), math.Log(0.1)}
			for a := range at.logW {
				at.logW[a] = math.Log(0.7) - math.Log(float64(size[1]))/2
			}
			for b.Loop() {
				if err := c.evaluate(at); err != nil {
					b.Fatal(err)
				}
				c.invert()
				c.slopes()
			}
		})
	}
}

// BenchmarkClimb ends at the top, from equal widths of all inputs.
func BenchmarkClimb(b *testing.B) {
	for _, size := range [][2]int{{100, 20}, {200, 40}} {
		b.Run(fmt.Sprintf("n=%d,d=%d", size[0], size[1]), func(b *testing.B) {
			p := drawn(1, size[0], size[1], 0.3, curved)
			var all []int
			for a := range size[1] {
				all = append(all, a)
			}
			s := equal("", all)
			for b.Loop() {
				if _, err := p.climb(b.Context(), s.inputs, point{s.logW, math.Log(0.05)}, lastEffort); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
