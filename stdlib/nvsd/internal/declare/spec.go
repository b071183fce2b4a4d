package declare

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
)

// A declaredSpec has the fields of a Spec beside its kernel and its penalty. With a solver, tol and
// max_iter are those of the solver, as in the specs of `nvsd-kernel fit`.
type declaredSpec struct {
	Solver  string                     `json:"solver,omitempty"`
	Options map[string]json.RawMessage `json:"solver_options,omitempty"`
	Settings
	TauMaxTol float64 `json:"tau_max_tol,omitempty"` // Tol of a Spec with a solver
}

func specFields() []string {
	names := append([]string{"kernel", "penalty"}, PenaltyFields()...)
	for _, f := range reflect.VisibleFields(reflect.TypeFor[declaredSpec]()) {
		if !f.Anonymous {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			names = append(names, name)
		}
	}
	return names
}

// twiceLasso is the penalty of DENOVAS.
var twiceLasso penalty.Penalty = penalty.Scaled{Factor: 2, P: penalty.Lasso{}}

// WriteSpec writes a Spec. A field that is not said, or that has its default, is absent. It is an
// error if the kernel, the penalty or the solver is the code of a cell.
func WriteSpec(s problem.Spec) (json.RawMessage, error) {
	var w writer
	if s.Kernel != nil {
		raw, err := WriteKernel(s.Kernel)
		if err != nil {
			return nil, err
		}
		w.add("kernel", raw)
	}
	nu, timesTau, _ := s.Nu.Weight()
	switch {
	case s.Penalty == nil:
	case timesTau && reflect.DeepEqual(s.Penalty, twiceLasso):
		w.add("penalty", mustMarshal(denovas))
		s.Nu = problem.Fixed(nu)
	default:
		if err := addPenalty(&w, s.Penalty); err != nil {
			return nil, err
		}
	}
	rest := declaredSpec{Settings: SettingsOf(s)}
	if s.Solver != nil {
		if s.MaxIter != 0 {
			return nil, errors.New("the Spec cannot be written: its MaxIter is that of the default solver, and it has another")
		}
		rest.TauMaxTol = s.Tol
		own, err := writeSolver(s.Solver)
		if err != nil {
			return nil, err
		}
		rest.Solver, rest.Tol, rest.MaxIter, rest.Options = own.name, own.tol, own.maxIter, own.options
	}
	raw, err := json.Marshal(rest)
	if err != nil {
		return nil, err
	}
	w.join(raw)
	return w.object(), nil
}

// ReadSpec reads a Spec. Errors are *jsonobject.Error.
func ReadSpec(raw []byte) (problem.Spec, error) {
	s, err := readSpec(raw)
	if err != nil {
		return problem.Spec{}, err
	}
	return s, nil
}

func readSpec(raw []byte) (s problem.Spec, err error) {
	o, err := jsonobject.Parse("", raw)
	if err != nil {
		return s, err
	}
	if err := o.Only(specFields()); err != nil {
		return s, err
	}
	said, err := readSettings(o, raw)
	if err != nil {
		return s, err
	}
	s = said.Spec()
	if said.Solver != "" {
		s.Solver, err = NewSolver(said.Solver, said.Tol, said.MaxIter, o.Take("solver_options"), nil)
		if err != nil {
			return s, err
		}
		s.Tol, s.MaxIter = said.TauMaxTol, 0
	}
	if k := o.Take("kernel"); k != nil {
		s.Kernel, err = ReadKernel("kernel", k)
		if err != nil {
			return s, err
		}
	}
	return s, addReadPenalty(&s, o)
}

// readSettings reads the fields that are no kernel and no penalty.
func readSettings(o *jsonobject.Object, raw []byte) (said declaredSpec, err error) {
	for _, choice := range [][]string{
		append([]string{"solver"}, SolverNames()...),
		{"scale", string(problem.TrainSD), string(problem.NoScaling)},
		{"intercept", string(problem.Unpenalised), string(problem.NoIntercept)},
		{"refit", string(problem.BestWidth), string(problem.KeepKernel), string(problem.NewWidth), string(problem.ARD)},
	} {
		if _, err := o.OneOfOr(choice[0], "", choice[1:]...); err != nil {
			return said, err
		}
	}
	for _, name := range []string{"tol", "decades", "tau_max_tol"} {
		if _, err := o.NumberOr(name, 0, ">= 0", func(v float64) bool { return v >= 0 }); err != nil {
			return said, err
		}
	}
	if _, _, err := o.Integer("max_iter", 0); err != nil {
		return said, err
	}
	if _, err := o.Vector("ridge_nus"); err != nil {
		return said, err
	}
	said.Features, err = ReadFeatures(o)
	if err != nil {
		return said, err
	}
	if _, err := ReadLoss(o); err != nil {
		return said, err
	}
	if nu := o.Take("nu"); nu != nil {
		var v problem.Nu
		if json.Unmarshal(nu, &v) != nil {
			return said, jsonobject.Bad("nu", `%s: it must be a number, {"times_tau": number}, or a list of numbers to choose from`, jsonobject.Excerpt(nu))
		}
	}
	switch {
	case o.Take("solver") != nil:
	case o.Take("tau_max_tol") != nil:
		return said, jsonobject.Bad("tau_max_tol", "it belongs to a Spec with a solver: without one, give tol")
	case o.Take("solver_options") != nil:
		return said, jsonobject.Bad("solver_options", "there is no solver that they belong to: name it in the field solver")
	}
	return said, json.Unmarshal(raw, &said)
}

// ReadFeatures reads the random features of the field "features" of an object; none where it is absent.
// Errors are *jsonobject.Error.
func ReadFeatures(o *jsonobject.Object) (problem.Features, error) {
	raw := o.Take("features")
	if raw == nil {
		return problem.Features{}, nil
	}
	in, err := jsonobject.Parse(o.Path+"features", raw)
	if err != nil {
		return problem.Features{}, err
	}
	if err := in.Only([]string{"count", "seed"}); err != nil {
		return problem.Features{}, err
	}
	count, said, err := in.Integer("count", 1)
	if err != nil {
		return problem.Features{}, err
	}
	if !said {
		return problem.Features{}, jsonobject.Bad(in.Path+"count", "it is missing: give the number of random features")
	}
	var seed uint64
	if raw := in.Take("seed"); raw != nil && json.Unmarshal(raw, &seed) != nil {
		return problem.Features{}, jsonobject.Bad(in.Path+"seed", "%s: it must be a whole number from 0 to 2^64 - 1", jsonobject.Excerpt(raw))
	}
	return problem.RandomFeatures(count, seed), nil
}

// addReadPenalty sets the penalty of s, and the weight that is a part of it.
func addReadPenalty(s *problem.Spec, o *jsonobject.Object) error {
	if o.Take("penalty") == nil {
		if i := slices.IndexFunc(PenaltyFields(), func(name string) bool { return o.Take(name) != nil }); i >= 0 {
			return jsonobject.Bad(PenaltyFields()[i], "there is no penalty that it belongs to")
		}
		return nil
	}
	p, err := PenaltyIn(o, 0)
	if err != nil {
		return err
	}
	s.Penalty = p.P
	nu := o.Take("nu")
	if !p.TauRidge || nu == nil {
		return nil
	}
	if _, reason := jsonobject.Number(nu); reason != "" {
		return jsonobject.Bad("nu", "%s: with the penalty %s it must be a number", jsonobject.Excerpt(nu), denovas)
	}
	v, _, _ := s.Nu.Weight()
	s.Nu = problem.TimesTau(v)
	return nil
}
