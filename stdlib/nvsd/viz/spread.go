package viz

import "gonum.org/v1/plot/vg"

// spread moves falling places so that neighbours are at least gap apart and all lie between
// lo and hi. The sum of the squared moves is the least. If there is not enough room, the
// places are spaced evenly.
//
// Let q_k = place_k + k gap. Neighbours are at least gap apart if and only if q falls, so
// that q is the isotonic regression of at_k + k gap: neighbours that would overlap are
// pooled, and a pool takes the mean of its values.
func spread(at []vg.Length, gap, lo, hi vg.Length) []vg.Length {
	n := len(at)
	if n > 1 {
		gap = min(gap, (hi-lo)/vg.Length(n-1))
	}
	type pool struct {
		sum vg.Length
		n   int
	}
	mean := func(p pool) vg.Length { return p.sum / vg.Length(p.n) }
	var pools []pool
	for k, y := range at {
		p := pool{y + vg.Length(k)*gap, 1}
		for len(pools) > 0 && mean(pools[len(pools)-1]) < mean(p) {
			last := pools[len(pools)-1]
			pools = pools[:len(pools)-1]
			p = pool{last.sum + p.sum, last.n + p.n}
		}
		pools = append(pools, p)
	}
	places := make([]vg.Length, 0, n)
	for _, p := range pools {
		q := max(min(mean(p), hi), lo+vg.Length(n-1)*gap)
		for range p.n {
			places = append(places, q-vg.Length(len(places))*gap)
		}
	}
	return places
}
