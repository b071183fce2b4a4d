package advice

import (
	"regexp"
	"slices"
	"sync"
)

// A phrase is text that is no Go and that Go's parser explains in terms of its grammar.
type phrase struct {
	msg, line *regexp.Regexp // of the parser, and the line of the cell; nil matches any
	advice    string         // with $1 for what the line has in the first group of its pattern
}

// Syntax returns the advice on a line at which the parser has failed with a message, or ""
// if there is none.
func Syntax(msg, line string) string {
	i := match(msg, line)
	if i < 0 {
		return ""
	}
	p := phrases()[i]
	if p.line == nil {
		return p.advice
	}
	return string(p.line.ExpandString(nil, p.advice, line, p.line.FindStringSubmatchIndex(line)))
}

// match returns the first of the phrases for a message and a line, or -1.
func match(msg, line string) int {
	return slices.IndexFunc(phrases(), func(p phrase) bool {
		return (p.msg == nil || p.msg.MatchString(msg)) && (p.line == nil || p.line.MatchString(line))
	})
}

// phrases returns the table that Syntax looks through, from top to bottom.
var phrases = sync.OnceValue(func() []phrase {
	line := func(pattern, advice string) phrase { return phrase{line: regexp.MustCompile(pattern), advice: advice} }
	msg := func(pattern, advice string) phrase { return phrase{msg: regexp.MustCompile(pattern), advice: advice} }
	both := func(m, l, advice string) phrase { return phrase{regexp.MustCompile(m), regexp.MustCompile(l), advice} }
	const (
		loop     = "a loop is for i := range 10 { ... }, or for i, x := range xs { ... }"
		function = "a function is func f(x float64) float64 { return 2 * x }"
		literal  = "a function without a name is func(x float64) float64 { return 2 * x }"
		imports  = `nvsd, data, kern, penalty, the standard library and gonum need no import; another package is imported by its path, import "net/http"`
		block    = "a block stands in braces { }, without a colon"
		brace    = "the opening brace { stands at the end of this line"
	)
	return []phrase{
		line(`^\s*#`, "a comment begins with //"),
		line(`^\s*(?:import|from)\s+(?:pandas|polars)\b`, `data.CSV("file.csv", data.Target("y")) reads a table, and needs no import`),
		both(`escape`, `"([^"]*\\[^"]*)"`, "\\ begins a special character in quotes; write `${1}`"),
		line(`\b(\w+)\$(\w+)`, `write ${1}.Column("${2}")`),
		line(`\bf["']([^"'{]*)\{(\w+)(?::[^}]*)?\}([^"']*)["']`, `write fmt.Sprintf("${1}%v${3}", ${2})`),
		line(`^\s*type\s*\(\s*([^)]+?)\s*\)`, `write fmt.Sprintf("%T", ${1})`),
		line(`^\s*(from\s+[\w.]+\s+import\b|import\s+[A-Za-z_])`, imports),
		line(`^\s*def\s+\w+\s*\(`, function),
		line(`\blambda\b.*:`, literal),
		line(`<-\s*function\s*\(|=\s*function\s*\(`, literal),
		line(`^\s*for\s*\(?\s*\w+(\s*,\s*\w+)?\s+in\b`, loop),
		line(`^\s*range\s*\(`, loop),
		line(`^\s*(?:\w+\s*(?:<-|:?=)\s*)?[\w.:]+\(\s*[\w.]+\s*~`, `there are no formulas: nvsd.Find(d) takes all inputs of a data set, and nvsd.Find(d.Select("x1", "x2")) some of them`),
		line(`^\s*while\b`, "every loop begins with for: for i < 3 { ... }"),
		line(`^\s*(try|except|catch)\b|\bcatch\s*\(`, "an error ends the cell by itself; to handle it, take it as the last result: d, err := data.Load(\"diabetes\")"),
		line(`^\s*elif\b|^\s*else\b`, "write } else if x > 2 { on the line of the brace that closes the if"),
		line(`^\s*(let|var|const)\s+\w+\s*=\s*.*=>`, literal),
		line(`^\s*let\s`, "x := 3 declares a variable"),
		line(`^\s*print\s+["\w]`, "write fmt.Println(x), with parentheses"),
		line(`%>%|\|>`, "Go has no pipe; call one method on the result of the other: d.Split(data.Train(100)).Train.Describe()"),
		line(`%in%`, "write slices.Contains(xs, x)"),
		msg(`found (and|or|not)\b`, "and, or, not are &&, || and ! here"),
		msg(`U\+003F '\?'`, "Go has no x ? y : z; write if x { ... } else { ... }"),
		msg(`U\+201[89CD]|U\+00AB|U\+00BB`, "a string stands in straight quotes, \"text\""),
		msg(`U\+2212|U\+2013`, "write - for minus"),
		msg(`rune literal`, `a string stands in double quotes, "text"; single quotes hold one character`),
		msg(`^expected 1 expression`, "a cell displays its last line; display.Show(a, b) displays values here"),
		msg(`^expected '==', found '='`, `arguments have no names; give them in their order, and options as calls: data.Target("y")`),
		msg(`found assignment|expected boolean expression`, "== compares, = assigns"),
		both(`expecting \]|expected operand|missing ','|expected ';', found ','`, `[=(,]\s*\[\s*[\w"'.-]+\s*[,\]]`, "write []float64{1, 2, 3} for a list of numbers"),
		msg(`expected operand, found '\{'`, `write map[string]float64{"a": 1} for a map, []float64{1, 2} for a list`),
		line(`^\s*(if|for|while|switch|class|with)\b[^{]*:\s*$`, block),
		msg(`^illegal label declaration`, block),
		both(`found newline|found the end of the cell|missing condition|unexpected newline`, `^\s*(if|for|switch|select|else)\b[^{]*$`, brace),
		msg(`missing function body`, brace),
		msg(`^missing ',' in composite literal`, "a comma stands between two elements, and behind the last one of a line"),
		msg(`^missing ',' (before newline|in argument list)|expected '\)', found (newline|the end of the cell)|missing ',' before`, "is a closing parenthesis ) missing?"),
		msg(`expected '\}', found the end of the cell`, "is a closing brace } missing?"),
		msg(`expected '\]', found (newline|the end of the cell)`, "is a closing bracket ] missing?"),
		msg(`string literal not terminated`, "a string ends with the quote with which it begins, on the same line; `...` may have several lines"),
	}
})
