package declare

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// solvers are the solvers that can be declared. Each has the fields Tol, MaxIter and Progress.
func solvers() []kind {
	return []kind{
		{"dual", solve.Dual{}, nil},
		{"newton", solve.Newton{}, nil},
		{"admm", solve.ADMM{}, nil},
		{"denovas", solve.DENOVAS{}, nil},
		{"aistats", solve.AISTATS{}, nil},
	}
}

// SolverNames returns the names of the solvers that can be declared.
func SolverNames() []string {
	var names []string
	for _, k := range solvers() {
		names = append(names, k.name)
	}
	return names
}

// limits are the fields that every solver has. The others are its options.
var limits = []string{"Tol", "MaxIter", "Progress"}

// NewSolver returns the solver of a name with a tolerance, a limit, and options in JSON, which may be nil; 0 stands for its
// own. Errors are *jsonobject.Error.
func NewSolver(name string, tol float64, maxIter int, options json.RawMessage, progress solve.Progress) (solve.Solver, error) {
	i := slices.Index(SolverNames(), name)
	if i < 0 {
		return nil, jsonobject.Bad("solver", "%q: the solvers are %s", name, strings.Join(SolverNames(), ", "))
	}
	v := reflect.New(reflect.TypeOf(solvers()[i].value)).Elem()
	if err := ReadFields("solver_options", options, v, limits...); err != nil {
		return nil, err
	}
	v.FieldByName("Tol").SetFloat(tol)
	v.FieldByName("MaxIter").SetInt(int64(maxIter))
	if progress != nil {
		v.FieldByName("Progress").Set(reflect.ValueOf(progress))
	}
	return v.Interface().(solve.Solver), nil
}

// A writtenSolver is a solver in JSON.
type writtenSolver struct {
	name    string
	tol     float64
	maxIter int
	options map[string]json.RawMessage
}

// writeSolver writes a solver. It is an error if it is not one of package solve.
func writeSolver(s solve.Solver) (w writtenSolver, err error) {
	all := solvers()
	i := slices.IndexFunc(all, func(k kind) bool { return reflect.TypeOf(k.value) == reflect.TypeOf(s) })
	if i < 0 {
		return w, fmt.Errorf("the solver %s cannot be written: a file can name those of package solve, but holds no program", refusal.Called(s))
	}
	v := reflect.ValueOf(s)
	w.options, err = WriteFields(v, limits...)
	w.name, w.tol, w.maxIter = all[i].name, v.FieldByName("Tol").Float(), int(v.FieldByName("MaxIter").Int())
	return w, err
}
