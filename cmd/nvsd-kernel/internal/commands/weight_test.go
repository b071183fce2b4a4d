package commands

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestSelectWeighs: whole weights give the answer of the file in which each row is there as often, and a test file
// is predicted in every row, with its error by its weights.
func TestSelectWeighs(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	weighed, repeated, test := "a,b,c,w,y\n", "a,b,c,y\n", "c,b,a,y,w\n"
	dropped := 0
	for range 60 {
		a, b, c, times := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.IntN(4)
		y := math.Sin(2*a) + b + 0.1*rng.NormFloat64()
		weighed += fmt.Sprintf("%v,%v,%v,%d,%v\n", a, b, c, times, y)
		repeated += strings.Repeat(fmt.Sprintf("%v,%v,%v,%v\n", a, b, c, y), times)
		if times == 0 {
			dropped++
		}
	}
	for i := range 5 {
		test += fmt.Sprintf("0,%v,%v,%d,%d\n", rng.NormFloat64(), rng.NormFloat64(), i, i%3)
	}
	rows := write(t, "test.csv", test)
	got := selects(t, write(t, "weighed.csv", weighed), "--target", "y", "--weight", "w", "--test", rows)
	want := selects(t, write(t, "repeated.csv", repeated), "--target", "y", "--test", rows)
	if !slices.Equal(got.Selected, want.Selected) || !slices.Contains(got.Selected, "a") || !slices.Contains(got.Selected, "b") {
		t.Errorf("selected %v, of repeated rows %v", got.Selected, want.Selected)
	}
	for i, v := range append(slices.Clone(want.Predictions), append(want.Scores, want.Error)...) {
		if own := append(slices.Clone(got.Predictions), append(got.Scores, got.Error)...)[i]; math.Abs(own-v) > 1e-4 {
			t.Errorf("number %d is %v, of repeated rows %v", i, own, v)
		}
	}
	var sum, all float64
	for i, v := range got.Predictions {
		w := float64(i % 3)
		sum, all = sum+w*(v-float64(i))*(v-float64(i)), all+w
	}
	if got.RMSE == nil || math.Abs(*got.RMSE-math.Sqrt(sum/all)) > 1e-9 {
		t.Errorf("the error by weights is %v, want %v", got.RMSE, math.Sqrt(sum/all))
	}
	if told := strings.Join(got.Warnings, "; "); !strings.Contains(told, fmt.Sprintf(`left out for a weight "w" of 0: %d of 60 rows`, dropped)) {
		t.Errorf("warnings %q", told)
	}
}

// TestSelectRefusesWeights: what is no weight, in words of the flags.
func TestSelectRefusesWeights(t *testing.T) {
	table := sheet(t, 40, "x,y,less,none,gap,word", func(rng *rand.Rand, i int) []any {
		gap := any(i % 5)
		if i == 2 {
			gap = "NA"
		}
		return []any{rng.NormFloat64(), rng.NormFloat64(), 3 - i, 0, gap, string(rune('a' + i%3))}
	})
	for _, c := range []struct {
		args []string
		say  []string
	}{
		{[]string{table, "--target", "y", "--weight", ""}, []string{"--weight is empty"}},
		{[]string{table, "--target", "y", "--weight", "z"}, []string{`weight "z"`}},
		{[]string{table, "--target", "y", "--drop", "gap", "--weight", "less"}, []string{`row 5 of the weight "less" is -1`}},
		{[]string{table, "--target", "y", "--drop", "gap", "--weight", "none"}, []string{"every one of the 40 rows has weight 0"}},
		{[]string{table, "--target", "y", "--weight", "gap"}, []string{`row 3 of the weight "gap" is missing`, `--drop-missing "gap"`}},
		{[]string{table, "--target", "y", "--drop", "gap", "--weight", "word"}, []string{`the weight "word" is a column of kind categorical`}},
		{[]string{table, "--target", "y", "--drop", "gap", "--group", "word", "--weight", "word"}, []string{"two of the roles"}},
		{[]string{table, "--target", "y", "--drop", "gap", "--weight", "x", "--shard", "1/2", "--dir", "d"}, []string{"shards know no --weight"}},
	} {
		selectRefuses(t, c.args, c.say)
	}
}
