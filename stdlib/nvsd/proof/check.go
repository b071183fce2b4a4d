package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/record"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/floats"
)

// A Verdict is the outcome of the check of a proof, in a phrase.
type Verdict string

const (
	// Proved: every number of the proof was found again, and the gap is proven.
	Proved Verdict = "proved"
	// Stationary: every number was found again, but there is no bound of the minimum (nu = 0,
	// or a penalty that is not convex): the fit is perhaps not near a minimum.
	Stationary Verdict = "found again, without a bound"
	// Refused: a number that was computed again contradicts the proof.
	Refused Verdict = "refused"
	// CannotCheck: what the proof needs is not there, such as the code of a cell or a file.
	CannotCheck Verdict = "cannot be checked"
)

// A Checked is a proof that was checked: the verdict with its reasons, and the model or the path
// whose numbers were computed again.
type Checked struct {
	Verdict Verdict
	Reasons []string // reasons of a refusal, or of a check that is not possible
	Notes   []string // differences that contradict nothing, such as a set in undecided inputs alone
	Title   string   // of the model
	Gap     float64  // the relative gap of the fit that selects, computed again; NaN without one
	Certain solve.Counts
	// NeedsCode is true if the code of a cell is needed: a kernel or a penalty of one's own,
	// without which nothing is checked, or a step of the data, which are taken as they are stored.
	// [CheckModel] checks the proof where this code is.
	NeedsCode bool
	// Fits is the number of fits of a path that are proved, and Of the number of all its fits. They
	// are 0 for a model.
	Fits, Of int
	// Model is the model with all numbers computed again. It is nil if nothing could be computed.
	Model *model.Model

	path   *problem.Path // with all numbers computed again; nil for a model
	steps  []int         // of its fits, those that the proof has
	search bool          // the page shows the table of a search, too

	warnings []string // of the path
}

// Check computes the numbers of a model again from its proof, which [OfModel] has written,
// without fitting: it makes the training data again, the kernel's matrices, the objective, the
// dual bound and with it the gap, the norms, what is certain of each input, the selected inputs
// and the predictions.
func Check(ctx context.Context, raw []byte, dir string) (*Checked, error) {
	return checkProof(ctx, raw, dir, nil)
}

// checkProof checks a proof: see [Check]. own has the values that the code of cells has made; it is
// nil where a proof has to be enough.
func checkProof(ctx context.Context, raw []byte, dir string, own *liveParts) (*Checked, error) {
	p, err := readProof(raw)
	if err != nil {
		return nil, fmt.Errorf("nvsd: check a proof: %w", err)
	}
	c := &checking{saved: p, own: own, Checked: Checked{Verdict: Proved, Gap: math.NaN()}, open: map[int]bool{}}
	err = c.all(ctx, dir)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("nvsd: check a proof: %w", ctx.Err())
	}
	if err != nil {
		if _, ok := errors.AsType[*record.CodeNeeded](err); ok {
			c.NeedsCode = true
		}
		c.Verdict = CannotCheck
		c.Reasons = append(c.Reasons, err.Error())
	}
	return &c.Checked, nil
}

// readProof reads a proof and checks its format, its version and its digest.
func readProof(raw []byte) (*content, error) {
	var head sealed
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, fmt.Errorf("it is no proof of a model: %w", err)
	}
	switch {
	case head.Format != proofFormat:
		return nil, fmt.Errorf("it is no proof of a model: its format is %q, not %q", head.Format, proofFormat)
	case head.Version < proofVersion:
		return nil, fmt.Errorf("it has version %d of the format, and this program reads version %d: run the notebook again, or check it with the program that wrote it", head.Version, proofVersion)
	case head.Version > proofVersion:
		return nil, fmt.Errorf("it has version %d of the format, and this program reads version %d: check it with the program that wrote it, or a later one", head.Version, proofVersion)
	}
	sum, err := canonicalDigest(head.Proof)
	if err != nil {
		return nil, fmt.Errorf("it holds no proof: %w", err)
	}
	if sum != head.SHA256 {
		return nil, errors.New("its content does not agree with its digest: it was changed or damaged after it was written")
	}
	p := new(content)
	dec := json.NewDecoder(bytes.NewReader(head.Proof))
	dec.DisallowUnknownFields()
	if err := dec.Decode(p); err != nil {
		return nil, fmt.Errorf("its content is not that of version %d: %w", head.Version, err)
	}
	if (p.Model == nil) == (p.Path == nil) {
		return nil, errors.New("it has neither a model nor a path, or both")
	}
	return p, nil
}

// checking is a check under way.
type checking struct {
	Checked
	saved *content
	own   *liveParts // nil if the proof has to be enough
	ds    *problem.Design
	open  map[int]bool // inputs that are said to be in or out, where this is undecided and found otherwise
}

func (c *checking) refuse(format string, args ...any) {
	c.Verdict = Refused
	c.Reasons = append(c.Reasons, fmt.Sprintf(format, args...))
}

func (c *checking) note(format string, args ...any) {
	c.Notes = append(c.Notes, fmt.Sprintf(format, args...))
}

// all computes everything again. It returns an error if this is not possible.
func (c *checking) all(ctx context.Context, dir string) error {
	train, note, err := c.saved.Data.frame(dir)
	if err != nil {
		return err
	}
	if c.own != nil {
		train, err = c.own.data(train)
		if err != nil {
			c.refuse("%v", err)
			return nil
		}
		note = ""
	}
	if note != "" {
		c.NeedsCode = true
		c.Notes = append(c.Notes, note)
	}
	if c.saved.Path != nil {
		return c.allOfPath(ctx, train)
	}
	said := c.saved.Model
	c.search = c.saved.Search
	c.Title = fmt.Sprintf("%s: %s", train.Target(), said.Method)
	if err := said.CheckShapes(train.N(), train.D(), len(train.Categories())); err != nil {
		c.refuse("%v", err)
		return nil
	}
	if err := said.CheckWords(); err != nil {
		c.refuse("%v", err)
		return nil
	}
	var p *record.Penalty
	if c.saved.Fit != nil {
		p = c.saved.Fit.Penalty
	}
	spec, err := c.spec(said.Spec, p)
	if err != nil || c.Verdict == Refused {
		return err
	}
	m, err := c.model(ctx, spec, train)
	if err != nil || m == nil {
		return err
	}
	c.Model = m
	m.Warnings = said.Warnings                 // of what was done, and what is done here is something else
	if said.Selection != nil && c.own == nil { // a run computes them
		c.note("not computed again are the errors by which tau and the set were chosen, and what the selection says of them")
	}
	return c.compare(m)
}

// spec returns the Spec that is said, with the penalty of the fit if there is one. An error says
// whose code is missing.
func (c *checking) spec(said record.Spec, p *record.Penalty) (problem.Spec, error) {
	if c.own != nil {
		if err := c.own.agrees(said, p); err != nil {
			c.refuse("%v", err)
		}
		return c.own.spec, nil
	}
	spec := said.Spec()
	spec.Penalty = penalty.Lasso{}
	var err error
	if p != nil {
		spec.Penalty, err = p.Penalty()
		if err != nil {
			return spec, err
		}
	}
	if said.Kernel != nil {
		spec.Kernel, err = said.Kernel.Kernel()
	}
	return spec, err
}

// compare compares the numbers of the proof with those of the model that was computed again.
func (c *checking) compare(m *model.Model) error {
	said := c.saved.Model
	fitted, err := m.F.Predict(m.Train.X())
	if err != nil {
		return err
	}
	within := c.tolerance(m)
	if len(c.saved.Fitted) != len(fitted) {
		c.refuse("it has %d predictions for %d observations", len(c.saved.Fitted), len(fitted))
		return nil
	}
	if i, off := furthest(fitted, c.saved.Fitted); off > within {
		c.refuse("the prediction for training row %d is %.10g, and the proof says %.10g", i+1, fitted[i], c.saved.Fitted[i])
	}
	names := m.Train.Names()
	size := max(floats.Max(c.saved.Fitted)-floats.Min(c.saved.Fitted), math.SmallestNonzeroFloat64)
	relative := 1e-8 + within/size
	same := func(a int) bool { return said.Selected[a] == m.In[a] && !c.open[a] }
	c.setsDiffer("the set of selected inputs", said.Selected, m.In, m.Certain)
	for _, norms := range []struct {
		what      string
		got, said []float64
	}{{"per standard deviation", m.PerSD, said.PerSD}, {"per unit", m.PerUnit, said.PerUnit}} {
		largest := floats.Max(norms.got)
		for a, v := range norms.got {
			if same(a) && v != norms.said[a] && !(math.Abs(v-norms.said[a]) <= relative*largest) {
				c.refuse("the norm of %s %s is %.6g, and the proof says %.6g", names[a], norms.what, v, norms.said[a])
			}
		}
	}
	for k, v := range m.Category {
		if !(math.Abs(v-said.Category[k]) <= 1e-8*v+within) {
			c.refuse("the norm of categorical input %d is %.6g, and the proof says %.6g", k+1, v, said.Category[k])
		}
	}
	if v := float64(said.TrainRMSE); !(math.Abs(m.TrainRMSE-v) <= 1e-8*m.TrainRMSE+within) {
		c.refuse("the training error is %.6g, and the proof says %.6g", m.TrainRMSE, v)
	}
	if v := said.Function.Intercept; !(math.Abs(m.F.Intercept-v) <= 1e-8*size+within) {
		c.refuse("the intercept is %.6g, and the proof says %.6g", m.F.Intercept, v)
	}
	for a, name := range names {
		if off := math.Abs(m.Shift[a]-said.Scaling.Shift[a]) + math.Abs(m.Scale[a]-said.Scaling.Scale[a]) + math.Abs(m.SD[a]-said.Scaling.SD[a]); !(off <= 1e-8*m.Scale[a]) {
			c.refuse("the mean and the standard deviation of %s are not those that the proof says", name)
		}
	}
	if m.Kernel != nil {
		if err := sameKernel(said.Kernel, m.Kernel); err != nil {
			c.refuse("%v", err)
		}
	}
	if fit := c.saved.Fit; fit != nil {
		switch {
		case said.RelGap != fit.RelGap && !(math.IsNaN(float64(said.RelGap)) && math.IsNaN(float64(fit.RelGap))):
			c.refuse("the gap of the model is said to be %.3g, that of its fit %.3g", float64(said.RelGap), float64(fit.RelGap))
		case float64(said.Tau) != fit.Tau:
			c.refuse("tau of the model is said to be %.6g, that of its fit %.6g", float64(said.Tau), fit.Tau)
		}
		if said.Certain != nil && !slices.Equal(said.Certain, fit.Certain) {
			c.refuse("what is certain of the inputs is said twice, and differs")
		}
	}
	return nil
}

// tolerance is the largest difference by rounding between predictions and those that another
// machine has computed: 1e-9 of their range, and the rounding of the sums that they are.
func (c *checking) tolerance(m *model.Model) float64 {
	fitted := c.saved.Fitted
	if len(fitted) == 0 {
		return 0
	}
	within := 1e-9 * (floats.Max(fitted) - floats.Min(fitted))
	if m.F.Op == nil {
		return within + 1e-12*math.Abs(m.F.Intercept)
	}
	var sum float64
	for _, v := range m.F.Alpha {
		sum += math.Abs(v)
	}
	if m.F.B != nil {
		for _, v := range m.F.B.RawMatrix().Data {
			sum += math.Abs(v)
		}
	}
	Z, top := m.F.Apply(m.Train.X(), m.F.Use), 0.0
	for i := range m.Train.N() {
		top = max(top, m.Kernel.Eval(Z.RawRowView(i), Z.RawRowView(i)))
	}
	return within + 1e-12*math.Abs(m.F.Intercept) + 1e-13*sum*top
}

// furthest returns the index at which two lists are furthest apart, and their distance there. A
// difference that is not a number counts as infinite.
func furthest(x, y []float64) (at int, off float64) {
	for i := range x {
		v := math.Abs(x[i] - y[i])
		if math.IsNaN(v) {
			return i, math.Inf(1)
		}
		if v > off {
			at, off = i, v
		}
	}
	return at, off
}

// setsDiffer compares the set of inputs that is said with the one found again. Where they
// differ in inputs that are certain, the proof is refused; where they differ in undecided inputs
// alone, it is reported.
func (c *checking) setsDiffer(what string, said, found []bool, certain []solve.Certainty) {
	names := c.ds.Train.Names()
	var against, open []string
	for a := range said {
		switch {
		case said[a] == found[a]:
		case certain != nil && certain[a] == solve.Undecided:
			open = append(open, names[a])
		default:
			against = append(against, names[a])
		}
	}
	if len(against) > 0 {
		c.refuse("%s is not the one that the coefficients give: it differs in %s", what, strings.Join(against, ", "))
	}
	if len(open) > 0 {
		c.note("%s differs from the one found again in inputs that are undecided: %s", what, strings.Join(open, ", "))
	}
}

// Shown returns the report that a page should show of the model or the path. Its numbers are
// computed again, but for those that a check takes from the proof. ok is false where a page shows
// more: other fits of a path, or the table of a search. Of these there is the Table.
func (c *Checked) Shown() (r report.Report, ok bool) {
	switch {
	case c.Model != nil && !c.search:
		return c.Model.Report(), true
	case c.path != nil && c.Fits == c.Of:
		table := c.path.Table()
		table.Warnings = c.warnings
		return report.Report{c.path.Chart(), table}, true
	}
	return nil, false
}

// Table returns the table of the model, or of those fits of the path that are proved, as [Checked.Shown]
// has it.
func (c *Checked) Table() (report.Table, bool) {
	switch {
	case c.Model != nil:
		return c.Model.Table(c.Model.Ceiling.Seen()), true
	case c.path != nil:
		table := c.path.TableOf(c.steps)
		table.Warnings = c.warnings
		return table, true
	}
	return report.Table{}, false
}

// Provenance returns the facts about the model or the path that the metadata of an output should
// have, but for the digest, which is to the bit of one machine.
func (c *Checked) Provenance() map[string]any {
	switch {
	case c.Model != nil:
		facts := record.ModelProvenance(c.Model)
		delete(facts, "digest")
		delete(facts, "unproved") // it was not read from a model's file
		return facts
	case c.path != nil:
		return map[string]any{"data": c.path.Train.Provenance()}
	}
	return nil
}

// Found returns the claims that are proved, in a phrase: the relative gap, and the certainty of the
// inputs. It is empty if nothing is proved.
func (c *Checked) Found() string {
	var text string
	if c.Verdict == Proved && !math.IsNaN(c.Gap) {
		text = fmt.Sprintf("relative gap %.1g, %v", c.Gap, c.Certain)
		if c.Of > 0 {
			text = fmt.Sprintf("relative gap at most %.1g", c.Gap)
		}
	}
	if c.Of > 0 && (c.Verdict == Proved || c.Verdict == Stationary) {
		fits := fmt.Sprintf("all %d fits", c.Of)
		if c.Fits < c.Of {
			fits = fmt.Sprintf("%d of %d fits, those that are listed; of the others there is no proof", c.Fits, c.Of)
		}
		if text != "" {
			fits = text + ", " + fits
		}
		return fits
	}
	return text
}

// String returns the verdict with its reasons and notes, each of these in a line.
func (c *Checked) String() string {
	text := fmt.Sprintf("%s: %s", c.Title, c.Verdict)
	if found := c.Found(); found != "" {
		text += ", " + found
	}
	for _, r := range c.Reasons {
		text += "\n  " + r
	}
	for _, n := range c.Notes {
		text += "\n  note: " + n
	}
	return text
}
