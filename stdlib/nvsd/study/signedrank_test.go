package study_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/study"
)

// TestSignedRankCounts: the probability is the part of all choices of signs whose sum of ranks is at most the one observed.
func TestSignedRankCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 9).Draw(t, "pairs")
		a, b := make([]float64, n), make([]float64, n)
		for i := range a { // of few values, so that there are ties and zeros
			a[i], b[i] = float64(rapid.IntRange(0, 4).Draw(t, "a")), float64(rapid.IntRange(0, 4).Draw(t, "b"))
		}
		sum, p, err := study.SignedRank(a, b)
		if err != nil {
			t.Fatal(err)
		}
		var size []float64
		want := 0.0
		for i := range a {
			if a[i] != b[i] {
				size = append(size, math.Abs(a[i]-b[i]))
			}
		}
		ranks := make([]float64, len(size))
		for i, v := range size {
			for j, w := range size {
				switch {
				case w < v:
					ranks[i]++
				case w == v && i != j:
					ranks[i] += 0.5
				}
			}
			ranks[i]++
		}
		k := 0
		for i := range a {
			if a[i] != b[i] {
				if a[i] > b[i] {
					want += ranks[k]
				}
				k++
			}
		}
		if sum != want {
			t.Fatalf("%v and %v: the sum is %v, want %v", a, b, sum, want)
		}
		least := 0
		for signs := range 1 << len(ranks) {
			s := 0.0
			for i, r := range ranks {
				if signs>>i&1 == 1 {
					s += r
				}
			}
			if s <= want {
				least++
			}
		}
		if got := float64(least) / float64(int(1)<<len(ranks)); math.Abs(p-got) > 1e-12 {
			t.Fatalf("%v and %v: p is %v, want %v", a, b, p, got)
		}
	})
}

// TestSignedRankOfMany: above 100 pairs the normal law is near what is exact for as many less one.
func TestSignedRankOfMany(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, shift := range []float64{-0.3, 0, 0.1} {
		var a, b []float64
		for range 101 {
			a, b = append(a, rng.NormFloat64()+shift), append(b, rng.NormFloat64())
		}
		_, normal, err := study.SignedRank(a, b)
		check(t, err)
		a[100] = b[100] // the pair is left out, and 100 others have their exact law
		_, exact, err := study.SignedRank(a, b)
		check(t, err)
		if math.Abs(normal-exact) > 0.03 {
			t.Errorf("a shift of %v: %v of 101 pairs, %v of 100", shift, normal, exact)
		}
	}
	if _, _, err := study.SignedRank([]float64{1}, nil); err == nil {
		t.Error("lists of two lengths are compared")
	}
	if _, _, err := study.SignedRank([]float64{math.NaN()}, []float64{1}); err == nil {
		t.Error("NaN is compared")
	}
}
