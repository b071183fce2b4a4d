package nvsd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/evidence"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// LoadModel reads a model from a file that [Model.Save] of this version of the program, or
// of an earlier one, has written. The model predicts the same to the bit on the same
// machine. A file that holds no such model is a [ModelFileError].
func LoadModel(path string) (*Model, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("nvsd: load a model: %w", err)
	}
	defer file.Close()
	m, err := readModel(file)
	if err != nil {
		return nil, fmt.Errorf("nvsd: load a model: %s: %w", filepath.Base(path), err)
	}
	return m, nil
}

// ReadModel reads a model that [Model.Write] has written. It is a [ModelFileError] if what
// is read is no such model, was cut short or changed since, or has a later version of the
// format.
func ReadModel(r io.Reader) (*Model, error) {
	m, err := readModel(r)
	if err != nil {
		return nil, fmt.Errorf("nvsd: read a model: %w", err)
	}
	return m, nil
}

func readModel(r io.Reader) (*Model, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	m, err := parseModel(raw)
	if err != nil {
		return nil, badModelFile(err)
	}
	return m, nil
}

func parseModel(raw []byte) (*Model, error) {
	var head envelope
	if err := json.Unmarshal(raw, &head); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok && syntax.Offset >= int64(len(raw)) {
			return nil, fmt.Errorf("it ends after %d bytes, before the model does: it was cut short, or is none", len(raw))
		}
		return nil, fmt.Errorf("it is no model written by Model.Save: %w", err)
	}
	switch {
	case head.Format != modelFormat:
		return nil, fmt.Errorf("it is no model written by Model.Save: its format is %q, not %q", head.Format, modelFormat)
	case head.Version < 1 || head.Version > modelVersion:
		return nil, fmt.Errorf("it has version %d of the format, and this program reads versions 1 to %d: read it with the program that wrote it, or a later one", head.Version, modelVersion)
	}
	body, err := compact(head.Model)
	if err != nil {
		return nil, fmt.Errorf("it holds no model: %w", err)
	}
	if digest(body) != head.SHA256 {
		return nil, errors.New("its content does not agree with its digest: it was changed or damaged after it was written")
	}
	var s savedModel
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&s); err != nil {
		return nil, fmt.Errorf("its content is not that of version %d: %w", head.Version, err)
	}
	return s.model()
}

// model builds the Model. It checks all that the digest of a file does not show.
func (s *savedModel) model() (*Model, error) {
	if s.Train == nil {
		return nil, errors.New("there are no training data")
	}
	given, err := s.Train.Frame()
	if err != nil {
		return nil, fmt.Errorf("training data: %w", err)
	}
	train, _, err := given.Filled()
	if err != nil {
		return nil, fmt.Errorf("training data: %w", err)
	}
	if err := s.checkShapes(train.N(), train.D(), len(s.Train.Categories)); err != nil {
		return nil, err
	}
	ds := &design{
		train: train, given: given, y: train.Y(), warnings: train.Warnings(),
		scaling: scaling{shift: s.Scaling.Shift, scale: s.Scaling.Scale, sd: s.Scaling.SD, fill: plainFloats(s.Scaling.Fill)},
		spec:    s.Spec.spec(), repeats: repeats.Observations(train.X(), train.Y()),
	}
	if ds.spec.Intercept.fitted() {
		ds.mean = stat.Mean(ds.y, nil)
	}
	if s.Kernel != nil {
		if ds.kernel, err = s.Kernel.kernel(); err != nil {
			return nil, fmt.Errorf("kernel: %w", err)
		}
		if ds.spec.Kernel, err = s.Spec.Kernel.kernel(); err != nil {
			return nil, fmt.Errorf("the Spec's kernel: %w", err)
		}
		if err := ds.spec.checkData(); err != nil {
			return nil, err
		}
	}
	f := function{scaling: ds.scaling, use: s.Function.Use, b: s.Function.Intercept}
	if s.Function.Alpha != nil {
		Z := f.apply(train.X(), f.use)
		k, err := kern.Resolve(ds.kernel, Z) // only for its checks: there is no rule left to resolve
		if err != nil {
			return nil, err
		}
		if f.op, err = solve.NewOperator(k, Z); err != nil {
			return nil, err
		}
		ds.op, f.alpha = f.op, s.Function.Alpha
	}
	if s.Function.B != nil {
		f.B = mat.NewDense(train.N(), train.D(), slices.Concat(s.Function.B...))
	}
	effort := savedEffort{}
	if s.Effort != nil {
		effort = *s.Effort
	}
	return &Model{
		design: ds, f: f, method: s.Method, selected: s.Selected, certain: s.Certain, order: s.Order, inputNorms: inputNorms{perUnit: s.PerUnit, perSD: s.PerSD, category: s.Category},
		tau: float64(s.Tau), ceiling: foundCeiling(float64(s.TauMax)), relGap: float64(s.RelGap), short: s.Short, ridgeNu: float64(s.RidgeNu),
		iterations: effort.Iterations, seconds: effort.Seconds,
		trainRMSE: float64(s.TrainRMSE), validRMSE: float64(s.ValidRMSE),
		selection: s.Selection.selection(), warnings: s.Warnings,
		read: &asRead{rule: s.Rule, penalty: s.Penalty, solver: s.Solver},
	}, nil
}

// spec returns the Spec without its Kernel.
func (s *savedSpec) spec() Spec {
	spec := Spec{
		Scale: Scale(s.Scale), Intercept: Intercept(s.Intercept), Refit: Refit(s.Refit), RidgeNus: s.RidgeNus,
		Tol: s.Tol, MaxIter: s.MaxIter, Decades: s.Decades,
	}
	if s.Nu != nil {
		spec.Nu = Nu{value: *s.Nu, said: true, timesTau: s.TimesTau}
	}
	return spec
}

// checkShapes reports a field that does not fit n observations of d inputs with the given
// number of categorical inputs.
func (s *savedModel) checkShapes(n, d, categories int) error {
	for _, list := range []struct {
		name      string
		got, want int
	}{
		{"selected", len(s.Selected), d},
		{"norms_per_unit", len(s.PerUnit), d},
		{"norms_per_sd", len(s.PerSD), d},
		{"category_norms", len(s.Category), categories},
		{"scaling.shift", len(s.Scaling.Shift), d},
		{"scaling.scale", len(s.Scaling.Scale), d},
		{"scaling.sd", len(s.Scaling.SD), d},
		{"function.use", len(s.Function.Use), d},
	} {
		if list.got != list.want {
			return fmt.Errorf("%s has length %d, it must have %d", list.name, list.got, list.want)
		}
	}
	if s.Scaling.Fill != nil && len(s.Scaling.Fill) != d {
		return fmt.Errorf("scaling.fill has length %d, it must have %d or be absent", len(s.Scaling.Fill), d)
	}
	if s.Certain != nil && len(s.Certain) != d {
		return fmt.Errorf("certain has length %d, it must have %d or be absent", len(s.Certain), d)
	}
	for a, c := range s.Certain {
		if c != solve.CertainlyIn && c != solve.CertainlyOut && c != solve.Undecided {
			return fmt.Errorf("certain of input %d is %q: it must be %q, %q or %q", a, c, solve.CertainlyIn, solve.CertainlyOut, solve.Undecided)
		}
	}
	if c := s.Selection; c != nil && c.Evidence != nil && (len(c.Evidence.Worth) != d || len(c.Evidence.Widths) != d) {
		return fmt.Errorf("selection.evidence has %d inputs' worth and %d widths, it must have %d", len(c.Evidence.Worth), len(c.Evidence.Widths), d)
	}
	if sorted := slices.Sorted(slices.Values(s.Order)); s.Order != nil && !slices.Equal(sorted, lists.UpTo(d)) {
		return fmt.Errorf("order is %v: it must have each of the %d inputs once, or be absent", s.Order, d)
	}
	for a, scale := range s.Scaling.Scale {
		if !(scale > 0) {
			return fmt.Errorf("scaling.scale of input %d is %v: it must be positive", a, scale)
		}
	}
	if c := s.Selection; c != nil && c.Crossed != nil {
		for _, k := range []int{c.Crossed.Least, c.Crossed.Chosen} {
			if k < 0 || k >= len(c.Crossed.Candidates) {
				return fmt.Errorf("selection.cross_validation names candidate %d of %d", k, len(c.Crossed.Candidates))
			}
		}
	}
	alpha, B := s.Function.Alpha, s.Function.B
	switch {
	case alpha != nil && s.Kernel == nil:
		return errors.New("there are coefficients and no kernel")
	case (s.Kernel == nil) != (s.Spec.Kernel == nil):
		return errors.New("of the resolved kernel and the Spec's, one is missing")
	case alpha != nil && len(alpha) != n:
		return fmt.Errorf("function.alpha has length %d for %d observations", len(alpha), n)
	case B != nil && alpha == nil:
		return errors.New("function.b is there without function.alpha")
	case B != nil && len(B) != n:
		return fmt.Errorf("function.b has %d rows for %d observations", len(B), n)
	}
	for i, row := range B {
		if len(row) != d {
			return fmt.Errorf("row %d of function.b has length %d for %d inputs", i, len(row), d)
		}
	}
	return nil
}

func (c *savedChoice) selection() *Selection {
	if c == nil {
		return nil
	}
	s := &Selection{
		Rule: c.Rule, TauIndex: c.TauIndex, Taus: c.Taus, Size: c.Size, RMSE: float64(c.RMSE), SE: math.NaN(), Sets: c.Sets,
		Mean: c.Mean.orNaN(), OverMean: c.OverMean.orNaN(), PathRMSE: plainFloats(c.Errors), Evidence: c.Evidence.evidence(),
	}
	if cv := c.Crossed; cv != nil {
		s.CrossValidation = &CrossValidation{Folds: cv.Folds, Least: cv.Least, Chosen: cv.Chosen}
		for _, c := range cv.Candidates {
			s.CrossValidation.Candidates = append(s.CrossValidation.Candidates,
				Candidate{TauIndex: c.TauIndex, Tau: float64(c.Tau), Size: c.Size, RMSE: float64(c.RMSE), SE: float64(c.SE)})
		}
		s.SE = s.CrossValidation.Candidates[cv.Chosen].SE // before version 6
	}
	if c.SE != nil {
		s.SE = float64(*c.SE)
	}
	return s
}

func (s *savedEvidence) evidence() *Evidence {
	if s == nil {
		return nil
	}
	e := &Evidence{Log: float64(s.Log), Mean: float64(s.Mean), Price: s.Price, Proposed: s.Proposed, Instead: s.Instead}
	e.Worth, e.Widths = plainFloats(s.Worth), plainFloats(s.Widths)
	for _, step := range s.Steps {
		e.Steps = append(e.Steps, evidence.Step{What: step.What, Inputs: step.Inputs, LogEvidence: float64(step.Log)})
	}
	return e
}

// A number is a float64 that may be NaN or infinite. JSON has no such numbers; they are
// written as "NaN", "+Inf" and "-Inf".
type number float64

// orNaN returns the number, or NaN if v is nil.
func (v *number) orNaN() float64 {
	if v == nil {
		return math.NaN()
	}
	return float64(*v)
}

// MarshalJSON writes a number that reads back as the same float64.
func (v number) MarshalJSON() ([]byte, error) {
	if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
		return fmt.Appendf(nil, "%q", fmt.Sprint(f)), nil
	}
	return json.Marshal(float64(v))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (v *number) UnmarshalJSON(raw []byte) error {
	switch string(raw) {
	case `"NaN"`:
		*v = number(math.NaN())
	case `"+Inf"`:
		*v = number(math.Inf(1))
	case `"-Inf"`:
		*v = number(math.Inf(-1))
	default:
		return json.Unmarshal(raw, (*float64)(v))
	}
	return nil
}

// numbers and plainFloats convert lists; nil stays nil.
func numbers(v []float64) []number     { return converted[number](v) }
func plainFloats(v []number) []float64 { return converted[float64](v) }

func converted[To, From ~float64](v []From) []To {
	if v == nil {
		return nil
	}
	list := make([]To, len(v))
	for i, x := range v {
		list[i] = To(x)
	}
	return list
}

// checkWords refuses what no model says of itself: the words are shown as they are.
func (s *savedModel) checkWords() error {
	if !slices.Contains([]string{penalised, selectedInputs, allInputs, trainingMean}, s.Method) {
		return fmt.Errorf("no model is called %q", s.Method)
	}
	for _, text := range []string{s.Rule, s.Penalty, s.Solver} {
		if strings.ContainsFunc(text, unicode.IsControl) {
			return fmt.Errorf("%q has more than one line", text)
		}
	}
	return nil
}
