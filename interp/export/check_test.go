package export

import (
	"strings"
	"testing"
)

// TestFinish: a variable that nothing uses, which a cell may have and a
// program may not, is used where it is declared; other errors are told.
func TestFinish(t *testing.T) {
	im := newTestImporter(t)
	for _, test := range []struct{ body, want string }{
		{"x := 1", "x := 1\n_ = x\n"},
		{"x := 1 // one", "x := 1 // one\n_ = x\n"},
		{"{ x := 1; y := 2; print(y) }", "x := 1\n_ = x\ny := 2\n"},
		{"if x := 1; true { print() }", "if x := 1; true {\n_ = x\nprint()\n"},
		{"if true {\n} else if x := 1; true {\n}", "else if x := 1; true {\n_ = x\n"},
		{"for i, v := range []int{} {\n}", "range []int{} {\n_ = i\n_ = v\n"},
		{"switch x := any(1).(type) {\ncase int:\n}", "case int:\n_ = x\n"},
		{"switch x := 1; {\ncase true: print()\n}", "case true:\n_ = x\nprint()\n"},
		{"select {\ncase x := <-make(chan int):\ndefault:\n}", "case x := <-make(chan int):\n_ = x\n"},
	} {
		got, err := finish(im, "package main\nfunc main() {\n"+test.body+"\n}\n")
		if err != nil {
			t.Errorf("%s: %v", test.body, err)
			continue
		}
		if text := strings.ReplaceAll(string(got), "\t", ""); !strings.Contains(text, test.want) {
			t.Errorf("%s: %q is not in\n%s", test.body, test.want, text)
		}
	}
	if _, err := finish(im, "package main\nfunc main() { x = 1 }\n"); err == nil || !strings.Contains(err.Error(), "undefined: x") {
		t.Errorf("a program with an error: %v", err)
	}
}
