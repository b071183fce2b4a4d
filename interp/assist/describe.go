package assist

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// typeString returns a type as a cell would write it.
func typeString(t types.Type) string {
	return types.TypeString(t, qualifier)
}

func qualifier(p *types.Package) string {
	if p.Path() == "main" {
		return ""
	}
	return p.Name()
}

// signature returns the short text beside a completion: a signature, a type or a path.
func (q *query) signature(c candidate) string {
	switch obj := c.obj.(type) {
	case nil:
		return c.path
	case *types.Func:
		return strings.TrimPrefix(typeString(q.opt.Session().AsCalled(obj)), "func")
	case *types.Const:
		return typeString(obj.Type()) + " = " + obj.Val().String()
	case *types.TypeName:
		return shape(obj.Type())
	case *types.Builtin, *types.Nil:
		return ""
	}
	return typeString(c.typ)
}

// shape returns the kind of a type in a word or a few.
func shape(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return "struct"
	case *types.Interface:
		return "interface"
	default:
		return typeString(u)
	}
}

// maxListed bounds the fields and the methods that are listed of a type.
const maxListed = 40

// maxComment bounds the comments that stand beside fields.
const maxComment = 100

// declaration writes an object as Go declares it, a function as cells call it.
func (i *inspector) declaration(obj types.Object) string {
	switch obj := obj.(type) {
	case *types.Func:
		recv := ""
		if r := obj.Signature().Recv(); r != nil {
			recv = "(" + typeString(r.Type()) + ") "
		}
		return "func " + recv + obj.Name() + strings.TrimPrefix(typeString(i.opt.Session().AsCalled(obj)), "func")
	case *types.Const:
		text := "const " + obj.Name()
		if b, ok := obj.Type().(*types.Basic); !ok || b.Info()&types.IsUntyped == 0 {
			text += " " + typeString(obj.Type())
		}
		return text + " = " + obj.Val().String()
	case *types.TypeName:
		return i.typeDeclaration(obj)
	case *types.Builtin:
		return "func " + obj.Name()
	case *types.Nil:
		return "nil"
	case *types.Var:
		if obj.IsField() {
			return "field " + obj.Name() + " " + typeString(obj.Type())
		}
	}
	return "var " + obj.Name() + " " + typeString(obj.Type())
}

// typeDeclaration writes a type with the fields that can be named, and the
// methods.
func (i *inspector) typeDeclaration(obj *types.TypeName) string {
	var b strings.Builder
	fmt.Fprintf(&b, "type %s ", typeString(obj.Type()))
	if obj.IsAlias() {
		b.Reset()
		fmt.Fprintf(&b, "type %s = %s", obj.Name(), typeString(types.Unalias(obj.Type())))
		return b.String()
	}
	own := obj.Pkg() != nil && obj.Pkg().Path() == "main"
	switch u := obj.Type().Underlying().(type) {
	case *types.Struct:
		writeFields(&b, u, own, func(field string) string { return i.fieldComment(obj, field) })
	default:
		b.WriteString(typeString(u))
	}
	named, ok := obj.Type().(*types.Named)
	if !ok || types.IsInterface(named) {
		return b.String()
	}
	methods := slices.Collect(named.Methods())
	methods = slices.DeleteFunc(methods, func(m *types.Func) bool { return !own && !m.Exported() })
	slices.SortFunc(methods, func(a, b *types.Func) int { return strings.Compare(a.Name(), b.Name()) })
	for n, m := range methods {
		if n == 0 {
			b.WriteString("\n")
		}
		if n == maxListed {
			fmt.Fprintf(&b, "\n// and %d more methods", len(methods)-n)
			break
		}
		b.WriteString("\n" + i.declaration(m))
	}
	return b.String()
}

// writeFields writes the fields of a struct, each with its comment if that is
// short.
func writeFields(b *strings.Builder, s *types.Struct, own bool, comment func(field string) string) {
	b.WriteString("struct {\n")
	hidden, listed := 0, 0
	for f := range s.Fields() {
		if !own && !f.Exported() || listed == maxListed {
			hidden++
			continue
		}
		listed++
		line := f.Name() + " " + typeString(f.Type())
		if f.Embedded() {
			line = typeString(f.Type())
		}
		if said := comment(f.Name()); said != "" && len(said) <= maxComment && !strings.Contains(said, "\n") {
			line += " // " + said
		}
		b.WriteString("\t" + line + "\n")
	}
	if hidden > 0 {
		fmt.Fprintf(b, "\t// and %d fields that are not listed\n", hidden)
	}
	b.WriteString("}")
}

// A report is the description of a name.
type report struct {
	code    string // its declaration
	path    string // of its package
	value   string // of a variable
	doc     string // its doc comment
	example string
	label   string // of the cell that has declared it
	source  string
}

func (r *report) inspection() repl.Inspection {
	return repl.Inspection{Plain: r.text(), Markdown: r.markdown()}
}
