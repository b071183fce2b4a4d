package nvsd

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// The head of a proof. docs/proofs.md describes the format field by field.
const (
	proofFormat  = "nvsd proof"
	proofVersion = 1
)

// A savedProof is a model with all that is needed to compute its numbers again.
type savedProof struct {
	Data  proofData   `json:"data"`
	Fit   *savedFit   `json:"fit,omitempty"`   // that selects; nil without one
	Model *savedModel `json:"model,omitempty"` // what is claimed; nil in the proof of a path
	Path  *savedPath  `json:"path,omitempty"`  // in its place, in the proof of a path
	// Search says that the model is the best of a search, whose table is shown before that of the model.
	Search bool   `json:"search,omitempty"`
	Ridge  packed `json:"ridge,omitempty"` // alpha of the kernel ridge regression; nil if the fit is the model
	// Fitted are the predictions at the training points.
	Fitted packed `json:"fitted,omitempty"`
}

// A savedFit is a penalised fit and what is claimed of it.
type savedFit struct {
	Penalty *savedPenalty `json:"penalty"`
	Kernel  *savedKernel  `json:"kernel"` // resolved
	Tau     float64       `json:"tau"`
	Nu      float64       `json:"nu"`

	Alpha packed `json:"alpha"`
	B     packed `json:"b"`

	Bound savedBound `json:"bound"`

	Objective number            `json:"objective"`
	RelGap    number            `json:"rel_gap"`  // NaN without a certificate
	Residual  *number           `json:"residual"` // by solve.Certify; null with a certificate
	Norms     []number          `json:"norms"`    // of the scaled inputs; 0 for those that are out
	Active    []bool            `json:"active"`
	Certain   []solve.Certainty `json:"certain,omitempty"`
	Flat      bool              `json:"flat,omitempty"` // tau is tau_max or more, and no derivative is left
}

// savedBound is a solve.Bound.
type savedBound struct {
	Prox    packed  `json:"prox,omitempty"`
	Stepped bool    `json:"stepped,omitempty"`
	Tol     float64 `json:"tol"`
}

// Proof returns the model with all from which [CheckProof] computes its numbers again: where
// the training data come from, the Spec, the exact coefficients, and what is claimed of them.
// It is JSON, the same bytes for the same model. A page that shows the model keeps it beside
// what is seen. docs/proofs.md describes it field by field.
//
// A model that was read from a file has no proof.
func (m *Model) Proof() (json.RawMessage, error) {
	if m.read != nil {
		return nil, badArgument("model", "a model that was read from a file has no proof: it does not have the fit that selects")
	}
	return m.proof(false)
}

// proof is Proof. search says that the model is shown below the table of a search.
func (m *Model) proof(search bool) (json.RawMessage, error) {
	body, err := m.savedProof()
	if err != nil {
		return nil, fmt.Errorf("nvsd: the proof of a model: %w", err)
	}
	body.Search = search
	return sealProof(body)
}

func (m *Model) savedProof() (*savedProof, error) {
	model, err := m.saved(kernelOrName)
	if err != nil {
		return nil, err
	}
	fitted, err := m.f.predict(m.train.X())
	if err != nil {
		return nil, err
	}
	p := &savedProof{Data: dataOf(m.train), Model: model, Fitted: fitted}
	if !math.IsNaN(m.ridgeNu) && m.f.op != nil {
		p.Ridge = m.f.alpha
	}
	if m.selecting != nil {
		p.Fit, err = m.selecting.saved()
	}
	return p, err
}

func (s *selecting) saved() (*savedFit, error) {
	kernel, err := kernelOrName(s.ds.kernel)
	if err != nil {
		return nil, err
	}
	fit := &savedFit{
		Penalty: savePenalty(s.ds.spec.Penalty), Kernel: kernel, Tau: s.tau, Nu: s.ds.spec.Nu.at(s.tau),
		Alpha: s.sol.Alpha, B: packRows(s.sol.B),
		Bound:     savedBound{Prox: packRows(s.sol.Bound.Prox), Stepped: s.sol.Bound.Stepped, Tol: s.sol.Bound.Tol},
		Objective: number(s.sol.Objective), RelGap: number(s.sol.RelGap),
		Norms: numbers(s.sol.Norms), Active: s.sol.Active, Certain: s.sol.Certain, Flat: s.flat,
	}
	if !s.sol.Certified() { // the residual of a solver is its own
		again, err := solve.Certify(context.Background(), s.ds.problem(s.tau), solve.Coefficients{Alpha: s.sol.Alpha, B: s.sol.B, Bound: s.sol.Bound})
		if err != nil {
			return nil, err
		}
		residual := number(again.Residual)
		fit.Residual, fit.Objective = &residual, number(again.Objective)
	}
	return fit, nil
}

// kernelOrName is saveKernel, but for a kernel that is a cell's code it returns the name.
func kernelOrName(k kern.Kernel) (*savedKernel, error) {
	if s, err := saveKernel(k); err == nil {
		return s, nil
	}
	return &savedKernel{Kind: ofCell, Name: called(k)}, nil
}

// A sealedProof is the proof with its head.
type sealedProof struct {
	Format  string          `json:"format"`
	Version int             `json:"version"`
	SHA256  string          `json:"sha256"`         // of the canonical form of the proof
	Code    bool            `json:"code,omitempty"` // a kernel, a penalty or a step of the data is the code of a cell
	Proof   json.RawMessage `json:"proof"`
}

// needsCode reports whether the code of a cell is needed to check the proof.
func (p *savedProof) needsCode() bool {
	switch {
	case p.Data.Values != nil:
		return true
	case p.Model != nil:
		return p.Model.Kernel.isOfCell() || p.Model.Spec.Kernel.isOfCell() || p.Fit != nil && p.Fit.Penalty.isOfCell()
	case p.Path != nil:
		return p.Path.Spec.Kernel.isOfCell() || p.Path.Penalty.isOfCell()
	}
	return false
}

func sealProof(p *savedProof) (json.RawMessage, error) {
	body, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	sum, err := canonicalDigest(body)
	if err != nil {
		return nil, err
	}
	return json.Marshal(sealedProof{proofFormat, proofVersion, sum, p.needsCode(), body})
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
	return digest(body), nil
}
