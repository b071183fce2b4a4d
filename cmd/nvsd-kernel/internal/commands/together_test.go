package commands

import (
	"math/rand/v2"
	"testing"
)

// TestSelectRefusesUnits: what cannot be groups or times, in words of the flags.
func TestSelectRefusesUnits(t *testing.T) {
	good := curve(t)
	groups := sheet(t, 40, "x,y,one,four,uneven,gap,word,row", func(rng *rand.Rand, i int) []any {
		gap := any(i % 5)
		if i == 0 {
			gap = "NA"
		}
		return []any{rng.NormFloat64(), rng.NormFloat64(), 1, i % 4, i / 11, gap, string(rune('a' + i%3)), i}
	})
	for _, c := range []struct {
		args []string
		say  []string
	}{
		{[]string{good, "--target", "y", "--group", "a", "--time", "b"}, []string{"--group and --time exclude each other", "--key"}},
		{[]string{good, "--target", "y", "--group", ""}, []string{"--group is empty"}},
		{[]string{good, "--target", "y", "--group", "z"}, []string{`group "z"`, `"a", "b", "c", "y"`}},
		{[]string{good, "--target", "y", "--group", "a"}, []string{`groups "a"`, "no rows belong together"}},
		{[]string{groups, "--target", "y", "--drop", "gap", "--group", "one"}, []string{`groups "one" has 1 value`, "at least 3"}},
		{[]string{groups, "--target", "y", "--drop", "gap", "--group", "four", "--criterion", "cv"}, []string{`4 groups of --group "four"`, "--criterion loo"}},
		{[]string{groups, "--target", "y", "--drop", "gap", "--group", "uneven", "--null", "2"}, []string{`groups of "uneven" are of different sizes`}},
		{[]string{groups, "--target", "y", "--group", "gap"}, []string{`row 1 of the group "gap" is missing`, `--drop-missing "gap"`}},
		{[]string{groups, "--target", "y", "--drop", "gap", "--time", "four"}, []string{`times "four" fill 4 spans`, "10 are needed"}},
		{[]string{groups, "--target", "y", "--drop", "gap", "--time", "word"}, []string{`"word" of --time holds texts`, "--date-layout"}},
		{[]string{groups, "--target", "y", "--drop", "gap", "--time", "row", "--null", "2"}, []string{"not exchangeable"}},
	} {
		selectRefuses(t, c.args, c.say)
	}
}
