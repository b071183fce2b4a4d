package lower

import (
	"fmt"
	"go/ast"
	"go/types"
)

// locating maps methods of compiled types to the functions of package rt that replace
// them: methods that report from where they are called, and methods of package reflect
// that describe functions and interfaces.
var locating = map[string]string{
	"(*log.Logger).Output": "LogOutput",
	"(*log.Logger).Print":  "LogPrint", "(*log.Logger).Printf": "LogPrintf", "(*log.Logger).Println": "LogPrintln",
	"(*log.Logger).Panic": "LogPanic", "(*log.Logger).Panicf": "LogPanicf", "(*log.Logger).Panicln": "LogPanicln",
	"(*log.Logger).Fatal": "LogFatal", "(*log.Logger).Fatalf": "LogFatalf", "(*log.Logger).Fatalln": "LogFatalln",

	"(*log/slog.Logger).Log": "SlogLog", "(*log/slog.Logger).LogAttrs": "SlogLogAttrs",
	"(*log/slog.Logger).Debug": "SlogDebug", "(*log/slog.Logger).DebugContext": "SlogDebugContext",
	"(*log/slog.Logger).Info": "SlogInfo", "(*log/slog.Logger).InfoContext": "SlogInfoContext",
	"(*log/slog.Logger).Warn": "SlogWarn", "(*log/slog.Logger).WarnContext": "SlogWarnContext",
	"(*log/slog.Logger).Error": "SlogError", "(*log/slog.Logger).ErrorContext": "SlogErrorContext",
	"(log/slog.Handler).Handle": "SlogHandle", "(*log/slog.TextHandler).Handle": "SlogHandle", "(*log/slog.JSONHandler).Handle": "SlogHandle",
	"(log/slog.Record).Source": "SlogSource",

	"(*testing.common).Log": "TestLog", "(*testing.common).Logf": "TestLogf", "(*testing.common).Error": "TestError", "(*testing.common).Errorf": "TestErrorf",
	"(*testing.common).Fatal": "TestFatal", "(*testing.common).Fatalf": "TestFatalf", "(*testing.common).Skip": "TestSkip", "(*testing.common).Skipf": "TestSkipf", "(*testing.common).Helper": "TestHelper",
	"(testing.TB).Log": "TestLog", "(testing.TB).Logf": "TestLogf", "(testing.TB).Error": "TestError", "(testing.TB).Errorf": "TestErrorf",
	"(testing.TB).Fatal": "TestFatal", "(testing.TB).Fatalf": "TestFatalf", "(testing.TB).Skip": "TestSkip", "(testing.TB).Skipf": "TestSkipf", "(testing.TB).Helper": "TestHelper",
	"(*testing.T).Run": "RunTest", "(*testing.B).Run": "RunBenchmark",

	"(*encoding/json.Decoder).Decode": "DecoderDecode",

	"(*runtime.Frames).Next":  "NextFrame",
	"(reflect.Value).Pointer": "ValuePointer", "(reflect.Value).Elem": "ValueElem",
	"(reflect.Value).NumMethod": "ValueNumMethod", "(reflect.Value).Method": "ValueMethod", "(reflect.Value).MethodByName": "ValueMethodByName",
	"(reflect.Type).NumMethod": "TypeNumMethod", "(reflect.Type).Method": "TypeMethod", "(reflect.Type).MethodByName": "TypeMethodByName",
	"(reflect.Type).Implements": "TypeImplements", "(reflect.Type).AssignableTo": "TypeAssignableTo", "(reflect.Type).ConvertibleTo": "TypeConvertibleTo",
	"(*runtime.Func).Name": "FuncName", "(*runtime.Func).Entry": "FuncEntry", "(*runtime.Func).FileLine": "FuncFileLine",
}

// located returns the function that is called in the place of a method of a
// compiled type, of the value of text, and its first argument.
func (l *lowerer) located(m *types.Func, text string, isPtr bool) (function, first string, ok bool) {
	name, ok := locating[m.FullName()]
	if !ok || l.without(Callers) {
		return "", "", false
	}
	switch ptrRecv := isPointer(m.Signature().Recv().Type()); {
	case ptrRecv && !isPtr:
		text = "&" + text
	case !ptrRecv && isPtr:
		text = "*" + text
	}
	return l.rt(name), text, true
}

// functionOf returns the declared function that an expression names, if it is one of
// the program.
func (l *lowerer) functionOf(e ast.Expr) (*types.Func, bool) {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	}
	if id == nil {
		return nil, false
	}
	f, ok := l.info.Uses[id].(*types.Func)
	return f, ok && f.Signature().Recv() == nil && l.isSource(f.Pkg())
}

// functionName returns the name in Go of the function of a program that an expression
// names.
func (l *lowerer) functionName(e ast.Expr) (string, bool) {
	f, ok := l.functionOf(e)
	if !ok || l.without(Callers) || isGeneric(f) || l.meaningOf(e) != 0 {
		return "", false
	}
	return f.Pkg().Path() + "." + f.Name(), true
}

// namedFunction writes a function of a program as a value of an interface type that
// package rt knows the name of: to reflection all functions of an interpreter are
// one.
func (l *lowerer) namedFunction(name string, e ast.Expr, from, to types.Type) string {
	text := fmt.Sprintf("%s(%q, %s)", l.rt("NameFunc"), name, l.expr(e))
	if !l.mentions(from) || l.without(Boxes) {
		return text
	}
	return "(" + l.rt("Box") + "(" + l.desc(from) + ", " + text + "))"
}
