// Package spelling finds the name that was probably meant.
package spelling

import "strings"

// Nearest returns the name that is most like the given one, and "" where none is. Upper and
// lower case count as equal; about a third of the letters may be wrong.
func Nearest(name string, names []string) string {
	best, least := "", 1+(len(name)+1)/3
	for _, other := range names {
		away := Distance(strings.ToLower(name), strings.ToLower(other))
		if away < least {
			best, least = other, away
		}
	}
	return best
}

// Distance returns how many letters must be put in, left out or replaced to make b of a
// (Levenshtein's distance). Bytes count as letters.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
