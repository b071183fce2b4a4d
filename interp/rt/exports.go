package rt

import (
	"maps"
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

// Symbols are what the interpreter is given: values by the key of their package
// and their name.
type Symbols = map[string]map[string]reflect.Value

// Key is what the interpreter calls the package at an import path that ends with
// the package's name.
func Key(importPath string) string { return importPath + "/" + path.Base(importPath) }

// Exports returns what lowered programs call, but for Show(...any), Look(name string, v any),
// Renew(name string) and Context() context.Context, which cells call and their host has; beside the packages all that they
// import, whose wrappers of interfaces package rt then uses.
func Exports(all Symbols) Symbols {
	for _, symbols := range all {
		for name, wrapper := range symbols {
			if iface, ok := symbols[strings.TrimPrefix(name, "_")]; ok && strings.HasPrefix(name, "_") {
				UseWrapper(iface.Type().Elem(), wrapper.Type().Elem())
			}
		}
	}
	runtime := map[string]reflect.Value{}
	for name, v := range map[string]any{
		"Native": Native, "Named": Named, "Pointer": Pointer, "Slice": Slice, "Array": Array, "Chan": Chan,
		"Map": Map, "Func": Func, "Interface": Interface, "Struct": Struct,
		"Type": (*Type)(nil), "Field": (*Field)(nil), "Iface": (*Iface)(nil), "IfaceMethod": (*IfaceMethod)(nil),

		"Box": Box, "Any": Any, "Real": Real, "RealWhole": RealWhole, "Val": Val, "Is": Is, "As": As, "Implements": Implements, "AsIface": AsIface,
		"M": M, "Eq": Eq, "Wrap": Wrap, "MustWrap": MustWrap, "Wraps": Wraps,

		"Run": Run, "Enter": Enter, "Panic": Panic, "Must": Must, "Stale": Stale, "Go": Go, "D": (*D)(nil),

		"ShortSlice": ShortSlice, "ClearMap": ClearMap, "Print": Print, "Println": Println,
		"File": File, "ReadFile": ReadFile, "WriteFileTo": WriteFileTo,
		"WriteFile": WriteFile, "WriteFileString": WriteFileString, "ReadFileFrom": ReadFileFrom, "Inherit": Inherit,
		"ToUnsafe": ToUnsafe, "FromUnsafe": FromUnsafe, "Address": Address, "AtAddress": AtAddress,
		"UnsafeAdd": UnsafeAdd, "UnsafeSlice": UnsafeSlice, "UnsafeSliceData": UnsafeSliceData,
		"UnsafeString": UnsafeString, "UnsafeStringData": UnsafeStringData,

		"NegativeShift": NegativeShift, "SameChan": SameChan, "Rune": Rune, "Nil": Nil, "Select": Select, "Receiving": Receiving, "Sending": Sending, "Types": Types, "Strings": Strings, "NoIteration": NoIteration, "BodyPanicked": BodyPanicked, "ErrorsAsIface": ErrorsAsIface,

		"LogOutput": LogOutput, "LogPrint": LogPrint, "LogPrintf": LogPrintf, "LogPrintln": LogPrintln,
		"LogPanic": LogPanic, "LogPanicf": LogPanicf, "LogPanicln": LogPanicln,
		"LogFatal": LogFatal, "LogFatalf": LogFatalf, "LogFatalln": LogFatalln,
		"SlogLog": SlogLog, "SlogLogAttrs": SlogLogAttrs, "SlogDebug": SlogDebug, "SlogInfo": SlogInfo, "SlogWarn": SlogWarn, "SlogError": SlogError,
		"SlogDebugContext": SlogDebugContext, "SlogInfoContext": SlogInfoContext, "SlogWarnContext": SlogWarnContext, "SlogErrorContext": SlogErrorContext,
		"SlogHandle": SlogHandle, "SlogSource": SlogSource,
		"NextFrame": NextFrame, "FuncName": FuncName, "FuncEntry": FuncEntry, "FuncFileLine": FuncFileLine,
		"TypesNoWrap": TypesNoWrap, "NameFunc": NameFunc, "ValuePointer": ValuePointer, "ValueElem": ValueElem,
		"TypeNumMethod": TypeNumMethod, "TypeMethod": TypeMethod, "TypeMethodByName": TypeMethodByName,
		"TypeImplements": TypeImplements, "TypeAssignableTo": TypeAssignableTo, "TypeConvertibleTo": TypeConvertibleTo,
	} {
		runtime[name] = reflect.ValueOf(v)
	}
	exports := closed(all)
	exports[Key(RuntimePath)] = runtime
	exports["unsafe/unsafe"] = map[string]reflect.Value{"Pointer": reflect.ValueOf((*unsafe.Pointer)(nil))}
	restore(exports, all)
	for path, functions := range map[string]map[string]any{
		"log//log": logging(), "log/slog//slog": slogging(),
		"runtime//runtime":     {"Caller": Caller, "Callers": Callers, "CallersFrames": CallersFrames, "FuncForPC": FuncForPC, "Stack": Stack},
		"errors//errors":       {"As": errorsAs},
		"runtime/debug//debug": {"Stack": StackText, "PrintStack": PrintStack},
	} {
		if exports[path] == nil {
			exports[path] = map[string]reflect.Value{}
		}
		for name, f := range functions {
			exports[path][name] = reflect.ValueOf(f)
		}
	}
	return exports
}

// closed returns wrappers for the interfaces that have none, since no other package can
// have their methods: the interpreter looks for one even where it assigns nil.
func closed(all Symbols) Symbols {
	wrappers := Symbols{}
	for key, symbols := range all {
		for name, v := range symbols {
			t := v.Type()
			if t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Interface || t.Elem().Name() != name || t.Elem().NumMethod() == 0 {
				continue
			}
			if _, ok := symbols["_"+name]; ok {
				continue
			}
			if wrappers[key] == nil {
				wrappers[key] = map[string]reflect.Value{}
			}
			wrappers[key]["_"+name] = reflect.ValueOf((*struct{ IValue any })(nil))
		}
	}
	return wrappers
}

// restore adds the packages of all in which the interpreter puts functions of its
// own, as they are: its package log writes to a logger that no compiled package
// knows, and panics where the program is to end. The interpreter knows them by the
// key of fmt, and leaves alone what comes later under another spelling.
func restore(exports, all Symbols) {
	for _, name := range []string{"fmt", "log", "flag", "os"} {
		if symbols, ok := all[Key(name)]; ok {
			exports[name+"//"+name] = maps.Clone(symbols)
		}
	}
}

// LookupIn returns what finds the types that compiled packages declare, by the
// names that a program gives their packages.
func LookupIn(symbols Symbols, aliases map[string]string) Lookup {
	paths := map[string]string{} // keys by import path: a package may be called otherwise than its path ends
	for key := range symbols {
		paths[path.Dir(key)] = key
	}
	return func(pkg, name string) (reflect.Type, bool) {
		if aliases[pkg] == "unsafe" && name == "Pointer" {
			return reflect.TypeFor[unsafe.Pointer](), true
		}
		v, ok := symbols[paths[aliases[pkg]]][name]
		if !ok {
			return nil, false
		}
		return v.Type().Elem(), true
	}
}

// TypeExports returns the types that [Structs] has made of a program's.
func TypeExports(types map[string]reflect.Type) Symbols {
	symbols := map[string]reflect.Value{}
	for name, t := range types {
		symbols[name] = reflect.Zero(reflect.PointerTo(t))
	}
	return Symbols{Key(TypesPath): symbols}
}
