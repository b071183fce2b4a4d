package fit

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
)

// A Request asks for one of the systems that the papers compare with. "method" is the name of
// the system, and the entries of the lists are the settings to fit it at.
type Request struct {
	Warnings []string // what to look at in the file, one sentence each

	schema   schema
	frame    *data.Frame
	test     *mat.Dense // nil without one
	order    int
	settings *jsonobject.Object

	jobs    map[string][]*job // of each list
	systems []baseline.Method // all of the jobs, each once
	beside  Answer            // what is written next to the lists
}

// requestFields are the fields of a request that are read, in addition to its lists.
var requestFields = [...]string{"method", "order", "X", "y", "X_test", "settings"}

// requestAnnotations are fields that describe an instance, or hold the results of others. They
// are passed over.
var requestAnnotations = [...]string{
	"name", "instance", "status", "version", "produced_with", "component_names", "feature_names", "package_check", "package_full_run",
	"ns_basis_check", "agreement", "tolerance_note", "lars_path", "pyHSICLasso", "iterations", "final_kernels", "checks", "note", "notes",
}

// parseRequest reads a request, whose method is named in o.
func parseRequest(o *jsonobject.Object, dir string) (*Request, error) {
	name, err := o.Text("method")
	if err != nil {
		return nil, err
	}
	all := schemas()
	i := slices.IndexFunc(all, func(s schema) bool { return s.name == name })
	if i < 0 {
		return nil, bad("method", "%q: the methods are %s; without a method the spec is one of NVSD", name, methodNames())
	}
	r := &Request{schema: all[i], order: 1, jobs: map[string][]*job{}}
	r.passOver(o)
	if err := r.readData(o, dir); err != nil {
		return nil, err
	}
	if order, ok, err := o.Integer("order", 1); err != nil {
		return nil, err
	} else if ok {
		r.order = order
	}
	r.settings = &jsonobject.Object{Path: "settings."}
	if raw := o.Take("settings"); raw != nil {
		r.settings, err = jsonobject.Parse("settings", raw)
		if err != nil {
			return nil, err
		}
	}
	if err := r.settings.Misspelt(names(r.schema.settings)); err != nil {
		return nil, err
	}
	reader, err := r.schema.open(r)
	if err != nil {
		return nil, err
	}
	r.beside = reader.beside
	return r, r.readLists(o, reader)
}

// passOver warns of unknown fields. They are no error, because a file may hold what its writer
// needs.
func (r *Request) passOver(o *jsonobject.Object) {
	read := slices.Clone(requestFields[:])
	for _, l := range r.schema.lists {
		read = append(read, l.name)
	}
	absent := slices.DeleteFunc(slices.Clone(read), func(name string) bool { return o.Take(name) != nil })
	for _, name := range o.Names() {
		if slices.Contains(read, name) || slices.Contains(requestAnnotations[:], name) {
			continue
		}
		warning := fmt.Sprintf("the field %s is passed over", name)
		if near := spelling.Nearest(name, absent); near != "" {
			warning += fmt.Sprintf(" (%s would be read)", near)
		}
		r.Warnings = append(r.Warnings, warning)
	}
}

func (r *Request) readData(o *jsonobject.Object, dir string) error {
	s := &Spec{}
	if err := s.readData(o, dir); err != nil {
		return err
	}
	if err := s.readTest(o); err != nil {
		return err
	}
	names := make([]string, s.X.RawMatrix().Cols)
	for a := range names {
		names[a] = fmt.Sprintf("x%d", a)
	}
	frame, err := data.New(s.X, s.Y, append(names, "y")...)
	if err != nil {
		return bad("X", "%s", reason(err))
	}
	r.frame, r.test = frame, s.XTest
	r.Warnings = append(r.Warnings, s.Warnings...)
	return nil
}

// readLists reads the entries of the lists into jobs.
func (r *Request) readLists(o *jsonobject.Object, reader *entryReader) error {
	entries := 0
	for _, l := range r.schema.lists {
		items, err := r.items(o, l)
		if err != nil {
			return err
		}
		for i, item := range items {
			entry, err := jsonobject.Parse(fmt.Sprintf("%s[%d]", l.name, i), item)
			if err != nil {
				return err
			}
			if err := entry.Misspelt(names(l.fields)); err != nil {
				return err
			}
			j, err := reader.read(l.name, entry)
			if err != nil {
				return err
			}
			j.place = strings.TrimSuffix(entry.Path, ".")
			for k := range j.fits {
				j.fits[k].system = r.number(j.fits[k].method)
			}
			r.jobs[l.name] = append(r.jobs[l.name], j)
			entries++
		}
	}
	if entries > 0 {
		return nil
	}
	var names []string
	for _, l := range r.schema.lists {
		names = append(names, l.name)
	}
	hint := ""
	if near := spelling.Nearest(names[0], o.Names()); near != "" && near != names[0] {
		hint = fmt.Sprintf(" (is it the field %s?)", near)
	}
	return bad(names[0], "it is missing or empty%s: give a list of objects, one for each fit that is asked for (%s)", hint, strings.Join(names, ", "))
}

// items returns the entries of a list in JSON.
func (r *Request) items(o *jsonobject.Object, l entryList) (items []json.RawMessage, err error) {
	raw := o.Take(l.name)
	switch {
	case raw == nil && r.schema.bare:
		return []json.RawMessage{json.RawMessage("{}")}, nil
	case raw == nil:
		return nil, nil
	case json.Unmarshal(raw, &items) != nil:
		return nil, bad(l.name, "%s: it must be a list of objects", jsonobject.Excerpt(raw))
	}
	return items, nil
}

// number returns the index of a system among those of the request.
func (r *Request) number(m baseline.Method) int {
	if i := slices.IndexFunc(r.systems, func(other baseline.Method) bool { return reflect.DeepEqual(other, m) }); i >= 0 {
		return i
	}
	r.systems = append(r.systems, m)
	return len(r.systems) - 1
}
