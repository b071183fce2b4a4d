package display

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Of a long list or map as many rows are shown, half of them at either end, and of lists and
// structs in it as many columns.
const (
	tableRows    = 20
	tableColumns = 20
	listItems    = 12 // of a list of numbers, in one row
)

// renderInside renders a value that is made of others: a list, a map or a struct. Its text is
// what fmt prints where that is short. renderInside returns nil where a table says no more.
func renderInside(v any, in inside) map[string]any {
	text, whole := shortText(v, in)
	_, raw := in.Raw()
	if raw.Kind() != reflect.Struct && raw.Len() == 0 {
		return nil
	}
	t, flat := tableOf(in)
	switch {
	case flat && whole || len(t.Columns) == 0 && len(t.Facts) == 0:
		return map[string]any{MIMEText: text}
	case flat:
		text = strings.Join(append([]string{text}, t.Notes...), "\n")
	case !whole:
		text = strings.TrimRight(t.String(), "\n")
	}
	shown := renderTable(t)
	shown[MIMEText] = text
	return shown
}

// The largest numbers of parts and characters of a value whose text is shown whole.
const (
	shortParts  = 100
	shortLength = 400
)

// shortText returns the text that fmt prints of a value if it is short, and an excerpt
// otherwise. whole reports whether it is the text.
func shortText(v any, in inside) (text string, whole bool) {
	_, raw := in.Raw()
	if parts := shortParts; countParts(raw, &parts) {
		text = formatted(v)
		if len(text) <= shortLength {
			return text, true
		}
	}
	return excerptOf(v, listItems), false
}

// countParts reports whether fmt prints v with no more parts than are left, and takes them
// away.
func countParts(v reflect.Value, left *int) bool {
	*left--
	if *left < 0 {
		return false
	}
	switch v.Kind() {
	case reflect.String:
		return v.Len() <= shortLength
	case reflect.Interface:
		return v.IsNil() || countParts(v.Elem(), left)
	case reflect.Pointer: // fmt prints the address
		return v.IsNil() || v.Elem().Kind() != reflect.Struct
	case reflect.Slice, reflect.Array, reflect.Map:
		if v.Len() > *left {
			return false
		}
		for e := range elements(v) {
			if !countParts(e, left) {
				return false
			}
		}
	case reflect.Struct:
		for f := range v.NumField() {
			if !countParts(v.Field(f), left) {
				return false
			}
		}
	}
	return true
}

// tableOf returns a value as a table. flat reports whether it is a list of values without
// parts, of which a line of text says as much.
func tableOf(in inside) (t report.Table, flat bool) {
	name, raw := in.Raw()
	t.Title = typeTitle(name)
	switch raw.Kind() {
	case reflect.Struct:
		names, values := in.Fields()
		for j, field := range names {
			t.Facts = append(t.Facts, report.Fact{Name: field, Text: excerptOf(values[j], listItems)})
		}
		return t, false
	case reflect.Map:
		addEntries(&t, in, raw)
	default:
		flat = addElements(&t, in, raw)
	}
	if note := summaryOf(in); note != "" && raw.Len() > listItems {
		t.Notes = append(t.Notes, note)
	}
	return t, flat
}

// addEntries adds the entries of a map, in the order of their keys.
func addEntries(t *report.Table, in inside, raw reflect.Value) {
	t.Title += ", " + counted(raw.Len(), "entry", "entries")
	entries := outerEntries(raw, tableRows)
	l := lines{key: "key", gap: len(entries) < raw.Len()}
	for _, e := range entries {
		l.keys = append(l.keys, cellOf(in.Key(e.key), excerptText))
		l.values = append(l.values, in.Elem(e.value))
	}
	l.addTo(t)
}

// addElements adds the elements of a list, with their indices. flat reports whether they have
// no parts.
func addElements(t *report.Table, in inside, raw reflect.Value) (flat bool) {
	n := raw.Len()
	t.Title += ", " + counted(n, "element", "elements")
	if first := in.Elem(raw.Index(0)); isNumber(first) || reflect.ValueOf(first).Kind() == reflect.Bool {
		lines{key: "index", keys: []any{"value"}, values: []any{in}}.addTo(t)
		return true
	}
	l := lines{gap: n > tableRows}
	for _, i := range report.Ends(n, tableRows) {
		if i >= 0 {
			l.keys = append(l.keys, i)
			l.values = append(l.values, in.Elem(raw.Index(i)))
		}
	}
	return l.addTo(t)
}

// typeTitle returns the name of a type as a cell has it: without its package main, and
// without the fields of a struct that has no name.
func typeTitle(name string) string {
	name = strings.ReplaceAll(strings.ReplaceAll(name, "main.", ""), "interface {}", "any")
	if before, _, unnamed := strings.Cut(name, "struct {"); unnamed {
		return before + "struct"
	}
	return name
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
