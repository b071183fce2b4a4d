package evidence

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/parallel"
)

// A Plan holds the starting points of a Search.
type Plan struct {
	// Norms are derivative norms of fits to all inputs, one for each input, per standard
	// deviation, for example those of a path. An input with a larger norm begins with a
	// smaller width.
	Norms [][]float64
	// Proposed are inputs on which further climbs begin; nil means all inputs only.
	Proposed []int
	// Size is the number of inputs that are wanted; 0 leaves it to the evidence.
	Size int
	// Among is the number of inputs of which those of the problem were chosen, by a look at the
	// targets. The Price is that of as many.
	Among int
	// Only are the inputs that may be in; nil means all. The Price is then that of Among.
	Only []int
	// Tell is called after each climb from a start, by one goroutine at a time. It may
	// be nil.
	Tell func(done, all int)
	// Reached is called with what the search has come to, each time that this is better than before: inputs and
	// widths that were pruned but may not be the last ones, with estimates of their Worth. It is called by one
	// goroutine at a time. It may be nil.
	Reached func(*Result)
}

// A Result is inputs and their widths. Inputs are numbered as the Parts of the Problem.
type Result struct {
	Inputs []int     // rising; those that are worth their Price
	Widths []float64 // of Inputs, 1/w_a, in the units of X and with three digits
	Noise  float64   // lambda kappa(0)
	// LogEvidence is the logarithm of the evidence, and Constant that of a model without
	// inputs.
	LogEvidence, Constant float64
	// Price is the least worth of each of Inputs: [Price] of the number of observations, in
	// which rows of equal inputs are one, and of the inputs that vary.
	Price float64
	// Worth is, for each of Inputs, by how much the log evidence falls without it, all
	// else being found anew.
	Worth []float64
	// Norms are derivative norms per standard deviation, in the unit of y: their mean over
	// the climbs on all inputs. The rest is ranked by them: of copies of one input, each
	// climb may take another.
	Norms []float64
	Steps []Step // what was compared, in order
	// Converged reports whether the last climb ended since there was nothing to gain.
	Converged bool
}

// A Step is a fit that was compared with others.
type Step struct {
	What        string // how it was found
	Inputs      int    // how many
	LogEvidence float64
}

// The efforts of climbs. Scouts stop early, where copies of one input still share its norm, by which the rest is
// ranked: at the top each climb has taken one of them.
var (
	scoutEffort = effort{4, 0.01}
	startEffort = effort{30, 0.01}
	againEffort = effort{15, 0.01}
	lastEffort  = effort{100, 1e-6}
)

// Of more than wholeRows, the first steps from every start see scoutRows.
const (
	wholeRows = 300
	scoutRows = 250
	scoutSeed = 1
)

// mostLeaders is the number of climbs on all inputs that go on.
const mostLeaders = 2

// search is the state of a Search, on inputs of standard deviation 1.
type search struct {
	problem Problem
	plan    Plan
	n, d    int
	price   float64
	none    float64   // value of the constant
	noise   float64   // log lambda to begin with
	norms   []float64 // mean over the climbs on all inputs
	steps   []Step

	named   func(*Result) *Result // in the numbering and the units of all inputs
	telling sync.Mutex
	reached float64 // least cost that the plan was told
}

// Search finds the inputs and widths of the largest evidence. It climbs from several
// starts: on all inputs and on the proposed ones, from widths that follow the norms of fits
// and from equal ones. Then it prunes the best fits: it leaves out an input whose evidence
// is less than its Price, and climbs on with the rest. Then it lets in an input on which
// the residuals depend by a smooth function of short or long scale.
//
// It is an error if ctx ends, and if no covariance can be factored. The same arguments give the
// same numbers at any GOMAXPROCS.
func (p Problem) Search(ctx context.Context, plan Plan) (*Result, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	scaled, inputs, sd := p.merged().only(plan.Only).standardised()
	all := p.inputs()
	s := &search{problem: scaled, plan: plan.among(inputs, all), n: len(scaled.Y), d: len(inputs), noise: math.Log(.05)}
	s.named = func(r *Result) *Result { return r.of(inputs, sd, all) }
	s.none, s.reached = s.constant(), math.Inf(1)
	s.price = Price(s.n, max(s.d, plan.Among, 1))
	if s.d == 0 || math.IsInf(s.none, 0) {
		return nil, errors.New("evidence: no input varies, or the target does not: there is nothing to find")
	}
	full, best, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	best, err = s.improve(ctx, full, best)
	if err != nil {
		return nil, err
	}
	result, err := s.result(ctx, best)
	if err != nil {
		return nil, err
	}
	return s.named(result), nil
}

// tell tells the plan of a pruned fit, if it is the best so far.
func (s *search) tell(f fit) {
	s.telling.Lock()
	defer s.telling.Unlock()
	if s.plan.Reached == nil || len(f.inputs) == 0 || !(s.cost(f) < s.reached) {
		return
	}
	s.reached = s.cost(f)
	r := &Result{Constant: -s.none, Price: s.price, Norms: s.norms}
	s.settle(r, f, f.losses)
	s.plan.Reached(s.named(r))
}

// among returns the plan in the numbering of the inputs that vary.
func (plan Plan) among(inputs []int, all int) Plan {
	place := make([]int, all)
	for a := range place {
		place[a] = -1
	}
	for j, a := range inputs {
		place[a] = j
	}
	proposed, norms := plan.Proposed, plan.Norms
	plan.Proposed, plan.Norms = nil, nil
	for _, a := range proposed {
		if place[a] >= 0 {
			plan.Proposed = append(plan.Proposed, place[a])
		}
	}
	for _, u := range norms {
		own := make([]float64, len(inputs))
		for j, a := range inputs {
			own[j] = u[a]
		}
		if len(own) > 0 && slices.Max(own) > 0 {
			plan.Norms = append(plan.Norms, own)
		}
	}
	plan.Size = min(plan.Size, len(inputs))
	return plan
}

// A start is the starting point of a climb.
type start struct {
	what   string
	inputs []int
	logW   []float64
}

// followed returns a start with inverse widths that follow the norms u of inputs:
// w = .7 max(.05, sqrt(u / max u)).
func followed(what string, inputs []int, norms []float64) start {
	s := start{what: what, inputs: inputs}
	top := slices.Max(norms)
	for _, a := range inputs {
		s.logW = append(s.logW, math.Log(.7*math.Max(.05, math.Sqrt(norms[a]/top))))
	}
	return s
}

func equal(what string, inputs []int) start {
	s := start{what: what, inputs: inputs, logW: make([]float64, len(inputs))}
	for j := range s.logW {
		s.logW[j] = math.Log(.7 / math.Sqrt(float64(len(inputs))))
	}
	return s
}

// begin climbs from all starts. It returns the best fit to all inputs, and the best pruned
// fit.
func (s *search) begin(ctx context.Context) (full, best fit, err error) {
	all := make([]int, s.d)
	for a := range all {
		all[a] = a
	}
	var starts []start
	for i, u := range s.plan.Norms {
		starts = append(starts, followed(fmt.Sprintf("all inputs, from the norms of fit %d", i+1), all, u))
	}
	starts = append(starts, equal("all inputs, from equal widths", all))
	onAll := len(starts)
	if len(s.plan.Proposed) > 0 && len(s.plan.Proposed) < s.d {
		if len(s.plan.Norms) > 0 {
			starts = append(starts, followed("proposed inputs, from the norms of fit 1", s.plan.Proposed, s.plan.Norms[0]))
		}
		starts = append(starts, equal("proposed inputs, from equal widths", s.plan.Proposed))
	}
	fits, err := s.scout(ctx, starts)
	if err != nil {
		return full, best, err
	}
	s.norms = s.meanNorms(fits[:onAll])
	roots := s.leaders(fits[:onAll])
	most := len(roots) // that are on all inputs
	if onAll < len(fits) {
		roots = append(roots, bestOf(fits[onAll:]))
	}
	err = parallel.EachOf(ctx, len(roots), s.problem.bytes(), func(ctx context.Context, i int) (err error) {
		roots[i], err = s.problem.climb(ctx, roots[i].inputs, roots[i].point, startEffort)
		return err
	})
	if err != nil {
		return full, best, err
	}
	full = bestOf(roots[:most])
	roots = different(roots)
	if len(roots) == 0 {
		return full, best, errNotDefinite
	}
	pruned := make([]fit, len(roots))
	err = parallel.EachOf(ctx, len(roots), s.problem.bytes(), func(ctx context.Context, i int) (err error) {
		pruned[i], err = s.prune(ctx, roots[i])
		if err == nil {
			s.tell(pruned[i])
		}
		return err
	})
	if err != nil {
		return full, best, err
	}
	for i, f := range pruned {
		s.step("climbed on", roots[i])
		s.step("pruned", f)
		if i == 0 || s.cost(f) < s.cost(best) {
			best = f
		}
	}
	return full, best, nil
}

// scout takes the first steps from every start, of a large problem on scoutRows drawn at random: they tell
// which starts lead to most evidence, and near its top.
func (s *search) scout(ctx context.Context, starts []start) ([]fit, error) {
	if s.n <= wholeRows {
		return s.climbAll(ctx, s.problem, starts, scoutEffort)
	}
	rows := rand.New(rand.NewPCG(scoutSeed, scoutSeed)).Perm(s.n)[:scoutRows]
	slices.Sort(rows)
	for i := range starts {
		starts[i].what += fmt.Sprintf(", %d of %d rows", scoutRows, s.n)
	}
	return s.climbAll(ctx, s.problem.ofRows(rows), starts, scoutEffort)
}

// different returns the first of the fits to each number of inputs that have the same evidence: climbs that ended
// at one top. It leaves out those without evidence.
func different(fits []fit) []fit {
	var some []fit
	for _, f := range fits {
		same := func(g fit) bool {
			return len(f.inputs) == len(g.inputs) && math.Abs(f.value-g.value) < worthless
		}
		if !math.IsInf(f.value, 1) && !slices.ContainsFunc(some, same) {
			some = append(some, f)
		}
	}
	return some
}

// meanNorms returns the mean of the norms of fits to all inputs.
func (s *search) meanNorms(fits []fit) []float64 {
	mean, c := make([]float64, s.d), newCost(s.problem)
	for _, f := range fits {
		if u, err := c.norms(f.point); err == nil {
			floats.AddScaled(mean, 1/float64(len(fits)), u)
		}
	}
	return mean
}

// leaders returns the best of the fits, at most mostLeaders, of those that differ in their
// evidence.
func (s *search) leaders(fits []fit) []fit {
	sorted := slices.Clone(fits)
	slices.SortStableFunc(sorted, func(a, b fit) int { return cmp.Compare(a.value, b.value) })
	leaders := sorted[:1]
	for _, f := range sorted[1:] {
		if len(leaders) < mostLeaders && f.value-leaders[len(leaders)-1].value > worthless {
			leaders = append(leaders, f)
		}
	}
	return leaders
}

// cost returns -log evidence and the price of the inputs, by which fits are compared.
func (s *search) cost(f fit) float64 { return f.value + s.price*float64(len(f.inputs)) }

func bestOf(fits []fit) fit {
	best := fits[0]
	for _, f := range fits[1:] {
		if f.value < best.value {
			best = f
		}
	}
	return best
}

func (s *search) step(what string, f fit) {
	s.steps = append(s.steps, Step{what, len(f.inputs), -f.value})
}

// climbAll climbs from every start in a problem, and calls Tell after each.
func (s *search) climbAll(ctx context.Context, p Problem, starts []start, by effort) ([]fit, error) {
	fits := make([]fit, len(starts))
	done := 0
	err := parallel.EachOf(ctx, len(starts), p.bytes(), func(ctx context.Context, i int) (err error) {
		fits[i], err = p.climb(ctx, starts[i].inputs, point{starts[i].logW, s.noise}, by)
		if err != nil {
			return err
		}
		s.telling.Lock()
		defer s.telling.Unlock()
		done++
		if s.plan.Tell != nil {
			s.plan.Tell(done, len(starts))
		}
		return nil
	})
	for i, f := range fits {
		if err == nil {
			s.step(starts[i].what, f)
		}
	}
	return fits, err
}

// improve lets inputs in that the residuals depend on, climbs once more on all inputs
// from there, and prunes.
func (s *search) improve(ctx context.Context, full, best fit) (fit, error) {
	grown, err := s.grow(ctx, best)
	if err != nil || s.cost(grown) >= s.cost(best) {
		return best, err
	}
	again := start{what: "all inputs, from what residuals depend on", inputs: full.inputs, logW: slices.Clone(full.logW)}
	for j, a := range grown.inputs {
		again.logW[a] = grown.logW[j]
	}
	fits, err := s.climbAll(ctx, s.problem, []start{again}, startEffort)
	if err != nil {
		return best, err
	}
	for _, f := range []fit{grown, fits[0]} {
		if math.IsInf(f.value, 1) {
			continue
		}
		pruned, err := s.prune(ctx, f)
		if err != nil {
			return best, err
		}
		s.step("pruned", pruned)
		if s.cost(pruned) < s.cost(best) {
			best = pruned
			s.tell(best)
		}
	}
	return best, nil
}
