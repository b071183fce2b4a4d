package export

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/tools/go/ast/astutil"
)

// finish formats a program and checks it as the compiler would, with the packages
// of imp. It adds uses of variables that nothing uses, which are errors in a
// program.
func finish(imp types.Importer, program string) ([]byte, error) {
	text := []byte(program)
	for {
		formatted, err := format.Source(text)
		if err != nil {
			return nil, fmt.Errorf("the exported program is no Go: %w", err)
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "main.go", formatted, parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("the exported program is no Go: %w", err)
		}
		var unused []types.Error
		var wrong []error
		conf := types.Config{
			Importer: imp, Sizes: types.SizesFor("gc", runtime.GOARCH),
			Error: func(err error) {
				if e, ok := err.(types.Error); ok && unusedName().MatchString(e.Msg) {
					unused = append(unused, e)
				} else {
					wrong = append(wrong, err)
				}
			},
		}
		conf.Check("main", fset, []*ast.File{file}, nil)
		switch {
		case len(wrong) > 0:
			return nil, fmt.Errorf("the exported program does not check: %w", errors.Join(wrong...))
		case len(unused) == 0:
			return formatted, nil
		}
		next, ok := useNames(formatted, fset, file, unused)
		if !ok {
			return nil, fmt.Errorf("the exported program does not check: %w", unused[0])
		}
		text = next
	}
}

// unusedName finds the name. In the error about a type switch it comes first.
var unusedName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\S*?) ?declared and not used(?:: (\S+))?$`)
})

// useNames writes _ = x where a variable x is declared that nothing uses.
func useNames(text []byte, fset *token.FileSet, file *ast.File, unused []types.Error) ([]byte, bool) {
	slices.SortStableFunc(unused, func(a, b types.Error) int { return int(b.Pos - a.Pos) })
	for _, e := range unused {
		m := unusedName().FindStringSubmatch(e.Msg)
		use := "_ = " + m[1] + m[2] // one of them is empty
		path, _ := astutil.PathEnclosingInterval(file, e.Pos, e.Pos)
		pos, begins, ok := placeToUse(path)
		if !ok {
			return nil, false
		}
		at := fset.Position(pos).Offset
		line := at + bytes.IndexByte(text[at:], '\n')
		switch rest := bytes.TrimSpace(text[at:line]); {
		case len(rest) == 0 || bytes.HasPrefix(rest, []byte("//")):
			text = slices.Insert(text, line, []byte("\n"+use)...)
		case begins:
			text = slices.Insert(text, at, []byte(use+";")...)
		default:
			text = slices.Insert(text, at, []byte("; "+use)...)
		}
	}
	return text, true
}

// placeToUse returns the place at which a statement can use the variable that is declared
// at the beginning of a path to the file: behind the statement that declares it or, if
// begins, at the beginning of the block or the clause that it is declared for.
func placeToUse(path []ast.Node) (at token.Pos, begins, ok bool) {
	for i, n := range path[:len(path)-1] {
		switch parent := path[i+1].(type) {
		case *ast.BlockStmt, *ast.CaseClause:
			if s, ok := n.(ast.Stmt); ok {
				if at, ok := innerPlace(s); ok {
					return at, true, true
				}
				return n.End(), false, true
			}
		case *ast.CommClause:
			if n == parent.Comm {
				return parent.Colon + 1, true, true
			}
			return n.End(), false, true
		case *ast.IfStmt:
			if n == parent.Init {
				return parent.Body.Lbrace + 1, true, true
			}
		}
	}
	return token.NoPos, false, false
}

// innerPlace returns the place from which the names can be used that the head of a
// statement declares.
func innerPlace(s ast.Stmt) (token.Pos, bool) {
	clause := func(body *ast.BlockStmt) (token.Pos, bool) {
		if len(body.List) == 0 {
			return token.NoPos, false
		}
		return body.List[0].(*ast.CaseClause).Colon + 1, true
	}
	switch s := s.(type) {
	case *ast.LabeledStmt:
		return innerPlace(s.Stmt)
	case *ast.IfStmt:
		return s.Body.Lbrace + 1, true
	case *ast.ForStmt:
		return s.Body.Lbrace + 1, true
	case *ast.RangeStmt:
		return s.Body.Lbrace + 1, true
	case *ast.SwitchStmt:
		return clause(s.Body)
	case *ast.TypeSwitchStmt:
		return clause(s.Body)
	}
	return token.NoPos, false
}
