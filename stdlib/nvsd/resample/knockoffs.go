package resample

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/knockoff"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// A KnockoffStatistic is the number of an input that is compared with the one of its knockoff.
type KnockoffStatistic string

const (
	// KnockoffNorms are the derivative norms of the model that the Spec's path and refit give by leaving one out.
	KnockoffNorms KnockoffStatistic = "norms"
	// KnockoffEntry is the tau at which an input comes in along the path.
	KnockoffEntry KnockoffStatistic = "entry"
)

// A KnockoffPlan has the settings of Spec.Knockoffs. The zero value of a field is the default named there.
type KnockoffPlan struct {
	Q         float64             // the false discovery rate, between 0 and 1: 0.2
	Draws     int                 // of knockoffs, each with a fit of its own: 10
	Statistic KnockoffStatistic   // KnockoffNorms
	Method    data.KnockoffMethod // data.MinReconstructability
	Taus      int                 // of each path: 20
	Seed      uint64
}

// A KnockoffDifference is the largest one between inputs and knockoffs that could not be exchanged.
type KnockoffDifference = knockoff.Difference

// Knockoffs are the inputs that are found beside knockoffs, with a bound of the false discovery rate.
type Knockoffs struct {
	Target   string
	Names    []string // of the inputs, a categorical one counting once
	Selected []bool
	Q        float64
	// Evidence is the mean e-value of every input over the draws, as a part of the number of inputs: of the input j in a draw 1/(1 + V) if its statistic W_j
	// reaches the threshold of the draw, where V inputs are below the negative of it, and 0 otherwise.
	// The selected inputs are the k largest, for the largest k at which all of these are at least 1/(Q k) (Wang and Ramdas 2022).
	Evidence []float64
	// W has a row for each draw: the statistic of every input less the one of its knockoff.
	W    [][]float64
	Mean []float64 // of W over the draws
	// Least is the least number of discoveries that there can be at Q, 1/Q rounded up: no fewer are ever found.
	Least int

	Draws      int                 // that were made
	Empty      int                 // draws in which no threshold has the rate Q
	Statistic  KnockoffStatistic   // as planned
	Method     data.KnockoffMethod // as planned
	Difference KnockoffDifference  // the largest one between inputs and copies of the first draw
	Unproven   int                 // fits whose relative gap is above the Spec's tolerance, or not known
	Seconds    float64
	Stopped    string // the reason why not all draws were made; "" if they were
}

func (plan KnockoffPlan) complete() (KnockoffPlan, error) {
	plan.Q, plan.Draws, plan.Taus = orDefault(plan.Q, 0.2), orDefault(plan.Draws, 10), orDefault(plan.Taus, 20)
	plan.Statistic, plan.Method = cmp.Or(plan.Statistic, KnockoffNorms), cmp.Or(plan.Method, data.MinReconstructability)
	switch {
	case !(plan.Q > 0 && plan.Q < 1):
		return plan, refusal.BadArgument("KnockoffPlan.Q", badRate, plan.Q)
	case plan.Draws < 1 || plan.Taus < 2:
		return plan, refusal.BadArgument("KnockoffPlan", "knockoffs with %d draws and %d taus: at least one and two are needed", plan.Draws, plan.Taus)
	case plan.Statistic != KnockoffNorms && plan.Statistic != KnockoffEntry:
		return plan, refusal.BadArgument("KnockoffPlan.Statistic", "knockoffs: there is no statistic %q: give nvsd.KnockoffNorms or nvsd.KnockoffEntry", string(plan.Statistic))
	}
	return plan, nil
}

// KnockoffsOf compares each input with knockoffs of it.
func KnockoffsOf(ctx context.Context, s problem.Spec, train *data.Frame, plan KnockoffPlan) (*Knockoffs, error) {
	start := time.Now()
	if err := s.Check(); err != nil {
		return nil, err
	}
	if train == nil {
		return nil, refusal.BadData(refusal.TrainingPart, "there is no training part (nil)")
	}
	plan, err := plan.complete()
	if err != nil {
		return nil, err
	}
	own, err := penalty.Resolve(s.Penalty, train.Names())
	if err != nil {
		return nil, refusal.BadArgument("Spec.Penalty", "%w", err)
	}
	s.Penalty = problem.SharePenalty(doubledPenalty{own, train.D()})
	terms := problem.TermsOf(train)
	seeds := NullPlan{Repeats: plan.Draws, Seed: plan.Seed}.seeds()
	w, loose := make([][]float64, plan.Draws), make([]int, plan.Draws)
	var difference KnockoffDifference
	one := s.Needs(train.N(), 2*train.D(), plan.Taus, 0)
	done, err := progress.Units{Of: "knockoffs", Unit: "draw", All: plan.Draws, Bytes: one.Bytes}.Each(one.Apart(plan.Draws).In(ctx), func(ctx context.Context, r int) error {
		both, _, err := train.WithKnockoffs(plan.Method, seeds[r])
		if err != nil {
			return refusal.BadData(refusal.TrainingPart, "%w", err)
		}
		if r == 0 {
			difference = differenceOf(both, terms)
		}
		w[r], loose[r], err = plan.statistics(ctx, s, both, len(terms), seeds[r])
		return err
	})
	draws := lists.Count(done)
	if draws == 0 {
		return nil, err
	}
	w, loose = lists.Marked(w, done), lists.Marked(loose, done)
	k := &Knockoffs{
		Target: train.Target(), Q: plan.Q, Draws: draws, Statistic: plan.Statistic, Method: plan.Method,
		Difference: difference, Stopped: progress.StoppedBy(err), W: w, Mean: make([]float64, len(terms)),
	}
	for _, t := range terms {
		k.Names = append(k.Names, t.Name)
	}
	for r, own := range w {
		k.Unproven += loose[r]
		floats.AddScaled(k.Mean, 1/float64(draws), own)
	}
	k.find()
	k.Seconds = time.Since(start).Seconds()
	return k, err
}

// find sets what follows from W and Q.
func (k *Knockoffs) find() {
	k.Least, k.Empty, k.Evidence = int(math.Ceil(1/k.Q-1e-9)), 0, make([]float64, len(k.Names))
	for _, w := range k.W {
		if !addEvidence(k.Evidence, w, k.Q, float64(k.Draws)) {
			k.Empty++
		}
	}
	k.Selected = discoveries(k.Evidence, k.Q)
}

// At returns the discoveries of the same draws at another false discovery rate. A rate that is chosen after a look at what it finds bounds nothing.
func (k *Knockoffs) At(q float64) (*Knockoffs, error) {
	if !(q > 0 && q < 1) {
		return nil, refusal.BadArgument("q", badRate, q)
	}
	other := *k
	other.Q = q
	other.find()
	return &other, nil
}

// badRate refuses a false discovery rate.
const badRate = "knockoffs: the false discovery rate is %v: it must be between 0 and 1"

// statistics returns W of one draw. Some of the inputs, drawn at random, change places with their knockoffs before the fit: no order of the
// columns can then favour the inputs.
func (plan KnockoffPlan) statistics(ctx context.Context, s problem.Spec, both *data.Frame, count int, seed uint64) (w []float64, loose int, err error) {
	terms := problem.TermsOf(both)
	rng := rand.New(rand.NewPCG(seed, 0x73776170))
	w = make([]float64, count)
	signs := make([]float64, count)
	names := both.Names()
	for j := range signs {
		signs[j] = float64(2*rng.IntN(2) - 1)
		if signs[j] < 0 {
			for c, a := range terms[j].Columns {
				b := terms[count+j].Columns[c]
				names[a], names[b] = names[b], names[a]
			}
		}
	}
	swapped, err := both.Inputs(names...)
	if err != nil {
		return nil, 0, err
	}
	values, loose, err := plan.values(ctx, s, swapped)
	if err != nil {
		return nil, 0, err
	}
	for j := range w {
		w[j] = signs[j] * (values[j] - values[count+j])
	}
	return w, loose, nil
}

// values returns the statistic of each input of a Frame.
func (plan KnockoffPlan) values(ctx context.Context, s problem.Spec, f *data.Frame) (values []float64, loose int, err error) {
	path, err := s.Path(ctx, f, plan.Taus)
	if err != nil {
		return nil, 0, err
	}
	terms := problem.TermsOf(f)
	values = make([]float64, len(terms))
	loose = unproven(path.Gaps(), s.Tolerance())
	if plan.Statistic == KnockoffEntry {
		for i := path.Len() - 1; i >= 0; i-- {
			for j, in := range problem.SelectedTerms(terms, path.Active(i)) {
				if in {
					values[j] = path.Taus[i]
				}
			}
		}
		return values, loose, nil
	}
	m, err := model.Select(ctx, path, choose.ByLeaveOneOut(), choose.Ranked)
	if err != nil {
		return nil, 0, err
	}
	for j, t := range terms {
		values[j] = m.NormOf(t)
	}
	return values, loose, nil
}

// addEvidence adds the e-values of a draw, and reports whether it has a threshold.
func addEvidence(evidence, w []float64, q, draws float64) bool {
	threshold := math.Inf(1)
	var behind float64
	for _, t := range w {
		t = math.Abs(t)
		var above, below float64
		for _, v := range w {
			if v >= t {
				above++
			}
			if v <= -t {
				below++
			}
		}
		if t > 0 && t < threshold && (1+below) <= q*above*(1+1e-12) {
			threshold, behind = t, below
		}
	}
	for j, v := range w {
		if v >= threshold {
			evidence[j] += 1 / (1 + behind) / draws
		}
	}
	return !math.IsInf(threshold, 1)
}

// discoveries returns the inputs of the largest evidence, by the procedure of Benjamini and Hochberg for e-values.
func discoveries(evidence []float64, q float64) []bool {
	selected := make([]bool, len(evidence))
	order := Falling(evidence)
	for k := len(order); k > 0; k-- {
		if evidence[order[k-1]]*q*float64(k) >= 1-1e-12 {
			for _, j := range order[:k] {
				selected[j] = true
			}
			break
		}
	}
	return selected
}

// differenceOf compares the inputs of a Frame with their copies.
func differenceOf(both *data.Frame, terms []problem.Term) KnockoffDifference {
	X := both.X()
	inputs, copies := make([][]float64, len(terms)), make([][]float64, len(terms))
	_, d := X.Dims()
	for j, t := range terms {
		inputs[j], copies[j] = placesOf(X, t.Columns, 0), placesOf(X, t.Columns, d/2)
	}
	return knockoff.LargestDifference(inputs, copies)
}

// placesOf returns the numbers of an input; of a categorical one they are the places of its levels.
func placesOf(X mat.Matrix, columns []int, shift int) []float64 {
	values := mat.Col(nil, columns[0]+shift, X)
	if len(columns) == 1 {
		return values
	}
	for c, a := range columns[1:] {
		floats.AddScaled(values, float64(c+2), mat.Col(nil, a+shift, X))
	}
	return values
}

// SelectedNames returns the names of the selected inputs, by falling evidence.
func (k *Knockoffs) SelectedNames() []string {
	return problem.RankedNames(k.Names, k.Evidence, k.Selected)
}

// Warnings returns the warnings about the inputs and the fits, one sentence each.
func (k *Knockoffs) Warnings() []string {
	all := drawWarnings(k.Unproven, k.Stopped)
	if k.Difference.J != k.Difference.K && k.Difference.P < 0.01 {
		all = append(all, fmt.Sprintf("knockoffs of %s can be told from it beside %s (p = %.2g): these two depend on one another in another way than the model of the inputs, and false discoveries may be more frequent than %.3g",
			k.Names[k.Difference.J], k.Names[k.Difference.K], k.Difference.P, k.Q))
	}
	if k.Least > len(k.Names) {
		all = append(all, fmt.Sprintf("with %d inputs nothing can be found at a false discovery rate of %.3g: at least %d discoveries are needed", len(k.Names), k.Q, k.Least))
	}
	return all
}
