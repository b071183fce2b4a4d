package program

import (
	"fmt"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// join makes a program out of cells, which lines "// %%" part: imports and
// declarations go to its top level, in order, and statements into main.
func join(cells string) string {
	var imports []string
	var decls, body strings.Builder
	for _, part := range parts(cells) {
		switch {
		case part.tok == token.IMPORT:
			for _, spec := range importSpecs(part.text) {
				if !slices.Contains(imports, spec) {
					imports = append(imports, spec)
				}
			}
		case part.declares:
			decls.WriteString(part.text + "\n")
		default:
			body.WriteString(part.text + "\n")
		}
	}
	slices.Sort(imports)
	return fmt.Sprintf("package main\nimport (\n%s\n)\n%sfunc main() {\n%s}\n", strings.Join(imports, "\n"), decls.String(), body.String())
}

// A part is a declaration or a statement of the top level of a cell.
type part struct {
	text     string
	tok      token.Token // its first
	declares bool
}

// parts ends a part at each semicolon, written or not, outside all brackets.
func parts(cells string) []part {
	file := token.NewFileSet().AddFile("", -1, len(cells))
	var s scanner.Scanner
	s.Init(file, []byte(cells), nil, 0)
	var list []part
	var toks []token.Token
	depth, start := 0, 0 // of the brackets, of the part
	for {
		pos, tok, _ := s.Scan()
		switch tok {
		case token.EOF:
			return list
		case token.LPAREN, token.LBRACE, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACE, token.RBRACK:
			depth--
		}
		if tok != token.SEMICOLON || depth > 0 {
			if len(toks) == 0 {
				start = file.Offset(pos)
			}
			toks = append(toks, tok)
			continue
		}
		if len(toks) > 0 {
			list = append(list, part{cells[start:file.Offset(pos)], toks[0], declares(toks)})
		}
		toks = nil
	}
}

// declares tells a declaration by its tokens.
func declares(toks []token.Token) bool {
	switch toks[0] {
	case token.TYPE, token.VAR, token.CONST:
		return true
	case token.FUNC:
		if toks[1] == token.IDENT {
			return true
		}
		// A method has a name after its receiver and parameters after that, which a
		// function literal has not.
		receiver := slices.Index(toks, token.RPAREN)
		return toks[receiver+1] == token.IDENT && toks[receiver+2] == token.LPAREN
	}
	return false
}

// importSpecs are the imports that a declaration has, one or several in
// parentheses.
func importSpecs(decl string) []string {
	decl = strings.Trim(strings.TrimPrefix(decl, "import"), " \t\n()")
	specs := strings.Split(decl, "\n")
	for i, s := range specs {
		specs[i] = strings.TrimSpace(s)
	}
	return specs
}

func TestJoin(t *testing.T) {
	got := join(`import "fmt"
x := []int{
	1,
}
// %%
import (
	"fmt"
	"os"
)
type T struct{ n int }
func (t T) Get() int { return t.n }
func() int { return 1 }()
func two() int { return 2 }; fmt.Println(x, os.Args)
`)
	want := `package main
import (
"fmt"
"os"
)
type T struct{ n int }
func (t T) Get() int { return t.n }
func two() int { return 2 }
func main() {
x := []int{
	1,
}
func() int { return 1 }()
fmt.Println(x, os.Args)
}
`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
