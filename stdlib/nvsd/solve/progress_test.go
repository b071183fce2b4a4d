package solve_test

import (
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

func TestEveryTellsOnceInAnInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []int
		p := solve.Every(time.Second, func(s solve.Step) { told = append(told, s.Iteration) })
		for i := range 8 { // at 0, 0.4, 0.8, 1.2, ... s
			p.Step(solve.Step{Iteration: i})
			time.Sleep(400 * time.Millisecond)
		}
		if len(told) != 2 || told[0] != 3 || told[1] != 6 {
			t.Errorf("told of %v", told)
		}
	})
}

func TestStepInALine(t *testing.T) {
	s := solve.Step{Tau: 0.3, RelGap: 2e-4, Residual: math.NaN(), Counts: solve.Counts{In: 3, Out: 12, Undecided: 3}}
	if got := s.String(); !strings.HasPrefix(got, "tau 0.3: relative gap 0.0002; inputs certainly in 3, out 12, undecided 3; ") {
		t.Error(got)
	}
	s.RelGap, s.Residual, s.Counts = math.NaN(), 0.5, solve.Counts{}
	if got := s.String(); !strings.HasPrefix(got, "tau 0.3: residual 0.5; iteration 0") || strings.Contains(got, "certainly") {
		t.Error(got)
	}
}
