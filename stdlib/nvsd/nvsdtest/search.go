package nvsdtest

import (
	"math/rand/v2"
	"slices"
)

// searched compares Prox with a search by Value alone: over one norm after the other,
// first over its whole range and then closer, from three starts.
func (x penaltyCheck) searched(rng *rand.Rand) string {
	u, t := x.draw(rng), drawStep(rng)
	r := x.prox(u, t)
	for _, start := range [][]float64{r, u, make([]float64, x.d)} {
		at := slices.Clone(start)
		const sweeps = 3
		for range sweeps {
			for a := range at {
				x.searchOne(at, a, u, t)
			}
			if found := x.beats(at, r, u, t); found != "" {
				return found
			}
		}
	}
	return ""
}

// searchOne moves at[a] to the best of a grid on [0, u[a]], and of finer and
// finer grids around that.
func (x penaltyCheck) searchOne(at []float64, a int, u []float64, t float64) {
	const points, zooms = 10, 5
	best, least := at[a], x.objective(at, u, t)
	for zoom, width := 0, u[a]; zoom < zooms; zoom, width = zoom+1, 2*width/points {
		lo, hi := 0.0, u[a]
		if zoom > 0 {
			lo, hi = max(0, best-width/2), min(u[a], best+width/2)
		}
		for k := range points + 1 {
			at[a] = lo + (hi-lo)*float64(k)/points
			if there := x.objective(at, u, t); there < least {
				best, least = at[a], there
			}
		}
		at[a] = best
	}
}
