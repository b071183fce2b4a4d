package fit

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// A Spec is a problem for one or more values of tau, and how to solve it.
type Spec struct {
	X            *mat.Dense // n x d
	Y            []float64  // n
	XTest        *mat.Dense // nil where there is none
	Kernel       kern.Kernel
	Penalty      penalty.Penalty
	TauRidge     bool // the ridge is tau*nu (DENOVAS)
	Nu           float64
	Tau          []float64
	Solver       string
	Tol          float64
	MaxIter      int // 0: the solver's own limit
	Coefficients bool
}

// annotations are the fields of a reference file that describe the instance and
// do not change it.
var annotations = [...]string{
	"name", "experiment", "n", "d", "seed", "objective", "norm_def", "rank_gram", "rank_L", "note", "notes",
	"tau_max", "tau_max_bracket", "tau_max_closed_form", "tau_max_closed_form_is",
}

// Read reads a SPEC. Paths in it are relative to dir. What is wrong with it is
// reported as a *[SpecError].
func Read(r io.Reader, dir string) (*Spec, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("fit: reading the spec: %w", err)
	}
	o, err := parseObject("", raw)
	if err != nil {
		return nil, err
	}
	s := &Spec{Solver: "dual", Tol: 1e-8}
	for _, read := range []func(*object) error{
		func(o *object) error { return s.readData(o, dir) },
		s.readTest, s.readKernel, s.readPenalty, s.readNu, s.readTau, s.readSolver,
	} {
		if err := read(o); err != nil {
			return nil, err
		}
	}
	o.ignore(annotations[:]...)
	if err := o.done(); err != nil {
		return nil, err
	}
	return s, nil
}

// readData reads X and y, or the file that stands in their place.
func (s *Spec) readData(o *object, dir string) error {
	raw := o.take("X")
	if raw == nil {
		return bad("X", "it is missing: give n rows of d numbers, or {\"csv\": \"path\", \"target\": \"name\"}")
	}
	if raw[0] == '{' {
		return s.readCSV(o, raw, dir)
	}
	var err error
	if s.X, err = parseMatrix("X", raw, 0); err != nil {
		return err
	}
	if s.Y, err = o.vector("y"); err != nil {
		return err
	}
	if s.Y == nil {
		return bad("y", "it is missing")
	}
	if n, _ := s.X.Dims(); len(s.Y) != n {
		return bad("y", "it has %d numbers, X has %d rows", len(s.Y), n)
	}
	return nil
}

func (s *Spec) readCSV(o *object, raw json.RawMessage, dir string) error {
	if o.take("y") != nil {
		return bad("y", "the csv file of X holds the target: leave y out")
	}
	c, err := parseObject("X", raw)
	if err != nil {
		return err
	}
	path, err := c.text("csv")
	if err != nil {
		return err
	}
	if path == "" {
		return bad("X.csv", "it is missing")
	}
	target, err := c.text("target")
	if err != nil {
		return err
	}
	if err := c.done(); err != nil {
		return err
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	var options []data.ReadOption
	if target != "" {
		options = append(options, data.Target(target))
	}
	frame, err := data.CSV(path, options...)
	if err != nil {
		return bad("X.csv", "%v", err)
	}
	s.X, s.Y = mat.DenseCopyOf(frame.X()), frame.Y()
	return nil
}

func (s *Spec) readTest(o *object) error {
	raw := o.take("X_test")
	if raw == nil {
		return nil
	}
	var err error
	_, d := s.X.Dims()
	s.XTest, err = parseMatrix("X_test", raw, d)
	return err
}

// parseMatrix reads rows of numbers, d of them or as many as in the first row
// where d is 0.
func parseMatrix(field string, raw json.RawMessage, d int) (*mat.Dense, error) {
	var rows []json.RawMessage
	if json.Unmarshal(raw, &rows) != nil {
		return nil, bad(field, "%s: it must be a list of rows", excerpt(raw))
	}
	if len(rows) == 0 {
		return nil, bad(field, "it has no rows (n = 0)")
	}
	var cells []float64
	for i, row := range rows {
		var numbers []json.RawMessage
		if json.Unmarshal(row, &numbers) != nil || numbers == nil {
			return nil, badCell(field, i, -1, "%s: it must be a list of numbers", excerpt(row))
		}
		if i == 0 && d == 0 {
			d = len(numbers)
		}
		switch {
		case d == 0:
			return nil, bad(field, "its rows are empty (d = 0)")
		case len(numbers) != d:
			return nil, badCell(field, i, -1, "it has %d numbers, it must have %d", len(numbers), d)
		}
		for a, number := range numbers {
			v, reason := parseNumber(number)
			if reason != "" {
				return nil, badCell(field, i, a, "%s", reason)
			}
			cells = append(cells, v)
		}
	}
	return mat.NewDense(len(rows), d, cells), nil
}

func (s *Spec) readPenalty(o *object) error {
	name, err := o.text("penalty")
	if err != nil {
		return err
	}
	groups, err := parseGroups(o.take("groups"))
	if err != nil {
		return err
	}
	weights, err := o.vector("group_weights")
	if err != nil {
		return err
	}
	mu, hasMu, err := o.number("mu")
	if err != nil {
		return err
	}
	switch name {
	case "L":
		s.Penalty = penalty.Lasso{}
	case "GL":
		if groups == nil {
			return bad("groups", "it is missing: GL needs a partition of the inputs by 0-based indices")
		}
		s.Penalty = penalty.GroupLasso{Groups: groups, Weights: weights}
	case "EN":
		if !hasMu {
			return bad("mu", "it is missing: EN needs mu in [0, 1]")
		}
		s.Penalty = penalty.ElasticNet{Mu: mu}
	case "DENOVAS":
		s.Penalty, s.TauRidge = penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, true
	case "":
		return bad("penalty", "it is missing: L, GL, EN or DENOVAS")
	default:
		return bad("penalty", "%q: the penalties are L, GL, EN, DENOVAS", name)
	}
	switch {
	case groups != nil && name != "GL":
		return bad("groups", "penalty %s has no groups: leave it out, or take GL", name)
	case hasMu && name != "EN":
		return bad("mu", "penalty %s has no mu: leave it out, or take EN", name)
	case name != "GL" && !allOnes(weights):
		return bad("group_weights", "penalty %s has no weights: leave it out, or take GL", name)
	}
	_, d := s.X.Dims()
	if c, ok := s.Penalty.(interface{ Check(int) error }); ok {
		if err := c.Check(d); err != nil {
			return bad("penalty", "%v", err)
		}
	}
	return nil
}

func allOnes(w []float64) bool {
	for _, v := range w {
		if v != 1 {
			return false
		}
	}
	return true
}

func parseGroups(raw json.RawMessage) ([][]int, error) {
	if raw == nil {
		return nil, nil
	}
	var groups [][]int
	if json.Unmarshal(raw, &groups) != nil {
		return nil, bad("groups", "%s: it must be a list of lists of 0-based indices", excerpt(raw))
	}
	return groups, nil
}

func (s *Spec) readNu(o *object) (err error) {
	if s.Nu, err = o.required("nu"); err == nil && s.Nu < 0 {
		err = bad("nu", "%v: it must be >= 0", s.Nu)
	}
	return err
}

// readTau reads the list of taus, from the solutions of a reference file where
// there is no tau.
func (s *Spec) readTau(o *object) (err error) {
	if s.Tau, err = o.vector("tau"); err != nil {
		return err
	}
	solutions := o.take("solutions")
	if s.Tau == nil && solutions != nil {
		var list []struct{ Tau *float64 }
		if json.Unmarshal(solutions, &list) != nil {
			return bad("solutions", "%s: there is no tau, and these are no solutions to take it from", excerpt(solutions))
		}
		for i, sol := range list {
			if sol.Tau == nil {
				return badCell("solutions", i, -1, "it has no tau")
			}
			s.Tau = append(s.Tau, *sol.Tau)
		}
	}
	if len(s.Tau) == 0 {
		return bad("tau", "it is missing or empty: give a list of numbers >= 0")
	}
	for i, tau := range s.Tau {
		if tau < 0 {
			return badCell("tau", i, -1, "%v: it must be >= 0", tau)
		}
	}
	return nil
}

func (s *Spec) readSolver(o *object) error {
	name, err := o.text("solver")
	if err != nil {
		return err
	}
	if name != "" {
		s.Solver = name
	}
	if _, err := s.solver(nil); err != nil {
		return err
	}
	tol, ok, err := o.number("tol")
	switch {
	case err != nil:
		return err
	case ok && tol <= 0:
		return bad("tol", "%v: it must be > 0", tol)
	case ok:
		s.Tol = tol
	}
	if s.MaxIter, _, err = o.integer("max_iter", 1); err != nil {
		return err
	}
	s.Coefficients, err = o.flag("coefficients")
	return err
}
