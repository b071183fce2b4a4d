package nvsdtest_test

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/nvsdtest"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// TestReportString wants a line for the whole and one for every claim.
func TestReportString(t *testing.T) {
	r := nvsdtest.Report{Subject: "mine", Inputs: 3, Seed: 7, Draws: 10, Claims: []nvsdtest.Claim{
		{Name: "it is finite", Holds: true},
		{Name: "it is 0 at 0", Detail: "it is 1"},
	}}
	want := `mine on 3 inputs: 1 of 2 claims do not hold
         claim         remark or counterexample
✓ holds  it is finite
✗ FAILS  it is 0 at 0  it is 1
10 draws, seed 7
`
	if got := r.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	r.Heard, r.Lacking = []string{"Convex", "Check"}, []string{"Blocks"}
	if got := r.String(); !strings.Contains(got, "seed 7\nit says more of itself by Convex, Check; it may have, and has not, Blocks\n") {
		t.Errorf("got\n%s", got)
	}
	r.Claims = r.Claims[:1]
	if got := r.String(); !strings.HasPrefix(got, "mine on 3 inputs: all 1 claims hold") || !r.Holds() {
		t.Errorf("got\n%s", got)
	}
}

// TestSeeded: the same seed makes the same report, another one other draws.
func TestSeeded(t *testing.T) {
	bad := penalty.Convex(penalty.MCP{Knee: 1})
	first, again := nvsdtest.Penalty(bad, d, nvsdtest.Seed(3)), nvsdtest.Penalty(bad, d, nvsdtest.Seed(3))
	if !reflect.DeepEqual(first, again) {
		t.Errorf("seed 3 gives\n%v\nand\n%v", first, again)
	}
	if other := nvsdtest.Penalty(bad, d, nvsdtest.Seed(4)); reflect.DeepEqual(first.Claims, other.Claims) {
		t.Error("seeds 3 and 4 give the same counterexamples")
	}
	if k := (kern.Scaled(-1, kern.Linear{})); !reflect.DeepEqual(nvsdtest.Kernel(k, d), nvsdtest.Kernel(k, d)) {
		t.Error("a kernel's report differs from one time to the next")
	}
}

// TestDraws: no draws, no counterexample but of what needs none.
func TestDraws(t *testing.T) {
	r := nvsdtest.Penalty(penalty.Convex(penalty.MCP{Knee: 1}), d, nvsdtest.Draws(0))
	if !r.Holds() || r.Draws != 0 {
		t.Error(r)
	}
}

// TestRemarks: what a subject says of itself is told where it holds.
func TestRemarks(t *testing.T) {
	for _, c := range []struct {
		r    nvsdtest.Report
		want string
	}{
		{nvsdtest.Penalty(penalty.LogSum{Eps: 1}, d), "rightly: between"},
		{nvsdtest.Penalty(penalty.Separable(func(u float64) float64 { return u }), d), "penalty.Convex"},
		{nvsdtest.Kernel(kern.FromEval(kern.Linear{}.Eval), d), "not certified"},
	} {
		remarked := func(claim nvsdtest.Claim) bool { return strings.Contains(claim.Detail, c.want) }
		if !c.r.Holds() || !slices.ContainsFunc(c.r.Claims, remarked) {
			t.Errorf("want a remark with %q:\n%v", c.want, c.r)
		}
	}
}

// recorder is a TB that keeps what it is told.
type recorder []string

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	*r = append(*r, fmt.Sprintf(format, args...))
}

// TestCheck: what does not hold is an error of the test, with its counterexample.
func TestCheck(t *testing.T) {
	var told recorder
	nvsdtest.Check(&told, nvsdtest.Penalty(penalty.Lasso{}, d))
	if len(told) > 0 {
		t.Errorf("the lasso is told off: %q", told)
	}
	nvsdtest.Check(&told, nvsdtest.Penalty(penalty.Convex(penalty.LogSum{Eps: 0.1}), d))
	if len(told) == 0 || !strings.HasPrefix(told[0], "LogSum(eps 0.1) on 5 inputs (seed 1): Prox is no worse") {
		t.Errorf("told %q", told)
	}
}

// fails holds a report of something wrong to a claim that fails, by the start of
// its name and with a counterexample, and to no failures of other claims than
// those that the expression may is found in.
func fails(t *testing.T, name string, r nvsdtest.Report, want, may string) {
	t.Helper()
	if !slices.ContainsFunc(r.Failures(), func(f nvsdtest.Claim) bool { return strings.HasPrefix(f.Name, want) && f.Detail != "" }) {
		t.Errorf("%s: want a failure of %q:\n%v", name, want, r)
	}
	for _, f := range r.Failures() {
		if !regexp.MustCompile(may).MatchString(f.Name) {
			t.Errorf("%s: %q should hold:\n%v", name, f.Name, r)
		}
	}
}
