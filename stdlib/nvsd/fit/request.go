package fit

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// A Request asks for one of the systems that the papers compare with, by its name in
// "method", at a list of settings: the entries of its lists.
type Request struct {
	Warnings []string // what in the file deserves a look, a sentence each

	door     door
	frame    *data.Frame
	test     *mat.Dense // nil where there is none
	order    int
	settings *object
	lists    map[string][]*object
}

// requestFields are those of a request that are read.
var requestFields = [...]string{"method", "order", "X", "y", "X_test", "settings", "solutions", "penalised_solutions", "sparse_models"}

// requestAnnotations describe an instance, or hold what others found, and are passed over.
var requestAnnotations = [...]string{
	"name", "instance", "status", "version", "produced_with", "component_names", "feature_names", "package_check", "package_full_run",
	"ns_basis_check", "agreement", "tolerance_note", "lars_path", "pyHSICLasso", "iterations", "final_kernels", "checks", "note", "notes",
}

// A door leads to a system.
type door struct {
	name  string
	lists []string // that it takes entries from
	solve func(r *Request, ctx context.Context) (Answer, error)
}

func (d door) String() string { return d.name }

func doors() []door {
	one := []string{"solutions"}
	return []door{
		{"krls", one, (*Request).krls},
		{"lasso_elastic_net_l1features", one, (*Request).lasso},
		{"group_lasso", one, (*Request).groupLasso},
		{"spam", one, (*Request).spam},
		{"spam_backfitting", one, (*Request).backfitting},
		{"hsic_lasso", one, (*Request).hsicLasso},
		{"mkl_additive", one, (*Request).mkl},
		{"cosso", []string{"solutions", "penalised_solutions"}, (*Request).cosso},
		{"adacosso", []string{"sparse_models"}, (*Request).adacosso},
		{"hkl", one, (*Request).hkl},
		{"rodeo", one, (*Request).rodeo},
	}
}

// An Answer has the lists of the request under their names, each entry with what was asked
// for, its status and its certificate.
type Answer map[string]any

// Unconverged returns the entries that were not solved to the tolerance, by their places.
func (a Answer) Unconverged() []string {
	var missed []string
	for _, name := range slices.Sorted(maps.Keys(a)) {
		list, _ := a[name].([]answered) // nil of what is no list of entries
		for i, entry := range list {
			if status, ok := entry["status"]; ok && status != statusOf(true) {
				missed = append(missed, fmt.Sprintf("%s[%d]", name, i))
			}
		}
	}
	return missed
}

// statusOf is what an entry says of itself.
func statusOf(converged bool) string {
	if converged {
		return "converged"
	}
	return "max_iter"
}

// Run solves what is asked for.
func (r *Request) Run(ctx context.Context) (Answer, error) {
	answer, err := r.door.solve(r, ctx)
	if err != nil {
		return nil, err
	}
	answer["method"] = r.door.name
	return answer, nil
}

// parseRequest reads a request, whose method is named in o.
func parseRequest(o *object, dir string) (*Request, error) {
	name, err := o.text("method")
	if err != nil {
		return nil, err
	}
	all := doors()
	i := slices.IndexFunc(all, func(d door) bool { return d.name == name })
	if i < 0 {
		return nil, bad("method", "%q: the methods are %s; without a method the spec is one of NVSD", name, list(all))
	}
	r := &Request{door: all[i], order: 1, lists: map[string][]*object{}}
	if err := r.passOver(o); err != nil {
		return nil, err
	}
	if err := r.readData(o, dir); err != nil {
		return nil, err
	}
	if order, ok, err := o.integer("order", 1); err != nil {
		return nil, err
	} else if ok {
		r.order = order
	}
	if r.settings, err = parseObject("settings", orNull(o.take("settings"))); err != nil && o.take("settings") != nil {
		return nil, err
	} else if err != nil {
		r.settings = &object{path: "settings."}
	}
	return r, r.readLists(o)
}

// passOver reports fields that are like one that is read, and warns of others that are not
// known: a file may hold what its writer needs.
func (r *Request) passOver(o *object) error {
	for _, name := range slices.Sorted(maps.Keys(o.fields)) {
		if slices.Contains(requestFields[:], name) || slices.Contains(requestAnnotations[:], name) {
			continue
		}
		if near := nearest(name, requestFields[:]); near != "" {
			return bad(name, "unknown field: is it %s?", near)
		}
		r.Warnings = append(r.Warnings, fmt.Sprintf("the field %s is passed over", name))
	}
	return nil
}

func (r *Request) readData(o *object, dir string) error {
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

// readLists reads the lists of the method. Of their entries the method takes what it knows.
func (r *Request) readLists(o *object) error {
	entries := 0
	for _, name := range r.door.lists {
		raw := o.take(name)
		if raw == nil {
			continue
		}
		var items []json.RawMessage
		if json.Unmarshal(raw, &items) != nil {
			return bad(name, "%s: it must be a list of objects", excerpt(raw))
		}
		for i, item := range items {
			entry, err := parseObject(fmt.Sprintf("%s[%d]", name, i), item)
			if err != nil {
				return err
			}
			r.lists[name] = append(r.lists[name], entry)
			entries++
		}
	}
	if entries == 0 {
		return bad(r.door.lists[0], "it is missing or empty: give a list of objects, one for each fit that is asked for (%s)", strings.Join(r.door.lists, ", "))
	}
	return nil
}
