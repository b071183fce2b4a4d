package rt

import (
	"fmt"
	"io"
	"log"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"weak"
)

const filed = log.Lshortfile | log.Llongfile

// locks has a *sync.Mutex for a logger that names files, by weak.Pointer[log.Logger].
var locks sync.Map

func lockOf(l *log.Logger) *sync.Mutex {
	key := weak.Make(l)
	m, have := locks.LoadOrStore(key, new(sync.Mutex))
	if !have {
		runtime.AddCleanup(l, func(k weak.Pointer[log.Logger]) { locks.Delete(k) }, key)
	}
	return m.(*sync.Mutex)
}

// LogOutput is the method Output of a logger, for a call of a function of a program:
// package log would name files of the interpreter.
func LogOutput(l *log.Logger, depth int, text string) error {
	flags := l.Flags()
	if flags&filed == 0 {
		return l.Output(depth, text)
	}
	if l.Writer() == io.Discard {
		return nil
	}
	place := "???:0"
	if f, ok := caller(max(depth, 1) - 1); ok {
		name := f.Filename
		if flags&log.Lshortfile != 0 {
			name = filepath.Base(name)
		}
		place = name + ":" + strconv.Itoa(f.Line)
	}
	prefix := l.Prefix()
	text = place + ": " + text
	if flags&log.Lmsgprefix != 0 {
		prefix, text = "", place+": "+prefix+text[len(place)+2:]
	}
	m := lockOf(l)
	m.Lock()
	defer m.Unlock()
	return log.New(l.Writer(), prefix, flags&^(filed|log.Lmsgprefix)).Output(0, text)
}

// The functions of package log, and the methods of a logger.

func logPrint(l *log.Logger, text string) {
	_ = LogOutput(l, 1, text) // failing to log is no reason to stop, as in Go
}

func logPanic(l *log.Logger, text string) {
	logPrint(l, text)
	panic(text)
}

func logFatal(l *log.Logger, text string) {
	logPrint(l, text)
	if f := host.exit.Load(); f != nil {
		(*f)(1)
	}
	log.New(io.Discard, "", 0).Fatal()
}

func LogPrint(l *log.Logger, v ...any)            { logPrint(l, Sprint(v...)) }
func LogPrintf(l *log.Logger, f string, v ...any) { logPrint(l, Sprintf(f, v...)) }
func LogPrintln(l *log.Logger, v ...any)          { logPrint(l, fmt.Sprintln(v...)) }
func LogPanic(l *log.Logger, v ...any)            { logPanic(l, Sprint(v...)) }
func LogPanicf(l *log.Logger, f string, v ...any) { logPanic(l, Sprintf(f, v...)) }
func LogPanicln(l *log.Logger, v ...any)          { logPanic(l, fmt.Sprintln(v...)) }
func LogFatal(l *log.Logger, v ...any)            { logFatal(l, Sprint(v...)) }
func LogFatalf(l *log.Logger, f string, v ...any) { logFatal(l, Sprintf(f, v...)) }
func LogFatalln(l *log.Logger, v ...any)          { logFatal(l, fmt.Sprintln(v...)) }

// logging are the functions of package log that take the standard logger.
func logging() map[string]any {
	return map[string]any{
		"Output":  func(depth int, text string) error { return LogOutput(log.Default(), depth, text) },
		"Print":   func(v ...any) { LogPrint(log.Default(), v...) },
		"Printf":  func(f string, v ...any) { LogPrintf(log.Default(), f, v...) },
		"Println": func(v ...any) { LogPrintln(log.Default(), v...) },
		"Panic":   func(v ...any) { LogPanic(log.Default(), v...) },
		"Panicf":  func(f string, v ...any) { LogPanicf(log.Default(), f, v...) },
		"Panicln": func(v ...any) { LogPanicln(log.Default(), v...) },
		"Fatal":   func(v ...any) { LogFatal(log.Default(), v...) },
		"Fatalf":  func(f string, v ...any) { LogFatalf(log.Default(), f, v...) },
		"Fatalln": func(v ...any) { LogFatalln(log.Default(), v...) },
	}
}
