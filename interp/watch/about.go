package watch

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// operands describes the values with which the interpreter worked at n when a panic began
// there.
func (w *watcher) operands(n *node, f *frame) rt.Operands {
	var o rt.Operands
	var shapes []string
	for _, x := range w.values(n, f) {
		switch v := x.value; v.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Interface:
			if v.IsNil() {
				if o.Nil == "" {
					o.Nil, o.NilType = x.name, v.Type().String()
				}
				continue
			}
		}
		if shape := shapeOf(x.value); shape != "" {
			shapes = append(shapes, x.name+" is "+shape)
		}
	}
	o.Shapes = strings.Join(shapes, ", ")
	if counted := w.counted(n, f); counted != "" {
		o.Shapes = counted
	}
	return o
}

// An operand is a value that the user's code has a name for.
type operand struct {
	name  string
	value reflect.Value
}

// values returns the operands at n and below it, in the order of the source, each once: the
// variables, and the results of methods without arguments, such as a.T().
func (w *watcher) values(n *node, f *frame) (found []operand) {
	seen := map[string]bool{}
	add := func(name string, n *node) bool {
		v, ok := n.value(f)
		if !ok || name == "" || seen[name] {
			return false
		}
		seen[name] = true
		found = append(found, operand{name, v})
		return true
	}
	var look func(n *node)
	look = func(n *node) {
		switch {
		case n.kind == literalKind:
			return
		case n.sym != nil:
			add(userName(n.ident), n)
			return
		case w.isCall(n) && len(n.child) == 1:
			if callee := n.child[0]; len(callee.child) == 2 && callee.child[0].sym != nil {
				if recv := userName(callee.child[0].ident); recv != "" && shapeAt(n, f) && add(recv+"."+callee.child[1].ident+"()", n) {
					return
				}
			}
		}
		for _, c := range n.child {
			look(c)
		}
	}
	for _, c := range n.child {
		look(c)
	}
	return found
}

// shapeAt reports whether the value of n is a matrix.
func shapeAt(n *node, f *frame) bool {
	v, ok := n.value(f)
	return ok && shapeOf(v) != ""
}

func (w *watcher) isCall(n *node) bool {
	return w.generators[n] == "call" || w.generators[n] == "callBin"
}

// userName returns the name that the user gave to a variable of a lowered program, and "" for
// one that lowering may have added: its own are called t and v.
func userName(ident string) string {
	name, mark, marked := strings.Cut(ident, rt.Mark)
	local := strings.Trim(mark, "0123456789") == "" && name != "t" && name != "v"
	if marked && mark != "g" && !local {
		return ""
	}
	return name
}

// shapeOf returns the rows and columns of a matrix, and "" for any other value.
func shapeOf(v reflect.Value) string {
	if v.IsValid() && v.CanAddr() && v.Kind() == reflect.Struct {
		v = v.Addr()
	}
	if !v.IsValid() || !v.CanInterface() {
		return ""
	}
	m, ok := v.Interface().(interface{ Dims() (r, c int) })
	if !ok {
		return ""
	}
	r, c := m.Dims()
	if r == 0 && c == 0 {
		return "" // a matrix that takes any shape
	}
	return fmt.Sprintf("%d x %d", r, c)
}

// counted says, for a call that makes a matrix of numbers in a slice, how many it wants.
func (w *watcher) counted(n *node, f *frame) string {
	if !w.isCall(n) || len(n.child) != 4 {
		return ""
	}
	rows, isRows := n.child[1].number(f)
	columns, isColumns := n.child[2].number(f)
	list, isList := n.child[3].sequence(f)
	if !isRows || !isColumns || !isList || rows.negative || columns.negative {
		return ""
	}
	return fmt.Sprintf("%s x %s is %d numbers, and there are %d", rows, columns, rows.bits*columns.bits, list.Len())
}
