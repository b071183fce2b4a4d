package display

import (
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// An excerpt is a value on one line, as fmt prints it, in a time that does not depend on its
// size: of long lists it has the first and the last elements, and how many there are. Floats
// in it have four digits.
type excerpt struct {
	strings.Builder
	left int // how many more parts are written
}

const (
	excerptParts  = 40  // that an excerpt has at most
	excerptItems  = 6   // of a list within others, at either end half of them
	excerptText   = 200 // characters of a text
	excerptNested = 3   // lists within lists
)

// excerptOf returns a value on one line. Of a list it has so many elements.
func excerptOf(v any, items int) string {
	e := excerpt{left: excerptParts}
	e.value(v, items, 0)
	return e.String()
}

func (e *excerpt) value(v any, items, depth int) {
	in, ok := insideOf(v)
	if !ok {
		if f, ok := v.(float64); ok && depth > 0 {
			e.WriteString(report.Number(f))
		} else {
			e.WriteString(leafText(v))
		}
		return
	}
	e.left--
	if e.left < 0 || depth == excerptNested || e.Len() > utf8.UTFMax*excerptText {
		e.WriteString("…")
		return
	}
	_, raw := in.Raw()
	if reflect.ValueOf(v).Kind() == reflect.Pointer {
		e.WriteString("&")
	}
	switch raw.Kind() {
	case reflect.Slice, reflect.Array:
		e.list("[", raw.Len(), items, func(k int) {
			if raw.Len() > items && k >= items/2 {
				k += raw.Len() - items
			}
			e.value(in.Elem(raw.Index(k)), excerptItems, depth+1)
		})
	case reflect.Map:
		entries := outerEntries(raw, items)
		e.list("map[", raw.Len(), items, func(k int) {
			e.value(in.Key(entries[k].key), excerptItems, depth+1)
			e.WriteString(":")
			e.value(in.Elem(entries[k].value), excerptItems, depth+1)
		})
	default:
		names, values := in.Fields()
		e.WriteString("{")
		for j, name := range names {
			if j > 0 {
				e.WriteString(" ")
			}
			e.WriteString(name + ":")
			e.value(values[j], excerptItems, depth+1)
		}
		e.WriteString("}")
	}
}

// list writes n elements, or half of items from either end if there are more. element writes
// the k-th of those that are written.
func (e *excerpt) list(open string, n, items int, element func(k int)) {
	e.WriteString(open)
	for k := range min(n, items) {
		if k > 0 {
			e.WriteString(" ")
		}
		if k == items/2 && n > items {
			e.WriteString("… ")
		}
		element(k)
	}
	e.WriteString("]")
	if n > items {
		fmt.Fprintf(e, " (%d)", n)
	}
}

// leafText returns a value that has no parts, or prints itself, on one line.
func leafText(v any) string {
	text := ""
	switch v := v.(type) {
	case nil:
		return "<nil>"
	case time.Time:
		text = timeText(v)
	case string:
		text = v
	default:
		text = fmt.Sprintf(verb(v), v)
	}
	return oneLine(text, excerptText)
}

// oneLine returns a text on one line, of at most so many characters.
func oneLine(text string, most int) string {
	text = text[:min(len(text), utf8.UTFMax*(most+1))] // a long one takes no time
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most]) + "…"
	}
	return text
}

// timeText returns a time without the reading of the monotonic clock, which is not for
// people.
func timeText(t time.Time) string { return t.Round(0).String() }

// cellOf returns a value as the cell of a table: a number as a number, which is aligned with
// others, and anything else as a text of at most so many characters.
func cellOf(v any, most int) any {
	if isNil(v) {
		return nil
	}
	if isNumber(v) {
		switch r := reflect.ValueOf(v); {
		case r.CanInt():
			return r.Int()
		case r.CanUint():
			return r.Uint()
		default:
			return r.Float()
		}
	}
	return oneLine(excerptOf(v, excerptItems), most)
}
