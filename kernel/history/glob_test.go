package history

import (
	"strings"
	"testing"
	"time"
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

func TestMatchIsFast(t *testing.T) {
	began := time.Now()
	if match(strings.Repeat("*a", 30)+"b", strings.Repeat("a", 10_000)) {
		t.Error("no b is there")
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}
