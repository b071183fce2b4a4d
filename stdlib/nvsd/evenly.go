package nvsd

// Evenly returns at most so many of the indices below n, evenly spread, the first
// and the last among them: which of a long list to show.
func Evenly(n, most int) []int {
	shown := make([]int, min(n, most))
	for k := range shown {
		shown[k] = k * (n - 1) / max(1, len(shown)-1)
	}
	return shown
}
