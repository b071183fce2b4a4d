package tidy

import (
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
)

func TestCell(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"statements", "x:=1\nif x>0{\nfmt.Println( x )\n}", "x := 1\nif x > 0 {\n\tfmt.Println(x)\n}"},
		{"all kinds", "x:=1\nimport \"fmt\"\nfunc f( ) int{return 1}\ntype T struct{a int\nbc string}\nf( )", "x := 1\nimport \"fmt\"\nfunc f() int { return 1 }\n\ntype T struct {\n\ta  int\n\tbc string\n}\nf()"},
		{"an error that is left out", "m:=nvsd.Fit( d )\nm", "m := nvsd.Fit(d)\nm"},
		{"no display", "f( ) ;", "f();"},
		{"no display, and a comment", "f( ); // quiet", "f(); // quiet"},
		{"a semicolon that does nothing", "x:=1;", "x := 1"},
		{"several values", "m.RMSE( x ),m.Names( )", "m.RMSE(x), m.Names()"},
		{"two on a line", "x:=1;func f(){ }", "x := 1\nfunc f() {}"},
		{"a magic", "  %vars\nx:=1", "%vars\nx := 1"},
		{"a magic between", "x:=1\n\n\n\n%cd   /tmp\ny:=2", "x := 1\n\n%cd   /tmp\ny := 2"},
		{"a line of the shell", "!ls  | wc  -l\nx :=  1", "!ls  | wc  -l\nx := 1"},
		{"a timed statement", "%time   f( 1,2 )\nx:=1", "%time f(1, 2)\nx := 1"},
		{"a timed cell", "%%time\nx:=1\nx", "%%time\nx := 1\nx"},
		{"a measured cell", "%%bench\nx:=1\n_=x", "%%bench\nx := 1\n_ = x"},
		{"a document", "%%markdown\n#  A\n\n* b  \n", "%%markdown\n#  A\n\n* b  \n"},
		{"a question", "x:=1\nnvsd.Spec?", "x := 1\nnvsd.Spec?"},
		{"a question before", "?x\ny:=2", "?x\ny := 2"},
		{"comments", "// a\nx:=1 // b\n// c\nfunc f(){}\n//d\n", "// a\nx := 1 // b\n// c\nfunc f() {}\n\n//d\n"},
		{"a file that is pasted whole", "// A.\npackage main\nimport \"fmt\"\nvar a  = 1\nfunc main( ){fmt.Println( a )}", "// A.\npackage main\n\nimport \"fmt\"\n\nvar a = 1\n\nfunc main() { fmt.Println(a) }"},
		{"imports", "import (\n\"os\"\n\"fmt\"\n)\nx:=1", "import (\n\t\"fmt\"\n\t\"os\"\n)\nx := 1"},
		{"comments alone", "  // a\n\t// b", "// a\n// b"},
		{"white space at the ends", "\n\nx:=1\n\n", "\n\nx := 1\n\n"},
		{"nothing", " \n", " \n"},
	} {
		got, err := Cell("In[1]", c.code)
		if err != nil || got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s\n%v", c.name, got, c.want, err)
		}
	}
}

func TestCellThatIsNoGo(t *testing.T) {
	for code, want := range map[string]string{
		"x := 1\ny := := 2":     "In[1]:2:",
		"%nothing":              "In[1]:1:1: there is no magic %nothing",
		"x := 1\nfunc f() {":    "In[1]:2:",
		"for {\n%vars\n}\n":     "In[1]:2:1: a magic stands at the top level",
		"func f() int return 1": "In[1]:1:",
	} {
		if got, err := Cell("In[1]", code); err == nil || !strings.Contains(err.Error(), want) || got != "" {
			t.Errorf("%q: got %q, %v", code, got, err)
		}
	}
}

// A fataler is a *testing.T or a *rapid.T.
type fataler interface {
	Fatalf(format string, args ...any)
}

// meaning returns what a cell consists of, without its white space: the magics, and the tokens
// of each piece.
func meaning(t fataler, code string) string {
	m, err := magic.Parse(code)
	if err != nil {
		t.Fatalf("%s\n%v", code, err)
	}
	blank := magic.Blank(code, m.Edits)
	pieces, err := cell.Pieces(cell.Source{Code: blank})
	if err != nil {
		t.Fatalf("%s\n%v", code, err)
	}
	var b strings.Builder
	for _, e := range m.Edits {
		b.WriteString(strings.TrimSpace(code[e.Off:e.End]) + "\n")
	}
	for i, p := range pieces {
		words := tokensOf(blank[p.Off:p.End])
		if p.Kind == cell.ImportChunk {
			slices.Sort(words)
		}
		b.WriteString(strings.Join(words, " "))
		if i == len(pieces)-1 && p.Ended && p.Kind == cell.StmtChunk && isExpression(blank[p.Off:p.End]) {
			b.WriteString(";")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// tokensOf returns the tokens of a piece, without the commas and semicolons that gofmt adds
// and removes.
func tokensOf(text string) (words []string) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, []byte(text), nil, 0)
	for {
		_, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			return words
		case tok == token.SEMICOLON, tok == token.COMMA:
		case lit != "":
			words = append(words, lit)
		default:
			words = append(words, tok.String())
		}
	}
}

func isExpression(text string) bool {
	_, err := parser.ParseExpr(text)
	return err == nil
}

// check holds what is formatted to mean the same, and to stay as it is.
func check(t fataler, code string) {
	once, err := Cell("In[1]", code)
	if err != nil {
		return // it is no cell, as other tests say
	}
	twice, err := Cell("In[1]", once)
	if err != nil || twice != once {
		t.Fatalf("%q becomes\n%s\nand then\n%s\n%v", code, once, twice, err)
	}
	if was, is := meaning(t, code), meaning(t, once); was != is {
		t.Fatalf("%q means\n%s\nand formatted\n%s", code, was, is)
	}
}

// The cells of the tests of package cell have every form that cells have.
func TestCellsOfTheTests(t *testing.T) {
	files, err := filepath.Glob("../cell/testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cells", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range regexp.MustCompile(`(?m)^-- .* --$`).Split(string(text), -1) {
			check(t, code)
			check(t, strings.TrimSpace(code))
		}
	}
}

// However pieces and white space follow each other, formatting keeps the meaning, and
// formatting again changes nothing.
func TestAnyCell(t *testing.T) {
	pieces := []string{
		"x:=1", "f( 1 )", "f(1);", "a,b", "import \"fmt\"", "import (\n\"os\"\n\"fmt\")", "func f( ){\n}", "func (t T) m()int{return 1}",
		"type T struct{a int;b string}", "const (\na=iota\nb\n)", "var y=[]int{1,\n2}", "if x>0 {y()} else{z()}", "for i:=range 3{\n_=i}",
		"func(){}()", "T{1}.m()", "s:=`raw\n  text`", "loop: for {break loop}", "go f()", "switch x{case 1:\ndefault:}",
		"// a comment", "/* one\n   two */", "x++ // behind", "f() /* c */;", "//go:noinline",
		"%vars", "  %cd  /tmp", "!ls -l  | wc", "%time f( 1 )", "%time for i:=range 3{\ng( i )\n}", "nvsd.Spec?", "??x",
	}
	space := []string{"\n", "\n\n", "\n\n\n\n", "\n  ", " ;\n", "\t\n"}
	rapid.Check(t, func(r *rapid.T) {
		var b strings.Builder
		b.WriteString(rapid.SampledFrom([]string{"", "\n", "  ", "%%time\n", "%%bench\n"}).Draw(r, "begin"))
		for range rapid.IntRange(1, 6).Draw(r, "n") {
			b.WriteString(rapid.SampledFrom(pieces).Draw(r, "piece"))
			b.WriteString(rapid.SampledFrom(space).Draw(r, "space"))
		}
		code := strings.TrimSuffix(b.String(), rapid.SampledFrom([]string{"", "\n"}).Draw(r, "end"))
		check(r, code)
	})
}
