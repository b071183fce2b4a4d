package data

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A CellError is a cell that holds no finite number.
type CellError struct {
	Line    int      // of the file, where the header is line 1; or the row, from 1, of a file without lines
	Column  string   // its name
	Text    string   // of the cell
	Reason  string   // what is wrong with it
	More    int      // how many more cells there are in the file that the same would mend
	Columns []string // that have them, Column first
	Advice  []Advice // with which the cell is a number

	ofTarget bool    // Column is the target
	unit     string  // what Line counts, "line" if it is not said
	fill     Filling // that would do for a missing cell, "" if the cell is not missing
}

// add notes that a column has such a cell.
func (e *CellError) add(column string) {
	if !slices.Contains(e.Columns, column) {
		e.Columns = append(e.Columns, column)
	}
}

func (e *CellError) Error() string {
	text := e.Where() + ": " + e.Reason
	if e.More > 0 {
		text += fmt.Sprintf(" (and %s)", plural(e.More, "more such cell"))
	}
	return text + ": " + e.remedy()
}

// Where returns the place of the cell, such as `line 3, column "age"`.
func (e *CellError) Where() string {
	return fmt.Sprintf("%s %d, column %q", cmp.Or(e.unit, "line"), e.Line, e.Column)
}

// notNumber is the end of the reason of a text where a number should be.
const notNumber = "is not a number"

// remedy says what can be done.
func (e *CellError) remedy() string {
	const most = 6
	names := fmt.Sprintf("%q", e.Columns[:min(len(e.Columns), most)])
	names = strings.ReplaceAll(strings.Trim(names, "[]"), `" "`, `", "`)
	noNumber := strings.HasSuffix(e.Reason, notNumber)
	switch {
	case noNumber && len(e.Advice) > 0 && e.ofTarget:
		return e.advise(Call.String) + ", or else mend the file"
	case noNumber && len(e.Advice) > 0:
		return e.advise(Call.String) + ", or else mend the file, or name what holds categories by data.Factor(" + names + ")"
	case noNumber && strings.Contains(e.Reason, pointAmongCommas):
		return "mend the file, or read it without data.DecimalComma() if decimals are behind a point"
	case strings.HasSuffix(e.Reason, eitherOrder):
		dayFirst, monthFirst := eitherLayouts(e.Text)
		return fmt.Sprintf("say data.DateLayout(%q, %s) if the day is first, and data.DateLayout(%q, %s) if the month is", dayFirst, names, monthFirst, names)
	case noNumber && e.ofTarget:
		return "the target must be a number: name two labels by data.Classes(negative, positive), or another target by data.Target"
	case e.ofTarget && e.fill != "":
		return "mend the file, name another target by data.Target, or read such rows by data.AllowMissing() and leave them out by DropMissing"
	case e.ofTarget:
		return "mend the file, or name another target by data.Target"
	case noNumber, strings.Contains(e.Reason, notDate):
		absent := ""
		if short(e.Text) == e.Text {
			absent = fmt.Sprintf("what stands for a missing cell by data.NA(%q), ", e.Text)
		}
		return fmt.Sprintf("name what holds categories by data.Factor(%s), %sleave the column out by data.Drop, or mend the file", names, absent)
	}
	fill := map[Filling]string{Mean: "fill it in by data.Impute(data.Mean), ", MissingLevel: "fill it in by data.Impute(data.MissingLevel), "}[e.fill]
	return fmt.Sprintf("mend the file, %sor leave the column out by data.Drop(%s)", fill, names)
}

// advise returns the Advice with the calls as the given function writes them.
func (e *CellError) advise(write func(Call) string) string {
	texts := make([]string, len(e.Advice))
	for i, a := range e.Advice {
		texts[i] = a.Text(write)
	}
	return strings.Join(texts, "; ")
}

// short returns the beginning of a text that is long.
func short(text string) string {
	const most = 30
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}
