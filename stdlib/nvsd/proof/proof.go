// Package proof writes down with a model or a path all from which its numbers can be computed again
// without fitting, and does so. docs/proofs.md describes the format field by field.
package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/record"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// The head of a proof. docs/proofs.md describes the format field by field.
const (
	proofFormat  = "nvsd proof"
	proofVersion = 2
)

// A content is a model with all that is needed to compute its numbers again.
type content struct {
	Data  proofData     `json:"data"`
	Fit   *storedFit    `json:"fit,omitempty"`   // that selects; nil without one
	Model *record.Model `json:"model,omitempty"` // the claims; nil in the proof of a path
	Path  *storedPath   `json:"path,omitempty"`  // in its place, in the proof of a path
	// Search is true if the model is the best of a search, whose table is shown before the table of
	// the model.
	Search bool          `json:"search,omitempty"`
	Ridge  record.Packed `json:"ridge,omitempty"` // alpha of the kernel ridge regression; nil if the fit is the model
	// Fitted are the predictions at the training points.
	Fitted record.Packed `json:"fitted,omitempty"`
}

// A storedFit is a penalised fit with the claims about it.
type storedFit struct {
	Penalty *record.Penalty `json:"penalty"`
	Kernel  *record.Kernel  `json:"kernel"` // resolved
	Tau     float64         `json:"tau"`
	Nu      float64         `json:"nu"`

	Alpha record.Packed `json:"alpha"`
	B     record.Packed `json:"b"`

	Bound storedBound `json:"bound"`

	Objective record.Number     `json:"objective"`
	RelGap    record.Number     `json:"rel_gap"`  // NaN without a certificate
	Residual  *record.Number    `json:"residual"` // by solve.Certify; null with a certificate
	Norms     []record.Number   `json:"norms"`    // of the scaled inputs; 0 for those that are out
	Active    []bool            `json:"active"`
	Certain   []solve.Certainty `json:"certain,omitempty"`
	Flat      bool              `json:"flat,omitempty"` // tau is tau_max or more, and no derivative is left
}

// storedBound is the record of a [solve.Bound].
type storedBound struct {
	Prox    record.Packed `json:"prox,omitempty"`
	Stepped bool          `json:"stepped,omitempty"`
	Tol     float64       `json:"tol"`

	Curvature float64 `json:"curvature,omitempty"` // of a loss other than the square
}

// OfModel returns the model with all from which [Check] computes its numbers again: where
// the training data come from, the Spec, the exact coefficients, and what is claimed of them.
func OfModel(m *model.Model) (json.RawMessage, error) {
	if m.Read != nil {
		return nil, refusal.BadArgument("model", "a model that was read from a file has no proof: it does not have the fit that selects")
	}
	if m.Reduced != nil {
		return nil, refusal.BadArgument("model", "a model on centres has no proof: it does not have all rows that it was fitted to")
	}
	if !m.Spec.Features.IsZero() {
		return nil, refusal.BadArgument("model", "a model with random features has no proof: what is certified is certified for sums over the rows")
	}
	if m.Background != nil {
		return nil, refusal.BadArgument("model", "a model with a background has no proof: the Model of the finding, which selects the inputs, has one")
	}
	return sealModel(m, false)
}

// OfSearch returns the proof of the best model of a search, which a page shows below the table of
// the search.
func OfSearch(m *model.Model) (json.RawMessage, error) { return sealModel(m, true) }

func sealModel(m *model.Model, search bool) (json.RawMessage, error) {
	body, err := contentOfModel(m)
	if err != nil {
		return nil, fmt.Errorf("nvsd: the proof of a model: %w", err)
	}
	body.Search = search
	return sealProof(body)
}

func contentOfModel(m *model.Model) (*content, error) {
	model, err := record.OfModel(m, record.KernelOrName)
	if err != nil {
		return nil, err
	}
	fitted, err := m.F.Predict(m.Train.X())
	if err != nil {
		return nil, err
	}
	p := &content{Data: dataOf(m.Train), Model: model, Fitted: fitted}
	if !math.IsNaN(m.RidgeNu) && m.F.Op != nil {
		p.Ridge = m.F.Alpha
	}
	if m.Selecting != nil {
		p.Fit, err = storedFitOf(m.Selecting)
	}
	return p, err
}

func storedFitOf(s *model.PenalisedFit) (*storedFit, error) {
	kernel, err := record.KernelOrName(s.Ds.Kernel)
	if err != nil {
		return nil, err
	}
	penalty, err := record.PenaltyOrName(s.Ds.Spec.Penalty)
	if err != nil {
		return nil, err
	}
	fit := &storedFit{
		Penalty: penalty, Kernel: kernel, Tau: s.Tau, Nu: s.Ds.Spec.Nu.At(s.Tau),
		Alpha: s.Sol.Alpha, B: record.PackRows(s.Sol.B),
		Bound:     storedBound{Prox: record.PackRows(s.Sol.Bound.Prox), Stepped: s.Sol.Bound.Stepped, Tol: s.Sol.Bound.Tol, Curvature: s.Sol.Bound.Curvature},
		Objective: record.Number(s.Sol.Objective), RelGap: record.Number(s.Sol.RelGap),
		Norms: record.Numbers(s.Sol.Norms), Active: s.Sol.Active, Certain: s.Sol.Certain, Flat: s.Flat,
	}
	if !s.Sol.Certified() { // the residual of a solver is its own
		again, err := solve.Certify(context.Background(), s.Ds.Problem(s.Tau), solve.Coefficients{Alpha: s.Sol.Alpha, B: s.Sol.B, Bound: s.Sol.Bound})
		if err != nil {
			return nil, err
		}
		residual := record.Number(again.Residual)
		fit.Residual, fit.Objective = &residual, record.Number(again.Objective)
	}
	return fit, nil
}

// A sealed is the proof with its head.
type sealed struct {
	Format  string          `json:"format"`
	Version int             `json:"version"`
	SHA256  string          `json:"sha256"`         // of the canonical form of the proof
	Code    bool            `json:"code,omitempty"` // a kernel, a penalty or a step of the data is the code of a cell
	Proof   json.RawMessage `json:"proof"`
}

// needsCode reports whether the code of a cell is needed to check the proof.
func (p *content) needsCode() bool {
	switch {
	case p.Data.Values != nil:
		return true
	case p.Model != nil:
		return p.Model.Kernel.IsOfCell() || p.Model.Spec.Kernel.IsOfCell() || p.Fit != nil && p.Fit.Penalty.IsOfCell()
	case p.Path != nil:
		return p.Path.Spec.Kernel.IsOfCell() || p.Path.Penalty.IsOfCell()
	}
	return false
}

func sealProof(p *content) (json.RawMessage, error) {
	body, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	sum, err := canonicalDigest(body)
	if err != nil {
		return nil, err
	}
	return json.Marshal(sealed{proofFormat, proofVersion, sum, p.needsCode(), body})
}

// canonicalDigest returns the digest of JSON with sorted keys, without blanks, and with
// numbers as Go writes a float64. Programs that store a notebook again write numbers in their
// own way.
func canonicalDigest(raw []byte) (string, error) {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return "", err
	}
	body, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	return record.Digest(body), nil
}
