package watch

import (
	"errors"
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// A Rebinder makes calls of compiled functions call others instead. If a name in a
// function comes to mean something else, the function is compiled anew, and values and
// literals that hold the old function are to call the new one.
type Rebinder struct {
	scopes   reflect.Value // map[string]*scope, of the interpreter
	versions map[*node]*version
}

// A version of a function is one that has been compiled.
type version struct {
	def  *node
	body func(*frame) action     // begins its body; nil as long as it has never been rebound
	next atomic.Pointer[version] // that is called instead; nil if none is
}

// NewRebinder returns the Rebinder of an interpreter. It returns an error if the
// structures of the interpreter are not those of yaegi v0.16.1. With other structures
// function literals do not hold their variables as rt.Hold wants, either.
func NewRebinder(i *interp.Interpreter) (*Rebinder, error) {
	if !known {
		return nil, errors.New("watch: this is not yaegi v0.16.1, whose functions can be rebound")
	}
	scopes := reflect.ValueOf(i).Elem().FieldByName("scopes")
	return &Rebinder{scopes, map[*node]*version{}}, nil
}

// Rebind makes calls of the function old that begin from now on call the function
// fresh, which has the same type, and calls of fresh call fresh itself, whatever they
// called before. The bodies of both begin with a statement that runs once in a call. It
// reports whether there are such functions.
func (r *Rebinder) Rebind(old, fresh string) bool {
	from, to := r.version(old), r.version(fresh)
	if from == nil || to == nil || !from.open() {
		return false
	}
	to.next.Store(nil)
	from.next.Store(to)
	return true
}

// open makes the calls of a function go by next. It reports whether the function has a
// body.
func (v *version) open() bool {
	if v.body != nil {
		return true
	}
	start := v.def.child[3].start
	if start == nil || start.exec == nil {
		return false
	}
	v.body = start.exec
	typ := (*itype)(v.def.typ)
	given := len(typ.ret) + len(typ.arg)
	start.exec = func(f *frame) action {
		last := v
		for next := last.next.Load(); next != nil; next = last.next.Load() {
			last = next
		}
		if last != v {
			f.data = last.def.values(f.data[:min(given, len(f.data))])
		}
		return last.begin(f)
	}
	return true
}

// begin begins the body of a function.
func (v *version) begin(f *frame) action {
	if v.body != nil {
		return v.body(f)
	}
	return v.def.child[3].start.exec(f)
}

// values returns the values of a frame of the function, which begin with the results and
// arguments that it is given.
func (n *node) values(given []reflect.Value) []reflect.Value {
	data := make([]reflect.Value, max(len(n.types), len(given)))
	for i := copy(data, given); i < len(n.types); i++ {
		data[i] = reflect.New(n.types[i]).Elem()
	}
	return data
}

// version returns the version of a function that has a name, or nil.
func (r *Rebinder) version(name string) *version {
	scope := r.scopes.MapIndex(reflect.ValueOf("main"))
	if !scope.IsValid() {
		return nil
	}
	sym := scope.Elem().FieldByName("sym").MapIndex(reflect.ValueOf(name))
	if !sym.IsValid() {
		return nil
	}
	def := (*symbol)(unsafe.Pointer(sym.Pointer())).node
	if def == nil || def.kind != declarationKind || len(def.child) != 4 {
		return nil
	}
	if r.versions[def] == nil {
		r.versions[def] = &version{def: def}
	}
	return r.versions[def]
}
