package variables

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
)

// Summary returns the size and the summary of a value in one line. It is empty if the
// value's methods panic, as those of the zero reflect.Value do.
func Summary(v any) (text string) {
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	v = unboxed(v)
	text = summarize(v)
	if size := extent(v); size != "" && reflect.TypeOf(v).Kind() != reflect.String {
		return size + ": " + text
	}
	return text
}

// unboxed is a value as the interpreter has it.
func unboxed(v any) any {
	if o, ok := rt.Unboxed(v); ok {
		return o.V
	}
	return v
}

// What summarize shows of a value at most.
const (
	maxSummary = 100 // characters
	maxItems   = 8   // of a slice
	maxNesting = 3
	maxString  = 60
)

// summarize returns a value in one line, in a time that does not depend on its size. It
// calls no method of a cell's, and does not look into maps, which a goroutine
// may be writing to.
func summarize(v any) string { return summarizeValue(reflect.ValueOf(v)) }

func summarizeValue(v reflect.Value) string {
	var b strings.Builder
	s := summarizer{b: &b}
	s.value(v, 0)
	text := b.String()
	if utf8.RuneCountInString(text) > maxSummary {
		text = string([]rune(text)[:maxSummary]) + " …"
	}
	return text
}

type summarizer struct{ b *strings.Builder }

func (s summarizer) value(v reflect.Value, depth int) {
	switch {
	case !v.IsValid():
		s.b.WriteString("<nil>")
		return
	case s.b.Len() > maxSummary || depth > maxNesting:
		s.b.WriteString("…")
		return
	}
	if v.CanInterface() {
		switch x := v.Interface().(type) {
		case time.Duration, time.Time:
			fmt.Fprint(s.b, x)
			return
		}
		if o, ok := rt.Unboxed(v.Interface()); ok {
			s.value(reflect.ValueOf(o.V), depth)
			return
		}
	}
	switch v.Kind() {
	case reflect.String:
		text := v.String()
		if len(text) > maxString {
			text = strings.ToValidUTF8(text[:maxString], "") + "…"
		}
		s.b.WriteString(strconv.Quote(text))
	case reflect.Interface:
		s.value(v.Elem(), depth)
	case reflect.Pointer:
		if v.IsNil() {
			s.b.WriteString("<nil>")
			return
		}
		s.b.WriteString("&")
		s.value(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		s.b.WriteString("[")
		for i := range min(v.Len(), maxItems) {
			if i > 0 {
				s.b.WriteString(" ")
			}
			s.value(v.Index(i), depth+1)
		}
		if v.Len() > maxItems {
			s.b.WriteString(" …")
		}
		s.b.WriteString("]")
	case reflect.Map:
		if v.Len() == 0 {
			s.b.WriteString("map[]")
		} else {
			s.b.WriteString("map[…]")
		}
	case reflect.Struct:
		s.b.WriteString("{")
		for i := range v.NumField() {
			if i > 0 {
				s.b.WriteString(" ")
			}
			_, name, marked := strings.Cut(v.Type().Field(i).Name, "ᐧ")
			if !marked {
				name = v.Type().Field(i).Name
			}
			s.b.WriteString(name + ":")
			s.value(v.Field(i), depth+1)
		}
		s.b.WriteString("}")
	case reflect.Func:
		s.b.WriteString("func")
	case reflect.Chan, reflect.UnsafePointer:
		s.b.WriteString(v.Type().String())
	default:
		fmt.Fprint(s.b, v)
	}
}
