package commands

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestSelectMakesInputsOfDates: by the flag, and what is wrong with it in its words.
func TestSelectMakesInputsOfDates(t *testing.T) {
	file := sheet(t, 40, "when,x,y", func(rng *rand.Rand, i int) []any {
		x := rng.NormFloat64()
		return []any{fmt.Sprintf("2024-01-%02dT%02d:00", 1+i/2, 12*(i%2)), x, x + float64(i%2)}
	})
	a := selects(t, file, "--target", "y", "--dates", "when", "--test", write(t, "new.csv", "x,when\n0,2024-02-01 00:00\n0,2024-02-02 12:00\n"))
	if want := []string{"when:days", "when:weekday", "when:day cos", "x"}; !slices.Equal(a.Inputs, want) || !slices.Contains(a.Selected, "when:day cos") {
		t.Errorf("inputs %q, want %q; selected %q", a.Inputs, want, a.Selected)
	}
	if len(a.Predictions) != 2 || a.Predictions[0] > 0.3 || a.Predictions[1] < 0.7 {
		t.Errorf("predictions %v: it is 1 more at noon", a.Predictions)
	}
	if said := strings.Join(selects(t, file, "--target", "y").Warnings, "\n"); !strings.Contains(said, `columns of dates are no inputs: when: --dates "when" makes inputs of them`) {
		t.Errorf("warnings %s", said)
	}
	for _, c := range []struct {
		args []string
		say  []string
	}{
		{[]string{file, "--target", "y", "--dates", "then"}, []string{`the column "then" of --dates is not among the columns`}},
		{[]string{file, "--target", "y", "--dates", "x"}, []string{`line 2, column "x"`, "is not a date written as"}},
		{[]string{file, "--target", "y", "--dates", "when", "--factor", "when"}, []string{`"when" is a factor and one of --dates`}},
		{[]string{file, "--target", "y", "--dates", "when", "--shard", "1/2", "--dir", t.TempDir()}, []string{"shards know no --dates", "--sample 20000"}},
		{[]string{file, "--target", "y", "--dates", "when", "--knockoffs", "0.2"}, []string{"--knockoffs and --dates exclude each other"}},
		{[]string{file, "--target", "y", "--knockoffs", "2"}, []string{"--knockoffs 2: it is the false discovery rate"}},
	} {
		selectRefuses(t, c.args, c.say)
	}
}
