// Package spelling finds the name that was probably meant.
package spelling

import (
	"fmt"
	"strings"
	"unicode"
)

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

// Question asks whether the nearest of the names is meant, for the middle of a message:
// `is it "MPG"? `. It is empty if no name is near. Of a name that looks the same it says what differs.
func Question(name string, names []string) string {
	near := Nearest(name, names)
	if near == "" {
		return ""
	}
	return fmt.Sprintf("is it %q? %s", near, difference(name, near))
}

// difference names the first difference between two names that look alike: blanks at an end, or letters of
// another form or alphabet. It is "" if they look different.
func difference(name, near string) string {
	if strings.TrimSpace(name) == strings.TrimSpace(near) {
		return "Blanks at an end differ. "
	}
	a, b := []rune(name), []rune(near)
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		foreign := func(r, s rune) bool {
			return r > unicode.MaxASCII && (unicode.Is(unicode.Mn, r) || unicode.IsSpace(r) && unicode.IsSpace(s) || unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) && unicode.Is(unicode.Latin, s))
		}
		marked := len(a) != len(b) && (i+1 < len(a) && unicode.Is(unicode.Mn, a[i+1]) || i+1 < len(b) && unicode.Is(unicode.Mn, b[i+1]))
		if foreign(a[i], b[i]) || foreign(b[i], a[i]) || marked {
			return fmt.Sprintf("Its character %d is %U there, and %U here. ", i+1, b[i], a[i])
		}
		return ""
	}
	return ""
}

// Distance returns the number of letters that must be put in, left out, replaced or exchanged
// with the next one to make b of a (Damerau's distance, no letter changed twice). Bytes count as
// letters.
func Distance(a, b string) int {
	above, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			replaced := row[j]
			if a[i] != b[j] {
				replaced++
			}
			next[j+1] = min(replaced, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], above[j-1]+1)
			}
		}
		above, row, next = row, next, above
	}
	return row[len(b)]
}
