package rt

import (
	"reflect"
	"strings"
)

// Types returns a format and its arguments with the types that %T names in the
// place of values of cells' types, which fmt cannot name, and with real values for
// %p, of which fmt asks no value how to print it.
func Types(format string, args []any) (string, []any) {
	if !strings.Contains(format, "%") || !strings.ContainsAny(format, "Tp") {
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
