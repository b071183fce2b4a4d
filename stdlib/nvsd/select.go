package nvsd

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
)

// A Rule says which sets of inputs a path proposes.
type Rule string

const (
	// ExactZeros proposes, at every tau, the inputs whose derivative norm is not
	// exactly 0.
	ExactZeros Rule = "exact zeros"
	// Ranked proposes, at every tau, the k inputs of largest derivative norm per
	// standard deviation, for k = 1, 2, ... up to the number that is in. (From
	// about 20 on, k grows in steps.)
	Ranked Rule = "ranked"
)

// A Selection is how Path.Select chose a model.
type Selection struct {
	Rule     Rule
	By       Criterion
	TauIndex int       // of the chosen tau in the path
	Taus     int       // of the path
	Size     int       // number of chosen inputs
	RMSE     float64   // error of the chosen model by the criterion
	Errors   []float64 // for every tau, the least error of what it proposes
	Sets     int       // how many different sets of inputs were tried
}

// describe is the selection in a phrase.
func (s *Selection) describe() string {
	of := fmt.Sprintf("tau %d of %d", s.TauIndex+1, s.Taus)
	by := fmt.Sprintf("chosen by the %v of kernel ridge on the selected inputs (%d sets tried)", s.By, s.Sets)
	if s.Rule == Ranked {
		return fmt.Sprintf("ranked: the %d largest derivative norms at %s; number and tau %s", s.Size, of, by)
	}
	return fmt.Sprintf("exact zeros of the derivative norms at %s, %s", of, by)
}

// Select makes the two-step model of UAI 2018, section 5: of the sets of inputs
// that the rule proposes along the path, and of no input at all, the one on
// which kernel ridge regression does best by the criterion, and that
// regression. Its nu is chosen by the same criterion among the Spec's RidgeNus.
// Of equal errors the fewest inputs win, and then the largest tau.
func (p *Path) Select(ctx context.Context, by Criterion, rule Rule) (*Model, error) {
	start := time.Now()
	if rule != ExactZeros && rule != Ranked {
		return nil, fmt.Errorf("nvsd: there is no selection rule %q: give nvsd.ExactZeros or nvsd.Ranked", rule)
	}
	if p.Len() == 0 {
		return nil, fmt.Errorf("nvsd: the path holds no fit to select from")
	}
	judge, err := by.on(p.design)
	if err != nil {
		return nil, err
	}
	trials := p.propose(rule)
	if err := trials.run(ctx, p.design, judge); err != nil {
		return nil, err
	}
	s := &Selection{Rule: rule, By: by, Taus: p.Len(), Sets: len(trials.sets), Errors: make([]float64, p.Len())}
	best := -1
	for i, proposed := range trials.at {
		for k, t := range proposed {
			e := trials.fits[t].rmse
			if k == 0 || e < s.Errors[i] {
				s.Errors[i] = e
			}
			if best < 0 || e < s.RMSE || e == s.RMSE && count(trials.sets[t]) < s.Size {
				best, s.TauIndex, s.Size, s.RMSE = t, i, count(trials.sets[t]), e
			}
		}
	}
	m, err := trials.fits[best].model(p.design, judge, selectedInputs, start)
	if err != nil {
		return nil, err
	}
	m.selection, m.tau, m.tauMax, m.relGap = s, p.taus[s.TauIndex], p.tauMax, p.Gaps()[s.TauIndex]
	m.iterations, m.seconds = p.Iterations(), m.seconds+p.seconds
	m.warnings = slices.Concat(m.warnings, p.warnings, trials.warnings())
	return m, nil
}

// trials are the different sets of inputs that a path proposes.
type trials struct {
	sets [][]bool
	at   [][]int // for every tau, indices into sets: the empty set, then by size
	fits []ridgeFit
	errs []error // why there is no fit on a set, whose error then is +Inf
}

func (p *Path) propose(rule Rule) *trials {
	ts := &trials{at: make([][]int, p.Len())}
	index := map[string]int{}
	norms := p.NormsPath()
	for i := range ts.at {
		active := p.active(i)
		order := ranking(norms[i], active)[:count(active)]
		for _, k := range rule.sizes(len(order)) {
			set := make([]bool, p.train.D())
			for _, a := range order[:k] {
				set[a] = true
			}
			key := fmt.Sprint(set)
			t, known := index[key]
			if !known {
				t = len(ts.sets)
				index[key] = t
				ts.sets = append(ts.sets, set)
			}
			ts.at[i] = append(ts.at[i], t)
		}
	}
	return ts
}

// sizes returns how many of m ranked inputs the rule proposes, 0 among them.
func (r Rule) sizes(m int) []int {
	sizes := []int{0}
	if r == ExactZeros {
		return slices.Compact(append(sizes, m))
	}
	for k := 1; k < m; k += 1 + k/20 {
		sizes = append(sizes, k)
	}
	if m > 0 {
		sizes = append(sizes, m)
	}
	return sizes
}

// run fits kernel ridge regression on every set. Under NewWidth a set may give
// the kernel no width, as a single binary input does; it is then left out.
func (ts *trials) run(ctx context.Context, ds *design, by *judge) error {
	ts.fits, ts.errs = make([]ridgeFit, len(ts.sets)), make([]error, len(ts.sets))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for t, set := range ts.sets {
		group.Go(func() error {
			fit, err := ds.ridge(ctx, set, by)
			if err != nil && ds.spec.Refit == NewWidth && ctx.Err() == nil {
				fit, ts.errs[t], err = ridgeFit{rmse: math.Inf(1)}, err, nil
			}
			ts.fits[t] = fit
			return err
		})
	}
	return group.Wait()
}

// warnings tells which sets were left out, and why.
func (ts *trials) warnings() []string {
	var first error
	left := 0
	for _, err := range ts.errs {
		if err != nil {
			left++
			first = cmp.Or(first, err)
		}
	}
	if left == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of the %d sets of inputs could not be tried: %v", left, len(ts.sets), first)}
}
