package advice

import (
	"go/parser"
	"go/scanner"
	"go/token"
	"testing"
)

// TestEveryPhraseIsMet: for each row of the table there is a line that Go's parser refuses and
// that no row above it matches.
func TestEveryPhraseIsMet(t *testing.T) {
	said := map[string]string{ // by package cell, which reads a line otherwise
		"y := x ? 1 : 0": "illegal character U+003F '?'",
		"s := «a»":       "illegal character U+00AB '«'",
		"x := 3 − 2":     "illegal character U+2212 '−'",
		"if x > 2":       "expected operand, found newline",
		"if x {":         "expected '}', found the end of the cell",
		"func f() int":   "missing function body",
	}
	lines := []string{
		"# a comment", "import pandas as pd", `data.CSV("C:\data\x.csv")`, "d$bmi", `f"{x}"`, "type(x)", "import numpy", "def f(x):", "f := lambda x: x * 2", "f <- function(x) x", "for i in xs {", "m <- lm(y ~ x, data = d)", "if x == 1: pass",
		"range(10)", "while x < 3 {", "try {", "elif x > 2 {", "let f = x => 2 * x", "let x = 3", `print "a"`, "d %>% head()",
		"x %in% y", "x > 2 and y > 3", "y := x ? 1 : 0", "s := «a»", "x := 3 − 2", "s := 'text'", "a, b", "f(x=3)",
		"if x = 3 { }", "xs := [1, 2]", `m := {"a": 1}`, "if x > 2:", "if x > 2", "func f() int",
		"xs := []int{1; 2}", "f(1", "if x {", "xs[1", `s := "a`,
	}
	met := map[int]string{}
	for _, line := range lines {
		msg := said[line]
		if msg == "" {
			msg = refusal(line)
		}
		i := match(msg, line)
		if i < 0 {
			t.Errorf("%q, %q: no row", line, msg)
			continue
		}
		met[i] = line
	}
	for i, p := range phrases() {
		if met[i] == "" {
			t.Errorf("no line meets row %d, %q", i, p.advice)
		}
	}
}

// refusal returns what Go's parser says of a line.
func refusal(line string) string {
	_, err := parser.ParseFile(token.NewFileSet(), "", "package p; func _() {"+line+"\n}", parser.AllErrors)
	list, ok := err.(scanner.ErrorList)
	if !ok {
		return ""
	}
	return list[0].Msg
}

func TestSyntaxLeavesGoAlone(t *testing.T) {
	if got := Syntax("expected operand, found ')'", "x := f(a, )"); got != "" {
		t.Errorf("%q", got)
	}
}

// TestSyntaxTakesTheWordsOfTheLine: what the advice writes has the names of the cell.
func TestSyntaxTakesTheWordsOfTheLine(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"cars$mpg", `write cars.Column("mpg")`},
		{`fmt.Println(f"rmse {r:.2f} of {n}")`, `write fmt.Sprintf("rmse %v of {n}", r)`},
		{"type( spec.Fit )", `write fmt.Sprintf("%T", spec.Fit)`},
		{`data.CSV("C:\data\x.csv")`, "\\ begins a special character in quotes; write `C:\\data\\x.csv`"},
	} {
		if got := Syntax(refusal(c.line), c.line); got != c.want {
			t.Errorf("%s: %q, want %q", c.line, got, c.want)
		}
	}
}
