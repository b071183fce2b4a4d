package record

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

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve/evidence"
	"gonum.org/v1/gonum/mat"
)

// Load reads a model from a file that [Save] has written.
func Load(path string) (*model.Model, error) {
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

// Read reads a model that [Write] has written.
func Read(r io.Reader) (*model.Model, error) {
	m, err := readModel(r)
	if err != nil {
		return nil, fmt.Errorf("nvsd: read a model: %w", err)
	}
	return m, nil
}

func readModel(r io.Reader) (*model.Model, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	m, err := parseModel(raw)
	if err != nil {
		return nil, refusal.BadModelFile(err)
	}
	return m, nil
}

func parseModel(raw []byte) (*model.Model, error) {
	var s Model
	if err := unseal(raw, modelFormat, modelVersion, "Model.Save", &s); err != nil {
		return nil, err
	}
	return s.model()
}

// unseal reads the record in an envelope, which the named function has written.
func unseal(raw []byte, format string, version int, by string, into any) error {
	var head envelope
	if err := json.Unmarshal(raw, &head); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok && syntax.Offset >= int64(len(raw)) {
			return fmt.Errorf("it ends after %d bytes, before the model does: it was cut short, or is none", len(raw))
		}
		return fmt.Errorf("it is no model written by %s: %w", by, err)
	}
	switch {
	case head.Format == classesFormat && format == modelFormat:
		return errors.New("it has the regression of several classes: read it by nvsd.LoadClasses")
	case head.Format != format:
		return fmt.Errorf("it is no model written by %s: its format is %q, not %q", by, head.Format, format)
	case head.Version < version:
		return fmt.Errorf("it has version %d of the format, and this program reads version %d: fit the model anew, or read it with the program that wrote it", head.Version, version)
	case head.Version > version:
		return fmt.Errorf("it has version %d of the format, and this program reads version %d: read it with the program that wrote it, or a later one", head.Version, version)
	}
	body, err := compact(head.Model)
	if err != nil {
		return fmt.Errorf("it holds no model: %w", err)
	}
	if Digest(body) != head.SHA256 {
		return errors.New("its content does not agree with its digest: it was changed or damaged after it was written")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("its content is not that of version %d: %w", head.Version, err)
	}
	return nil
}

// model builds the Model. It checks all that the digest of a file does not show.
func (s *Model) model() (*model.Model, error) {
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
	if err := s.CheckShapes(train.N(), train.D(), len(s.Train.Categories)); err != nil {
		return nil, err
	}
	ds := &problem.Design{
		Train: train, Given: given, Y: train.Y(), Warnings: train.Warnings(),
		Scaling: problem.Scaling{Shift: s.Scaling.Shift, Scale: s.Scaling.Scale, SD: s.Scaling.SD, Fill: plainFloats(s.Scaling.Fill)},
		Spec:    s.Spec.Spec(), Repeats: repeats.Observations(train.X(), train.Y()),
	}
	ds.Weights, err = given.Weights()
	if err != nil {
		return nil, fmt.Errorf("training data: %w", err)
	}
	if err := ds.SetMean(); err != nil {
		return nil, fmt.Errorf("training data: %w", err)
	}
	if s.Kernel != nil {
		ds.Kernel, err = s.Kernel.Kernel()
		if err != nil {
			return nil, fmt.Errorf("kernel: %w", err)
		}
		ds.Spec.Kernel, err = s.Spec.Kernel.Kernel()
		if err != nil {
			return nil, fmt.Errorf("the Spec's kernel: %w", err)
		}
		if err := ds.Spec.CheckData(); err != nil {
			return nil, err
		}
	}
	f := problem.Function{Scaling: ds.Scaling, Use: s.Function.Use, Intercept: s.Function.Intercept}
	if s.Function.Alpha != nil {
		Z := f.Apply(train.X(), f.Use)
		k, err := kern.Resolve(ds.Kernel, Z) // only for its checks: there is no rule left to resolve
		if err != nil {
			return nil, err
		}
		f.Op, err = solve.NewOperator(k, Z)
		if err == nil && ds.Weights != nil {
			f.Op, err = f.Op.Weighted(ds.Weights)
		}
		if err != nil {
			return nil, err
		}
		ds.Op, f.Alpha = f.Op, s.Function.Alpha
	}
	if s.Function.B != nil {
		f.B = mat.NewDense(train.N(), train.D(), slices.Concat(s.Function.B...))
	}
	effort := Effort{}
	if s.Effort != nil {
		effort = *s.Effort
	}
	trainLoss := math.NaN()
	if s.TrainLoss != nil {
		trainLoss = float64(*s.TrainLoss)
	}
	return &model.Model{
		Design: ds, F: f, Kind: s.Method, In: s.Selected, Certain: s.Certain, Order: s.Order, InputNorms: problem.InputNorms{PerUnit: s.PerUnit, PerSD: s.PerSD, Category: s.Category},
		Tau: float64(s.Tau), Ceiling: problem.FoundCeiling(float64(s.TauMax)), RelGap: float64(s.RelGap), Short: s.Short, RidgeNu: float64(s.RidgeNu),
		Iterations: effort.Iterations, Seconds: effort.Seconds,
		TrainRMSE: float64(s.TrainRMSE), TrainLoss: trainLoss, ValidRMSE: float64(s.ValidRMSE),
		Selection: s.Selection.Selection(), Warnings: s.Warnings,
		Read:    &model.AsRead{Rule: s.Rule, Penalty: s.Penalty, Solver: s.Solver},
		Reduced: s.Reduced.reduced(), Background: (*model.Background)(s.Background),
	}, nil
}

// reduced returns the account of a model on centres; nil for nil.
func (r *Reduced) reduced() *model.Reduced {
	if r == nil {
		return nil
	}
	return &model.Reduced{Rows: r.Rows, Gap: float64(r.Gap), Proved: r.Proved, Posterior: model.Posterior{Scale: r.Scale, Noise: r.Noise, Freedom: r.Freedom}}
}

// CheckShapes reports a field that does not fit n observations of d inputs with the given
// number of categorical inputs.
func (s *Model) CheckShapes(n, d, categories int) error {
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
	case s.Background != nil && s.Background.Chosen < 1:
		return fmt.Errorf("background.chosen is %d: it must be 1 or more", s.Background.Chosen)
	case s.Reduced != nil && s.Reduced.Rows < n:
		return fmt.Errorf("reduced.rows is %d for %d centres: these are some of the rows", s.Reduced.Rows, n)
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

// Selection returns the Selection of a choice, without its criterion; nil for nil.
func (c *Choice) Selection() *choose.Selection {
	if c == nil {
		return nil
	}
	s := &choose.Selection{
		Rule: c.Rule, TauIndex: c.TauIndex, Taus: c.Taus, Size: c.Size, RMSE: float64(c.RMSE), SE: math.NaN(), Sets: c.Sets,
		Mean: float64(c.Mean), OverMean: float64(c.OverMean), PathRMSE: plainFloats(c.Errors), Evidence: c.Evidence.evidence(),
	}
	if cv := c.Crossed; cv != nil {
		s.CrossValidation = &choose.CrossValidation{Folds: cv.Folds, Least: cv.Least, Chosen: cv.Chosen}
		for _, c := range cv.Candidates {
			s.CrossValidation.Candidates = append(s.CrossValidation.Candidates,
				choose.Candidate{TauIndex: c.TauIndex, Tau: float64(c.Tau), Size: c.Size, RMSE: float64(c.RMSE), SE: float64(c.SE)})
		}
	}
	if c.SE != nil {
		s.SE = float64(*c.SE)
	}
	return s
}

func (s *Evidence) evidence() *choose.Evidence {
	if s == nil {
		return nil
	}
	e := &choose.Evidence{Log: float64(s.Log), Mean: float64(s.Mean), Price: s.Price, Proposed: s.Proposed, Instead: s.Instead}
	e.Worth, e.Widths = plainFloats(s.Worth), plainFloats(s.Widths)
	for _, step := range s.Steps {
		e.Steps = append(e.Steps, evidence.Step{What: step.What, Inputs: step.Inputs, LogEvidence: float64(step.Log)})
	}
	return e
}

// A Number is a float64 that may be NaN or infinite. JSON has no such numbers; they are
// written as "NaN", "+Inf" and "-Inf".
type Number float64

// MarshalJSON writes a number that reads back as the same float64.
func (v Number) MarshalJSON() ([]byte, error) {
	if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
		return fmt.Appendf(nil, "%q", fmt.Sprint(f)), nil
	}
	return json.Marshal(float64(v))
}

// UnmarshalJSON reads a number that [Number.MarshalJSON] has written.
func (v *Number) UnmarshalJSON(raw []byte) error {
	switch string(raw) {
	case `"NaN"`:
		*v = Number(math.NaN())
	case `"+Inf"`:
		*v = Number(math.Inf(1))
	case `"-Inf"`:
		*v = Number(math.Inf(-1))
	default:
		return json.Unmarshal(raw, (*float64)(v))
	}
	return nil
}

// Numbers and plainFloats convert lists; nil stays nil.
func Numbers(v []float64) []Number     { return converted[Number](v) }
func plainFloats(v []Number) []float64 { return converted[float64](v) }

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

// CheckWords refuses the name of a method that no model has, and a rule, a penalty or a solver of
// more than one line: these words are shown as they are.
func (s *Model) CheckWords() error {
	if !slices.Contains([]string{problem.Penalised, problem.SelectedInputs, problem.AllInputs, problem.TrainingMean}, s.Method) {
		return fmt.Errorf("no model is called %q", s.Method)
	}
	for _, text := range []string{s.Rule, s.Penalty, s.Solver} {
		if strings.ContainsFunc(text, unicode.IsControl) {
			return fmt.Errorf("%q has more than one line", text)
		}
	}
	return nil
}
