package history

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestMatch(t *testing.T) {
	for glob, texts := range map[string]map[string]bool{
		"":       {"": true, "a": false},
		"*":      {"": true, "a\nb": true},
		"**":     {"": true, "ab": true},
		"?":      {"": false, "a": true, "𝔵": true, "é": true, "ab": false, "\n": true},
		"a":      {"a": true, "ba": false, "ab": false, "A": false},
		"a*":     {"a": true, "abc": true, "ba": false},
		"*a":     {"a": true, "ba": true, "aba": true, "ab": false},
		"a*b*c":  {"abc": true, "aXbXbXc": true, "acb": false, "abcb": false},
		"*ab?c*": {"ab c": true, "aab1c..": true, "abc": false, "ab12c": false},
		`\*[x]`:  {`\...[x]`: true, "x": false, "*x": false},
	} {
		for text, want := range texts {
			if got := match(glob, text); got != want {
				t.Errorf("%q matches %q: %t", glob, text, got)
			}
		}
	}
}

func match(glob, text string) bool {
	g := matcher{glob: glob, steps: maxSteps}
	return g.match(text)
}

// matchSlowly is what a glob means, tried out.
func matchSlowly(glob, text []rune) bool {
	switch {
	case len(glob) == 0:
		return len(text) == 0
	case glob[0] == '*':
		return matchSlowly(glob[1:], text) || len(text) > 0 && matchSlowly(glob, text[1:])
	case len(text) == 0:
		return false
	}
	return (glob[0] == '?' || glob[0] == text[0]) && matchSlowly(glob[1:], text[1:])
}

func TestMatchMeansWhatAGlobMeans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		glob := rapid.StringOfN(rapid.SampledFrom([]rune("aé*?")), 0, 8, -1).Draw(t, "glob")
		text := rapid.StringOfN(rapid.SampledFrom([]rune("aé𝔵\n")), 0, 12, -1).Draw(t, "text")
		if got, want := match(glob, text), matchSlowly([]rune(glob), []rune(text)); got != want {
			t.Fatalf("%q matches %q: %t", glob, text, got)
		}
	})
}

// The steps that a glob takes are a few for each character of the text, and where
// they are not they end.
func TestMatchIsFast(t *testing.T) {
	const n = 10_000
	text := strings.Repeat("a", n)
	for glob, most := range map[string]int{
		"*":                              2*n + 2,
		"*b":                             2*n + 2,
		"*b*":                            2*n + 2,
		strings.Repeat("*a", 30) + "b":   3*n + 100,
		strings.Repeat("*?a*", 30) + "b": 4*n + 200,
		"*" + text[:n/2] + "b":           maxSteps,
	} {
		g := matcher{glob: glob, steps: maxSteps}
		g.match(text)
		if took := maxSteps - g.steps; took > most {
			t.Errorf("%.20q took %d steps", glob, took)
		}
	}
	g := matcher{glob: "*" + text[:n/2] + "b", steps: n}
	if g.match(text+"b") || g.steps != 0 {
		t.Errorf("it went on, with %d steps left", g.steps)
	}
}
