package main

import (
	"errors"
	"fmt"
	"go/ast"
)

func parse(ok bool) (expr ast.Expr, err error) {
	if !ok {
		return nil, errors.New("no")
	}
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("%v", e)
		}
	}()
	expr = &ast.Ident{Name: "x"}
	return
}

func list(x ast.Expr) (l []ast.Expr, first ast.Stmt) {
	first = &ast.EmptyStmt{}
	if len(l) == 0 {
		first = nil
	}
	return append(l, x, nil), first
}

func main() {
	l, first := list(&ast.BadExpr{})
	fmt.Println(len(l), l[0] != nil, l[1] == nil, first == nil)
	fmt.Println(parse(true))
	fmt.Println(parse(false))
}
