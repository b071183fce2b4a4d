package data

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A CellError is a cell that holds no finite number.
type CellError struct {
	Line    int      // of the file, where the header is line 1; or the row, from 1, of a file without lines
	Column  string   // its name
	Text    string   // of the cell
	Reason  string   // what is wrong with it
	More    int      // how many more cells there are in the file that the same would mend
	Columns []string // that have them, Column first
	Advice  []Advice // options by which it can be read, the likeliest first

	ofTarget bool    // Column is the target
	unit     string  // what Line counts, "line" if it is not said
	fill     Filling // that would do for a missing cell, "" if the cell is not missing
	found    fault   // in Column
}

// add adds the name of a column with such a cell.
func (e *CellError) add(column string) {
	if !slices.Contains(e.Columns, column) {
		e.Columns = append(e.Columns, column)
	}
}

func (e *CellError) Error() string { return e.refusal().Error() }

// refusal returns the error as a Refusal, with its advice.
func (e *CellError) refusal() *Refusal {
	text := e.Where() + ": " + e.Reason
	if e.More > 0 {
		text += fmt.Sprintf(" (and %s)", report.Plural(e.More, "more such cell"))
	}
	about, mend := e.remedy()
	r := refuse("%s", text).about(about, "", e.Advice...)
	if e.ofTarget && e.found.good == 0 && len(e.found.texts) == 1 {
		r.format, r.args, mend = "%s: the target has one class only, so that there is nothing to tell apart: name another target by %v", []any{text, Call{Option: "Target"}}, ""
	} else if len(e.Advice) == 0 && e.ofTarget && e.fill == "" {
		r.format, r.args, mend = "%s: the target must be a number: name the labels by %v, or another target by %v", []any{text, Call{Option: "Classes"}, Call{Option: "Target"}}, ""
	}
	if labels := len(e.found.texts); e.ofTarget && e.found.good == 0 && labels > mostLabels {
		r.format, r.args, mend = "%s: the target has %d different texts, and at most %d are classes: join some of them, tell one from the rest by %v, or name another target by %v", []any{text, labels, mostLabels, Call{Option: "Class"}, Call{Option: "Target"}}, ""
	}
	r.mend = mend
	return r
}

// Where returns the place of the cell, such as `line 3, column "age"`.
func (e *CellError) Where() string {
	return fmt.Sprintf("%s %d, column %q", cmp.Or(e.unit, "line"), e.Line, e.Column)
}

// notNumber ends the reason of a text that stands in place of a number.
const notNumber = "is not a number"

// mendFile is the remedy that any cell has.
const mendFile = "mend the file"

// remedy returns the subject of the decision about the cell, and the remedy that needs no
// option.
func (e *CellError) remedy() (about, mend string) {
	switch {
	case strings.HasSuffix(e.Reason, eitherOrder) || strings.Contains(e.Reason, notDate):
		return "dates", mendFile
	case e.fill != "":
		return "missing cells", mendFile
	case e.ofTarget && len(e.found.others) == 0 && e.found.good == 0 && len(e.found.texts) > 2:
		return "target", "name another target"
	case e.ofTarget && len(e.found.others) == 0:
		return "target", mendFile
	case isCensored(e.Text):
		return "numbers", mendFile + ": put a number in place of a limit, such as half of it"
	}
	return "numbers", mendFile
}

// advised returns the options by which such cells of the named columns can be read, the likeliest
// first.
func (e *CellError) advised(names []string) (all []Advice) {
	noNumber, drop := strings.HasSuffix(e.Reason, notNumber), advise(leaveOut(names), "Drop", names...)
	factor := advise(plainly(names)+" categories", "Factor", names...)
	for _, other := range e.found.others {
		if other.reads(e.Text) {
			all = append(all, other.Advice)
		}
	}
	switch {
	case noNumber && len(all) > 0 && e.ofTarget:
		return all
	case noNumber && len(all) > 0:
		return append(all, factor, drop)
	case strings.HasSuffix(e.Reason, eitherOrder):
		return e.found.days.advice(e.Text, names)
	case e.ofTarget && e.fill != "":
		return []Advice{advise("such rows are to be left out", "DropMissing", e.Column)}
	case e.ofTarget && e.found.good > 0:
		if absent := e.found.words(); absent != nil && noNumber {
			return []Advice{advise(fmt.Sprintf("%s for a missing cell", standing(absent)), "NA", absent...)}
		}
		return nil
	case e.ofTarget:
		return e.labels()
	case e.fill != "":
		by := map[Filling]string{Mean: "the mean of the training rows is to stand for such cells", MissingLevel: "such cells are a level of their own"}[e.fill]
		return []Advice{advise(by, "Impute", string(e.fill)), advise("such rows are to be left out", "DropMissing", names...), drop}
	case noNumber && strings.Contains(e.Reason, pointAmongCommas), noNumber && isCensored(e.Text):
		return []Advice{drop}
	case noNumber, strings.Contains(e.Reason, notDate):
		all = []Advice{factor, drop}
		if absent := e.found.words(); absent != nil {
			at := 0
			if !e.found.few() {
				at = 1
			}
			all = slices.Insert(all, at, advise(fmt.Sprintf("%s for a missing cell", standing(absent)), "NA", absent...))
		}
		return all
	}
	return []Advice{drop}
}

// leaveOut and plainly begin conditions about columns.
func leaveOut(names []string) string {
	if len(names) > 1 {
		return "the columns are to be left out"
	}
	return "the column is to be left out"
}

func plainly(names []string) string {
	if len(names) > 1 {
		return "the columns hold"
	}
	return "the column holds"
}

// standing begins a condition about texts.
func standing(texts []string) string {
	if len(texts) > 1 {
		return quoteList(texts) + " stand"
	}
	return quoteList(texts) + " stands"
}

// labels returns the ways in which two labels of a target are classes.
func (e *CellError) labels() (all []Advice) {
	labels := e.found.texts
	if len(labels) == 2 {
		a, b := inOrder(labels[0], labels[1])
		for _, pair := range [][]string{{a, b}, {b, a}} {
			all = append(all, advise(fmt.Sprintf("-1 is to stand for %q and +1 for %q", pair[0], pair[1]), "Classes", pair...))
		}
	}
	return all
}

// words returns the texts of a fault if they may all be marks of missing cells, and else nil: they are
// short and few, and no numbers of which a limit alone is known.
func (e fault) words() []string {
	const most = 6
	if len(e.texts) == 0 || len(e.texts) > most || slices.ContainsFunc(e.texts, func(s string) bool { return isCensored(s) || short(s) != s }) {
		return nil
	}
	return e.texts
}

// few reports whether the texts of a fault are so few beside the cells that are read, that they are
// rather no cells than another kind of cell.
func (e fault) few() bool {
	if slices.ContainsFunc(e.texts, func(s string) bool { return strings.ContainsAny(s, "0123456789") }) {
		return 20*e.count <= e.good
	}
	return e.count <= e.good
}

// censored is a number of which a limit is known, such as <10.
var censored = regexp.MustCompile(`^([<>≤≥]=?|less than|more than|under|over|below|above)\s*[-+]?[0-9]`)

func isCensored(text string) bool { return censored.MatchString(strings.ToLower(text)) }

// short returns the beginning of a text that is long.
func short(text string) string {
	const most = 30
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}
