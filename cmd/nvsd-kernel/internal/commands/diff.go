package commands

import (
	"fmt"
	"strings"
)

// diff returns the difference of two forms of a text, line by line: lines of the old form
// begin with -, lines of the new form with +, and lines of both with a space. Equal lines at
// both ends are left out.
func diff(name, old, text string) string {
	a, b := strings.Split(old, "\n"), strings.Split(text, "\n")
	first := 0
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
		first++
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s:%d\n", name, first+1)
	common := commonLines(a, b)
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			fmt.Fprintf(&out, " %s\n", a[i])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			fmt.Fprintf(&out, "-%s\n", a[i])
			i++
		default:
			fmt.Fprintf(&out, "+%s\n", b[j])
			j++
		}
	}
	return out.String()
}

// commonLines returns the number of lines that a[i:] and b[j:] have in common, in order, by i and j.
func commonLines(a, b []string) [][]int {
	common := make([][]int, len(a)+1)
	common[len(a)] = make([]int, len(b)+1)
	for i := len(a) - 1; i >= 0; i-- {
		common[i] = make([]int, len(b)+1)
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	return common
}
