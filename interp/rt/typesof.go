package rt

import (
	"fmt"
	"reflect"
	"strings"
)

// Types returns a format and its arguments with the types that %T names in the
// place of values of cells' types, which fmt cannot name, and with real values for
// %p, of which fmt asks no value how to print it.
func Types(format string, args []any) (string, []any) { return typesOf(format, args, true) }

// TypesNoWrap is Types for a function that is none to wrap errors: of %w it says
// what fmt says of a value of the type.
func TypesNoWrap(format string, args []any) (string, []any) { return typesOf(format, args, false) }

func typesOf(format string, args []any, wraps bool) (string, []any) {
	if !strings.Contains(format, "%") || !strings.ContainsAny(format, "Tpw") {
		return format, args
	}
	if strings.Contains(format, "[") { // an argument may have more than one verb
		return format, reals(args, func(*Type) bool { return true })
	}
	out := append([]any(nil), args...)
	text := []byte(format)
	arg := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		i++
		for i < len(text) && strings.IndexByte("+-# 0123456789.*", text[i]) >= 0 {
			if text[i] == '*' {
				arg++
			}
			i++
		}
		if i >= len(text) || text[i] == '%' {
			continue
		}
		if arg < len(out) {
			o, ok := boxed(out[arg])
			switch {
			case ok && text[i] == 'T':
				text[i] = 's'
				out[arg] = o.T.name
			case ok && text[i] == 'p':
				out[arg] = Real(out[arg])
			case ok && text[i] == 'w' && !(wraps && o.T.methods()["Error"].Call != nil):
				text[i] = 's'
				out[arg] = badVerb{o, 'w'}
			}
		}
		arg++
	}
	return string(text), out
}

// Strings returns operands with strings in the place of values of cells' types that
// are strings: fmt.Print puts no space beside these.
func Strings(args []any) []any {
	return reals(args, func(t *Type) bool { return t.kind == reflect.String })
}

// reals returns args with real values of the types that are meant.
func reals(args []any, meant func(t *Type) bool) []any {
	out := append([]any(nil), args...)
	for i, x := range args {
		if o, ok := boxed(x); ok && meant(o.T) {
			out[i] = Real(x)
		}
	}
	return out
}

// A badVerb is an operand with a verb that does not fit it.
type badVerb struct {
	Obj
	verb rune
}

// Format prints what fmt prints of it.
func (b badVerb) Format(s fmt.State, _ rune) {
	p := printer{State: s, verb: 'v', hidden: true}
	p.text("%!" + string(b.verb) + "(" + b.T.name + "=")
	p.value(b.T, b.V, 0)
	p.text(")")
}
