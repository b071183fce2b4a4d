package advice

import (
	"regexp"
	"strings"
	"sync"
)

// A repair is a text of a cell that a run has refused, with the form in which it is written
// here.
type repair struct {
	msg   *regexp.Regexp // its first group is the text that is wrong
	words *strings.Replacer
	why   string
}

// repairs returns the table that Failure looks through.
var repairs = sync.OnceValue(func() []repair {
	is := regexp.MustCompile
	operators := strings.NewReplacer(" and ", " && ", " or ", " || ", " not ", " !", " & ", " && ", " | ", " || ")
	const logic = "and, or, not are &&, || and ! here"
	return []repair{
		{is(`\w+Expr: (.+?)(?:: \d+:\d+: expected .+, found (?:and|or|not)\b|, column \d+: the operator [&|] has no meaning here)`), operators, logic},
		{is(`\w+Expr: (.+?): \d+:\d+: expected '==', found '='`), strings.NewReplacer("==", "==", ">=", ">=", "<=", "<=", "!=", "!=", "=", "=="), "== compares"},
		{is(`(?s)open (.+): no such file`), strings.NewReplacer("\n", `\n`, "\t", `\t`, "\r", `\r`, "\a", `\a`, "\b", `\b`, "\f", `\f`, "\v", `\v`), "\\ begins a special character in quotes"},
	}
})

// Failure returns a line in place of the line of a cell that has ended with an error, or "" if none is
// known.
func Failure(msg, line string) string {
	for _, m := range repairs() {
		found := m.msg.FindStringSubmatch(msg)
		if found == nil {
			continue
		}
		wrong, right := found[1], m.words.Replace(found[1])
		if wrong == right {
			continue
		}
		old, replaced := wrong, right
		if strings.ContainsAny(wrong, "\n\t\r\a\b\f\v") { // in the cell it is written as it should be meant
			old, replaced = `"`+right+`"`, "`"+right+"`"
		}
		if !strings.Contains(line, old) {
			return m.why
		}
		return m.why + "; write " + strings.TrimSpace(strings.Replace(line, old, replaced, 1))
	}
	return ""
}
