package declare

import (
	"fmt"
	"reflect"
	"slices"

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

// NewSolver returns the solver of a name with a tolerance and a limit; 0 stands for its own. ok is
// false if there is no solver of that name.
func NewSolver(name string, tol float64, maxIter int, progress solve.Progress) (s solve.Solver, ok bool) {
	i := slices.Index(SolverNames(), name)
	if i < 0 {
		return nil, false
	}
	v := reflect.New(reflect.TypeOf(solvers()[i].value)).Elem()
	v.FieldByName("Tol").SetFloat(tol)
	v.FieldByName("MaxIter").SetInt(int64(maxIter))
	if progress != nil {
		v.FieldByName("Progress").Set(reflect.ValueOf(progress))
	}
	return v.Interface().(solve.Solver), true
}

// limitsOf returns the name of a solver with its tolerance and its limit. It is an error if the
// solver has other options, or is not one of package solve.
func limitsOf(s solve.Solver) (name string, tol float64, maxIter int, err error) {
	all := solvers()
	i := slices.IndexFunc(all, func(k kind) bool { return reflect.TypeOf(k.value) == reflect.TypeOf(s) })
	if i < 0 {
		return "", 0, 0, fmt.Errorf("the solver %s cannot be written: a file can name those of package solve, but holds no program", refusal.Called(s))
	}
	v := reflect.New(reflect.TypeOf(s)).Elem()
	v.Set(reflect.ValueOf(s))
	tol, maxIter = v.FieldByName("Tol").Float(), int(v.FieldByName("MaxIter").Int())
	for _, name := range []string{"Tol", "MaxIter", "Progress"} {
		v.FieldByName(name).SetZero()
	}
	if !v.IsZero() {
		return "", 0, 0, fmt.Errorf("the solver %s cannot be written: of its options a file can hold Tol and MaxIter alone", refusal.Called(s))
	}
	return all[i].name, tol, maxIter, nil
}
