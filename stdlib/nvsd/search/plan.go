package search

import (
	"math"
	"math/rand/v2"
	"slices"
)

// searchStream is the second half of the PCG seed of a search.
const searchStream = 0x73656172

// plan returns the trials of a round in the order in which they start, and none if the
// search is done. It looks only at the results of earlier rounds.
func (r *searching) plan(round int) []int {
	left := r.most - r.tried
	all := r.most == len(r.trials)
	switch {
	case left == 0:
		return nil
	case all && !r.timed:
		return r.untried()
	case r.how.Order == AtRandom:
		return rand.New(rand.NewPCG(r.how.Seed, searchStream)).Perm(len(r.trials))[:left]
	case round == 1 && all:
		return r.coarse(int(math.Sqrt(float64(left))))
	case round == 1:
		return r.coarse((left + 1) / 2)
	}
	near := r.nearest()
	return near[:min(left, len(near))]
}

func (r *searching) untried() []int {
	var rest []int
	for t := range r.trials {
		if r.trials[t].Round == 0 {
			rest = append(rest, t)
		}
	}
	return rest
}

// coarse returns at most the given number of trials, spread evenly over every axis.
func (r *searching) coarse(most int) []int {
	for stride := 1; ; stride *= 2 {
		var trials []int
		for t := range r.trials {
			on := true
			for axis, place := range r.place(t) {
				first := (r.shape[axis] - 1) % stride / 2 // as far from both ends
				on = on && place >= first && (place-first)%stride == 0
			}
			if on {
				trials = append(trials, t)
			}
		}
		if len(trials) <= most {
			return trials
		}
	}
}

// nearest returns the untried trials that are nearest to the best so far. All have the same
// distance, which is the number of steps along the axes.
func (r *searching) nearest() []int {
	best := r.place(max(0, r.best()))
	distance := func(t int) int {
		sum := 0
		for axis, place := range r.place(t) {
			sum += max(place-best[axis], best[axis]-place)
		}
		return sum
	}
	rest := r.untried()
	least := distance(slices.MinFunc(rest, func(a, b int) int { return distance(a) - distance(b) }))
	return slices.DeleteFunc(rest, func(t int) bool { return distance(t) > least })
}

// place returns the places of a trial on the axes: nu, penalty, kernel.
func (r *searching) place(t int) [3]int {
	nus, penalties := r.shape[0], r.shape[1]
	return [3]int{t % nus, t / nus % penalties, t / nus / penalties}
}
