package magic

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// expanded is the Go that stands for a cell, with trailing parts in ‹›.
func expanded(code string, edits []cell.Edit) string {
	var b strings.Builder
	last := 0
	for _, e := range edits {
		b.WriteString(code[last:e.Off])
		if e.Trailing {
			b.WriteString("‹" + e.Text + "›")
		} else {
			b.WriteString(e.Text)
		}
		last = e.End
	}
	b.WriteString(code[last:])
	return strings.ReplaceAll(b.String(), cell.Mark, "")
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"", ""},
		{"x := 1", "x := 1"},
		{"%vars", "magic.Vars()"},
		{"  %vars  ", "  magic.Vars()"},
		{"x := 1\n%vars\ny := 2", "x := 1\nmagic.Vars()\ny := 2"},
		{"x := 1;\n%vars", "x := 1;\nmagic.Vars()"},
		{"!ls -l | wc", `magic.Shell("ls -l | wc")`},
		{"!echo 'it is", `magic.Shell("echo 'it is")`},
		{"!cd / && \\\n  ls\nx", "magic.Shell(\"cd / &&    ls\")\nx"},
		{"!a \\\r\nb\\\r\nc \r\n!d", "magic.Shell(\"a  b c\")\nmagic.Shell(\"d\")"},
		{"!a \\ \n!b", "magic.Shell(\"a \\\\\")\nmagic.Shell(\"b\")"}, // no line ends with this backslash
		{"!a \\", `magic.Shell("a \\")`},
		{"!a \\\n", `magic.Shell("a")`},
		{"%cd  some dir ", `magic.Cd("some dir")`},
		{"%cd", `magic.Cd("")`},
		{"%env A=b", `magic.Env("A=b")`},

		{"%time f(x)", "magic.Start()\nf(x)‹\nmagic.Stop()›"},
		{"%time f(x,\n\ty)\nz", "magic.Start()\nf(x,\n\ty)‹\nmagic.Stop()›\nz"},
		{"%time for {\n\tbreak\n}", "magic.Start()\nfor {\n\tbreak\n}‹\nmagic.Stop()›"},
		{"%time f(x) // why", "magic.Start()\nf(x) // why‹\nmagic.Stop()›"},
		{"%time a; b;\nc", "magic.Start()\na; b;\nc‹\nmagic.Stop()›"},
		{"%%time\nf()\n%vars", "magic.Start()\nf()\nmagic.Vars()‹\nmagic.Stop()›"},

		{"%%html\n<b>%vars</b>\n", `magic.HTML("<b>%vars</b>\n")`},
		{"%%markdown", `magic.Markdown("")`},
		{"\n %%html\nx", "\n " + `magic.HTML("x")`},
		{"%%bench\nf()", "magic.Benchmark(\"BenchmarkCell\", func(n int) { for i := 0; i < n; i++ {\nf()\n}})"},
		{"%%bench Quick\nf()", "magic.Benchmark(\"BenchmarkQuick\", func(n int) { for i := 0; i < n; i++ {\nf()\n}})"},
		{"%%bench\nfunc BenchmarkF(b *testing.B) {}", "\nfunc BenchmarkF(b *testing.B) {}\nmagic.BenchmarkFunc(\"BenchmarkF\", BenchmarkF)"},
		{"%%test\nfunc TestA(t *testing.T) {}\nfunc TestB(*testing.T) {}\nfunc Testify() {}",
			"\nfunc TestA(t *testing.T) {}\nfunc TestB(*testing.T) {}\nfunc Testify() {}\nmagic.Test(\"TestA TestB\", TestA, TestB)"},
		{"%%test\nfunc ExampleF() {\n\tf()\n\t// Output: 1\n}\nfunc ExampleG() {}",
			"\nfunc ExampleF() {\n\tf()\n\t// Output: 1\n}\nfunc ExampleG() {}\nmagic.Example(\"ExampleF\", ExampleF, \"1\\n\", false)\nmagic.Test(\"\")"},

		// What is no magic.
		{"x := y +\n!z", "x := y +\n!z"},
		{"f(\n\t!x,\n)", "f(\n\t!x,\n)"},
		{"[]bool{\n\t!x,\n}", "[]bool{\n\t!x,\n}"},
		{"s := `\n%vars\n!ls`", "s := `\n%vars\n!ls`"},
		{"/*\n%vars\n*/", "/*\n%vars\n*/"},
		{"x := 7 % 2 // %vars", "x := 7 % 2 // %vars"},
		{"// %vars", "// %vars"},

		{"fmt.Println?", ""},
		{"x := 1\n  ??x \ny := 2", "x := 1\n  \ny := 2"},
		{"%%time\nf()\nf?", "magic.Start()\nf()\n‹\nmagic.Stop()›"},
		{"%%html?\nf()", "\nf()"},
		{"!ls ?", `magic.Shell("ls ?")`},
		{"%cd what?", `magic.Cd("what?")`},
		{"x := `\n?y\nz?`", "x := `\n?y\nz?`"},
		{"f(x) // why?", "f(x) // why?"},
		{"/*\nwhy?\n*/", "/*\nwhy?\n*/"},
		{"f(x)?", "f(x)?"}, // an error of Go's
	} {
		got, err := Parse(c.code)
		if err != nil {
			t.Errorf("%q: %v", c.code, err)
			continue
		}
		if text := expanded(c.code, got.Edits); text != c.want {
			t.Errorf("%q becomes\n%q, want\n%q", c.code, text, c.want)
		}
	}
}

func TestParseActions(t *testing.T) {
	code := "// anew\n%reset\n%run a.go\n%replay\nx := 1"
	got, err := Parse(code)
	if err != nil {
		t.Fatal(err)
	}
	if want := []Action{{Kind: Reset, Off: 8}, {Kind: Run, Arg: "a.go", Off: 15}, {Kind: Replay, Off: 25}}; !slices.Equal(got.Actions, want) {
		t.Errorf("%+v, want %+v", got.Actions, want)
	}
	if text := expanded(code, got.Edits); text != "// anew\n\n\n\nx := 1" {
		t.Errorf("%q", text)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		code string
		off  int
		msg  string
	}{
		{"x\n %nope", 3, "there is no magic %nope (%help lists them all)"},
		{"%", 0, "there is no magic % (%help lists them all)"},
		{"%html", 0, "there is no magic %html: did you mean %%html? (%help lists them all)"},
		{"%%vars", 0, "there is no magic %%vars: did you mean %vars? (%help lists them all)"},
		{"%Time x", 0, "there is no magic %Time: did you mean %time? (%help lists them all)"},
		{"%vars all", 0, "%vars takes no arguments"},
		{"%time", 0, "%time wants a statement or an expression: %time f(x)"},
		{"x\n%%time", 2, "%%time must be the first line of its cell"},
		{"x := 1\n%reset", 7, "%reset must stand before everything else in its cell"},
		{"%vars\n%reset", 6, "%reset must stand before everything else in its cell"},
		{"x := 1\n%run a.go", 7, "%run must stand before everything else in its cell"},
		{"%run", 0, "%run wants a file: %run FILE"},
		{"%load", 0, "%load wants a file: %load FILE"},
		{"// c\n%load a.go\nf()", 5, "%load fills its cell with the file, and so stands there alone; %run FILE runs a file among other lines"},
		{"%load a.go\n%reset", 0, "%load fills its cell with the file, and so stands there alone; %run FILE runs a file among other lines"},
		{"x\n ?", 3, "a question wants a name: ?nvsd.Spec, or ??name for its source too"},
		{"?f(x)", 0, "a question wants a name: ?nvsd.Spec, or ??name for its source too"},
		{"?x?", 0, "a question wants a name: ?nvsd.Spec, or ??name for its source too"},
		{"if x {\n\t%vars\n}", 8, "a magic stands at the top level of a cell, not in a block; in a block, Go does not begin a line with %"},
		{"if x {\n\tf()\n\t!ls\n}", 13, "a magic stands at the top level of a cell, not in a block; in a block, Go does not begin a line with !"},
		{"%%bench two words\nf()", 0, `%%bench wants a name like those of functions, not "two words"`},
		{"%%bench Name\nfunc BenchmarkF(b *testing.B) {}", 0, "%%bench takes no name where the cell has functions BenchmarkXxx, which have their own"},
		{"%%bench\nf()\n}\nfor {", 12, "unexpected }: nothing opens it"},
		{"%%bench\nfunc BenchmarkF() {}", 8, "wrong signature for BenchmarkF, must be: func BenchmarkF(b *testing.B)"},
	} {
		_, err := Parse(c.code)
		var wrong *Error
		if !errors.As(err, &wrong) || wrong.Off != c.off || wrong.Msg != c.msg {
			t.Errorf("%q: %+v, want %d %s", c.code, err, c.off, c.msg)
		}
	}
}

func TestHelpHasEveryMagic(t *testing.T) {
	if len(Names()) == 0 {
		t.Error("there are no magics")
	}
	for _, name := range Names() {
		line := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(name))
		if strings.HasPrefix(name, "%") {
			line = regexp.MustCompile(line.String() + `\b`) // %time is not in %timeit
		}
		if !line.MatchString(Help()) {
			t.Errorf("%%help does not tell of %s", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, code := range []string{
		"%time f(x,\ny)\n!ls 'a\n%vars", "%%bench\nfunc BenchmarkX(b *testing.B) {", "%%test\nfunc ExampleX() {\n// Output:\n}",
		"%%html\n\x00\xff", "x := `\n%a", "%", "!", "%%", "%time }", "{\n%x\n}", "%run a\n%reset\n", "%load a", "?a.b", "a??\n?%time\n??", "%time \"", "\ufeff%vars", "%%test\nfunc TestX(",
	} {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		c, err := Parse(code)
		if err != nil {
			var wrong *Error
			if !errors.As(err, &wrong) || wrong.Off < 0 || wrong.Off > len(code) || wrong.Msg == "" {
				t.Fatalf("%q: %#v", code, err)
			}
			return
		}
		last := 0
		for _, e := range c.Edits {
			if e.Off < last || e.End < e.Off || e.End > len(code) || e.At < 0 || e.At > len(code) {
				t.Fatalf("%q: %+v", code, c.Edits)
			}
			last = e.End
		}
		if blank := Blank(code, c.Edits); len(blank) != len(code) || strings.Count(blank, "\n") != strings.Count(code, "\n") {
			t.Fatalf("%q becomes %q", code, blank)
		}
	})
}
