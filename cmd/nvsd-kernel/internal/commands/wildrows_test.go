package commands

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSelectSpecLeavesWildRowsOut: the cell that an answer holds leaves out the rows that the answer does.
func TestSelectSpecLeavesWildRowsOut(t *testing.T) {
	file := sheet(t, 50, "x,z,y", func(rng *rand.Rand, i int) []any {
		x := rng.NormFloat64()
		return []any{x, rng.NormFloat64(), math.Sin(2*x) + 0.1*rng.NormFloat64() + 15*float64(i/20%2*(i%20/19))}
	})
	a := selects(t, file, "--target", "y")
	got := command("run", write(t, "s.go", "// %%\n"+a.Spec+"// %%\nfmt.Printf(\"%d %q %.10g\\n\", found.LeftOut(), found.SelectedNames(), found.Model.Selection().RMSE)\n"))
	if want := fmt.Sprintf("[39] %q %.10g\n", a.Selected, a.Error); fmt.Sprint(a.LeftOut) != "[40]" || got.status != 0 || !strings.HasSuffix(got.out, want) {
		t.Errorf("left out are %v; status %d, %s%s; want %s", a.LeftOut, got.status, got.out, got.err, want)
	}
}
