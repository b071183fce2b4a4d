// Package record writes models as JSON and reads them back, and writes their functions as programs.
package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"runtime"

	"github.com/nvsd-kernel/nvsd-kernel/internal/version"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

// The head of a file that holds a Model. The version counts the sets of fields that there
// have been. A program reads the files of its own version alone.
const (
	modelFormat  = "nvsd model"
	modelVersion = 11
)

// An envelope is the file: its format, its version, a digest that shows damage, and the model.
type envelope struct {
	Format  string          `json:"format"`
	Version int             `json:"version"`
	SHA256  string          `json:"sha256"` // of model, without blanks between its tokens
	Model   json.RawMessage `json:"model"`
}

// A Model is the record of a [model.Model]: the part that prediction and display need.
type Model struct {
	Method     string            `json:"method"`
	Rule       string            `json:"rule"`
	Penalty    string            `json:"penalty,omitempty"`
	Solver     string            `json:"solver,omitempty"`     // of the fit that selects
	WrittenBy  string            `json:"written_by,omitempty"` // program and Go, with their versions
	Spec       Spec              `json:"spec"`
	Kernel     *Kernel           `json:"kernel,omitempty"` // resolved
	Train      *data.Plain       `json:"train,omitempty"`  // nil in a proof, which says where the data come from
	Scaling    Scaling           `json:"scaling"`
	Function   Function          `json:"function"`
	Selected   []bool            `json:"selected"`
	Certain    []solve.Certainty `json:"certain,omitempty"` // of the inputs, at the optimum of the fit that selects
	Order      []int             `json:"order,omitempty"`   // of all inputs, as they come in along the path
	PerUnit    []float64         `json:"norms_per_unit"`
	PerSD      []float64         `json:"norms_per_sd"`
	Category   []float64         `json:"category_norms,omitempty"`
	Tau        Number            `json:"tau"`
	TauMax     Number            `json:"tau_max"`
	RelGap     Number            `json:"rel_gap"`
	Short      bool              `json:"short,omitempty"`
	RidgeNu    Number            `json:"ridge_nu"`
	TrainRMSE  Number            `json:"train_rmse"`
	TrainLoss  *Number           `json:"train_loss,omitempty"` // of a loss other than the square
	ValidRMSE  Number            `json:"valid_rmse"`
	Selection  *Choice           `json:"selection,omitempty"`
	Reduced    *Reduced          `json:"reduced,omitempty"` // nil unless the training data are centres
	Background *Background       `json:"background,omitempty"`
	Effort     *Effort           `json:"effort,omitempty"` // nil in a proof
	Warnings   []string          `json:"warnings,omitempty"`
}

// A Spec is the record of a [problem.Spec], without the Penalty and the Solver, of which only the
// names are kept.
type Spec struct {
	Kernel *Kernel `json:"kernel,omitempty"` // with its rules
	declare.Settings
}

// Scaling is the scaling of the inputs.
type Scaling struct {
	Shift []float64 `json:"shift"`
	Scale []float64 `json:"scale"`
	SD    []float64 `json:"sd"`
	Fill  []Number  `json:"fill,omitempty"` // values that stand for missing inputs; absent if there are none
}

// Function has the coefficients of the fitted function.
type Function struct {
	Use       []bool      `json:"use"`
	Alpha     []float64   `json:"alpha,omitempty"` // length n; absent if f = 0
	B         [][]float64 `json:"b,omitempty"`     // n x d; absent if f has no derivative terms
	Intercept float64     `json:"intercept"`
}

// A Choice is the record of a [choose.Selection], without the criterion, which may hold data.
type Choice struct {
	Rule     choose.SelectionRule `json:"rule"`
	TauIndex int                  `json:"tau_index"`
	Taus     int                  `json:"taus"`
	Size     int                  `json:"size"`
	RMSE     Number               `json:"rmse"`
	Errors   []Number             `json:"errors"`
	Sets     int                  `json:"sets"`
	SE       *Number              `json:"se,omitempty"` // of RMSE by cross-validation
	Mean     Number               `json:"mean"`
	OverMean Number               `json:"over_mean"`
	Crossed  *Folds               `json:"cross_validation,omitempty"`
	Evidence *Evidence            `json:"evidence,omitempty"`
}

// Folds is the record of a [choose.CrossValidation].
type Folds struct {
	Folds      int         `json:"folds"`
	Candidates []Candidate `json:"candidates"`
	Least      int         `json:"least"`
	Chosen     int         `json:"chosen"`
}

// Evidence is the record of a [choose.Evidence].
type Evidence struct {
	Log      Number   `json:"log"`
	Mean     Number   `json:"mean"`
	Price    float64  `json:"price"`
	Proposed int      `json:"proposed"`
	Worth    []Number `json:"worth"`
	Widths   []Number `json:"widths"`
	Steps    []Step   `json:"steps"`
	Instead  string   `json:"instead,omitempty"`
}

// Reduced is the record of a [model.Reduced].
type Reduced struct {
	Rows    int     `json:"rows"` // that the function is fitted to
	Gap     Number  `json:"gap"`
	Proved  bool    `json:"proved"`
	Scale   float64 `json:"scale"` // of the posterior
	Noise   float64 `json:"noise"`
	Freedom float64 `json:"freedom"`
}

// Background is the record of a [model.Background].
type Background struct {
	Smooth  bool    `json:"smooth"`
	Share   float64 `json:"share"`
	Gain    float64 `json:"gain"`
	Price   float64 `json:"price"`
	RMSE    float64 `json:"rmse"`
	Without float64 `json:"rmse_without"`
	Chosen  int     `json:"chosen"`
}

// A Step is a comparison in the search for the evidence.
type Step struct {
	What   string `json:"what"`
	Inputs int    `json:"inputs"`
	Log    Number `json:"log"`
}

// A Candidate is a candidate of a cross-validation.
type Candidate struct {
	TauIndex int    `json:"tau_index"`
	Tau      Number `json:"tau"`
	Size     int    `json:"size"`
	RMSE     Number `json:"rmse"`
	SE       Number `json:"se"`
}

// Effort is the cost of a fit.
type Effort struct {
	Iterations int     `json:"iterations"`
	Seconds    float64 `json:"seconds"`
}

// Save writes the model to a file as [Write] does. It replaces the file as a whole or
// not at all.
func Save(m *model.Model, path string) error {
	return writeFile(path, "save the model", func(w io.Writer) error { return Write(m, w) })
}

// Write writes the model as JSON. [Read] makes a model of it that predicts the same to the
// bit on the same machine.
func Write(m *model.Model, w io.Writer) error {
	saved, err := withData(m)
	if err != nil {
		return err
	}
	return seal(w, modelFormat, modelVersion, saved)
}

// withData returns the record of a model with its training data and coefficients.
func withData(m *model.Model) (*Model, error) {
	if err := keepsFeatures(m, "a file of a model"); err != nil {
		return nil, err
	}
	saved, err := OfModel(m, OfKernel)
	if err != nil {
		return nil, refusal.BadArgument("Spec.Kernel", "save the model: %w", err)
	}
	train := m.Given.Plain()
	saved.Train, saved.WrittenBy, saved.Effort = &train, program(), &Effort{m.Iterations, m.Seconds}
	saved.Function.setCoefficients(&m.F)
	return saved, nil
}

// seal writes a record in an envelope.
func seal(w io.Writer, format string, version int, saved any) error {
	body, err := json.Marshal(saved)
	if err != nil {
		return fmt.Errorf("nvsd: save the model: %w", err)
	}
	head := envelope{Format: format, Version: version, SHA256: Digest(body), Model: body}
	if err := json.NewEncoder(w).Encode(head); err != nil {
		return fmt.Errorf("nvsd: save the model: %w", err)
	}
	return nil
}

// Digest returns the SHA-256 of JSON in its compact form, in hexadecimal digits.
func Digest(compact []byte) string {
	sum := sha256.Sum256(compact)
	return hex.EncodeToString(sum[:])
}

// OfModel returns the model without its training data, its coefficients and what the fit took.
// save writes a kernel.
func OfModel(m *model.Model, save func(kern.Kernel) (*Kernel, error)) (*Model, error) {
	s := &Model{
		Method: m.Kind, Rule: m.Rule(), Penalty: m.PenaltyString(), Solver: m.SolverString(),
		Spec:     OfSpec(m.Spec),
		Scaling:  Scaling{Shift: m.Shift, Scale: m.Scale, SD: m.SD, Fill: Numbers(m.Fill)},
		Function: Function{Use: m.F.Use, Intercept: m.F.Intercept},
		Selected: m.In, Certain: m.Certain, Order: m.Order, PerUnit: m.PerUnit, PerSD: m.PerSD, Category: m.Category,
		Tau: Number(m.Tau), TauMax: Number(m.Ceiling.Seen()), RelGap: Number(m.RelGap), Short: m.Short, RidgeNu: Number(m.RidgeNu),
		TrainRMSE: Number(m.TrainRMSE), ValidRMSE: Number(m.ValidRMSE), Warnings: m.Warnings,
	}
	if m.Loss() != nil {
		own := Number(m.TrainLoss)
		s.TrainLoss = &own
	}
	if m.Kernel != nil {
		var err error
		s.Kernel, err = save(m.Kernel)
		if err != nil {
			return nil, err
		}
		s.Spec.Kernel, err = save(m.Spec.Kernel)
		if err != nil {
			return nil, err
		}
	}
	s.Selection = saveSelection(m.Selection)
	s.Background = (*Background)(m.Background)
	if r := m.Reduced; r != nil {
		p := r.Posterior
		s.Reduced = &Reduced{Rows: r.Rows, Gap: Number(r.Gap), Proved: r.Proved, Scale: p.Scale, Noise: p.Noise, Freedom: p.Freedom}
	}
	return s, nil
}

// keepsFeatures reports a model whose function is one of random features: what has no place for them.
func keepsFeatures(m *model.Model, what string) error {
	if _, _, said := m.Spec.Features.Drawn(); !said || m.F.Op == nil {
		return nil
	}
	return refusal.BadArgument("Spec.Features", "%s has no place for %v: keep the Spec, whose fit has the same bits again, or take Spec.RidgeOnCentres on the inputs that the model ranks first", what, m.Spec.Features)
}

// OfSpec returns the Spec without its Kernel.
func OfSpec(s problem.Spec) Spec { return Spec{Settings: declare.SettingsOf(s)} }

// setCoefficients sets alpha and B.
func (s *Function) setCoefficients(f *problem.Function) {
	if f.Op != nil {
		s.Alpha = f.Alpha
	}
	if f.B != nil {
		n, _ := f.B.Dims()
		for i := range n {
			s.B = append(s.B, mat.Row(nil, i, f.B))
		}
	}
}

func saveSelection(c *choose.Selection) *Choice {
	if c == nil {
		return nil
	}
	s := &Choice{
		Rule: c.Rule, TauIndex: c.TauIndex, Taus: c.Taus, Size: c.Size, RMSE: Number(c.RMSE), Sets: c.Sets,
		Mean: Number(c.Mean), OverMean: Number(c.OverMean), Errors: Numbers(c.PathRMSE),
	}
	if !math.IsNaN(c.SE) {
		s.SE = (*Number)(&c.SE)
	}
	s.Evidence = saveEvidence(c.Evidence)
	if cv := c.CrossValidation; cv != nil {
		s.Crossed = &Folds{Folds: cv.Folds, Least: cv.Least, Chosen: cv.Chosen}
		for _, c := range cv.Candidates {
			s.Crossed.Candidates = append(s.Crossed.Candidates, Candidate{c.TauIndex, Number(c.Tau), c.Size, Number(c.RMSE), Number(c.SE)})
		}
	}
	return s
}

func saveEvidence(e *choose.Evidence) *Evidence {
	if e == nil {
		return nil
	}
	s := &Evidence{Log: Number(e.Log), Mean: Number(e.Mean), Price: e.Price, Proposed: e.Proposed, Worth: Numbers(e.Worth), Widths: Numbers(e.Widths), Instead: e.Instead}
	for _, step := range e.Steps {
		s.Steps = append(s.Steps, Step{step.What, step.Inputs, Number(step.LogEvidence)})
	}
	return s
}

// program returns the name of the program that writes a file, with its version.
func program() string { return "nvsd " + version.String() + ", " + runtime.Version() }

// compact returns JSON without blanks between its tokens.
func compact(raw []byte) ([]byte, error) {
	var b bytes.Buffer
	err := json.Compact(&b, raw)
	return b.Bytes(), err
}
