package interp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/testdata/mcp"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/nvsdtest"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// The cells of a notebook that uses the penalty of testdata/mcp as source: each
// ends with a text of the numbers, all of their bits.
var penaltyCells = []string{
	`import "./mcp"
r := rand.New(rand.NewPCG(1, 2))
bits := func(p penalty.Penalty) (text string) {
	for range 200 {
		u, dst := make([]float64, 18), make([]float64, 18)
		for a := range u {
			u[a] = 4 * r.Float64()
		}
		p.Prox(dst, u, 3*r.Float64())
		text += fmt.Sprintf("%b %b\n", p.Value(u), dst)
	}
	return text
}
bits(mcp.Penalty{Gamma: 1.5})`,
	`nvsdtest.Penalty(mcp.Penalty{Gamma: 1.5}, 5).Holds()`,
	`frame := data.E1(40, 7)
spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Sigma(2)}, Penalty: mcp.Penalty{Gamma: 2}, Nu: nvsd.Fixed(1e-2), Solver: solve.ADMM{}}
m := spec.Fit(frame, nvsd.Tau(0.05))
fmt.Sprintf("%b", m.Scores())`,
}

// A file that defines a penalty gives the same numbers, bit for bit, as source in
// a notebook and compiled.
func TestPenaltyInterpretedAndCompiled(t *testing.T) {
	if testing.Short() {
		t.Skip("one cell after the other: the race detector sees nothing here")
	}
	n := open(t, func(o *Options) { o.Dir = "testdata" })
	compiled := []string{compiledBits(mcp.Penalty{Gamma: 1.5}), fmt.Sprint(nvsdtest.Penalty(mcp.Penalty{Gamma: 1.5}, 5).Holds()), ""}
	frame, err := data.E1(40, 7)
	if err != nil {
		t.Fatal(err)
	}
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Sigma(2)}, Penalty: mcp.Penalty{Gamma: 2}, Nu: nvsd.Fixed(1e-2), Solver: solve.ADMM{}}
	m, err := spec.Fit(context.Background(), frame, nvsd.Tau(0.05))
	if err != nil {
		t.Fatal(err)
	}
	compiled[2] = fmt.Sprintf("%b", m.Scores())
	for i, code := range penaltyCells {
		o := n.run(code)
		if o.failure != nil {
			t.Fatal(traceback(o.failure))
		}
		if o.result != compiled[i] {
			t.Errorf("cell %d shows\n%s\ncompiled it is\n%s", i+1, o.result, compiled[i])
		}
	}
	if compiled[1] != "true" {
		t.Error("the penalty does not hold what it claims")
	}
}

func compiledBits(p penalty.Penalty) (text string) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		u, dst := make([]float64, 18), make([]float64, 18)
		for a := range u {
			u[a] = 4 * r.Float64()
		}
		p.Prox(dst, u, 3*r.Float64())
		text += fmt.Sprintf("%b %b\n", p.Value(u), dst)
	}
	return text
}
