package problem_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// severalSpec is a Spec without a width that would follow from the rows, and with a tau_max that is found closely.
var severalSpec = nvsd.Spec{Kernel: kern.Polynomial{Degree: 3, Offset: 1}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.001), Tol: 1e-6, Decades: 1.5}

// rings is the text of a table of classes that are rings of x1 and x2, with d inputs and a column w of 1, 2 and 3.
func rings(n, d int, labels ...string) (header string, rows []string, weights []int) {
	rng := rand.New(rand.NewPCG(uint64(n), 7))
	for a := range d {
		header += fmt.Sprintf("x%d,", a+1)
	}
	for i := range n {
		x, row := make([]float64, d), ""
		for a := range x {
			x[a] = math.Round(1e4*rng.NormFloat64()) / 1e4
			row += fmt.Sprintf("%v,", x[a])
		}
		k := min(int((math.Hypot(x[0], x[1])+0.2*rng.NormFloat64())/1.2*float64(len(labels))/2), len(labels)-1)
		rows, weights = append(rows, fmt.Sprintf("%s%d,%s", row, 1+i%3, labels[max(k, 0)])), append(weights, 1+i%3)
	}
	return header + "w,y\n", rows, weights
}

// ringsFrame reads the table of rings.
func ringsFrame(t testing.TB, n, d int, labels []string, opts ...data.ReadOption) *data.Frame {
	header, rows, _ := rings(n, d, labels...)
	opts = append([]data.ReadOption{data.Target("y")}, opts...)
	return fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(header+strings.Join(rows, "\n")+"\n"), "rings.csv", opts...))
}

var abc = []string{"a", "b", "c"}

// The path of three classes is certified, empty at tau_max, brings in the inputs that the classes depend on, and predicts probabilities.
func TestSeveralClasses(t *testing.T) {
	train := ringsFrame(t, 90, 4, abc, data.Drop("w"))
	p := fixture.Must[*nvsd.SeveralPath](t)(severalSpec.SeveralPath(fixture.Ctx, train, 6))
	taus, counts := p.Taus(), p.ActiveCounts()
	if p.Len() != 6 || taus[0] != p.TauMax() || counts[0] != 0 || !slices.Equal(p.Functions(), abc) || len(p.Warnings()) > 0 {
		t.Errorf("%v: taus %v from %v, %v are in", p.Functions(), taus, p.TauMax(), counts)
	}
	for i, gap := range p.Gaps() {
		if gap > severalSpec.Tol {
			t.Errorf("fit %d has a gap of %v", i, gap)
		}
		norms, certain := fixture.Must[[]float64](t)(p.Norms(i)), fixture.Must[[]solve.Certainty](t)(p.Certain(i))
		for a, c := range certain {
			if c == solve.CertainlyIn && norms[a] == 0 || c == solve.CertainlyOut && norms[a] > 0 {
				t.Errorf("fit %d: input %d is %v, and its norm is %v", i, a, c, norms[a])
			}
		}
	}
	if certain := fixture.Must[[]solve.Certainty](t)(p.Certain(3)); certain[0] != solve.CertainlyIn || certain[1] != solve.CertainlyIn {
		t.Errorf("the inputs of the classes are %v", certain)
	}
	first := fixture.Must[*nvsd.SeveralModel](t)(p.At(0))
	shares := fixture.Must[*mat.Dense](t)(first.Probabilities(train.X())).RawRowView(0)
	counted := make([]float64, 3)
	for _, y := range train.Y() {
		counted[int(y)] += 1. / 90
	}
	if !floats.EqualApprox(shares, counted, 1e-3) {
		t.Errorf("without inputs the probabilities are %v, and the shares %v", shares, counted)
	}
	m := fixture.Must[*nvsd.SeveralModel](t)(p.At(5))
	v := fixture.Must[*mat.Dense](t)(m.Probabilities(train.X()))
	links := fixture.Must[*mat.Dense](t)(m.Links(train.X()))
	for i := range train.N() {
		if sum := floats.Sum(v.RawRowView(i)); math.Abs(sum-1) > 1e-12 || math.Abs(floats.Sum(links.RawRowView(i))) > 1e-6 {
			t.Errorf("row %d: the probabilities sum to %v, the functions to %v", i, sum, floats.Sum(links.RawRowView(i)))
		}
	}
	e := fixture.Must[*score.ManyClassMetrics](t)(m.Measure(train))
	if of := fixture.Must[*score.ManyClassMetrics](t)(first.Measure(train)); e.LogLoss > 0.7*of.LogLoss || e.ErrorRate > 0.3 {
		t.Errorf("the log-loss is %v, of the shares %v, and the error rate %v", e.LogLoss, of.LogLoss, e.ErrorRate)
	}
	if text := m.String(); !strings.Contains(text, fmt.Sprintf("%.4g in training", e.LogLoss)) || !strings.Contains(text, "3 classes, a, b, c, by the multinomial loss") || !strings.Contains(text, "y: penalised fit of 3 functions") {
		t.Errorf("the model says\n%s", text)
	}
	if text := p.String(); !strings.Contains(text, "3 classes, a, b, c, by the multinomial loss") {
		t.Errorf("the path says\n%s", text)
	}
	if labels := fixture.Must[[]string](t)(m.ClassifyFrame(train)); len(labels) != 90 || !slices.Contains(abc, labels[0]) {
		t.Errorf("the classes are %v", labels)
	}
	one := fixture.Must[*nvsd.SeveralModel](t)(severalSpec.FitSeveral(fixture.Ctx, train, nvsd.TauFrac(taus[3]/taus[0])))
	if at := fixture.Must[[]float64](t)(p.Norms(3)); !floats.EqualApprox(one.NormsPerSD(), at, 1e-3) || one.Gap() > severalSpec.Tol || math.Abs(one.Tau()-taus[3]) > 1e-9 {
		t.Errorf("a fit alone has the norms %v at %v, on the path %v", one.NormsPerSD(), one.Tau(), at)
	}
	if names := one.SelectedNames(); len(names) < 2 || !slices.Contains(names[:2], "x1") || !slices.Contains(names[:2], "x2") {
		t.Errorf("selected %v", names)
	}
	for _, figure := range []func() error{func() error { _, err := p.Figure(nvsd.LogNorms()); return err }, func() error { _, err := m.Figure(); return err }} {
		if err := figure(); err != nil {
			t.Error(err)
		}
	}
}

// Two classes have half of the function of the logistic loss, at sqrt(2) tau and 2 nu.
func TestSeveralOfTwoClasses(t *testing.T) {
	train := ringsFrame(t, 60, 3, []string{"no", "yes"}, data.Drop("w"))
	logistic, twice := severalSpec, severalSpec
	logistic.Loss = loss.Logistic{}
	twice.Nu = nvsd.Fixed(0.002)
	m := fixture.Must[*nvsd.Model](t)(logistic.Fit(fixture.Ctx, train, nvsd.Tau(0.05)))
	both := fixture.Must[*nvsd.SeveralModel](t)(twice.FitSeveral(fixture.Ctx, train, nvsd.Tau(0.05*math.Sqrt2)))
	norms := both.NormsPerSD()
	floats.Scale(math.Sqrt2, norms)
	p := mat.Col(nil, 1, fixture.Must[*mat.Dense](t)(both.Probabilities(train.X())))
	if !floats.EqualApprox(norms, m.NormsPerSD(), 1e-3) || !floats.EqualApprox(p, fixture.Must[[]float64](t)(m.Probabilities(train.X())), 1e-3) || !slices.Equal(both.Functions(), []string{"no", "yes"}) {
		t.Errorf("norms %v, by the logistic loss %v", norms, m.NormsPerSD())
	}
	if math.Abs(both.TauMax()-math.Sqrt2*m.TauMax()) > 1e-4*both.TauMax() {
		t.Errorf("tau_max is %v, by the logistic loss %v", both.TauMax(), m.TauMax())
	}
}

// waves reads a Frame of Waves with a second target, which is the first one times a number plus another one.
func waves(t testing.TB, times, plus float64) *data.Frame {
	f := fixture.Waves(40, 3, 2)
	g := fixture.Must[*data.Frame](t)(f.With("z", func(r data.Row) float64 { return times*r.Float("y") + plus }))
	return fixture.Must[*data.Frame](t)(g.WithTargets("y", "z"))
}

// One target twice has the function of it at tau/sqrt(2), and sqrt(2) of its norms.
func TestSeveralOfOneTargetTwice(t *testing.T) {
	both := waves(t, 1, 0)
	one := fixture.Must[*data.Frame](t)(both.WithTarget("y"))
	p := fixture.Must[*nvsd.Path](t)(severalSpec.Path(fixture.Ctx, one, 5))
	var taus []float64
	for _, tau := range p.Taus() {
		taus = append(taus, tau*math.Sqrt2)
	}
	q := fixture.Must[*nvsd.SeveralPath](t)(severalSpec.SeveralPathAt(fixture.Ctx, both, taus...))
	if math.Abs(q.TauMax()-math.Sqrt2*p.TauMax()) > 1e-4*q.TauMax() || !slices.Equal(q.Functions(), []string{"y", "z"}) {
		t.Errorf("%v: tau_max is %v, of one %v", q.Functions(), q.TauMax(), p.TauMax())
	}
	errors := fixture.Must[[]float64](t)(p.RMSE(one))
	for i, norms := range p.NormsPath() {
		floats.Scale(math.Sqrt2, norms)
		m := fixture.Must[*nvsd.SeveralModel](t)(q.At(i))
		rmse := fixture.Must[[]float64](t)(m.RMSE(both))
		if !floats.EqualApprox(m.NormsPerSD(), norms, 2e-3) || math.Abs(rmse[0]-errors[i]) > 1e-3 || math.Abs(rmse[1]-errors[i]) > 1e-3 {
			t.Errorf("fit %d: norms %v, of one target times sqrt(2) %v; errors %v, of one %v", i, m.NormsPerSD(), norms, rmse, errors[i])
		}
	}
	if counts := q.ActiveCounts(); !slices.Equal(counts, p.ActiveCounts()) {
		t.Errorf("%v are in, of one target %v", counts, p.ActiveCounts())
	}
	if text := q.String(); !strings.Contains(text, "2 targets, y, z, by squares") {
		t.Errorf("the path says\n%s", text)
	}
}

// Targets keep their own means and units: the predictions of one that is another one times -2 plus 100 are those times -2 plus 100.
func TestSeveralTargets(t *testing.T) {
	train := waves(t, -2, 100)
	for _, solver := range []solve.Solver{nil, solve.Newton{Tol: 1e-6}} {
		spec := severalSpec
		spec.Solver = solver
		m := fixture.Must[*nvsd.SeveralModel](t)(spec.FitSeveral(fixture.Ctx, train, nvsd.TauFrac(0.1)))
		v := fixture.Must[*mat.Dense](t)(m.Predict(train.X()))
		for i := range train.N() {
			if y, z := v.At(i, 0), v.At(i, 1); math.Abs(z-100+2*y) > 1e-2 {
				t.Errorf("row %d: predicted %v and %v", i, y, z)
			}
		}
		rmse := fixture.Must[[]float64](t)(m.RMSE(train))
		if math.Abs(rmse[1]-2*rmse[0]) > 1e-3 || rmse[0] > 0.5 || m.Gap() > 1e-6 {
			t.Errorf("errors %v, gap %v", rmse, m.Gap())
		}
		if text := m.String(); !strings.Contains(text, "y, z: penalised fit of 2 functions") || !strings.Contains(text, fmt.Sprintf("RMSE: %.4g, %.4g in training", rmse[0], rmse[1])) {
			t.Errorf("the model says\n%s", text)
		}
		if names := m.SelectedNames(); len(names) < 2 || !slices.Contains(names[:2], "x1") || !slices.Contains(names[:2], "x2") {
			t.Errorf("selected %v", names)
		}
	}
	spec := severalSpec
	spec.Intercept = nvsd.NoIntercept
	m := fixture.Must[*nvsd.SeveralModel](t)(spec.FitSeveral(fixture.Ctx, train, nvsd.TauFrac(0.01)))
	rmse := fixture.Must[[]float64](t)(m.RMSE(train))
	if !slices.Equal(m.Intercepts(), []float64{0, 0}) || !strings.Contains(m.String(), fmt.Sprintf("RMSE: %.4g, %.4g in training", rmse[0], rmse[1])) {
		t.Errorf("without intercepts %v: errors %v\n%v", m.Intercepts(), rmse, m)
	}
	beside := fixture.Must[*data.Frame](t)(waves(t, 0, 3).WithTargets("z", "y"))
	constant := fixture.Must[*nvsd.SeveralPath](t)(severalSpec.SeveralPath(fixture.Ctx, beside, 3))
	last := fixture.Must[*nvsd.SeveralModel](t)(constant.At(2))
	if rmse := fixture.Must[[]float64](t)(last.RMSE(beside)); rmse[0] > 1e-6 || rmse[1] > 1 {
		t.Errorf("beside a constant target the errors are %v", rmse)
	}
}

// Other names and places of the classes give the same functions under these names.
func TestSeveralClassesHaveNoOrder(t *testing.T) {
	train, other := ringsFrame(t, 60, 3, abc, data.Drop("w")), ringsFrame(t, 60, 3, abc, data.Drop("w"), data.Classes("c", "a", "b"))
	m := fixture.Must[*nvsd.SeveralModel](t)(severalSpec.FitSeveral(fixture.Ctx, train, nvsd.TauFrac(0.3)))
	o := fixture.Must[*nvsd.SeveralModel](t)(severalSpec.FitSeveral(fixture.Ctx, other, nvsd.TauFrac(0.3)))
	p, q := fixture.Must[*mat.Dense](t)(m.PredictFrame(train)), fixture.Must[*mat.Dense](t)(o.PredictFrame(train))
	for k, label := range o.Functions() {
		if !floats.EqualApprox(mat.Col(nil, k, q), mat.Col(nil, slices.Index(abc, label), p), 1e-3) {
			t.Errorf("the function of %s is another one", label)
		}
	}
	if !floats.EqualApprox(m.NormsPerSD(), o.NormsPerSD(), 1e-3) {
		t.Errorf("norms %v and %v", m.NormsPerSD(), o.NormsPerSD())
	}
	if _, err := m.Measure(other); err == nil || !strings.Contains(err.Error(), "the same data.Classes") {
		t.Errorf("error %v", err)
	}
}

// A row of weight 2 is the row twice, also for the scaling, the shares and what a model is measured by.
func TestSeveralWeights(t *testing.T) {
	header, rows, weights := rings(40, 3, abc...)
	var all []string
	for i, row := range rows {
		for range weights[i] {
			all = append(all, row)
		}
	}
	weighed := ringsFrame(t, 40, 3, abc, data.Weight("w"))
	repeated := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(header+strings.Join(all, "\n")+"\n"), "r.csv", data.Target("y"), data.Drop("w")))
	m := fixture.Must[*nvsd.SeveralModel](t)(severalSpec.FitSeveral(fixture.Ctx, weighed, nvsd.Tau(0.05)))
	r := fixture.Must[*nvsd.SeveralModel](t)(severalSpec.FitSeveral(fixture.Ctx, repeated, nvsd.Tau(0.05)))
	if !floats.EqualApprox(m.NormsPerSD(), r.NormsPerSD(), 1e-3) || !floats.EqualApprox(m.Intercepts(), r.Intercepts(), 1e-3) {
		t.Errorf("norms %v, of repeated rows %v", m.NormsPerSD(), r.NormsPerSD())
	}
	p, q := fixture.Must[*mat.Dense](t)(m.PredictFrame(weighed)), fixture.Must[*mat.Dense](t)(r.PredictFrame(weighed))
	if !mat.EqualApprox(p, q, 1e-3) {
		t.Error("predictions differ from those of repeated rows")
	}
	e, of := fixture.Must[*score.ManyClassMetrics](t)(m.Measure(weighed)), fixture.Must[*score.ManyClassMetrics](t)(m.Measure(repeated))
	if math.Abs(e.LogLoss-of.LogLoss) > 1e-9 {
		t.Errorf("log-loss %v, of repeated rows %v", e.LogLoss, of.LogLoss)
	}
}

// The values of a model at the training rows are those that the solver has, with and without an intercept, where cells are missing and an input is categorical; and the
// norm of a categorical input is the difference between its levels.
func TestSeveralValues(t *testing.T) {
	var text strings.Builder
	text.WriteString("x,kind,y\n")
	for i := range 60 {
		x := fmt.Sprint(i * 7 % 11)
		if i%13 == 5 {
			x = ""
		}
		fmt.Fprintf(&text, "%s,%s,%s\n", x, []string{"u", "v"}[i%2], abc[min(i*7%11/6+i%2, 2)])
	}
	train := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(text.String()), "t.csv", data.Target("y"), data.Impute(data.Mean)))
	for _, intercept := range []nvsd.Intercept{nvsd.Unpenalised, nvsd.NoIntercept} {
		spec := severalSpec
		spec.Intercept = intercept
		m := fixture.Must[*nvsd.SeveralModel](t)(spec.FitSeveral(fixture.Ctx, train, nvsd.TauFrac(0.1)))
		e := fixture.Must[*score.ManyClassMetrics](t)(m.Measure(train))
		if !strings.Contains(m.String(), fmt.Sprintf("%.4g in training", e.LogLoss)) {
			t.Errorf("%v: the log-loss is %v:\n%v", intercept, e.LogLoss, m)
		}
		at := slices.Index(m.Names(), "kind")
		if at < 0 {
			at = slices.Index(m.Names(), "kind=v")
		}
		f := fixture.Must[*mat.Dense](t)(m.Links(withColumn(train, at, 0)))
		g := fixture.Must[*mat.Dense](t)(m.Links(withColumn(train, at, 1)))
		var sum float64
		for i := range train.N() {
			for k := range 3 {
				sum += (f.At(i, k) - g.At(i, k)) * (f.At(i, k) - g.At(i, k)) / float64(train.N())
			}
		}
		if got := m.NormsPerUnit()[at]; math.Abs(got-math.Sqrt(sum)) > 1e-6*got || got == 0 {
			t.Errorf("%v: the norm of the factor is %v, want %v", intercept, got, math.Sqrt(sum))
		}
	}
}

// withColumn returns the inputs of a Frame with one value in a column.
func withColumn(f *data.Frame, column int, v float64) *mat.Dense {
	x := mat.DenseCopyOf(f.X())
	for i := range f.N() {
		x.Set(i, column, v)
	}
	return x
}

// A path that is stopped keeps the fits that are done.
func TestSeveralInterrupted(t *testing.T) {
	train := ringsFrame(t, 60, 3, abc, data.Drop("w"))
	ctx, cancel := context.WithCancel(fixture.Ctx)
	told := fixture.OnParts(ctx, func(p nvsd.Part) {
		if p.Of == "path" && p.Done == 2 {
			cancel()
		}
	})
	p, err := severalSpec.SeveralPath(told, train, 6)
	if p == nil || !errors.Is(err, context.Canceled) || p.Len() < 2 || p.Len() == 6 || !strings.Contains(strings.Join(p.Warnings(), " "), "the path was stopped after") {
		t.Fatalf("%v, %v", p, err)
	}
	if _, err := fixture.Must[*nvsd.SeveralModel](t)(p.At(p.Len() - 1)).Measure(train); err != nil {
		t.Error(err)
	}
	ctx, cancel = context.WithCancel(fixture.Ctx)
	defer cancel()
	steps := fixture.OnSteps(ctx, func(solve.Step) { cancel() })
	m, err := severalSpec.FitSeveral(steps, train, nvsd.Tau(0.001))
	if m == nil || !errors.Is(err, context.Canceled) || len(m.Warnings()) == 0 {
		t.Errorf("%v, %v", m, err)
	}
}

// What does not go with several functions is refused, with what to do.
func TestSeveralRefusals(t *testing.T) {
	train := ringsFrame(t, 30, 3, abc, data.Drop("w"))
	numbers := fixture.Waves(20, 2, 1)
	var two []int
	for i, y := range train.Y() {
		if y < 2 {
			two = append(two, i)
		}
	}
	targets := waves(t, 1, 0)
	without := fixture.Must[*data.Frame](t)(train.Rows(two...))
	for _, c := range []struct {
		say   string
		train *data.Frame
		with  func(s *nvsd.Spec)
	}{
		{"take Spec.Path", numbers, func(*nvsd.Spec) {}},
		{`the class "c" of the target "y" has no row`, without, func(*nvsd.Spec) {}},
		{"leave Features out", train, func(s *nvsd.Spec) { s.Features = nvsd.RandomFeatures(20, 1) }},
		{"leave Loss out", train, func(s *nvsd.Spec) { s.Loss = loss.Logistic{} }},
		{"leave Solver out", train, func(s *nvsd.Spec) { s.Solver = solve.DENOVAS{} }},
		{"leave Solver out", train, func(s *nvsd.Spec) { s.Solver = solve.Newton{} }},
		{"by squares, and the loss is", targets, func(s *nvsd.Spec) { s.Loss = loss.Huber{Knee: 1} }},
		{"leave Solver out", targets, func(s *nvsd.Spec) { s.Solver = solve.ADMM{} }},
		{"leave Features out", targets, func(s *nvsd.Spec) { s.Features = nvsd.RandomFeatures(20, 1) }},
		{"wrap it in penalty.Convex", targets, func(s *nvsd.Spec) { s.Penalty = penalty.MCP{Knee: 1} }},
		{"wrap it in penalty.Convex", train, func(s *nvsd.Spec) { s.Penalty = penalty.MCP{Knee: 1} }},
		{"no Nu", train, func(s *nvsd.Spec) { s.Nu = nvsd.Nu{} }},
		{"no training part", nil, func(*nvsd.Spec) {}},
	} {
		spec := severalSpec
		c.with(&spec)
		if _, err := spec.FitSeveral(fixture.Ctx, c.train, nvsd.Tau(0.1)); err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("error %v, want %q", err, c.say)
		}
		if _, err := spec.SeveralPath(fixture.Ctx, c.train, 3); err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("error %v, want %q", err, c.say)
		}
	}
	p := fixture.Must[*nvsd.SeveralPath](t)(severalSpec.SeveralPathAt(fixture.Ctx, train, 0.1))
	for _, call := range []func() error{
		func() error { _, err := p.At(1); return err }, func() error { _, err := p.Norms(-1); return err }, func() error { _, err := p.Certain(1); return err },
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), "there are fits 0 to 0") {
			t.Errorf("error %v", err)
		}
	}
	if _, err := severalSpec.SeveralPath(fixture.Ctx, train, 0); err == nil {
		t.Error("a path of no taus is not refused")
	}
	if _, err := severalSpec.Path(fixture.Ctx, train, 3); err == nil || !strings.Contains(err.Error(), "this fits one function") || !strings.Contains(err.Error(), "Spec.SeveralPath") {
		t.Errorf("one function: %v", err)
	}
	m, of := fixture.Must[*nvsd.SeveralModel](t)(p.At(0)), fixture.Must[*nvsd.SeveralModel](t)(severalSpec.FitSeveral(fixture.Ctx, targets, nvsd.Tau(0.1)))
	for say, call := range map[string]func() error{
		"take Predict and RMSE":            func() error { _, err := of.Probabilities(targets.X()); return err },
		"which have no probabilities":      func() error { _, err := of.Measure(targets); return err },
		"numbers, which":                   func() error { _, err := of.ClassifyFrame(targets); return err },
		"take Measure":                     func() error { _, err := m.RMSE(train); return err },
		"the same data.Targets":            func() error { _, err := of.RMSE(numbers); return err },
		"no data to evaluate on":           func() error { _, err := of.RMSE(nil); return err },
		"a column for each of the model's": func() error { _, err := of.Predict(mat.NewDense(1, 2, nil)); return err },
		`train.WithTarget("y")`:            func() error { _, err := severalSpec.Fit(fixture.Ctx, targets, nvsd.Tau(0.1)); return err },
		"there are 2 targets, and this":    func() error { _, err := nvsd.Find(fixture.Ctx, targets); return err },
		"fits one function":                func() error { _, err := severalSpec.Ridge(fixture.Ctx, targets, nvsd.ByLeaveOneOut()); return err },
	} {
		if err := call(); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("error %v, want %q", err, say)
		}
	}
}
