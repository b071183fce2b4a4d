package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// SignedRank returns Wilcoxon's signed-rank test of paired numbers: the sum of the ranks of |a_i - b_i| over the pairs
// with a_i > b_i, and the probability of a sum that small where signs are tossed up, so that a small p speaks for a being less
// than b. Pairs without a difference are left out, and equal differences share their mean rank. Of up to 100 pairs the
// probability is exact; above it is that of the normal law with the variance of the sum, continuity being corrected. Without a
// difference p is 1.
func SignedRank(a, b []float64) (sum, p float64, err error) {
	if len(a) != len(b) {
		return 0, 0, fmt.Errorf("study: %d numbers and %d: the signed-rank test is of pairs", len(a), len(b))
	}
	var differences []float64
	for i := range a {
		switch d := a[i] - b[i]; {
		case math.IsNaN(d):
			return 0, 0, fmt.Errorf("study: pair %d is %v and %v: it has no difference", i+1, a[i], b[i])
		case d != 0:
			differences = append(differences, d)
		}
	}
	slices.SortFunc(differences, func(x, y float64) int { return cmp.Compare(math.Abs(x), math.Abs(y)) })
	// Twice the ranks are whole numbers, with ties too.
	doubled := make([]int, len(differences))
	for begin := 0; begin < len(differences); {
		end := begin + 1
		for end < len(differences) && math.Abs(differences[end]) == math.Abs(differences[begin]) {
			end++
		}
		for i := begin; i < end; i++ {
			doubled[i] = begin + end + 1
		}
		begin = end
	}
	observed := 0
	for i, d := range differences {
		if d > 0 {
			observed += doubled[i]
		}
	}
	const mostExact = 100
	if len(doubled) <= mostExact {
		return float64(observed) / 2, atMost(doubled, observed), nil
	}
	mean, variance := 0.0, 0.0
	for _, rank := range doubled {
		r := float64(rank) / 2
		mean += r / 2
		variance += r * r / 4
	}
	sum = float64(observed) / 2
	return sum, distuv.UnitNormal.CDF((sum + 0.5 - mean) / math.Sqrt(variance)), nil
}

// atMost returns the probability that the sum of a random half of the numbers, each in it with probability 1/2, is at most so
// large.
func atMost(numbers []int, most int) float64 {
	chance := []float64{1}
	for _, r := range numbers {
		next := make([]float64, len(chance)+r)
		for s, v := range chance {
			next[s] += v / 2
			next[s+r] += v / 2
		}
		chance = next
	}
	p := 0.0
	for _, v := range chance[:min(most+1, len(chance))] {
		p += v
	}
	return min(p, 1)
}
