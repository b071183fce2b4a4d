package main

import (
	"bytes"
	"fmt"
	"log"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

type T struct{}

func (T) V() string  { return where() }
func (*T) P() string { return where() }

func where() string {
	pc, file, line, ok := runtime.Caller(1)
	return fmt.Sprint(runtime.FuncForPC(pc).Name(), " ", filepath.Base(file), ":", line, " ", ok)
}

func here() {
	_, file, line, ok := runtime.Caller(0)
	fmt.Println(filepath.Base(file), line, ok)
}

func frames() {
	pcs := make([]uintptr, 10)
	n := runtime.Callers(1, pcs)
	fr := runtime.CallersFrames(pcs[:n])
	for {
		f, more := fr.Next()
		if strings.HasPrefix(f.Function, "main.") {
			fmt.Println(f.Function, filepath.Base(f.File), f.Line)
		}
		if !more {
			break
		}
	}
}

// nested is not inlined, which would rename its literals.
//
//go:noinline
func nested() {
	f := func() func() string {
		defer func() {}()
		return func() string { return where() }
	}
	fmt.Println(f()())
	func() {
		defer func() { fmt.Println(where()) }()
	}()
}

func deep(n int) {
	if n > 0 {
		deep(n - 1)
		return
	}
	frames()
}

func helper(l *log.Logger) { l.Output(2, "from helper") }

type logger struct{ l *log.Logger }

func (x logger) Info(s string) { x.l.Output(2, s) }

func logf(format string, a ...any) {
	log.Output(2, fmt.Sprintf(format, a...))
}

func g[X any](x X) string { return where() }

func main() {
	here()
	fmt.Println(where())
	fmt.Println(T{}.V())
	fmt.Println((&T{}).P())
	func() {
		fmt.Println(where())
	}()
	f := func() string { return where() }
	fmt.Println(f())
	fmt.Println(g(1))
	deep(2)
	nested()
	var b bytes.Buffer
	log.SetOutput(&b)
	log.SetFlags(log.Lshortfile)
	log.Println("hello")
	log.Printf("x %d", 3)
	log.Print("y")
	logf("z %d", 1)
	l := log.New(&b, "p: ", log.Lshortfile|log.Lmsgprefix)
	l.Println("own")
	l.Printf("own %d", 2)
	l.Output(1, "out")
	helper(l)
	logger{l}.Info("info")
	func() {
		defer func() { recover() }()
		l.Panicln("oh")
	}()
	fmt.Print(b.String())
	h := slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{AddSource: true, ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		if a.Key == slog.SourceKey {
			s := a.Value.Any().(*slog.Source)
			s.File = filepath.Base(s.File)
		}
		return a
	}})
	sl := slog.New(h)
	sl.Info("hi", "a", 1)
	slog.SetDefault(sl)
	slog.Warn("def", "b", 2)
	log.Print("via log")
	fmt.Println(runtime.FuncForPC(reflect.ValueOf(deep).Pointer()).Name())
	fmt.Println(runtime.FuncForPC(reflect.ValueOf(main).Pointer()).Name())
	fmt.Println(runtime.FuncForPC(reflect.ValueOf(strings.ToUpper).Pointer()).Name())
	st := string(debug.Stack())
	for _, l := range strings.Split(st, "\n") {
		if strings.HasPrefix(l, "main.") || strings.HasPrefix(l, "\t") && strings.Contains(l, "callers.go") {
			fmt.Println(strings.TrimSpace(strings.Split(filepath.Base(l), " +0x")[0]))
		}
	}
	buf := make([]byte, 1000)
	n := runtime.Stack(buf, false)
	fmt.Println(strings.Contains(string(buf[:n]), "main.main()"))
	defer func() {
		recover()
		_, file, line, ok := runtime.Caller(0)
		fmt.Println(filepath.Base(file), line, ok)
		deep(0)
	}()
	var m map[string]int
	m["a"] = 1
}
