package search_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
)

// A search says of every combination what its own path and selection say, and
// returns the model of the best.
func TestSearchIsEveryPath(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(80, 4, 5), data.Train(40), data.Valid(40), data.Seed(1))
	how := nvsd.Search{
		Taus: 4, By: nvsd.ByValidation(s.Valid), Rule: nvsd.Ranked,
		Penalties: []penalty.Penalty{penalty.ElasticNet{Mu: 0.5}, penalty.ElasticNet{Mu: 1}},
		Kernels:   fixture.Widths(1, 3),
	}
	r := fixture.Must[*nvsd.SearchResult](t)(fixture.QuickSpec.Search(fixture.Ctx, s.Train, how))
	if len(r.Trials) != 12 || r.Tried() != 12 || r.Fits != 48 || r.Left != "" {
		t.Fatalf("tried %d of %d, %d fits, left %q", r.Tried(), len(r.Trials), r.Fits, r.Left)
	}
	least := math.Inf(1)
	for _, trial := range r.Trials {
		spec := fixture.QuickSpec
		spec.Nu, spec.Penalty, spec.Kernel = nvsd.Fixed(trial.Nu), trial.Penalty, trial.Kernel
		m := fixture.Must[*nvsd.Model](t)(fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, s.Train, 4)).Select(fixture.Ctx, how.By, how.Rule))
		if trial.RMSE != m.ValidRMSE() || trial.Size != len(m.SelectedNames()) || trial.Tau != m.Tau() {
			t.Errorf("%+v: its own selection has error %v, %d inputs", trial, m.ValidRMSE(), len(m.SelectedNames()))
		}
		least = math.Min(least, trial.RMSE)
	}
	if r.Model.ValidRMSE() != least || r.Trials[r.Best].RMSE != least || r.Model.Nu() != r.Trials[r.Best].Nu {
		t.Errorf("the model has error %v, the least is %v", r.Model.ValidRMSE(), least)
	}
	if _, ok := r.Model.Spec().Penalty.(penalty.ElasticNet); !ok {
		t.Errorf("the model's penalty is a %T", r.Model.Spec().Penalty)
	}
}

// A budget is kept, what it leaves untried is told, and both orders find
// something; the same seed tries the same.
func TestSearchWithinBudget(t *testing.T) {
	f := fixture.Waves(40, 3, 5)
	spec := fixture.QuickSpec
	spec.Nu = nvsd.Choose(1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100)
	how := nvsd.Search{Taus: 3, By: nvsd.ByLeaveOneOut(), Kernels: fixture.Widths(0.5, 1, 2, 4, 8), Fits: 3*12 + 2}
	tried := func(r *nvsd.SearchResult) (all []int) {
		for i, trial := range r.Trials {
			if trial.Round > 0 {
				all = append(all, i)
			}
		}
		return all
	}
	for _, order := range []search.Order{search.CoarseToFine, search.AtRandom} {
		how.Order = order
		r := fixture.Must[*nvsd.SearchResult](t)(spec.Search(fixture.Ctx, f, how))
		if r.Tried() != 12 || r.Fits != 36 || len(r.Untried()) != 23 || !strings.Contains(r.String(), "12 of 35 combinations tried, 36 fits\n") || !strings.Contains(r.String(), "\nnot tried: 23, because the budget allows 12\n") {
			t.Errorf("order %q:\n%v", order, r)
		}
		how.Seed++
		other := fixture.Must[*nvsd.SearchResult](t)(spec.Search(fixture.Ctx, f, how))
		if same := slices.Equal(tried(r), tried(other)); same != (order == search.CoarseToFine) {
			t.Errorf("order %q: another seed tries the same: %v", order, same)
		}
	}
	how.Order = search.CoarseToFine
	r := fixture.Must[*nvsd.SearchResult](t)(spec.Search(fixture.Ctx, f, how))
	last := 0
	for _, trial := range r.Trials {
		last = max(last, trial.Round)
	}
	if last < 2 {
		t.Errorf("coarse to fine in %d rounds", last)
	}
}

func TestSearchIsTheSameOnAnyProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	f := fixture.Waves(40, 3, 5)
	var told []string
	for _, processors := range []int{1, 2} {
		runtime.GOMAXPROCS(processors)
		how := nvsd.Search{Taus: 3, By: nvsd.ByCrossValidation(nvsd.KFold(3, 1), nvsd.OneSE), Kernels: fixture.Widths(1, 2, 4), Fits: 3 * 4 * 6}
		r := fixture.Must[*nvsd.SearchResult](t)(fixture.QuickSpec.Search(fixture.Ctx, f, how))
		told = append(told, fmt.Sprint(r.Trials, r.Model.NormsPerSD(), r.Model.Tau(), r.Model.RidgeNu()))
	}
	if told[0] != told[1] {
		t.Errorf("on one processor\n%s\non two\n%s", told[0], told[1])
	}
}

// A deadline that is never reached changes the order, not what is found.
func TestSearchWithTimeEnough(t *testing.T) {
	f := fixture.Waves(40, 3, 5)
	how := nvsd.Search{Taus: 3, By: nvsd.ByLeaveOneOut(), Kernels: fixture.Widths(0.5, 1, 2, 4)}
	want := fixture.Must[*nvsd.SearchResult](t)(fixture.QuickSpec.Search(fixture.Ctx, f, how))
	tomorrow, cancel := context.WithTimeout(fixture.Ctx, 24*time.Hour)
	defer cancel()
	for _, how.Order = range []search.Order{search.CoarseToFine, search.AtRandom} {
		got := fixture.Must[*nvsd.SearchResult](t)(fixture.QuickSpec.Search(tomorrow, f, how))
		for i := range got.Trials {
			if how.Order == search.CoarseToFine && got.Trials[i].Round > 1 {
				got.Trials[i].Round = 1
			}
		}
		if fmt.Sprint(got.Trials) != fmt.Sprint(want.Trials) || got.Best != want.Best || got.Left != "" {
			t.Errorf("order %q: %v, without a deadline %v", how.Order, got, want)
		}
	}
}

// counted is a lasso that notices when it is called twice at once.
type counted struct {
	penalty.Lasso
	inside, both *atomic.Int32
}

func (c counted) Prox(dst, u []float64, t float64) {
	if c.inside.Add(1) > 1 {
		c.both.Add(1)
	}
	runtime.Gosched()
	c.Lasso.Prox(dst, u, t)
	c.inside.Add(-1)
}

// Where the criterion has standard errors they are shown, and nothing where it has none.
func TestSearchAsText(t *testing.T) {
	f := fixture.Waves(30, 3, 5)
	for _, c := range []struct {
		by      nvsd.Criterion
		heading string
	}{
		{nvsd.ByLeaveOneOut(), "\n RMSE inputs nu penalty kernel\n"},
		{nvsd.ByCrossValidation(nvsd.KFold(3, 1)), "\n RMSE (SE) inputs nu penalty kernel\n"},
	} {
		r := fixture.Must[*nvsd.SearchResult](t)(fixture.QuickSpec.Search(fixture.Ctx, f, nvsd.Search{Taus: 3, By: c.by}))
		if text := fixture.Spaces.ReplaceAllString(r.String(), " "); !strings.Contains(text, c.heading) {
			t.Errorf("%v has no line %q", r, c.heading)
		}
	}
}

// A penalty is called by one goroutine at a time, in searches and folds too.
func TestPenaltyIsCalledOneAtATime(t *testing.T) {
	p := counted{inside: new(atomic.Int32), both: new(atomic.Int32)}
	how := nvsd.Search{Taus: 3, By: nvsd.ByCrossValidation(nvsd.KFold(3, 1)), Penalties: []penalty.Penalty{p}}
	fixture.Must[*nvsd.SearchResult](t)(fixture.QuickSpec.Search(fixture.Ctx, fixture.Waves(30, 3, 5), how))
	if n := p.both.Load(); n > 0 {
		t.Errorf("called %d times during another call", n)
	}
}

// The deadline of ctx is a budget too; to cancel is to want no more.
func TestSearchStops(t *testing.T) {
	f := fixture.Waves(40, 3, 5)
	over, cancel := context.WithDeadline(fixture.Ctx, time.Now().Add(-time.Second))
	defer cancel()
	how := nvsd.Search{Taus: 3, By: nvsd.ByLeaveOneOut()}
	if _, err := fixture.QuickSpec.Search(over, f, how); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no time at all: error %v", err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // one after the other
	for why, left := range map[error]string{context.DeadlineExceeded: "the time ran out", context.Canceled: "the search was cancelled"} {
		limited := &stopping{Context: fixture.Ctx, why: why, done: make(chan struct{})}
		stop := how
		stop.Penalties = []penalty.Penalty{penalty.Lasso{}, stopper{stop: limited.stop}}
		r, err := fixture.QuickSpec.Search(limited, f, stop)
		if r == nil || r.Tried() == 0 || r.Tried() == 6 || r.Model == nil || r.Left != left || len(r.Untried())+r.Tried() != 6 {
			t.Fatalf("%v: %v, error %v", why, r, err)
		}
		if want := why == context.Canceled; errors.Is(err, why) != want {
			t.Errorf("%v: error %v", why, err)
		}
	}
}

// stopping is a context that ends when stop is called.
type stopping struct {
	context.Context
	why  error
	done chan struct{}
}

func (c *stopping) Done() <-chan struct{} { return c.done }

func (c *stopping) Err() error {
	select {
	case <-c.done:
		return c.why
	default:
		return nil
	}
}

func (c *stopping) stop() {
	if c.Err() == nil {
		close(c.done)
	}
}

// stopper is a lasso that stops the search it is in.
type stopper struct {
	penalty.Lasso
	stop func()
}

func (s stopper) Prox(dst, u []float64, t float64) {
	s.stop()
	s.Lasso.Prox(dst, u, t)
}

func TestSearchTells(t *testing.T) {
	f := fixture.Waves(40, 3, 5)
	how := nvsd.Search{Taus: 3, By: nvsd.ByLeaveOneOut(), Kernels: []kern.Kernel{kern.Gaussian{Width: kern.WidthRule("none")}, kern.Gaussian{Width: kern.Sigma(1)}}}
	r := fixture.Must[*nvsd.SearchResult](t)(fixture.QuickSpec.Search(fixture.Ctx, f, how))
	if w := strings.Join(r.Warnings(), "\n"); !strings.Contains(w, "3 of the 6 combinations could not be fitted") || !strings.Contains(w, "of the choice: a wider choice may do better") {
		t.Errorf("warnings %q", w)
	}
	for _, c := range []struct {
		change func(*nvsd.Spec, *nvsd.Search)
		want   string
	}{
		{func(_ *nvsd.Spec, h *nvsd.Search) { h.Fits = 2 }, "budget of 2 fits, and one combination takes 3"},
		{func(_ *nvsd.Spec, h *nvsd.Search) { h.Fits = -1 }, "must be positive"},
		{func(_ *nvsd.Spec, h *nvsd.Search) { h.Taus = -1 }, "at least one is needed"},
		{func(_ *nvsd.Spec, h *nvsd.Search) { h.Order = "best" }, `no order "best"`},
		{func(_ *nvsd.Spec, h *nvsd.Search) { h.Kernels = []kern.Kernel{} }, "0 kernels"},
		{func(_ *nvsd.Spec, h *nvsd.Search) { h.Kernels = h.Kernels[:1] }, "no combination of the search could be fitted"},
		{func(_ *nvsd.Spec, h *nvsd.Search) { h.By = nvsd.Criterion{} }, "nothing to choose by"},
		{func(_ *nvsd.Spec, h *nvsd.Search) { h.By = nvsd.ByCrossValidation(nvsd.KFold(50, 1)) }, "10 would be empty"},
		{func(s *nvsd.Spec, _ *nvsd.Search) { s.Nu = nvsd.Choose() }, "0 nus"},
		{func(s *nvsd.Spec, _ *nvsd.Search) { s.Nu = nvsd.Choose(1, -1) }, "nu is -1"},
		{func(s *nvsd.Spec, _ *nvsd.Search) { s.Nu = nvsd.Nu{} }, "no Nu"},
	} {
		spec, how := fixture.QuickSpec, how
		c.change(&spec, &how)
		if _, err := spec.Search(fixture.Ctx, f, how); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

// Nu, the mixture of the elastic net and the width at once, for 40 fits.
func ExampleSpec_Search() {
	f, err := data.E1(50, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Mean20thNN}, Nu: nvsd.Choose(1e-3, 1e-2, 1e-1, 1), Decades: 1, Tol: 1e-3}
	r, err := spec.Search(fixture.Ctx, f, nvsd.Search{
		Taus:      5,
		By:        nvsd.ByLeaveOneOut(),
		Penalties: []penalty.Penalty{penalty.ElasticNet{Mu: 0.5}, penalty.ElasticNet{Mu: 1}},
		Kernels:   []kern.Kernel{kern.Gaussian{Width: kern.Median20NN}, kern.Polynomial{Degree: 3, Offset: 1}},
		Fits:      40,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	best := r.Trials[r.Best]
	fmt.Printf("%d of %d combinations tried, %s\n", r.Tried(), len(r.Trials), r.Left)
	fmt.Println("best: nu", best.Nu, best.Penalty, best.Kernel)
	fmt.Println(r.Model.SelectedNames())
	// Output:
	// 8 of 16 combinations tried, the budget allows 8
	// best: nu 1 ElasticNet(mu 0.5) Gaussian(median distance to the 20 nearest neighbours)
	// [x8 x9 x3 x14 x7 x2 x6]
}
