package rt

import (
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
)

// These replace the functions of package fmt that do more with an operand than print it:
// a format may ask for its type, its address or the error that it wraps, and the other
// functions whether it is a string.

// Fprintf is fmt.Fprintf.
func Fprintf(w io.Writer, format string, a ...any) (int, error) {
	format, a = typesOf(format, a, false)
	return fmt.Fprintf(w, format, a...)
}

// Sprintf is fmt.Sprintf.
func Sprintf(format string, a ...any) string {
	format, a = typesOf(format, a, false)
	return fmt.Sprintf(format, a...)
}

// Fprint is fmt.Fprint.
func Fprint(w io.Writer, a ...any) (int, error) { return fmt.Fprint(w, spaced(a)...) }

// Sprint is fmt.Sprint.
func Sprint(a ...any) string { return fmt.Sprint(spaced(a)...) }

// formatting are the functions of package fmt that have others in their place.
func formatting() map[string]any {
	return map[string]any{
		"Fprint": Fprint, "Fprintf": Fprintf, "Sprint": Sprint, "Sprintf": Sprintf,
		"Print":  func(a ...any) (int, error) { return Fprint(os.Stdout, a...) },
		"Printf": func(format string, a ...any) (int, error) { return Fprintf(os.Stdout, format, a...) },
		"Append": func(b []byte, a ...any) []byte { return fmt.Append(b, spaced(a)...) },
		"Appendf": func(b []byte, format string, a ...any) []byte {
			format, a = typesOf(format, a, false)
			return fmt.Appendf(b, format, a...)
		},
		"Errorf": func(format string, a ...any) error {
			format, a = typesOf(format, a, true)
			return fmt.Errorf(format, a...)
		},
	}
}

// typesOf returns a format and its operands with the types that %T names in the place of
// values of a program's types, which fmt cannot name, and with real values for %p, of
// which fmt asks no value how to print it, for widths, and where there is no verb. wraps
// reports whether %w wraps an error.
func typesOf(format string, args []any, wraps bool) (string, []any) {
	verbs := strings.Count(format, "%") - 2*strings.Count(format, "%%")
	if verbs >= len(args) && !strings.ContainsAny(format, "Tpw*") || !slices.ContainsFunc(args, holdsProgram) {
		return format, args
	}
	if strings.Contains(format, "[") { // an argument may have more than one verb
		return format, reals(args, func(*Type) bool { return true })
	}
	out := slices.Clone(args)
	text := []byte(format)
	arg := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		i++
		for i < len(text) && strings.IndexByte("+-# 0123456789.*", text[i]) >= 0 {
			if text[i] == '*' {
				if arg < len(out) {
					out[arg] = Val(out[arg])
				}
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
			case text[i] == 'w' && out[arg] != nil:
				if _, is := out[arg].(error); is && wraps {
					break
				}
				if !ok {
					o = Obj{nativeType(reflect.TypeOf(out[arg])), out[arg]}
				}
				text[i] = 'v'
				out[arg] = notWrapped{o}
			}
		}
		arg++
	}
	for ; arg < len(out); arg++ { // fmt names their types
		out[arg] = Real(out[arg])
	}
	return string(text), out
}

// holdsProgram reports whether fmt may come to a value of a program's type through x.
func holdsProgram(x any) bool {
	if _, ok := boxed(x); ok {
		return true
	}
	return x != nil && holdsInterfaces(reflect.TypeOf(x))
}

// spaced returns operands with strings in the place of values of a program's types that
// are strings: fmt.Print puts no space beside these.
func spaced(args []any) []any {
	return reals(args, func(t *Type) bool { return t.kind == reflect.String })
}

// reals returns args with real values of the types that are meant.
func reals(args []any, meant func(t *Type) bool) []any {
	out := args
	for i, x := range args {
		if o, ok := boxed(x); ok && meant(o.T) {
			if &out[0] == &args[0] {
				out = slices.Clone(args)
			}
			out[i] = Real(x)
		}
	}
	return out
}

// A notWrapped is an operand of a %w that wraps nothing.
type notWrapped struct{ Obj }

// Format prints the value as fmt prints an operand of %w that it cannot wrap; the flags are
// those of %v.
func (w notWrapped) Format(s fmt.State, _ rune) {
	p := printer{State: s, verb: 'v', sharp: s.Flag('#'), silent: true}
	p.plus = p.sharp || s.Flag('+')
	p.text("%!w(" + w.T.name + "=")
	p.value(w.T, w.V, 0)
	p.text(")")
}
