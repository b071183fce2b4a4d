package display

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// declaredError is an error of a type that a cell has declared.
type declaredError interface{ Failure() error }

// renderError renders an error that wraps others, or has fields, as a table of them, the
// outermost first. It returns nil for an error that says no more than its message.
func renderError(err error) map[string]any {
	t := report.Table{Columns: report.Columns("error", "message", "fields")}
	more := false
	for _, e := range chainOf(err) {
		fields := errorFields(e)
		more = more || fields != ""
		t.Rows = append(t.Rows, []any{typeTitle(typeName(e)), oneLine(fmt.Sprint(e), errorText), fields})
	}
	if len(t.Rows) == 1 && !more {
		return nil
	}
	data := renderTable(t)
	data[MIMEText] = err.Error()
	return data
}

const (
	maxChain  = 20   // errors of a chain are shown
	errorText = 1000 // characters of each
)

// chainOf returns an error and those that it wraps, each before those that it wraps itself.
func chainOf(err error) []error {
	chain := []error{err}
	for i := 0; i < len(chain) && len(chain) < maxChain; i++ {
		if isNil(chain[i]) { // which may not be asked
			continue
		}
		switch e := chain[i].(type) {
		case interface{ Unwrap() error }:
			if inner := e.Unwrap(); inner != nil {
				chain = append(chain, inner)
			}
		case interface{ Unwrap() []error }:
			for _, inner := range e.Unwrap() {
				if inner != nil {
					chain = append(chain, inner)
				}
			}
		}
	}
	return chain[:min(len(chain), maxChain)]
}

// errorFields returns the exported fields of an error on one line, but for errors, which the
// chain has. It is "" where there are none.
func errorFields(err error) string {
	r := reflect.ValueOf(err)
	if _, ok := err.(interface{ TypeName() string }); ok {
		return ""
	}
	if r.Kind() == reflect.Pointer && !r.IsNil() {
		r = r.Elem()
	}
	if r.Kind() != reflect.Struct {
		return ""
	}
	var fields []string
	names, values := reflected{r}.Fields()
	for j, name := range names {
		if _, ok := values[j].(error); !ok && !isNil(values[j]) {
			fields = append(fields, name+": "+excerptOf(values[j], excerptItems))
		}
	}
	return strings.Join(fields, ", ")
}
