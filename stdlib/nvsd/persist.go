package nvsd

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"strconv"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

// The head of a file that holds a Model. The version counts the sets of fields that there
// have been. A program reads the files of all versions up to its own.
//
//	1  the first
//	2  solver and written_by; width rules by short names, and multiples of them
//	3  nu_times_tau
//	4  certain
//	5  short and order
//	6  refit by name, which was 0 for KeepKernel and 1 for NewWidth; se, mean, over_mean and evidence
//	7  scale and intercept by name, which were 0 for TrainSD and Unpenalised and 1 for NoScaling and NoIntercept
//	8  kinds of the training data's columns, and scaling.fill
//	9  train.fillings and train.missing; kinds are those of the columns before their missing cells were filled in
const (
	modelFormat  = "nvsd model"
	modelVersion = 9
)

// An envelope is the file: its format, its version, a digest that shows damage, and the model.
type envelope struct {
	Format  string          `json:"format"`
	Version int             `json:"version"`
	SHA256  string          `json:"sha256"` // of model, without blanks between its tokens
	Model   json.RawMessage `json:"model"`
}

// A savedModel is the part of a Model that prediction and display need.
type savedModel struct {
	Method    string            `json:"method"`
	Rule      string            `json:"rule"`
	Penalty   string            `json:"penalty,omitempty"`
	Solver    string            `json:"solver,omitempty"`     // of the fit that selects
	WrittenBy string            `json:"written_by,omitempty"` // program and Go, with their versions
	Spec      savedSpec         `json:"spec"`
	Kernel    *savedKernel      `json:"kernel,omitempty"` // resolved
	Train     *data.Plain       `json:"train,omitempty"`  // nil in a proof, which says where the data come from
	Scaling   savedScaling      `json:"scaling"`
	Function  savedFunction     `json:"function"`
	Selected  []bool            `json:"selected"`
	Certain   []solve.Certainty `json:"certain,omitempty"` // of the inputs, at the optimum of the fit that selects
	Order     []int             `json:"order,omitempty"`   // of all inputs, as they come in along the path
	PerUnit   []float64         `json:"norms_per_unit"`
	PerSD     []float64         `json:"norms_per_sd"`
	Category  []float64         `json:"category_norms,omitempty"`
	Tau       number            `json:"tau"`
	TauMax    number            `json:"tau_max"`
	RelGap    number            `json:"rel_gap"`
	Short     bool              `json:"short,omitempty"`
	RidgeNu   number            `json:"ridge_nu"`
	TrainRMSE number            `json:"train_rmse"`
	ValidRMSE number            `json:"valid_rmse"`
	Selection *savedChoice      `json:"selection,omitempty"`
	Effort    *savedEffort      `json:"effort,omitempty"` // nil in a proof
	Warnings  []string          `json:"warnings,omitempty"`
}

// A savedSpec is a Spec without its Penalty and its Solver, of which only the names are
// kept.
type savedSpec struct {
	Scale     savedScale     `json:"scale"`
	Intercept savedIntercept `json:"intercept"`
	Kernel    *savedKernel   `json:"kernel,omitempty"` // with its rules
	Nu        *float64       `json:"nu"`
	TimesTau  bool           `json:"nu_times_tau,omitempty"`
	Refit     savedRefit     `json:"refit"`
	RidgeNus  []float64      `json:"ridge_nus,omitempty"`
	Tol       float64        `json:"tol"`
	MaxIter   int            `json:"max_iter"`
	Decades   float64        `json:"decades"`
}

// The choices of a Spec are saved by name, and "" for the default. Earlier versions
// wrote numbers, which are read too.
type (
	savedScale     Scale
	savedIntercept Intercept
	savedRefit     Refit
)

func (s *savedScale) UnmarshalJSON(raw []byte) error {
	return readChoice(raw, s, savedScale(TrainSD), savedScale(NoScaling))
}

func (i *savedIntercept) UnmarshalJSON(raw []byte) error {
	return readChoice(raw, i, savedIntercept(Unpenalised), savedIntercept(NoIntercept))
}

func (r *savedRefit) UnmarshalJSON(raw []byte) error {
	return readChoice(raw, r, savedRefit(KeepKernel), savedRefit(NewWidth))
}

// readChoice reads a choice, which is a name. In earlier versions it was a number: the index
// in numbered.
func readChoice[T ~string](raw []byte, choice *T, numbered ...T) error {
	for k, c := range numbered {
		if string(raw) == strconv.Itoa(k) {
			*choice = c
			return nil
		}
	}
	var name string
	err := json.Unmarshal(raw, &name)
	*choice = T(name)
	return err
}

type savedScaling struct {
	Shift []float64 `json:"shift"`
	Scale []float64 `json:"scale"`
	SD    []float64 `json:"sd"`
	Fill  []number  `json:"fill,omitempty"` // what stands for missing inputs; absent if nothing does
}

type savedFunction struct {
	Use       []bool      `json:"use"`
	Alpha     []float64   `json:"alpha,omitempty"` // length n; absent if f = 0
	B         [][]float64 `json:"b,omitempty"`     // n x d; absent if f has no derivative terms
	Intercept float64     `json:"intercept"`
}

// A savedChoice is a Selection without the criterion, which may hold data.
type savedChoice struct {
	Rule     SelectionRule  `json:"rule"`
	TauIndex int            `json:"tau_index"`
	Taus     int            `json:"taus"`
	Size     int            `json:"size"`
	RMSE     number         `json:"rmse"`
	Errors   []number       `json:"errors"`
	Sets     int            `json:"sets"`
	SE       *number        `json:"se,omitempty"` // of RMSE by cross-validation
	Mean     *number        `json:"mean,omitempty"`
	OverMean *number        `json:"over_mean,omitempty"`
	Crossed  *savedFolds    `json:"cross_validation,omitempty"`
	Evidence *savedEvidence `json:"evidence,omitempty"`
}

// savedFolds is a CrossValidation.
type savedFolds struct {
	Folds      int              `json:"folds"`
	Candidates []savedCandidate `json:"candidates"`
	Least      int              `json:"least"`
	Chosen     int              `json:"chosen"`
}

// savedEvidence is an Evidence.
type savedEvidence struct {
	Log      number      `json:"log"`
	Mean     number      `json:"mean"`
	Price    float64     `json:"price"`
	Proposed int         `json:"proposed"`
	Worth    []number    `json:"worth"`
	Widths   []number    `json:"widths"`
	Steps    []savedStep `json:"steps"`
	Instead  string      `json:"instead,omitempty"`
}

type savedStep struct {
	What   string `json:"what"`
	Inputs int    `json:"inputs"`
	Log    number `json:"log"`
}

type savedCandidate struct {
	TauIndex int    `json:"tau_index"`
	Tau      number `json:"tau"`
	Size     int    `json:"size"`
	RMSE     number `json:"rmse"`
	SE       number `json:"se"`
}

type savedEffort struct {
	Iterations int     `json:"iterations"`
	Seconds    float64 `json:"seconds"`
}

// Save writes the model to a file as [Model.Write] does. It replaces the file as a whole or
// not at all.
func (m *Model) Save(path string) error {
	return writeFile(path, "save the model", func(w io.Writer) error { return m.Write(w) })
}

// Write writes the model as JSON. [ReadModel] makes a model of it that predicts the same to
// the bit on the same machine. The JSON holds the training data.
//
// Penalty, solver and the criterion of a Selection are kept by name only: the Spec of a
// model that was read has no Penalty and no Solver. Only kernels of package kern, and
// kernels made of these, can be written; any other kernel is an error.
func (m *Model) Write(w io.Writer) error {
	saved, err := m.saved(saveKernel)
	if err != nil {
		return badArgument("Spec.Kernel", "save the model: %w", err)
	}
	train := m.given.Plain()
	saved.Train, saved.WrittenBy, saved.Effort = &train, program(), &savedEffort{m.iterations, m.seconds}
	saved.Function.setCoefficients(&m.f)
	body, err := json.Marshal(saved)
	if err != nil {
		return fmt.Errorf("nvsd: save the model: %w", err)
	}
	head := envelope{Format: modelFormat, Version: modelVersion, SHA256: digest(body), Model: body}
	if err := json.NewEncoder(w).Encode(head); err != nil {
		return fmt.Errorf("nvsd: save the model: %w", err)
	}
	return nil
}

func digest(compact []byte) string {
	sum := sha256.Sum256(compact)
	return hex.EncodeToString(sum[:])
}

// saved returns the model without its training data, its coefficients and what the fit took.
// save writes a kernel.
func (m *Model) saved(save func(kern.Kernel) (*savedKernel, error)) (*savedModel, error) {
	s := &savedModel{
		Method: m.method, Rule: m.Rule(), Penalty: m.PenaltyString(), Solver: m.SolverString(),
		Spec:     m.spec.saved(),
		Scaling:  savedScaling{Shift: m.shift, Scale: m.scale, SD: m.sd, Fill: numbers(m.fill)},
		Function: savedFunction{Use: m.f.use, Intercept: m.f.b},
		Selected: m.selected, Certain: m.certain, Order: m.order, PerUnit: m.perUnit, PerSD: m.perSD, Category: m.category,
		Tau: number(m.tau), TauMax: number(m.ceiling.seen()), RelGap: number(m.relGap), Short: m.short, RidgeNu: number(m.ridgeNu),
		TrainRMSE: number(m.trainRMSE), ValidRMSE: number(m.validRMSE), Warnings: m.warnings,
	}
	if m.kernel != nil {
		var err error
		if s.Kernel, err = save(m.kernel); err != nil {
			return nil, err
		}
		if s.Spec.Kernel, err = save(m.spec.Kernel); err != nil {
			return nil, err
		}
	}
	s.Selection = saveSelection(m.selection)
	return s, nil
}

// saved returns the Spec without its Kernel.
func (s Spec) saved() savedSpec {
	saved := savedSpec{
		Scale: savedScale(s.Scale), Intercept: savedIntercept(s.Intercept), Refit: savedRefit(s.Refit), RidgeNus: s.RidgeNus,
		Tol: s.Tol, MaxIter: s.MaxIter, Decades: s.Decades,
	}
	if s.Nu.said {
		saved.Nu, saved.TimesTau = &s.Nu.value, s.Nu.timesTau
	}
	return saved
}

// setCoefficients sets alpha and B.
func (s *savedFunction) setCoefficients(f *function) {
	if f.op != nil {
		s.Alpha = f.alpha
	}
	if f.B != nil {
		n, _ := f.B.Dims()
		for i := range n {
			s.B = append(s.B, mat.Row(nil, i, f.B))
		}
	}
}

func saveSelection(c *Selection) *savedChoice {
	if c == nil {
		return nil
	}
	s := &savedChoice{
		Rule: c.Rule, TauIndex: c.TauIndex, Taus: c.Taus, Size: c.Size, RMSE: number(c.RMSE), Sets: c.Sets,
		Mean: (*number)(&c.Mean), OverMean: (*number)(&c.OverMean), Errors: numbers(c.PathRMSE),
	}
	if !math.IsNaN(c.SE) {
		s.SE = (*number)(&c.SE)
	}
	s.Evidence = saveEvidence(c.Evidence)
	if cv := c.CrossValidation; cv != nil {
		s.Crossed = &savedFolds{Folds: cv.Folds, Least: cv.Least, Chosen: cv.Chosen}
		for _, c := range cv.Candidates {
			s.Crossed.Candidates = append(s.Crossed.Candidates, savedCandidate{c.TauIndex, number(c.Tau), c.Size, number(c.RMSE), number(c.SE)})
		}
	}
	return s
}

func saveEvidence(e *Evidence) *savedEvidence {
	if e == nil {
		return nil
	}
	s := &savedEvidence{Log: number(e.Log), Mean: number(e.Mean), Price: e.Price, Proposed: e.Proposed, Worth: numbers(e.Worth), Widths: numbers(e.Widths), Instead: e.Instead}
	for _, step := range e.Steps {
		s.Steps = append(s.Steps, savedStep{step.What, step.Inputs, number(step.LogEvidence)})
	}
	return s
}

// program returns the name of the program that writes a file, with its version if known.
func program() string {
	const path = "github.com/nvsd-kernel/nvsd-kernel"
	name := "nvsd"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, mod := range append(info.Deps, &info.Main) {
			if mod.Path == path {
				name += " " + cmp.Or(mod.Version, "(devel)")
			}
		}
	}
	return name + ", " + runtime.Version()
}

// compact returns JSON without blanks between its tokens.
func compact(raw []byte) ([]byte, error) {
	var b bytes.Buffer
	err := json.Compact(&b, raw)
	return b.Bytes(), err
}
