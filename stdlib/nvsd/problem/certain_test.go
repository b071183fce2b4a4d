package problem_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// An interrupted fit tells while it runs what is certain; its model keeps that,
// shows it, and has it still when it was written and read.
func TestInterruptedFitKeepsWhatIsCertain(t *testing.T) {
	train := fixture.Waves(40, 5, 1)
	spec := fixture.Gaussian
	spec.Tol = 1e-10
	best := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, train, nvsd.TauFrac(0.3)))
	interrupted, cancel := context.WithCancel(fixture.Ctx)
	var last solve.Step
	m, err := spec.Fit(fixture.OnSteps(interrupted, func(s solve.Step) {
		last = s
		if s.In > 0 {
			cancel()
		}
	}), train, nvsd.TauFrac(0.3))
	if !errors.Is(err, context.Canceled) || m == nil {
		t.Fatalf("model %v, error %v", m, err)
	}
	n := solve.CountCertain(m.Certain())
	if n.In == 0 || n.Undecided == 0 || n.In < last.In || n.In+n.Out+n.Undecided != 5 {
		t.Fatalf("%v is certain, and %v was told", n, last)
	}
	for a, c := range m.Certain() {
		if c == solve.CertainlyIn && !best.Selected()[a] || c == solve.CertainlyOut && best.Selected()[a] {
			t.Errorf("input %d is certainly %s, and at the optimum selected: %v", a, c, best.Selected()[a])
		}
	}
	text := m.String()
	if !strings.Contains(text, "\ncertain: "+n.String()+", at the optimum of that fit") {
		t.Errorf("%q does not count what is certain", text)
	}
	if got := strings.Count(text, "undecided") - 1; got != n.Undecided {
		t.Errorf("%d inputs of %d are marked as undecided:\n%s", got, n.Undecided, text)
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	again := fixture.Must[*nvsd.Model](t)(nvsd.ReadModel(&file))
	if !slices.Equal(again.Certain(), m.Certain()) || again.String() != text {
		t.Errorf("read again:\n%s", again)
	}
}

// Along a path all inputs are out at tau_max, and the model that is selected
// has what is certain of the fit that selects.
func TestCertainAlongAPath(t *testing.T) {
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, fixture.Waves(40, 4, 1), 5))
	all := p.Certain()
	if n := solve.CountCertain(all[0]); n != (solve.Counts{Out: 4}) {
		t.Errorf("at tau_max: %v", n)
	}
	m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	if i := m.Selection().TauIndex; !slices.Equal(m.Certain(), all[i]) || solve.CountCertain(all[i]).In == 0 {
		t.Errorf("the model has %v, its fit %v", m.Certain(), all[i])
	}
	if ridge := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Ridge(fixture.Ctx, fixture.Waves(40, 4, 1), nvsd.ByLeaveOneOut())); ridge.Certain() != nil {
		t.Errorf("kernel ridge regression selects nothing, and %v is certain", ridge.Certain())
	}
}

// What is certain speaks of the penalised fit. A rule that asks for zeros selects by that, and the rows
// and bars of its model say it; of a ranking they say only what is selected.
func TestCertificatesSpeakOfTheirOwnFit(t *testing.T) {
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, fixture.Waves(40, 4, 1), 5))
	for rule, own := range map[nvsd.SelectionRule]bool{nvsd.Ranked: false, nvsd.TopK(2): false, nvsd.ExactZeros: true} {
		m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), rule))
		if n := solve.CountCertain(m.Certain()); n.In+n.Out == 0 {
			t.Fatalf("%s: nothing is certain", rule)
		}
		r := m.Report()
		verdicts := slices.ContainsFunc(r[0].(report.Bars).Bars, func(b report.Bar) bool { return b.Verdict != "" })
		if text := m.String(); verdicts != own || strings.Contains(text, "\ncertain: ") != own || strings.Contains(text, "which ranks the inputs") == own {
			t.Errorf("%s: marks at the bars: %v, and\n%s", rule, verdicts, text)
		}
	}
}

func TestNothingIsCertainWithoutACertificate(t *testing.T) {
	spec := fixture.Gaussian.WithPenalty(penalty.MCP{Knee: 3})
	spec.Solver = solve.ADMM{MaxIter: 30}
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, fixture.Waves(30, 3, 1), nvsd.Tau(0.1)))
	if m.Certain() != nil || strings.Contains(m.String(), "at the optimum") {
		t.Errorf("%v is certain:\n%s", m.Certain(), m)
	}
}

func TestRidgeAtAnEndIsWarnedOf(t *testing.T) {
	clear := fixture.Waves(40, 3, 1)
	rng, y := rand.New(rand.NewPCG(1, 1)), clear.Y()
	for i := range y {
		y[i] += rng.NormFloat64() // too little of a ridge fits this
	}
	train := fixture.Must[*data.Frame](t)(data.New(clear.X(), y))
	for _, c := range []struct {
		nus  []float64
		want string
	}{
		{[]float64{1e3, 1e2}, "is the least of the 2"},
		{[]float64{1e-6, 1e-1}, "is the largest of the 2"},
		{[]float64{1e-1}, ""},
		{[]float64{1e3, 1e-1, 1e-6}, ""},
	} {
		spec := fixture.Gaussian
		spec.RidgeNus, spec.Refit = c.nus, nvsd.KeepKernel
		for what, m := range map[string]*nvsd.Model{
			"Ridge":  fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, train, nvsd.ByLeaveOneOut())),
			"Select": fixture.Must[*nvsd.Model](t)(fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, train, 4)).Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.ExactZeros)),
		} {
			warned := strings.Join(m.Warnings(), "\n")
			if strings.Contains(warned, "that it was chosen from") != (c.want != "") || !strings.Contains(warned, c.want) {
				t.Errorf("%s among %v took %v, and warns %q", what, c.nus, m.RidgeNu(), warned)
			}
		}
	}
}
