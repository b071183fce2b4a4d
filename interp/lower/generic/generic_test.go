package generic_test

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

// TestEverything: there is a source or a compiled form of every generic function
// and type that a program can import, with the same type parameters and, of a
// type, the same methods.
func TestEverything(t *testing.T) {
	importer := symbols.Importer()
	l := generic.New(token.NewFileSet(), importer)
	functions, generics := 0, 0
	for _, path := range symbols.Paths() {
		pkg, err := importer.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range pkg.Scope().Names() {
			switch obj := pkg.Scope().Lookup(name).(type) {
			case *types.Func:
				if n := obj.Signature().TypeParams().Len(); obj.Exported() && n > 0 {
					functions++
					compiledOrOwn(t, l, obj, n)
				}
			case *types.TypeName:
				if named, ok := obj.Type().(*types.Named); ok && obj.Exported() && named.TypeParams().Len() > 0 {
					generics++
					ownMethods(t, l, named)
				}
			}
		}
	}
	if functions < 50 || generics < 5 {
		t.Errorf("only %d generic functions and %d generic types are looked at", functions, generics)
	}
}

// compiledOrOwn fails if there is neither a form nor a source of a function with
// n type parameters.
func compiledOrOwn(t *testing.T, l *generic.Library, obj *types.Func, n int) {
	params := obj.Signature().TypeParams()
	if params.At(n-1).Constraint().String() == "cmp.Ordered" && n < 3 {
		if _, ok := generic.Form(obj.Pkg().Path(), obj.Name(), []string{"[]int", "int"}[2-n:]); ok {
			return
		}
	}
	own := l.Own(obj).(*types.Func)
	if own == obj || own.Signature().TypeParams().Len() != n || l.Package(obj.Pkg().Path()).Decls[own] == nil {
		t.Errorf("no source of %s", obj)
	}
}

func ownMethods(t *testing.T, l *generic.Library, named *types.Named) {
	for i := range named.NumMethods() {
		m := named.Method(i)
		if own := l.Own(m).(*types.Func); own == m || l.Package(m.Pkg().Path()).Decls[own] == nil {
			t.Errorf("no source of %s", m)
		}
	}
	if _, ok := named.Underlying().(*types.Struct); ok && l.Own(named.Obj()) == named.Obj() {
		t.Errorf("no source of %s", named)
	}
}

// TestOwn: what is not generic is what it was, and a source's object its own.
func TestOwn(t *testing.T) {
	importer := symbols.Importer()
	l := generic.New(token.NewFileSet(), importer)
	for path, name := range map[string]string{"strings": "Split", "sync": "OnceFunc", "sync/atomic": "Int64"} {
		pkg, err := importer.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		obj := pkg.Scope().Lookup(name)
		if l.Own(obj) != obj {
			t.Errorf("%s has a source", obj)
		}
	}
	for own := range l.Package("slices").Decls {
		if l.Own(own) != own {
			t.Errorf("the source of %s is another", own)
		}
	}
}
