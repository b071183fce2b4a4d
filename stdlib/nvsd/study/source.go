package study

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
)

// writeSource writes a source as the history of what it draws from: a generator with its parameters, or a table.
func writeSource(s Source) (json.RawMessage, error) {
	switch s := s.(type) {
	case *data.Problem:
		f, err := s.Draw(1, 0)
		if err != nil {
			return nil, err
		}
		o := f.Origin()
		if o.Generator == "" {
			return nil, fmt.Errorf("the problem %s cannot be written: its description has a number that JSON has not", s.Name())
		}
		return json.Marshal(data.Origin{Generator: o.Generator, Problem: o.Problem})
	case Rows:
		if s.Of == nil {
			return nil, fmt.Errorf("study.Rows has no table")
		}
		o := s.Of.Origin()
		if o.Code() != "" {
			o = s.Of.AsValues()
		}
		return json.Marshal(o)
	}
	code, err := writeCode(s)
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]json.RawMessage{"code": code})
}

// anywhere returns the JSON of a source without the folders of its files: what decides its numbers is their content.
func anywhere(source json.RawMessage) (json.RawMessage, error) {
	var o data.Origin
	if err := json.Unmarshal(source, &o); err != nil {
		return nil, err
	}
	if o.File == nil && len(o.Steps) == 0 {
		return source, nil // code has fields of its own
	}
	moved(&o)
	return json.Marshal(o)
}

// moved takes the folders out of an origin.
func moved(o *data.Origin) {
	if o.File != nil {
		file := *o.File
		file.Path = filepath.Base(file.Path)
		o.File = &file
	}
	for i := range o.Steps {
		for k := range o.Steps[i].Other {
			moved(&o.Steps[i].Other[k])
		}
	}
}

// readSource reads a source. Paths in it are relative to dir.
func readSource(path string, raw json.RawMessage, dir string) (Source, error) {
	o, err := jsonobject.Parse(path, raw)
	if err != nil {
		return nil, err
	}
	if o.Take("csv") != nil {
		return readTable(o, dir)
	}
	if code := o.Take("code"); code != nil {
		if err := o.Only([]string{"code"}); err != nil {
			return nil, err
		}
		return readCode(o.Path+"code", code)
	}
	if err := o.Only(sourceFields()); err != nil {
		return nil, err
	}
	var origin data.Origin
	if err := json.Unmarshal(raw, &origin); err != nil {
		return nil, jsonobject.Bad(path, "%s: %v", jsonobject.Excerpt(raw), err)
	}
	if origin.Generator != "" {
		p, err := data.Generator(origin.Generator, origin.Problem)
		if err != nil {
			return nil, jsonobject.Bad(path, "%v", err)
		}
		return p, nil
	}
	f, err := origin.Rebuild(dir)
	if err != nil {
		return nil, jsonobject.Bad(path, "%v", err)
	}
	return Rows{Of: f}, nil
}

// readTable reads a CSV file, as a person names it.
func readTable(o *jsonobject.Object, dir string) (Source, error) {
	if err := o.Only([]string{"csv", "target"}); err != nil {
		return nil, err
	}
	file, err := o.Text("csv")
	if err != nil {
		return nil, err
	}
	target, err := o.Text("target")
	if err != nil {
		return nil, err
	}
	var options []data.ReadOption
	if target != "" {
		options = append(options, data.Target(target))
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	f, err := data.CSV(file, options...)
	if err != nil {
		return nil, jsonobject.Bad(o.Path+"csv", "%v", err)
	}
	return Rows{Of: f}, nil
}

// sourceFields returns the names of the fields of a source in JSON.
func sourceFields() []string {
	return append([]string{"csv", "target", "code"}, declare.FieldNames(reflect.TypeFor[data.Origin]())...)
}
