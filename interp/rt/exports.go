package rt

import (
	"path"
	"reflect"
	"strings"
	"unsafe"
)

// Paths under which lowered programs import what has no source.
const (
	RuntimePath = "nvsd/rt"    // this package
	TypesPath   = "nvsd/types" // the struct types of programs
)

// HiddenPath returns the path of a package that has, as [HiddenName], nothing but an
// unexported type of another package: the interpreter knows types by their packages.
func HiddenPath(pkg, name string) string { return hiddenRoot + pkg + "." + name }

// Hidden returns the package and the name of the type that the package at path has,
// if it is one of [HiddenPath].
func Hidden(path string) (pkg, name string, ok bool) {
	of, ok := strings.CutPrefix(path, hiddenRoot)
	at := strings.LastIndexByte(of, '.')
	if !ok || at < 0 {
		return "", "", false
	}
	return of[:at], of[at+1:], true
}

// HiddenName is the name of the type of a package of [HiddenPath].
const HiddenName = "T"

const hiddenRoot = "nvsd/hidden/"

// Symbols are values for the interpreter, by the key of their package and by name.
type Symbols = map[string]map[string]reflect.Value

// Key returns the name by which the interpreter has the package at an import path that
// ends with the package's name.
func Key(importPath string) string { return importPath + "/" + path.Base(importPath) }

// Exports returns the functions that lowered programs call, and sets the interfaces of
// compiled packages for this package. The worker adds those that only cells call:
// Show(...any), Look(name string, v any), Renew(name string) and Context()
// context.Context.
func Exports(compiled Interfaces) Symbols {
	interfaces.Store(&compiled)
	return Runtime()
}

// Runtime returns the functions and types that lowered programs use.
func Runtime() Symbols {
	runtime := map[string]reflect.Value{}
	for name, v := range map[string]any{
		"Native": Native, "Named": Named, "Pointer": Pointer, "Slice": Slice, "Array": Array, "Chan": Chan,
		"Map": Map, "Func": Func, "Interface": Interface, "Struct": Struct,
		"Type": (*Type)(nil), "Field": (*Field)(nil), "Iface": (*Iface)(nil), "IfaceMethod": (*IfaceMethod)(nil),

		"Box": Box, "Any": Any, "Real": Real, "RealWhole": RealWhole, "RealTemplate": RealTemplate, "Val": Val, "Is": Is, "As": As, "Implements": Implements, "AsIface": AsIface,
		"M": M, "Eq": Eq, "Wrap": Wrap, "MustWrap": MustWrap, "Wraps": Wraps,

		"Run": Run, "Enter": Enter, "Panic": Panic, "Must": Must, "Stale": Stale, "Go": Go, "D": (*D)(nil),

		"ShortSlice": ShortSlice, "ClearMap": ClearMap, "Print": Print, "Println": Println,
		"File": File, "ReadFile": ReadFile, "WriteFileTo": WriteFileTo,
		"WriteFile": WriteFile, "WriteFileString": WriteFileString, "ReadFileFrom": ReadFileFrom, "Inherit": Inherit,
		"ToUnsafe": ToUnsafe, "FromUnsafe": FromUnsafe, "Address": Address, "AtAddress": AtAddress,
		"UnsafeAdd": UnsafeAdd, "UnsafeSlice": UnsafeSlice, "UnsafeSliceData": UnsafeSliceData,
		"UnsafeString": UnsafeString, "UnsafeStringData": UnsafeStringData,

		"NegativeShift": NegativeShift, "SameChan": SameChan, "Rune": Rune, "Nil": Nil, "Select": Select, "Receiving": Receiving, "Sending": Sending, "NoIteration": NoIteration, "BodyPanicked": BodyPanicked, "ErrorsAsIface": ErrorsAsIface,

		"LogOutput": LogOutput, "LogPrint": LogPrint, "LogPrintf": LogPrintf, "LogPrintln": LogPrintln,
		"LogPanic": LogPanic, "LogPanicf": LogPanicf, "LogPanicln": LogPanicln,
		"LogFatal": LogFatal, "LogFatalf": LogFatalf, "LogFatalln": LogFatalln,
		"SlogLog": SlogLog, "SlogLogAttrs": SlogLogAttrs, "SlogDebug": SlogDebug, "SlogInfo": SlogInfo, "SlogWarn": SlogWarn, "SlogError": SlogError,
		"SlogDebugContext": SlogDebugContext, "SlogInfoContext": SlogInfoContext, "SlogWarnContext": SlogWarnContext, "SlogErrorContext": SlogErrorContext,
		"DecoderDecode": DecoderDecode, "SlogHandle": SlogHandle, "SlogSource": SlogSource,
		"TestLog": TestLog, "TestLogf": TestLogf, "TestError": TestError, "TestErrorf": TestErrorf,
		"TestFatal": TestFatal, "TestFatalf": TestFatalf, "TestSkip": TestSkip, "TestSkipf": TestSkipf,
		"TestHelper": TestHelper, "RunTest": RunTest, "RunBenchmark": RunBenchmark,
		"NextFrame": NextFrame, "FuncName": FuncName, "FuncEntry": FuncEntry, "FuncFileLine": FuncFileLine,
		"NameFunc": NameFunc, "ValuePointer": ValuePointer, "ValueElem": ValueElem,
		"ValueNumMethod": ValueNumMethod, "ValueMethod": ValueMethod, "ValueMethodByName": ValueMethodByName,
		"TypeNumMethod": TypeNumMethod, "TypeMethod": TypeMethod, "TypeMethodByName": TypeMethodByName,
		"TypeImplements": TypeImplements, "TypeAssignableTo": TypeAssignableTo, "TypeConvertibleTo": TypeConvertibleTo,
	} {
		runtime[name] = reflect.ValueOf(v)
	}
	return Symbols{
		Key(RuntimePath): runtime,
		"unsafe/unsafe":  {"Pointer": reflect.ValueOf((*unsafe.Pointer)(nil))},
	}
}

// Replaced returns, by path, the functions that replace those of compiled packages in
// programs: they know the types of a program, or report where in it they are called.
func Replaced() Symbols {
	replaced := Symbols{}
	for path, functions := range map[string]map[string]any{
		"fmt": formatting(), "log": logging(), "log/slog": slogging(),
		"runtime":       {"Caller": Caller, "Callers": Callers, "CallersFrames": CallersFrames, "FuncForPC": FuncForPC, "Stack": Stack},
		"errors":        {"As": errorsAs},
		"encoding/json": {"Unmarshal": Unmarshal},
		"runtime/debug": {"Stack": StackText, "PrintStack": PrintStack},
	} {
		replaced[path] = map[string]reflect.Value{}
		for name, f := range functions {
			replaced[path][name] = reflect.ValueOf(f)
		}
	}
	return replaced
}

// LookupIn returns a function that finds the types of compiled packages by the names
// that a program gives the packages. values returns the values of a package.
func LookupIn(values func(path string) map[string]reflect.Value, aliases map[string]string) Lookup {
	packages := Symbols{}
	return func(pkg, name string) (reflect.Type, bool) {
		path := aliases[pkg]
		if path == "unsafe" && name == "Pointer" {
			return reflect.TypeFor[unsafe.Pointer](), true
		}
		if packages[path] == nil {
			packages[path] = values(path)
		}
		v, ok := packages[path][name]
		if !ok {
			return nil, false
		}
		return v.Type().Elem(), true
	}
}

// TypeExports returns the types that [Structs] has made, for the interpreter.
func TypeExports(types map[string]reflect.Type) Symbols {
	symbols := map[string]reflect.Value{}
	for name, t := range types {
		symbols[name] = reflect.Zero(reflect.PointerTo(t))
	}
	return Symbols{Key(TypesPath): symbols}
}
