package fit

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
)

// A Spec is a problem for one or more values of tau, with the solver and its options.
type Spec struct {
	X            *mat.Dense // n x d
	Y            []float64  // n
	XTest        *mat.Dense // nil without one
	Weights      []float64  // of the rows, n; nil where all weigh the same
	Loss         loss.Loss  // nil for the square
	Kernel       kern.Kernel
	Features     nvsd.Features // the zero value for the kernel itself
	Penalty      penalty.Penalty
	Groups       [][]int // of the spec; without groups, every input is one
	TauRidge     bool    // the ridge is tau*nu (DENOVAS)
	Nu           float64
	Tau          []float64
	Solver       string
	Tol          float64
	MaxIter      int             // 0: the solver's own limit
	Options      json.RawMessage // of the solver; nil: its own
	Coefficients bool
	ExactTauMax  bool

	// Warnings lists peculiarities of the data, one sentence each.
	Warnings []string
}

// fields returns the fields of a SPEC.
func fields() []string {
	return slices.Concat([]string{"X", "y", "X_test", "row_weights", "loss", "kernel", "features", "penalty"}, declare.PenaltyFields(), []string{"scale", "intercept", "nu", "tau", "solver", "solver_options", "tol", "max_iter", "coefficients", "exact_tau_max", "seed", "solutions"})
}

// annotations are the fields of a reference file that describe the instance and
// do not change it.
var annotations = [...]string{
	"name", "experiment", "n", "d", "objective", "norm_def", "rank_gram", "rank_L", "note", "notes",
	"tau_max", "tau_max_bracket", "tau_max_closed_form", "tau_max_closed_form_is",
}

// Read reads a SPEC. Paths in it are relative to dir. The error is a *[SpecError].
func Read(r io.Reader, dir string) (*Spec, error) {
	o, err := readObject(r)
	if err != nil {
		return nil, specError(err)
	}
	s, err := parseSpec(o, dir)
	return s, specError(err)
}

// readObject reads a text that must be an object. NaN and Infinity, which some programs write,
// are not JSON. They are put in quotes, so that the error can name their place.
func readObject(r io.Reader) (*jsonobject.Object, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("fit: reading the spec: %w", err)
	}
	if !json.Valid(raw) {
		if quoted := quoteWords(raw); json.Valid(quoted) {
			raw = quoted
		}
	}
	return jsonobject.Parse("", raw)
}

// words matches the tokens of a text that is nearly JSON: strings, numbers, words.
var words = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|[-+]?[A-Za-z]+`)

// quoteWords puts words that JSON does not know in quotes.
func quoteWords(raw []byte) []byte {
	return words.ReplaceAllFunc(raw, func(word []byte) []byte {
		if json.Valid(word) {
			return word
		}
		return fmt.Appendf(nil, "%q", word)
	})
}

func parseSpec(o *jsonobject.Object, dir string) (*Spec, error) {
	if err := o.Only(fields(), annotations[:]...); err != nil {
		return nil, err
	}
	s := &Spec{Solver: "dual", Tol: 1e-8}
	for _, read := range []func(*jsonobject.Object) error{
		func(o *jsonobject.Object) error { return s.readData(o, dir) },
		s.readTest, s.readWeights, s.readLoss, s.readFixed, s.readFeatures, s.readKernel, s.readPenalty, s.readNu, s.readTau, s.readSolver,
	} {
		if err := read(o); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// readNu reads a number, or {"times_tau": number} for a ridge of tau times the number.
func (s *Spec) readNu(o *jsonobject.Object) (err error) {
	name := "nu"
	if raw := o.Take(name); raw != nil && raw[0] == '{' {
		o, err = jsonobject.Parse(name, raw)
		if err != nil {
			return err
		}
		name, s.TauRidge = "times_tau", true
		if err := o.Only([]string{name}); err != nil {
			return err
		}
	}
	s.Nu, err = o.Required(name)
	if err == nil && s.Nu < 0 {
		err = bad(o.Path+name, "%v: it must be >= 0", s.Nu)
	}
	return err
}

// readFixed reads the settings of an nvsd.Spec that have one value here.
func (s *Spec) readFixed(o *jsonobject.Object) error {
	for _, name := range []string{"scale", "intercept"} {
		text, err := o.Text(name)
		if err != nil {
			return err
		}
		if text != "" && text != "none" {
			return bad(name, `%q: it must be "none" or absent, since the problem is solved exactly as it stands here`, text)
		}
	}
	return nil
}

// readTau reads the list of taus. Without tau it takes those of the solutions of a reference
// file.
func (s *Spec) readTau(o *jsonobject.Object) (err error) {
	s.Tau, err = o.Vector("tau")
	if err != nil {
		return err
	}
	solutions := o.Take("solutions")
	if s.Tau == nil && solutions != nil {
		var list []struct{ Tau *float64 }
		if json.Unmarshal(solutions, &list) != nil {
			return bad("solutions", "%s: there is no tau, and these are no solutions to take it from", jsonobject.Excerpt(solutions))
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

// leastTol is the spacing of float64 at 1. A relative gap below it cannot be distinguished
// from 0.
const leastTol = 0x1p-52

func (s *Spec) readSolver(o *jsonobject.Object) error {
	name, err := o.Text("solver")
	if err != nil {
		return err
	}
	if name != "" {
		s.Solver = name
	}
	s.Options = o.Take("solver_options")
	if _, err := s.solver(nil); err != nil {
		return err
	}
	tol, ok, err := o.Number("tol")
	switch {
	case err != nil:
		return err
	case ok && !(tol >= leastTol && tol < 1):
		return bad("tol", "%v: it must be > 0, at least %.2g (the precision of a float64), and < 1", tol, leastTol)
	case ok:
		s.Tol = tol
	}
	s.MaxIter, _, err = o.Integer("max_iter", 1)
	if err != nil {
		return err
	}
	// Whatever it is: no solver draws random numbers.
	if _, _, err := o.Integer("seed", 0); err != nil {
		return err
	}
	s.Coefficients, err = o.Flag("coefficients")
	if err != nil {
		return err
	}
	s.ExactTauMax, err = o.Flag("exact_tau_max")
	return err
}
