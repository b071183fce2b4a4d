package nvsd_test

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// after cancels once a fit at less than half of the first tau is reported.
type after struct {
	first  *float64
	cancel context.CancelFunc
}

func (a after) Step(s solve.Step) {
	if *a.first == 0 {
		*a.first = s.Tau
	}
	if s.Tau < *a.first/2 {
		a.cancel()
	}
}

func TestPathFalls(t *testing.T) {
	p := must[*nvsd.Path](t)(gaussian.Path(ctx, waves(50, 4, 1), 10))
	taus, gaps, counts, norms := p.Taus(), p.Gaps(), p.ActiveCounts(), p.NormsPath()
	if p.Len() != 10 || taus[0] != p.TauMax() || math.Abs(math.Log10(taus[0]/taus[9])-1.5) > 1e-12 {
		t.Errorf("taus %v from tau_max %v", taus, p.TauMax())
	}
	if !slices.IsSortedFunc(taus, func(a, b float64) int { return int(math.Copysign(1, b-a)) }) {
		t.Errorf("taus do not fall: %v", taus)
	}
	if counts[0] != 0 || !near(norms[0], make([]float64, 4), 0) {
		t.Errorf("at tau_max %d inputs are in, norms %v", counts[0], norms[0])
	}
	sum := 0.0
	for i := range taus {
		in := 0
		total := 0.0
		for _, u := range norms[i] {
			if u > 0 {
				in++
			}
			total += u
		}
		if in != counts[i] || gaps[i] > gaussian.Tol {
			t.Errorf("tau %d: %d norms above 0, %d inputs in, gap %v", i, in, counts[i], gaps[i])
		}
		if total < sum*(1-1e-3) {
			t.Errorf("tau %d: the penalty's value fell from %v to %v as tau fell", i, sum, total)
		}
		sum = total
	}
	if counts[9] < 2 {
		t.Errorf("inputs along the path: %v", counts)
	}
}

// The text lists a dozen of the fits, the first and the last among them.
func TestPathAsText(t *testing.T) {
	p := must[*nvsd.Path](t)(gaussian.Path(ctx, waves(30, 2, 1), 20))
	lines := strings.Split(strings.TrimSpace(p.String()), "\n")
	if len(lines) != 2+12 {
		t.Fatalf("%d lines:\n%v", len(lines), p)
	}
	for i, line := range map[int]string{0: lines[2], 19: lines[13]} {
		if want := fmt.Sprintf("%.4g ", p.Taus()[i]); !strings.HasPrefix(line, want) {
			t.Errorf("the line of fit %d is %q, want tau %s", i, line, want)
		}
	}
}

func TestPathAgreesWithSingleFits(t *testing.T) {
	f := waves(40, 3, 2)
	p := must[*nvsd.Path](t)(gaussian.Path(ctx, f, 5))
	m := must[*nvsd.Model](t)(gaussian.Fit(ctx, f, nvsd.Tau(p.Taus()[3])))
	warm := must[*nvsd.Model](t)(p.Model(3))
	if !near(m.NormsPerSD(), warm.NormsPerSD(), 5e-3) || m.TauMax() != p.TauMax() {
		t.Errorf("norms %v alone, %v on the path", m.NormsPerSD(), warm.NormsPerSD())
	}
	errs := must[[]float64](t)(p.RMSE(f))
	if math.Abs(errs[3]-warm.TrainRMSE()) > 1e-9 {
		t.Errorf("training error %v, %v", errs[3], warm.TrainRMSE())
	}
	if _, err := p.Model(5); err == nil {
		t.Error("no error for a fit that is not there")
	}
}

func TestSameNumbersAtAnyGOMAXPROCS(t *testing.T) {
	run := func(procs int) ([]float64, []float64) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
		s := split(t, waves(150, 6, 5), nvsdSplit...)
		p := must[*nvsd.Path](t)(gaussian.Path(ctx, s.Train, 5))
		m := must[*nvsd.Model](t)(p.Select(ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked))
		return slices.Concat(p.NormsPath()...), must[[]float64](t)(m.Predict(s.Test.X()))
	}
	norms, predictions := run(1)
	for _, procs := range []int{1, 2} {
		n, v := run(procs)
		if !slices.Equal(n, norms) || !slices.Equal(v, predictions) {
			t.Errorf("GOMAXPROCS %d gives other numbers", procs)
		}
	}
}
