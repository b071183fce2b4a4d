package export

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// TestLeaveOutMagics: a magic that runs Go leaves the Go, others and what is no
// Go become comments, and Go that looks like a magic stays.
func TestLeaveOutMagics(t *testing.T) {
	for _, test := range []struct{ code, want string }{
		{"x := 1\n%time f(x)\n", "x := 1\nf(x)\n"},
		{"%vars\nx\n!ls -l", "// Left out: %vars\nx\n// Left out: !ls -l"},
		{"\n%%time\nf()\n", "\n// Left out: %%time\nf()\n"},
		{"%%bench\nf()", "// Left out: %%bench\nf()"},
		{"%run a.go\nf()", "// Left out: %run a.go\nf()"},
		{"%%html\n<b>x</b>\n", "// Left out: %%html\n// <b>x</b>\n"},
		{"%%test\nfunc TestX(t *testing.T) {}", "// Left out: %%test\n// func TestX(t *testing.T) {}"},
		{"x := `\n%vars\n!ls`", "x := `\n%vars\n!ls`"},
		{"y := a &&\n!b", "y := a &&\n!b"},
		{"x := 1\nfmt.Println?\n?? x\n%time?", "x := 1\n// Left out: fmt.Println?\n// Left out: ?? x\n// Left out: %time?"},
		{"s := `\nwhy?`\nf() // why?", "s := `\nwhy?`\nf() // why?"},
	} {
		src := cell.Source{Label: "In[1]", Code: test.code}
		if err := leaveOutMagics(&src); err != nil {
			t.Errorf("%q: %v", test.code, err)
			continue
		}
		if got := edited(src); got != test.want {
			t.Errorf("%q becomes %q, want %q", test.code, got, test.want)
		}
	}
	src := cell.Source{Label: "In[1]", Code: "f()\n%%html"}
	if err := leaveOutMagics(&src); err == nil || err.Error() != "In[1]:2:1: %%html must be the first line of its cell" {
		t.Errorf("a magic that cannot be: %v", err)
	}
}

// edited is the code of a cell with the text of its edits.
func edited(src cell.Source) string {
	var b strings.Builder
	last := 0
	for _, e := range src.Edits {
		b.WriteString(src.Code[last:e.Off] + e.Text)
		last = e.End
	}
	return b.String() + src.Code[last:]
}
