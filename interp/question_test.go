package interp

import (
	"strings"
	"testing"
)

// What a question tells is what inspection does, and goes to the pager. Nothing
// is run for it.
func TestQuestions(t *testing.T) {
	n := open(t)
	n.run("// double doubles.\nfunc double(x int) int { return 2 * x }\nn := 7")
	for _, c := range []struct {
		code  string
		pages []string // what each tells among other things
		not   string   // what none tells
	}{
		{"fmt.Println?", []string{"func Println(a ...any)"}, ""},
		{"?double", []string{"double doubles."}, "return 2 * x"},
		{"??double", []string{"return 2 * x"}, ""},
		{"n?\n%time?", []string{"value: 7", "%time STATEMENT\n\nRun a statement"}, ""},
		{"// triple triples.\nfunc triple(x int) int { return 3 * x }\ntriple?", []string{"triple triples."}, ""},
		{"?Spec", []string{"type nvsd.Spec struct"}, ""},
		{"Spec.Fit?", []string{"Fit fits the Spec at one tau"}, ""},
		{"gaussian?", []string{"type kern.Gaussian struct"}, ""},
		{"len?", []string{"The len built-in function"}, ""},
	} {
		o := n.run(c.code)
		all := strings.Join(o.pages, "\n")
		if o.failure != nil || o.result != "" || len(o.pages) != len(c.pages) || c.not != "" && strings.Contains(all, c.not) {
			t.Errorf("%q: %+v", c.code, o)
		}
		for i, want := range c.pages {
			if i < len(o.pages) && !strings.Contains(o.pages[i], want) {
				t.Errorf("%q: page %d is %q, want %q in it", c.code, i, o.pages[i], want)
			}
		}
	}
	if o := n.run("triple(2)\ndouble?"); o.failure != nil || len(o.pages) != 1 {
		t.Errorf("beside Go: %+v", o)
	}
	if o := n.run("x := 1\n fmt.Nope?"); o.failure == nil || o.pages != nil ||
		o.failure.Value != "In[12]:2:2: nothing is known of fmt.Nope: no cell has declared it, nor does a package have it" {
		t.Errorf("an unknown name: %+v", o.failure)
	}
	for asked, want := range map[string]string{
		"lasso?":     "nothing is known of lasso: is it baseline.Lasso or penalty.Lasso?",
		"Residuals?": "nothing is known of Residuals: it is a method of nvsd.Model; ask of a value, m.Residuals?",
	} {
		if o := n.run(asked); !strings.Contains(o.fail(), want) {
			t.Errorf("%s: %s, want %s", asked, o.fail(), want)
		}
	}
	if o := n.run("%reset\ndouble?"); !strings.Contains(o.fail(), "nothing is known of double") {
		t.Errorf("after %%reset: %+v", o)
	}
}

func TestQuestionsAreNotReplayed(t *testing.T) {
	n := open(t)
	n.run("x := 1")
	n.run("x?")
	n.run("x++\nx?")
	if o := n.run("%replay"); o.failure != nil || o.pages != nil || o.out != "2 cells have been run again.\n" {
		t.Errorf("%+v", o)
	}
	if o := n.run("x"); o.result != "2" {
		t.Errorf("x is %s", o.result)
	}
}
