package nvsdtest_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/nvsdtest"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// A penalty and a kernel on data take their places in the Spec, and the path of that Spec is
// the one that is shown.
func TestGiven(t *testing.T) {
	ctx := context.Background()
	train, err := data.Friedman1(60, 5, 1)
	if err != nil {
		t.Fatal(err)
	}
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Sigma(3)}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01)}
	mcp, matern := penalty.MCP{Knee: 5}, kern.Matern72{Width: kern.Sigma(3)}
	other := spec
	other.Kernel = matern
	for _, c := range []struct {
		name string
		got  nvsdtest.Report
		want nvsd.Spec
	}{
		{"penalty", nvsdtest.Penalty(mcp, 5, nvsdtest.Given(ctx, spec, train)), spec.WithPenalty(mcp)},
		{"kernel", nvsdtest.Kernel(matern, 5, nvsdtest.Given(ctx, spec, train)), other},
	} {
		want, err := c.want.Path(ctx, train, 12)
		if err != nil {
			t.Fatal(err)
		}
		if c.got.Path == nil || !slices.Equal(c.got.Path.Taus(), want.Taus()) {
			t.Errorf("%s: the path on the data is not that of the Spec", c.name)
			continue
		}
		if !strings.Contains(c.got.String(), "Path of 12 fits below tau_max") {
			t.Errorf("%s: tau_max is not shown:\n%s", c.name, c.got)
		}
	}
}

// A path that cannot be fitted is a claim that fails.
func TestGivenNothing(t *testing.T) {
	r := nvsdtest.Penalty(penalty.Lasso{}, 2, nvsdtest.Given(context.Background(), nvsd.Spec{}, nil))
	if r.Path != nil || r.Holds() {
		t.Errorf("a path on no data:\n%v", r)
	}
}
