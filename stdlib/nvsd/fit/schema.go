package fit

import (
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
)

// A schema describes the requests for one system: their settings, their lists, and the
// function that reads them.
type schema struct {
	name     string
	settings []field
	lists    []entryList // with the entries
	bare     bool        // without a list there is one entry
	open     func(r *Request) (*entryReader, error)
}

// An entryList is a list of a request.
type entryList struct {
	name   string
	fields []field // of an entry
}

// A field is a field of a request. otherwise describes the meaning of its absence, in the
// words of docs/fit.md; "" if it is required.
type field struct{ name, otherwise string }

// An entryReader reads the entries of a request, whose settings have been read.
type entryReader struct {
	// read reads an entry of a list into a job.
	read func(list string, e *jsonobject.Object) (*job, error)

	beside Answer // what is written next to the lists; entries may add to it
}

// A job is the work for one entry of a request.
type job struct {
	place string      // as in solutions[3]
	given answerEntry // what was read, which is written to the answer
	fits  []plannedFit
	tell  func(a answerEntry, models []*baseline.Model) error // adds the results of the fits, of which there are fewer after an interrupt
}

// A plannedFit is a system with the weight that a field gives.
type plannedFit struct {
	method baseline.Method
	system int // index of the system in the request
	field  string
	weight float64
}

func names(fields []field) []string {
	list := make([]string, len(fields))
	for i, f := range fields {
		list[i] = f.name
	}
	return list
}

func required(names ...string) []field {
	list := make([]field, len(names))
	for i, name := range names {
		list[i].name = name
	}
	return list
}

// methodNames returns the names of the methods of requests.
func methodNames() string {
	var names []string
	for _, s := range schemas() {
		names = append(names, s.name)
	}
	return strings.Join(names, ", ")
}

func schemas() []schema {
	one := func(fields ...field) []entryList { return []entryList{{"solutions", fields}} }
	return []schema{
		{name: "mean", lists: one(), bare: true, open: (*Request).mean},
		{name: "ridge", lists: one(field{"features", "linear"}, field{"alpha", ""}), open: (*Request).ridge},
		{name: "krls", lists: one(required("lambda", "kernel", "params", "intercept")...), open: (*Request).krls},
		{name: "lasso_elastic_net_l1features", lists: one(field{"features", ""}, field{"alpha", ""}, field{"l1_ratio", "1"}), open: (*Request).lasso},
		{name: "group_lasso", settings: []field{{"groups", ""}, {"group_weights", "roots of the sizes"}}, lists: one(required("alpha")...), open: (*Request).groupLasso},
		{name: "spam", lists: one(required("lam")...), open: (*Request).spam},
		{name: "spam_backfitting", lists: one(required("lam", "smoother")...), open: (*Request).backfitting},
		{name: "hsic_lasso", lists: one(field{"lam", ""}, field{"normalised", "true"}), open: (*Request).hsicLasso},
		{name: "mkl_additive", settings: required("sigma"), lists: one(field{"tau", ""}, field{"intercept", "true"}), open: (*Request).mkl},
		{name: "cosso", lists: []entryList{{"solutions", required("lam", "M")}, {"penalised_solutions", required("tau")}}, open: (*Request).cosso},
		{
			name:     "adacosso",
			settings: []field{{"mu", "1"}, {"lambda0", "by GCV"}, {"outer_iterations", "10"}, {"inner_iterations", "50"}},
			lists:    []entryList{{"sparse_models", required("kernels", "tau")}},
			open:     (*Request).adacosso,
		},
		{
			name:     "hkl",
			settings: []field{{"kind", ""}, {"max_degree", "3"}, {"beta", "2"}, {"alpha", "0.5"}},
			lists:    one(required("lambda")...),
			open:     (*Request).hkl,
		},
		{
			name:     "rodeo",
			settings: []field{{"local", "false"}, {"sigma", "an estimate"}},
			lists:    one(field{"tau", "1"}),
			open:     (*Request).rodeo,
		},
	}
}
