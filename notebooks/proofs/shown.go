package proofs

import (
	"encoding/json"
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/internal/stored"
	"github.com/nvsd-kernel/nvsd-kernel/notebooks"
)

// shown is what a page shows of a model: as text, and the rows of the tables of its HTML.
type shown struct {
	lines []string
	rows  [][]string
}

var (
	rowTag  = regexp.MustCompile(`(?s)<tr[^>]*>(.*?)</tr>`)
	cellTag = regexp.MustCompile(`(?s)<t[dh][^>]*>(.*?)</t[dh]>`)
)

func shownOf(out notebooks.Output) shown {
	var s shown
	var text string
	if json.Unmarshal(out.Bundle.Data[display.MIMEText], &text) == nil {
		for _, line := range strings.Split(text, "\n") {
			s.lines = append(s.lines, strings.TrimSpace(line))
		}
	}
	if json.Unmarshal(out.Bundle.Data[display.MIMEHTML], &text) == nil {
		for _, row := range rowTag.FindAllStringSubmatch(text, -1) {
			var cells []string
			for _, cell := range cellTag.FindAllStringSubmatch(row[1], -1) {
				cells = append(cells, html.UnescapeString(cell[1]))
			}
			s.rows = append(s.rows, cells)
		}
	}
	return s
}

// contradicts returns what is shown otherwise than in the table, whose numbers were computed again. A note
// says that what is shown is no such table.
func (s shown) contradicts(t *stored.Table) (against, notes []string) {
	onPage := func(charted bool) []string {
		var heading []string
		for j, name := range t.Heading {
			if charted || !slices.Contains(t.Charted, j) {
				heading = append(heading, name)
			}
		}
		return heading
	}
	isText := s.shows(strings.Join(t.Heading, " "))
	whole := slices.ContainsFunc(s.rows, func(row []string) bool { return slices.Equal(row, onPage(true)) })
	isPage := whole || slices.ContainsFunc(s.rows, func(row []string) bool { return slices.Equal(row, onPage(false)) })
	if !isText && !isPage {
		return nil, []string{"what is shown is not the table that was computed again, and is not compared with it"}
	}
	if isText {
		for _, line := range t.Lines {
			if !s.shows(line) {
				against = append(against, "the text lacks what was computed again: "+strings.Join(strings.Fields(line), " "))
			}
		}
	}
	if isPage {
		for _, row := range t.Rows {
			if !whole && len(row) == len(t.Heading) {
				var kept []string
				for j, cell := range row {
					if !slices.Contains(t.Charted, j) {
						kept = append(kept, cell)
					}
				}
				row = kept
			}
			line := strings.Join(row, " ")
			if !slices.ContainsFunc(s.rows, func(r []string) bool { return agree(strings.Join(r, " "), line) }) {
				against = append(against, "the page lacks what was computed again: "+line)
			}
		}
	}
	return against, nil
}

// shows reports whether the text has the line.
func (s shown) shows(line string) bool {
	return slices.ContainsFunc(s.lines, func(l string) bool { return agree(l, line) })
}

// agree reports whether two texts have the same words. Numbers may differ by one in their last
// digit: another machine may round otherwise.
func agree(shown, computed string) bool {
	if shown == computed {
		return true
	}
	a, b := strings.Fields(shown), strings.Fields(computed)
	return slices.EqualFunc(a, b, sameWord)
}

func sameWord(a, b string) bool {
	if a == b {
		return true
	}
	a, b = strings.TrimRight(a, ",;:)"), strings.TrimRight(b, ",;:)")
	x, errA := strconv.ParseFloat(a, 64)
	y, errB := strconv.ParseFloat(b, 64)
	if errA != nil || errB != nil {
		return false
	}
	return math.Abs(x-y) <= 1.01*min(lastDigit(a), lastDigit(b))
}

// lastDigit returns what one in the last digit of a number counts.
func lastDigit(number string) float64 {
	mantissa, exponent, _ := strings.Cut(number, "e")
	power, _ := strconv.Atoi(exponent)
	if _, decimals, found := strings.Cut(mantissa, "."); found {
		power -= len(decimals)
	}
	return math.Pow(10, float64(power))
}
