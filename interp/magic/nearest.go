package magic

import "strings"

// nearest proposes the magic that was probably meant, or nothing.
func nearest(name string) string {
	best, least := "", 3 // as many letters may be wrong, less one
	for _, known := range Names() {
		d := distance(strings.ToLower(name), known)
		if strings.TrimLeft(name, "%") == strings.TrimLeft(known, "%") {
			d = 0
		}
		if d < least && d < len(known)-1 {
			best, least = known, d
		}
	}
	if best == "" {
		return ""
	}
	return ": did you mean " + best + "?"
}

// distance is how many letters have to be put in, taken away or changed to make
// b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, corner+1)
		}
	}
	return row[len(b)]
}
