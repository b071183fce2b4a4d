// Package program runs whole Go programs, of package main, as go run would: in
// this process, with its standard streams, its arguments and its exit status.
package program

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/interp/interpreter"
	"github.com/nvsd-kernel/nvsd-kernel/interp/local"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt/chain"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
	"github.com/nvsd-kernel/nvsd-kernel/interp/watch"
)

// IsProgram reports whether source is a file of package main, rather than the
// cells of a script.
func IsProgram(source []byte) bool {
	f, err := parser.ParseFile(token.NewFileSet(), "", source, parser.PackageClauseOnly)
	return err == nil && f.Name.Name == "main"
}

// Run runs the program in the files, with args as os.Args. It returns when main does; a
// program that calls os.Exit ends this process. If the program does not check, the error
// is a [local.Errors]; if it panics, a [*Panic], and if it calls itself without end, an
// [*Overflow]. Other errors say what the interpreter cannot do.
func Run(files, args []string) error {
	s, err := read(files)
	if err != nil {
		return err
	}
	lowered, err := s.lower()
	if err != nil {
		return err
	}
	return execute(s.fset, lowered, args)
}

// A source is a program that has been checked.
type source struct {
	fset    *token.FileSet
	main    *lower.Package
	library *generic.Library
}

// read reads the program in the files and checks it.
func read(files []string) (*source, error) {
	fset := token.NewFileSet()
	var parsed []*ast.File
	var errs local.Errors
	for _, name := range files {
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution|parser.AllErrors)
		var list scanner.ErrorList
		switch {
		case errors.As(err, &list):
			for _, e := range list {
				errs = append(errs, e.Error())
			}
		case err != nil:
			return nil, err
		default:
			parsed = append(parsed, f)
		}
	}
	if len(errs) > 0 {
		return nil, errs
	}
	dir, err := filepath.Abs(filepath.Dir(files[0]))
	if err != nil {
		return nil, err
	}
	loader := local.New(dir, fset, symbols.Importer())
	main, err := loader.Check("main", parsed)
	if err != nil {
		return nil, err
	}
	if main.Types.Scope().Lookup("main") == nil {
		return nil, local.Errors{"function main is undeclared in the main package"}
	}
	return &source{fset, main, generic.New(fset, loader)}, nil
}

// lower lowers the program by all rules but those in without.
func (s *source) lower(without ...lower.Rule) (*lower.Result, error) {
	lowered, err := lower.Program(s.main, s.library, without...)
	var refused *lower.Error
	if errors.As(err, &refused) {
		err = fmt.Errorf("%s: %w", s.fset.Position(refused.Pos), err)
	}
	return lowered, err
}

// A Panic is a panic that the program did not recover from.
type Panic struct {
	Value any
	Calls []Call // through which it passed, the innermost first
}

// A Call is a call in the program: a function, and where in it the call was.
type Call struct {
	Func     string
	Position token.Position
}

// Error returns the text that Go prints of a panic, with the program's own calls.
func (p *Panic) Error() string {
	text, failed := rt.PanicText(p.Value)
	text = "panic: " + strings.ReplaceAll(text, "\n", "\n\t")
	switch failed := failed.(type) {
	case nil:
	case string:
		text = unprintable + failed
	default:
		text = unprintable + rt.Sprintf("type %T", failed)
	}
	var b strings.Builder
	b.WriteString(text + "\n")
	for _, c := range p.Calls {
		fmt.Fprintf(&b, "\n%s(...)\n\t%s:%d", c.Func, c.Position.Filename, c.Position.Line)
	}
	return b.String()
}

// unprintable begins Go's message of a panic whose value has a method that panics where Go
// asks it for the text.
const unprintable = "fatal error: panic while printing panic value: "

// execute runs a program until main returns or a goroutine panics.
func execute(fset *token.FileSet, p *lower.Result, args []string) error {
	ended := make(chan error) // receives nil from main, or the panic or the overflow of any goroutine
	goroutines := interp.Exports{rt.Key(rt.RuntimePath): {"Go": reflect.ValueOf(func(f func()) {
		go func() {
			if err := guarded(f, fset, p.Lines); err != nil {
				ended <- err
			}
		}()
	})}}
	i, err := interpreter.New(
		interp.Options{Unrestricted: true, Args: args, Stderr: panicLog{}, Stdin: os.Stdin, Stdout: os.Stdout},
		[]interp.Exports{goroutines},
	)
	if err != nil {
		return err
	}
	if _, err := i.Load(p.Program, origins(fset, p.Lines)); err != nil {
		return refused(err, fset, p.Lines)
	}
	entry, err := i.Entry(p.Entry)
	if err != nil {
		return err
	}
	os.Args = args
	rt.AllowStacks(memory.Stacks(memory.Machine()))
	rt.OnOverflow(func() {
		ended <- overflow()
		select {}
	})
	main := chain.Below("runtime.main")
	go func() { ended <- guarded(func() { chain.At(main, entry) }, fset, p.Lines) }()
	return <-ended
}

// An Overflow is a recursion without end.
type Overflow struct {
	Stack string // of the goroutine, as runtime.Stack has it
}

// Error returns the message that Go prints of a stack that is too large, with the program's own calls.
func (o *Overflow) Error() string {
	return "runtime: goroutine stack exceeds 1000000000-byte limit\nfatal error: stack overflow\n\n" + strings.TrimSuffix(o.Stack, "\n")
}

// overflow returns the overflow of the calling goroutine.
func overflow() *Overflow {
	stack := make([]byte, 64<<10)
	return &Overflow{string(stack[:rt.Stack(stack, false)])}
}

// guarded calls a function of a program, and returns what it panics with.
func guarded(f func(), fset *token.FileSet, lines []token.Pos) (panicked error) {
	defer func() {
		if v := recover(); v != nil {
			trail := rt.TakeTrail()
			panicked = &Panic{rt.Thrown(v, trail...), calls(fset, lines, trail)}
		}
	}()
	f()
	return nil
}

// refused returns an error of the interpreter with the place in the program.
func refused(err error, fset *token.FileSet, lines []token.Pos) error {
	where := "the program"
	var r *watch.Refusal
	if errors.As(err, &r) && r.Line >= 1 && r.Line <= len(lines) && lines[r.Line-1].IsValid() {
		p := fset.Position(lines[r.Line-1])
		where = fmt.Sprintf("%s:%d", p.Filename, p.Line)
	}
	return fmt.Errorf("%s: %w", where, err)
}
