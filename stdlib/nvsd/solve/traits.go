package solve

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

func isConvex(p penalty.Penalty) bool { return trait.IsConvex(p) }

func blocksOf(p penalty.Penalty, d int) (groups [][]int, weights []float64, quad float64) {
	return trait.BlocksOf(p, d)
}

// checkPenalty calls every optional method of the penalty once, so that a mistake or a
// panic is an error before the solver relies on them.
func checkPenalty(p penalty.Penalty, op *Operator) (err error) {
	_, d := op.Dims()
	method := "Check"
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("solve: penalty %s: %s panics: %v", called(p), method, cause)
		}
	}()
	if err := trait.CheckInputs(p, d); err != nil {
		return fmt.Errorf("solve: %w", err)
	}
	method = "Convex"
	isConvex(p)
	method = "Blocks"
	groups, weights, quad := trait.PartsOf(p, d)
	if err := checkBlocks(groups, weights, quad, d); err != nil {
		return fmt.Errorf("solve: penalty %s: Blocks(%d) %w", called(p), d, err)
	}
	return nil
}

// checkBlocks reports groups without one of d inputs or with others, and weights and
// squares that are no numbers >= 0.
func checkBlocks(groups [][]int, weights []float64, quad float64, d int) error {
	if groups == nil {
		return nil
	}
	if len(weights) != len(groups) {
		return fmt.Errorf("returns %d weights for %d groups", len(weights), len(groups))
	}
	if !(quad >= 0) || math.IsInf(quad, 1) {
		return fmt.Errorf("returns the factor %v of the squares: it must be a finite number >= 0", quad)
	}
	in := make([]bool, d)
	for g, members := range groups {
		if w := weights[g]; !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("returns the weight %v of group %d: it must be a finite number >= 0", w, g)
		}
		for _, a := range members {
			if a < 0 || a >= d {
				return fmt.Errorf("returns input %d in group %d: the inputs are 0 to %d", a, g, d-1)
			}
			in[a] = true
		}
	}
	for a, is := range in {
		if !is {
			return fmt.Errorf("returns no group with input %d: every input must be in one, of weight 0 where it is not penalised", a)
		}
	}
	return nil
}
