package worker

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
)

// A value of a cell's type comes to compiled code in disguise. Its type is a
// struct without a name, whose unexported field a the interpreter has called
// Xa. Where its methods count, the value lies in the wrapper of an interface: a
// struct of the value and a function for each method. What shows values must
// see through both.

// reveal returns what to show for v: a value that prints, by any verb, and
// renders itself as v would if it were compiled.
func (f *fieldNames) reveal(v any) any {
	inner, ok := unwrap(v)
	if !ok {
		return f.restore(v)
	}
	shown := cellValue{value: f.restore(inner)}
	switch v := v.(type) {
	case fmt.Formatter:
		return v
	case error:
		shown.text = v.Error
	case fmt.Stringer:
		shown.text = v.String
	}
	text := func(mime string, render func() string) any {
		return renderedValue{shown, func() (map[string]any, error) { return map[string]any{mime: render()}, nil }}
	}
	switch v := v.(type) {
	case display.MIMEBundler:
		return renderedValue{shown, v.MIMEBundle}
	case display.HTMLer:
		return text(display.MIMEHTML, v.HTML)
	case display.Markdowner:
		return text(display.MIMEMarkdown, v.Markdown)
	case display.SVGer:
		return text(display.MIMESVG, v.SVG)
	}
	if shown.text == nil {
		return shown.value
	}
	return shown
}

func (f *fieldNames) revealAll(values []any) []any {
	shown := make([]any, len(values))
	for i, v := range values {
		shown[i] = f.reveal(v)
	}
	return shown
}

// unwrap returns the value that a wrapper holds. Of a struct the interpreter
// puts no more than the last field there; what a wrapper prints is therefore
// its text if it has one, and be it the name of its type.
func unwrap(v any) (any, bool) {
	r := reflect.ValueOf(v)
	if r.Kind() != reflect.Struct || r.NumField() < 2 || r.Type().Field(0).Name != "IValue" {
		return nil, false
	}
	return r.Field(0).Interface(), true
}

// cellValue is a value with the text that its methods give it.
type cellValue struct {
	value any
	text  func() string // nil if it has no such method
}

// Format prints the text by the verbs for which fmt asks for it, and the value
// by all others.
func (c cellValue) Format(s fmt.State, verb rune) {
	if c.text != nil && strings.ContainsRune("vsxXq", verb) && !(verb == 'v' && s.Flag('#')) {
		fmt.Fprintf(s, fmt.FormatString(s, verb), c.text())
		return
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), c.value)
}

// renderedValue is a value that says itself how it looks.
type renderedValue struct {
	cellValue
	bundle func() (map[string]any, error)
}

func (r renderedValue) MIMEBundle() (map[string]any, error) {
	b, err := r.bundle()
	if _, ok := b[display.MIMEText]; !ok && err == nil && b != nil && r.text == nil {
		b[display.MIMEText] = fmt.Sprintf("%+v", r.value)
	}
	return b, err
}

// fieldNames undoes the renaming of fields.
type fieldNames struct {
	mu sync.Mutex
	// users are the fields that a cell itself calls so.
	users map[string]bool
	types map[reflect.Type]reflect.Type // with the fields as the user knows them
}

func newFieldNames() *fieldNames {
	return &fieldNames{users: map[string]bool{}, types: map[reflect.Type]reflect.Type{}}
}

// declare adds to users.
func (f *fieldNames) declare(names []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, name := range names {
		if !f.users[name] {
			f.users[name] = true
			clear(f.types)
		}
	}
}

// restore returns v with the fields of its type called as the user called
// them. What it points to is shared.
func (f *fieldNames) restore(v any) any {
	from := reflect.TypeOf(v)
	if from == nil || from.Name() != "" {
		return v
	}
	f.mu.Lock()
	to := f.typeOf(from)
	f.mu.Unlock()
	if to == from {
		return v
	}
	// The two types differ in names only, so the same memory serves both.
	p := reflect.New(from)
	p.Elem().Set(reflect.ValueOf(v))
	return reflect.NewAt(to, p.UnsafePointer()).Elem().Interface()
}

// typeOf returns the type with the names that the user knows; t itself if it
// has no other. Types with a name are compiled ones.
func (f *fieldNames) typeOf(t reflect.Type) reflect.Type {
	if t.Name() != "" {
		return t
	}
	if known, ok := f.types[t]; ok {
		return known
	}
	// A type that contains itself, which the interpreter makes by force, keeps
	// its names inside.
	f.types[t] = t
	to := t
	switch t.Kind() {
	case reflect.Pointer:
		if e := f.typeOf(t.Elem()); e != t.Elem() {
			to = reflect.PointerTo(e)
		}
	case reflect.Slice:
		if e := f.typeOf(t.Elem()); e != t.Elem() {
			to = reflect.SliceOf(e)
		}
	case reflect.Array:
		if e := f.typeOf(t.Elem()); e != t.Elem() {
			to = reflect.ArrayOf(t.Len(), e)
		}
	case reflect.Map:
		if k, e := f.typeOf(t.Key()), f.typeOf(t.Elem()); k != t.Key() || e != t.Elem() {
			to = reflect.MapOf(k, e)
		}
	case reflect.Struct:
		to = f.structOf(t)
	}
	f.types[t] = to
	return to
}

func (f *fieldNames) structOf(t reflect.Type) reflect.Type {
	changed := false
	fields := make([]reflect.StructField, t.NumField())
	for i := range fields {
		old := t.Field(i)
		field := reflect.StructField{Name: f.name(old.Name), PkgPath: old.PkgPath, Type: f.typeOf(old.Type), Tag: old.Tag}
		if first, _ := utf8.DecodeRuneInString(field.Name); !unicode.IsUpper(first) {
			field.PkgPath = "main"
		}
		changed = changed || field.Name != old.Name || field.Type != old.Type
		fields[i] = field
	}
	if !changed {
		return t
	}
	return reflect.StructOf(fields)
}

// name undoes what the interpreter does to the name of an unexported field,
// and the version that the name of an embedded type may have.
func (f *fieldNames) name(name string) string {
	name = cell.UserNames(name)
	if small, ok := cell.LooksUnexported(name); ok && !f.users[name] {
		return small
	}
	return name
}
