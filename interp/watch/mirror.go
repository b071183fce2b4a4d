package watch

import (
	"fmt"
	"go/token"
	"reflect"
	"sync"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// The types that follow are laid out as yaegi v0.16.1 lays out its unexported
// ones of the same names; see [known]. What comes after the last field that is
// of use is left out.
type (
	program struct {
		pkgName string
		root    *node
	}
	// A node of the syntax tree.
	node struct {
		debug  unsafe.Pointer
		child  []*node
		anc    *node
		param  []unsafe.Pointer
		start  *node // where the flow of control enters
		tnext  *node // what comes next, or if true
		fnext  *node // what comes next if false
		interp unsafe.Pointer
		index  int64
		findex int // the place of the value in a frame
		level  int // of the frame, counted from that of the function
		nleft  int
		nright int
		kind   uint
		pos    token.Pos
		sym    *symbol // of a variable
		typ    unsafe.Pointer
		recv   unsafe.Pointer
		types  []reflect.Type
		scope  unsafe.Pointer
		action uint
		exec   action        // what the interpreter does here
		gen    func(n *node) // makes exec
		val    any           // a function
		rval   reflect.Value // a constant
		ident  string        // of a variable or function
	}
	// The type of a node.
	itype struct {
		cat   uint
		field []struct{}
		key   unsafe.Pointer
		val   unsafe.Pointer
		recv  unsafe.Pointer
		arg   []unsafe.Pointer // of a function
		ret   []unsafe.Pointer
	}
	symbol struct {
		kind    uint
		typ     unsafe.Pointer
		node    *node
		from    []*node
		recv    unsafe.Pointer
		index   int // the place of the value in a frame
		rval    reflect.Value
		builtin func(n *node)
		global  bool // the frame is that of all functions
	}
	// A frame holds the values of a call.
	frame struct {
		id    uint64 // of the run that the frame belongs to; the interpreter changes it
		debug unsafe.Pointer
		root  *frame
		anc   *frame
		data  []reflect.Value
		//lint:ignore U1000 mirrors compares it with yaegi's
		mutex sync.RWMutex
		//lint:ignore U1000 the same
		deferred [][]reflect.Value
		//lint:ignore U1000 the same
		recovered any
		done      reflect.SelectCase // ends operations on channels when the run is interrupted
	}
	// An action returns the next one.
	action func(f *frame) action
)

// globalLevel is the level of the frame of all functions.
const globalLevel = -1

// literalKind, declarationKind and entryKind are the kinds of nodes that are function
// literals, function declarations, and entries of a literal.
var literalKind, declarationKind, entryKind uint

// known reports whether yaegi's structures are those of v0.16.1.
var known = func() bool {
	theirs := reflect.TypeFor[interp.Program]()
	if !mirrors(reflect.TypeFor[program](), theirs) {
		return false
	}
	nodes := pointed(theirs, "root")
	frames := pointed(reflect.TypeFor[interp.Interpreter](), "frame")
	if !mirrors(reflect.TypeFor[node](), nodes) || !mirrors(reflect.TypeFor[frame](), frames) ||
		!mirrors(reflect.TypeFor[symbol](), pointed(nodes, "sym")) || !mirrors(reflect.TypeFor[itype](), pointed(nodes, "typ")) ||
		!hasSymbols(reflect.TypeFor[interp.Interpreter](), pointed(nodes, "sym")) {
		return false
	}
	kind, _ := nodes.FieldByName("kind")
	kinds := map[string]uint{}
	for k := range uint(100) {
		v := reflect.New(kind.Type).Elem()
		v.SetUint(uint64(k))
		kinds[fmt.Sprint(v)] = k
	}
	literalKind, declarationKind, entryKind = kinds["funcLit"], kinds["funcDecl"], kinds["keyValueExpr"]
	return literalKind != 0 && declarationKind != 0 && entryKind != 0
}()

// pointed returns the type that a field points to, nil if there is no such
// field.
func pointed(t reflect.Type, name string) reflect.Type {
	f, ok := t.FieldByName(name)
	if !ok || f.Type.Kind() != reflect.Pointer {
		return nil
	}
	return f.Type.Elem()
}

// hasSymbols reports whether an interpreter has scopes, by the paths of packages, with
// symbols by name.
func hasSymbols(interpreter, symbol reflect.Type) bool {
	scopes, ok := interpreter.FieldByName("scopes")
	if !ok || scopes.Type.Kind() != reflect.Map || scopes.Type.Elem().Kind() != reflect.Pointer {
		return false
	}
	symbols, ok := scopes.Type.Elem().Elem().FieldByName("sym")
	return ok && symbols.Type.Kind() == reflect.Map && symbols.Type.Elem() == reflect.PointerTo(symbol)
}

// mirrors reports whether a struct has the fields of ours at the same places.
func mirrors(ours, theirs reflect.Type) bool {
	if theirs == nil || theirs.Kind() != reflect.Struct {
		return false
	}
	for i := range ours.NumField() {
		have := ours.Field(i)
		f, ok := theirs.FieldByName(have.Name)
		same := f.Type != nil && (f.Type.Kind() == have.Type.Kind() || have.Type.Kind() == reflect.UnsafePointer && f.Type.Kind() == reflect.Pointer)
		if !ok || f.Offset != have.Offset || !same {
			return false
		}
	}
	return true
}
