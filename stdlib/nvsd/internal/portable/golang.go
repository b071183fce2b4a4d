package portable

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/format"
	"io"
	"strconv"
	"text/template"
)

//go:embed golang.tmpl
var goText string

// WriteGo writes the function as a Go package of the given name.
func (f *Function) WriteGo(w io.Writer, name string) error {
	s := &source{Function: f, Package: name, used: make(map[string]bool)}
	code, err := s.execute("golang", goText, template.FuncMap{
		"quote":  strconv.Quote,
		"number": deref,
		"row":    func(v []float64) string { return list(v, "{", "}") },
	})
	if err != nil {
		return err
	}
	code, err = format.Source(code)
	if err != nil {
		return fmt.Errorf("the written code is no Go, which is a mistake of this program: %w", err)
	}
	_, err = w.Write(code)
	return err
}

// execute fills in a template for the function. The kernel's expression comes first, since it
// decides which helpers there are.
func (s *source) execute(name, text string, functions template.FuncMap) ([]byte, error) {
	t, err := template.New(name).Funcs(functions).Parse(text)
	if err != nil {
		return nil, err
	}
	var kappa string
	if s.Kernel != nil {
		kappa = s.Kappa()
	}
	var b bytes.Buffer
	err = t.Execute(&b, struct {
		*source
		Kappa string
	}{s, kappa})
	return b.Bytes(), err
}
