package proof_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/proof"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// proven returns models of each kind whose gap is proven.
func proven(t testing.TB) map[string]*nvsd.Model {
	s := fixture.Split(t, fixture.Waves(90, 4, 3), data.Train(40), data.Valid(50))
	loose := fixture.Gaussian
	loose.Tol = 1e-3
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, s.Train, 5))
	groups := [][]int{{0, 1}, {2, 3}}
	unscaled := fixture.Gaussian
	unscaled.Scale, unscaled.Intercept = nvsd.NoScaling, nvsd.NoIntercept
	byTau := fixture.Gaussian.WithPenalty(penalty.Scaled{Factor: 2, P: penalty.Lasso{}})
	byTau.Nu = nvsd.TimesTau(0.3)
	admm := fixture.Gaussian
	admm.Solver = solve.ADMM{Tol: 1e-6}
	fit := func(spec nvsd.Spec, on *data.Frame) *nvsd.Model {
		return fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, on, nvsd.TauFrac(0.1)))
	}
	classes := s.Train.Y()
	for i, v := range classes {
		classes[i] = math.Copysign(1, v-5.5)
	}
	return map[string]*nvsd.Model{
		"lasso":          fit(fixture.Gaussian, s.Train),
		"loose":          fit(loose, s.Train),
		"group lasso":    fit(fixture.Gaussian.WithPenalty(penalty.Groups(groups)), s.Train),
		"elastic net":    fit(fixture.Gaussian.WithPenalty(penalty.ElasticNet{Mu: 0.6}), s.Train),
		"sparse group":   fit(fixture.Gaussian.WithPenalty(penalty.SparseGroup{GroupLasso: penalty.Groups(groups), Mu: 0.5}), s.Train),
		"weighted":       fit(fixture.Gaussian.WithPenalty(penalty.WeightedLasso{Weights: []float64{1, 2, 1, 0.5}}), s.Train),
		"overlapping":    fit(fixture.Gaussian.WithPenalty(penalty.Overlapping{GroupLasso: penalty.Groups([][]int{{0, 1}, {1, 2}, {3}})}), s.Train),
		"by tau":         fit(byTau, s.Train),
		"unscaled":       fit(unscaled, s.Train),
		"ADMM":           fit(admm, s.Train),
		"flat":           fixture.Must[*nvsd.Model](t)(p.Model(0)),
		"classification": fit(fixture.Gaussian, fixture.Frame(t, mat.DenseCopyOf(s.Train.X()), classes)),
		"selected":       fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked)),
		"by zeros":       fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.ExactZeros, nvsd.KeepKernel)),
		"top":            fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.TopK(2), nvsd.NewWidth)),
		"crossed":        fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByCrossValidation(nvsd.KFold(3, 1)), nvsd.Ranked)),
		"ARD":            fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked, nvsd.ARD)),
		"ridge":          fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Ridge(fixture.Ctx, s.Train, nvsd.ByLeaveOneOut())),
		"categorical":    fit(fixture.Gaussian, fixture.Categories(t)),
		"whole factor":   fixture.Must[*nvsd.Model](t)(fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, fixture.Categories(t), 8)).Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.RankedGroups)),
		"groups crossed": fixture.Must[*nvsd.Model](t)(fixture.Must[*nvsd.Path](t)(fixture.Gaussian.WithPenalty(penalty.Groups(groups)).Path(fixture.Ctx, s.Train, 8)).Select(fixture.Ctx, nvsd.ByCrossValidation(nvsd.KFold(3, 1)), nvsd.RankedGroups)),
	}
}

func proofOf(t testing.TB, m *nvsd.Model) []byte {
	t.Helper()
	return fixture.Must[json.RawMessage](t)(m.Proof())
}

func checkProof(t testing.TB, raw []byte) *proof.Checked {
	t.Helper()
	return fixture.Must[*proof.Checked](t)(nvsd.CheckProof(fixture.Ctx, raw, ""))
}

func TestProofsHold(t *testing.T) {
	for name, m := range proven(t) {
		raw := proofOf(t, m)
		if again := proofOf(t, m); !bytes.Equal(raw, again) {
			t.Errorf("%s: two proofs of one model differ", name)
		}
		c := checkProof(t, raw)
		if c.Verdict != proof.Proved || m.Selection() == nil && len(c.Notes) > 0 || m.Selection() != nil && !onlySelection(c.Notes) {
			t.Errorf("%s: %v", name, c)
			continue
		}
		// A front end may store the notebook again, with numbers written in its own way.
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatal(err)
		}
		indented := fixture.Must[[]byte](t)(json.MarshalIndent(v, "", " "))
		if c := checkProof(t, indented); c.Verdict != proof.Proved {
			t.Errorf("%s, stored again: %v", name, c)
		}
		page, whole := c.Shown()
		if want, got := m.Report().String(), page.String(); !whole || got != want {
			t.Errorf("%s: of the model that was made again this is shown:\n%s\nand of the model\n%s", name, got, want)
		}
	}
}

// onlySelection reports whether the notes are the one on what a selection compares.
func onlySelection(notes []string) bool {
	return len(notes) == 1 && strings.Contains(notes[0], "the errors by which tau and the set were chosen")
}

// A sealed proof that a test changes. Its digest is made anew.
type changed struct {
	t    testing.TB
	head map[string]any
	body map[string]any
}

func change(t testing.TB, raw []byte) changed {
	c := changed{t: t}
	if err := json.Unmarshal(raw, &c.head); err != nil {
		t.Fatal(err)
	}
	c.body = c.head["proof"].(map[string]any)
	return c
}

func (c changed) sealed() []byte {
	body := fixture.Must[[]byte](c.t)(json.Marshal(c.body))
	sum := sha256.Sum256(body)
	c.head["sha256"] = hex.EncodeToString(sum[:])
	return fixture.Must[[]byte](c.t)(json.Marshal(c.head))
}

func (c changed) part(name string) map[string]any {
	part, _ := c.body[name].(map[string]any)
	return part
}

// numbers lets change edit a packed list of numbers of a part of the proof.
func (c changed) numbers(in map[string]any, name string, change func(v []float64)) bool {
	s, ok := in[name].(string)
	if !ok {
		return false
	}
	raw := fixture.Must[[]byte](c.t)(base64.StdEncoding.DecodeString(s))
	v := make([]float64, len(raw)/8)
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*i:]))
	}
	change(v)
	for i, x := range v {
		binary.LittleEndian.PutUint64(raw[8*i:], math.Float64bits(x))
	}
	in[name] = base64.StdEncoding.EncodeToString(raw)
	return true
}

// datum moves a cell of a column by the standard deviation of the column.
func (c changed) datum(column string, row int) {
	values := c.part("data")["origin"].(map[string]any)["values"].(map[string]any)
	for _, v := range values["columns"].([]any) {
		if col := v.(map[string]any); col["name"] == column {
			c.numbers(col, "cells", func(v []float64) { v[row] += stat.StdDev(v, nil) })
			return
		}
	}
	c.t.Fatalf("there is no column %q", column)
}

// largest returns the index of the number of largest size.
func largest(v []float64) int {
	at := 0
	for i, x := range v {
		if math.Abs(x) > math.Abs(v[at]) {
			at = i
		}
	}
	return at
}

func refused(t testing.TB, what string, raw []byte) {
	t.Helper()
	if c := checkProof(t, raw); c.Verdict != proof.Refused {
		t.Errorf("%s: %v", what, c)
	}
}

// With every digest made anew, a coefficient that is moved by 1 %, a datum that is moved by
// one standard deviation, a lowered gap and a changed set are each refused.
func TestChangedProofsAreRefused(t *testing.T) {
	for name, m := range proven(t) {
		raw := proofOf(t, m)
		for _, list := range []string{"alpha", "b"} {
			for _, which := range []string{"largest", "middle"} {
				c := change(t, raw)
				move := func(v []float64) {
					i := largest(v)
					if which == "middle" {
						for i = len(v) / 2; math.Abs(v[i]) < 1e-3*math.Abs(v[largest(v)]); i++ {
						}
					}
					v[i] *= 1.01
				}
				if c.numbers(c.part("fit"), list, move) && name != "flat" {
					refused(t, fmt.Sprintf("%s: the %s of %s moved by 1 %%", name, which, list), c.sealed())
				}
			}
		}
		c := change(t, raw)
		if c.numbers(c.body, "ridge", func(v []float64) { v[largest(v)] *= 1.01 }) {
			refused(t, name+": a coefficient of the regression moved by 1 %", c.sealed())
		}
		c = change(t, raw)
		c.part("model")["function"].(map[string]any)["intercept"] = 17.0
		refused(t, name+": another intercept", c.sealed())
		c = change(t, raw)
		scale := c.part("model")["scaling"].(map[string]any)["scale"].([]any)
		scale[0] = 1.01 * scale[0].(float64)
		refused(t, name+": another scaling", c.sealed())
		for _, i := range []int{0, 17, 39} {
			c = change(t, raw)
			c.datum("y", i)
			refused(t, fmt.Sprintf("%s: target %d moved by a standard deviation", name, i), c.sealed())
			if name == "flat" || name == "categorical" {
				continue
			}
			c = change(t, raw)
			c.datum("x1", i)
			refused(t, fmt.Sprintf("%s: input 1 of row %d moved by a standard deviation", name, i), c.sealed())
		}
		c = change(t, raw)
		if c.part("fit") != nil {
			if gap := c.part("fit")["rel_gap"].(float64); gap > 0 {
				c.part("fit")["rel_gap"], c.part("model")["rel_gap"] = gap/2, gap/2
				refused(t, name+": half the gap", c.sealed())
			}
			c = change(t, raw)
			c.part("model")["rel_gap"] = 1e-9
			refused(t, name+": another gap of the model", c.sealed())
		}
	}
}

// What a proof says beside the numbers of its fit is refused as well, where it is computed again or has to be one
// of few words.
func TestOtherClaimsAreRefused(t *testing.T) {
	for name, m := range proven(t) {
		raw := proofOf(t, m)
		for what, edit := range map[string]func(model, fit map[string]any) bool{
			"another kernel of the model": func(model, _ map[string]any) bool {
				kernel, _ := model["kernel"].(map[string]any)
				sigma, ok := kernel["sigma"].(float64)
				if ok {
					kernel["sigma"] = 2 * sigma
				}
				return ok
			},
			"a lower tau_max": func(model, fit map[string]any) bool {
				top, ok := model["tau_max"].(float64)
				if ok && fit != nil {
					model["tau_max"] = 0.9 * top
				}
				return ok && fit != nil
			},
			"a residual": func(_, fit map[string]any) bool {
				if fit != nil {
					fit["residual"] = 1e-9
				}
				return fit != nil
			},
			"another kind of model":   func(model, _ map[string]any) bool { model["method"] = "the true model"; return true },
			"a line below the rule":   func(model, _ map[string]any) bool { model["rule"] = "a\ncertificate: exact"; return true },
			"a line below the solver": func(model, _ map[string]any) bool { model["solver"] = "a\ncertificate: exact"; return true },
		} {
			c := change(t, raw)
			if edit(c.part("model"), c.part("fit")) {
				refused(t, name+": "+what, c.sealed())
			}
		}
	}
}

// Whoever says that tau_max is below the tau of a fit says that nothing is selected, which no norm and no certainty
// contradicts where nothing is certain of any input. That tau_max is another one does.
func TestTauMaxIsComputedAgain(t *testing.T) {
	spec := fixture.Gaussian
	spec.Tol = 0.3
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, fixture.Waves(40, 4, 3), nvsd.TauFrac(0.9)))
	if slices.Contains(m.Certain(), solve.CertainlyIn) {
		t.Fatal("an input is certain: this test needs a fit of which nothing is known")
	}
	c := change(t, proofOf(t, m))
	mean := stat.Mean(fixture.Waves(40, 4, 3).Y(), nil)
	c.numbers(c.body, "fitted", func(v []float64) {
		for i := range v {
			v[i] = mean
		}
	})
	model, fit := c.part("model"), c.part("fit")
	model["tau_max"] = fit["tau"].(float64) / 2
	for a := range m.Names() {
		fit["active"].([]any)[a], model["selected"].([]any)[a] = false, false
		for _, list := range []any{fit["norms"], model["norms_per_sd"], model["norms_per_unit"]} {
			list.([]any)[a] = 0.0
		}
	}
	got := checkProof(t, c.sealed())
	if got.Verdict != proof.Refused || !strings.Contains(got.String(), "tau_max is") {
		t.Errorf("%v", got)
	}
}

// A set that is changed in inputs that are certain is refused, whoever else is told of it.
func TestChangedSetsAreRefused(t *testing.T) {
	for name, m := range proven(t) {
		c := change(t, proofOf(t, m))
		decided := 0
		if certain := m.Certain(); certain != nil {
			decided = slices.IndexFunc(certain, func(v solve.Certainty) bool { return v != solve.Undecided })
			if decided < 0 {
				continue
			}
		}
		model := c.part("model")
		flip := func(list any) {
			flags, _ := list.([]any)
			if flags != nil {
				flags[decided] = !flags[decided].(bool)
			}
		}
		flip(model["selected"])
		flip(model["function"].(map[string]any)["use"])
		if fit := c.part("fit"); fit != nil && m.Selection() == nil {
			flip(fit["active"])
		}
		refused(t, name+": an input changed sides", c.sealed())
	}
}

// A set that differs from the one found again in undecided inputs alone is reported.
func TestUndecidedSetsAreReported(t *testing.T) {
	spec := fixture.Gaussian
	spec.Tol = 0.3
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, fixture.Waves(40, 4, 3), nvsd.TauFrac(0.3)))
	undecided := slices.Index(m.Certain(), solve.Undecided)
	if undecided < 0 {
		t.Fatal("every input is certain: this test needs one that is not")
	}
	c := change(t, proofOf(t, m))
	fit, model := c.part("fit"), c.part("model")
	in := fit["active"].([]any)
	now := !in[undecided].(bool)
	in[undecided], model["selected"].([]any)[undecided] = now, now
	got := checkProof(t, c.sealed())
	if got.Verdict != proof.Proved || len(got.Notes) == 0 || !strings.Contains(got.Notes[0], fmt.Sprintf("undecided: %s", m.Names()[undecided])) {
		t.Errorf("%v", got)
	}
}

// Without a bound nothing is proven optimal, and what is moved is refused all the same.
func TestProofWithoutABound(t *testing.T) {
	on := fixture.Waves(40, 4, 3)
	noRidge := fixture.Gaussian
	noRidge.Nu = nvsd.Fixed(0)
	noRidge.Solver = solve.ADMM{Tol: 1e-4}
	for name, m := range map[string]*nvsd.Model{
		"MCP":     fixture.Must[*nvsd.Model](t)(fixture.Gaussian.WithPenalty(penalty.MCP{Knee: 1}).Fit(fixture.Ctx, on, nvsd.Tau(0.1))),
		"SCAD":    fixture.Must[*nvsd.Model](t)(fixture.Gaussian.WithPenalty(penalty.SCAD{Knee: 1, A: 3.7}).Fit(fixture.Ctx, on, nvsd.Tau(0.1))),
		"log sum": fixture.Must[*nvsd.Model](t)(fixture.Gaussian.WithPenalty(penalty.LogSum{Eps: 1}).Fit(fixture.Ctx, on, nvsd.Tau(0.1))),
		"nu = 0":  fixture.Must[*nvsd.Model](t)(noRidge.Fit(fixture.Ctx, on, nvsd.Tau(0.1))),
	} {
		raw := proofOf(t, m)
		c := checkProof(t, raw)
		if c.Verdict != proof.Stationary || strings.Contains(c.String(), "proved") {
			t.Errorf("%s: %v", name, c)
		}
		for _, list := range []string{"alpha", "b"} {
			d := change(t, raw)
			d.numbers(d.part("fit"), list, func(v []float64) { v[largest(v)] *= 1.01 })
			refused(t, name+": "+list+" moved by 1 %", d.sealed())
		}
		d := change(t, raw)
		d.datum("y", 3)
		refused(t, name+": a target moved", d.sealed())
		d = change(t, raw)
		d.part("fit")["rel_gap"], d.part("model")["rel_gap"] = 1e-6, 1e-6
		refused(t, name+": a gap where there is none", d.sealed())
		d = change(t, raw)
		a := slices.Index(m.Selected(), true)
		d.part("fit")["active"].([]any)[a], d.part("model")["selected"].([]any)[a] = false, false
		refused(t, name+": an input left out", d.sealed())
	}
}

// ownKernel is a kernel of a program's own.
type ownKernel struct{ kern.Linear }

func (ownKernel) String() string { return "ownKernel" }

func TestProofsThatCannotBeChecked(t *testing.T) {
	on := fixture.Waves(30, 3, 1)
	own := fixture.Gaussian
	own.Kernel = ownKernel{}
	m := fixture.Must[*nvsd.Model](t)(own.Fit(fixture.Ctx, on, nvsd.TauFrac(0.2)))
	if c := checkProof(t, proofOf(t, m)); c.Verdict != proof.CannotCheck || !strings.Contains(c.String(), "the kernel ownKernel is the code of a cell") {
		t.Errorf("%v", c)
	}
	named := fixture.Gaussian.WithPenalty(penalty.Named("mine", penalty.Lasso{}))
	m = fixture.Must[*nvsd.Model](t)(named.Fit(fixture.Ctx, on, nvsd.TauFrac(0.2)))
	if c := checkProof(t, proofOf(t, m)); c.Verdict != proof.CannotCheck || !strings.Contains(c.String(), "the penalty mine is the code of a cell") {
		t.Errorf("%v", c)
	}
	good := proofOf(t, fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, on, nvsd.TauFrac(0.2))))
	for want, raw := range map[string][]byte{
		"no proof of a model: unexpected end":       good[:100],
		`its format is "", not "nvsd proof"`:        []byte(`{}`),
		"reads version 2: run the notebook again":   bytes.Replace(good, []byte(`"version":2`), []byte(`"version":1`), 1),
		"it has version 9":                          bytes.Replace(good, []byte(`"version":2`), []byte(`"version":9`), 1),
		"changed or damaged after it was written":   bytes.Replace(good, []byte(`"method":"p`), []byte(`"method":"q`), 1),
		"its content is not that of version 2: jso": change(t, bytes.Replace(good, []byte(`"fitted"`), []byte(`"fitting"`), 1)).sealed(),
	} {
		if _, err := nvsd.CheckProof(fixture.Ctx, raw, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, not one with %q", err, want)
		}
	}
	if _, err := fixture.Reread(t, fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, on, nvsd.TauFrac(0.2)))).Proof(); err == nil || !strings.Contains(err.Error(), "read from a file has no proof") {
		t.Errorf("proof of a model that was read: %v", err)
	}
}
