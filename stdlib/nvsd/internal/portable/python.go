package portable

import (
	_ "embed"
	"encoding/json"
	"io"
	"text/template"
)

//go:embed python.tmpl
var pythonText string

// WritePython writes the function as a Python module.
func (f *Function) WritePython(w io.Writer) error {
	s := &source{Function: f, python: true, used: make(map[string]bool)}
	code, err := s.execute("python", pythonText, template.FuncMap{
		"quote":  pythonString,
		"number": deref,
		"row":    func(v []float64) string { return list(v, "(", ",)") },
	})
	if err == nil {
		_, err = w.Write(code)
	}
	return err
}

// pythonString returns a text as a literal of Python. What JSON writes is one.
func pythonString(text string) (string, error) {
	literal, err := json.Marshal(text)
	return string(literal), err
}
