package choose_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

func TestSelectFindsWhatMatters(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(350, 10, 1), data.Train(150), data.Valid(100), data.Test(100), data.Seed(2))
	spec := fixture.Gaussian
	spec.Decades, spec.Tol = 1, 1e-4
	p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, s.Train, 20))
	for _, rule := range []nvsd.SelectionRule{nvsd.Ranked, nvsd.ExactZeros} {
		m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByValidation(s.Valid), rule))
		names := m.SelectedNames()
		slices.Sort(names)
		if !slices.Equal(names, []string{"x1", "x2"}) {
			t.Errorf("%s selects %v", rule, names)
		}
		score := fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, s.Test))
		if r := score.Rows; r[0].RMSE > 0.08 || r[1].RMSE < 3*r[0].RMSE || r[2].RMSE < r[1].RMSE || r[1].Inputs != 10 || r[2].Inputs != 0 {
			t.Errorf("%s:\n%v", rule, score)
		}
		if !strings.Contains(m.Rule(), string(rule)) || m.Selection().Rule != rule || m.Selection().Size != 2 {
			t.Errorf("%s is labelled %q", rule, m.Rule())
		}
		if math.Abs(m.ValidRMSE()-slices.Min(m.Selection().PathRMSE)) > 1e-12 || len(m.Selection().PathRMSE) != 20 {
			t.Errorf("%s: validation error %v, along the path %v", rule, m.ValidRMSE(), m.Selection().PathRMSE)
		}
	}
}

// The two-step model is kernel ridge regression on the selected columns alone,
// (H K H + n nu I) alpha = H y and b the mean of what is left.
func TestSelectIsRidgeOnTheSelectedInputs(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(150, 6, 5), fixture.NvsdSplit...)
	for _, refit := range []nvsd.Refit{nvsd.BestWidth, nvsd.KeepKernel, nvsd.NewWidth} {
		spec := fixture.Gaussian
		spec.Refit = refit
		p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, s.Train, 5))
		m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked))

		scale := func(f *data.Frame) *mat.Dense { return standardised(t, f, s.Train, m.Selected()) }
		k := fixture.Must[kern.Kernel](t)(kern.Resolve(spec.Kernel, standardised(t, s.Train, s.Train, []bool{true, true, true, true, true, true})))
		switch refit {
		case nvsd.BestWidth:
			k = kern.Gaussian{Width: widthOf(t, m)}
		case nvsd.NewWidth:
			k = fixture.Must[kern.Kernel](t)(kern.Resolve(spec.Kernel, scale(s.Train)))
		}
		want := ridgeByHand(t, k, scale(s.Train), s.Train.Y(), scale(s.Test), m.RidgeNu())
		got := fixture.Must[[]float64](t)(m.Predict(s.Test.X()))
		if !fixture.Near(got, want, 1e-6) {
			t.Errorf("%v: predictions\n%v, by hand\n%v", refit, got, want)
		}
		if !strings.Contains(m.KernelString(), "sigma") {
			t.Errorf("the kernel is %s: its width is not resolved", m.KernelString())
		}
	}
}

// widthOf is the width of a model whose kernel is a Gaussian, as its file tells it.
func widthOf(t *testing.T, m *nvsd.Model) kern.Sigma {
	t.Helper()
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	var saved struct {
		Model struct {
			Kernel struct{ Sigma float64 }
		}
	}
	if err := json.Unmarshal(file.Bytes(), &saved); err != nil || saved.Model.Kernel.Sigma == 0 {
		t.Fatalf("no width of a Gaussian in the file of %v: %v", m.KernelString(), err)
	}
	return kern.Sigma(saved.Model.Kernel.Sigma)
}

// standardised returns the selected columns of f, scaled by those of train.
func standardised(t *testing.T, f, train *data.Frame, use []bool) *mat.Dense {
	var names []string
	for a, used := range use {
		if used {
			names = append(names, f.Names()[a])
		}
	}
	out := mat.DenseCopyOf(fixture.Must[*data.Frame](t)(f.Inputs(names...)).X())
	for b, name := range names {
		for _, c := range train.Describe().Columns {
			if c.Name == name {
				for i := range f.N() {
					out.Set(i, b, (out.At(i, b)-c.Mean)/c.SD)
				}
			}
		}
	}
	return out
}

func ridgeByHand(t *testing.T, k kern.Kernel, Z *mat.Dense, y []float64, U *mat.Dense, nu float64) []float64 {
	n, _ := Z.Dims()
	m, _ := U.Dims()
	K, C := mat.NewDense(n, n, nil), mat.NewDense(m, n, nil)
	K.Apply(func(i, j int, _ float64) float64 { return k.Eval(Z.RawRowView(i), Z.RawRowView(j)) }, K)
	C.Apply(func(i, j int, _ float64) float64 { return k.Eval(U.RawRowView(i), Z.RawRowView(j)) }, C)
	// [K + n nu I, 1; 1', 0] [alpha; b] = [y; 0]
	A, rhs := mat.NewDense(n+1, n+1, nil), mat.NewVecDense(n+1, nil)
	for i := range n {
		for j := range n {
			A.Set(i, j, K.At(i, j))
		}
		A.Set(i, i, K.At(i, i)+float64(n)*nu)
		A.Set(i, n, 1)
		A.Set(n, i, 1)
		rhs.SetVec(i, y[i])
	}
	var x mat.VecDense
	if err := x.SolveVec(A, rhs); err != nil {
		t.Log(err) // badly conditioned, solved all the same
	}
	var v mat.VecDense
	v.MulVec(C, x.SliceVec(0, n))
	out := make([]float64, m)
	for i := range out {
		out[i] = v.AtVec(i) + x.AtVec(n)
	}
	return out
}

// twoInputs is a width that there is on two inputs and more.
type twoInputs struct{}

func (twoInputs) String() string { return "width of two inputs" }

func (twoInputs) On(X mat.Matrix) (float64, error) {
	n, d := X.Dims()
	varying := 0
	for a := range d {
		if stat.StdDev(mat.Col(nil, a, X), nil) > 0 {
			varying++
		}
	}
	if varying == 1 {
		return 0, fmt.Errorf("there is none on these %d rows", n)
	}
	return kern.Mean20thNN.On(X)
}

// Half of the distances of a binary input are 0, and it has a width.
func TestNewWidthOfABinaryInput(t *testing.T) {
	f := fixture.Waves(80, 3, 5)
	x, y := mat.DenseCopyOf(f.X()), f.Y()
	for i := range y {
		x.Set(i, 2, float64(i%2))
		y[i] += 20 * float64(i%2)
	}
	spec := fixture.Gaussian
	spec.Refit = nvsd.NewWidth
	p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, fixture.Frame(t, x, y), 10))
	m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	if w := strings.Join(m.Warnings(), "\n"); strings.Contains(w, "could not be tried") {
		t.Errorf("warnings %q", w)
	}
}

// A set on which the width has no answer is left out, and said to be.
func TestNewWidthLeavesOutWhatHasNone(t *testing.T) {
	f := fixture.Waves(80, 3, 5)
	x, y := mat.DenseCopyOf(f.X()), f.Y()
	for i := range y { // x3 is binary, and matters most
		x.Set(i, 2, float64(i%2))
		y[i] += 20 * float64(i%2)
	}
	spec := fixture.Gaussian
	spec.Refit, spec.Kernel = nvsd.NewWidth, kern.Gaussian{Width: twoInputs{}}
	p := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, fixture.Frame(t, x, y), 10))
	m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	if w := strings.Join(m.Warnings(), "\n"); !strings.Contains(w, "could not be tried") || !strings.Contains(w, "none on these 80 rows") {
		t.Errorf("warnings %q", w)
	}
	if names := m.SelectedNames(); len(names) == 1 {
		t.Errorf("selected %v, which has no width", names)
	}
}

func TestSelectByLeaveOneOut(t *testing.T) {
	f := fixture.Waves(60, 4, 3)
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, f, 8))
	m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	if names := m.SelectedNames(); !slices.Contains(names, "x1") || !slices.Contains(names, "x2") || !math.IsNaN(m.ValidRMSE()) {
		t.Errorf("selected %v, validation error %v", names, m.ValidRMSE())
	}
	if !strings.Contains(m.Rule(), "leave-one-out") {
		t.Errorf("the rule is labelled %q", m.Rule())
	}
}

// Where nothing predicts better than the training mean, no input is selected.
func TestSelectNothing(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(150, 6, 5), fixture.NvsdSplit...)
	y := make([]float64, s.Valid.N())
	for i := range y {
		y[i] = stat.Mean(s.Train.Y(), nil)
	}
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, s.Train, 5))
	for _, rule := range []nvsd.SelectionRule{nvsd.Ranked, nvsd.ExactZeros} {
		m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByValidation(fixture.Frame(t, mat.DenseCopyOf(s.Valid.X()), y)), rule))
		if m.SelectedNames() != nil || m.ValidRMSE() > 1e-12 || m.Selection().TauIndex != 0 || !fixture.Near(m.NormsPerSD(), make([]float64, 6), 0) {
			t.Errorf("%s selects %v at tau %d with error %v", rule, m.SelectedNames(), m.Selection().TauIndex, m.ValidRMSE())
		}
	}
}

func TestSelectRefuses(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(150, 6, 5), fixture.NvsdSplit...)
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, s.Train, 2))
	other := fixture.Must[*data.Frame](t)(s.Valid.Inputs("x1", "x2"))
	renamed := fixture.Frame(t, mat.DenseCopyOf(s.Valid.X()), s.Valid.Y(), "x1", "x2", "x3", "x4", "x5", "x6", "price")
	for _, c := range []struct {
		by   nvsd.Criterion
		rule nvsd.SelectionRule
		want string
	}{
		{nvsd.Criterion{}, nvsd.Ranked, "nothing to choose by"},
		{nvsd.ByValidation(nil), nvsd.Ranked, "data.Valid(n)"},
		{nvsd.ByValidation(other), nvsd.Ranked, `"x3"`},
		{nvsd.ByValidation(renamed), nvsd.Ranked, `target is "price"`},
		{nvsd.ByValidation(s.Valid), "best", `no selection rule "best"`},
	} {
		_, err := p.Select(fixture.Ctx, c.by, c.rule)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

// Behind the selected inputs the others stand as the path has them come in, also in a model
// that is read from a file; a model without a path has them in the order of its columns.
func TestRankingOfAll(t *testing.T) {
	f := fixture.Waves(80, 6, 5)
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, f, 20))
	m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.Ranked))
	var want []int
	for _, name := range m.SelectedNames() {
		want = append(want, slices.Index(f.Names(), name))
	}
	for i := m.Selection().TauIndex; i < p.Len(); i++ {
		fit := fixture.Must[*nvsd.Model](t)(p.Model(i))
		for _, a := range fit.Ranking() {
			if fit.NormsPerSD()[a] > 0 && !slices.Contains(want, a) {
				want = append(want, a)
			}
		}
	}
	if got := m.Ranking(); !slices.Equal(got[:len(want)], want) || len(want) <= len(m.SelectedNames()) {
		t.Errorf("ranking %v, by the path %v", got, want)
	}
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	if read := fixture.Must[*nvsd.Model](t)(nvsd.ReadModel(&b)); !slices.Equal(read.Ranking(), m.Ranking()) {
		t.Errorf("read from a file: %v, want %v", read.Ranking(), m.Ranking())
	}
	mean := fixture.Must[*nvsd.Model](t)(nvsd.Mean(f))
	if got := mean.Ranking(); !slices.IsSorted(got) {
		t.Errorf("of the mean: %v", got)
	}
}

// RMSE finds the columns by name, and is the error that a Score has.
func TestRMSE(t *testing.T) {
	f := fixture.Waves(80, 4, 5)
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, f, nvsd.TauFrac(0.3)))
	names := f.Names()
	slices.Reverse(names)
	turned := fixture.Must[*data.Frame](t)(fixture.Waves(50, 4, 6).Inputs(names...))
	score := fixture.Must[nvsd.Score](t)(m.Score(fixture.Ctx, turned))
	if got := fixture.Must[float64](t)(m.RMSE(turned)); got != score.Rows[0].RMSE {
		t.Errorf("%v, the score has %v", got, score.Rows[0].RMSE)
	}
	if _, err := m.RMSE(fixture.Must[*data.Frame](t)(turned.Inputs(names[0]))); err == nil {
		t.Error("no error for inputs that are missing")
	}
}

// TopK selects exactly so many inputs, those that come first at the tau that the criterion
// chose, and compares the taus alone.
func TestTopK(t *testing.T) {
	f := fixture.Waves(60, 5, 3)
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, f, 12))
	for _, by := range []nvsd.Criterion{nvsd.ByLeaveOneOut(), nvsd.ByCrossValidation(nvsd.KFold(3, 1))} {
		for _, k := range []int{1, 2, 3} {
			m := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, by, nvsd.TopK(k)))
			s := m.Selection()
			fit := fixture.Must[*nvsd.Model](t)(p.Model(s.TauIndex))
			if len(m.SelectedNames()) != k || s.Size != k || s.Rule != nvsd.TopK(k) {
				t.Errorf("%d inputs are wanted, and %v selected", k, m.SelectedNames())
			}
			if fit.Ranking()[k-1] != 0 && count(fit.Selected()) >= k {
				first := fit.Ranking()[:k]
				slices.Sort(first)
				got := slices.Clone(m.Ranking()[:k])
				slices.Sort(got)
				if !slices.Equal(first, got) {
					t.Errorf("selected %v, first at the tau are %v", got, first)
				}
			}
			if !strings.Contains(m.Rule(), fmt.Sprintf("the %d largest derivative norms", k)) {
				t.Errorf("the rule is labelled %q", m.Rule())
			}
			if again := fixture.Reread(t, m); again.Rule() != m.Rule() || again.Selection().Rule != s.Rule {
				t.Errorf("read again as %q", again.Rule())
			}
			errs := 0
			for _, e := range s.PathRMSE {
				if !math.IsInf(e, 1) {
					errs++
				}
			}
			if errs != s.Sets || s.RMSE != slices.Min(s.PathRMSE) {
				t.Errorf("errors %v of %d sets, the chosen has %v", s.PathRMSE, s.Sets, s.RMSE)
			}
		}
	}
	for _, c := range []struct {
		k    int
		want string
	}{{0, "at least one"}, {-3, "at least one"}, {6, "there are 5 inputs"}} {
		if _, err := p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.TopK(c.k)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("TopK(%d): error %v, want one with %q", c.k, err, c.want)
		}
	}
	short := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, f, 1))
	if _, err := short.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.TopK(2)); err == nil || !strings.Contains(err.Error(), "come in along the path") {
		t.Errorf("more than ever come in: error %v", err)
	}
}

func count(flags []bool) int {
	n := 0
	for _, flag := range flags {
		if flag {
			n++
		}
	}
	return n
}

// More standard errors leave as few inputs or fewer, at an error as large or larger, from
// the same candidates.
func TestLeaveOneOutPrefersFew(t *testing.T) {
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, fixture.Waves(50, 8, 9), 15))
	size, rmse := math.MaxInt, 0.0
	for _, option := range []choose.CrossOption{nvsd.LeastError, nvsd.HalfSE, nvsd.OneSE} {
		s := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(option), nvsd.ExactZeros)).Selection()
		if s.Size > size || s.RMSE < rmse {
			t.Errorf("%s: %d inputs with error %v, before %d with %v", option, s.Size, s.RMSE, size, rmse)
		}
		size, rmse = s.Size, s.RMSE
		if option == nvsd.LeastError && rmse != slices.Min(s.PathRMSE) {
			t.Errorf("error %v, the least is %v", rmse, slices.Min(s.PathRMSE))
		}
	}
	silent := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.ExactZeros))
	if half := fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(nvsd.HalfSE), nvsd.ExactZeros)); half.Rule() != silent.Rule() || !strings.Contains(silent.Rule(), "within half a standard error") {
		t.Errorf("half a standard error is no default: %q and %q", half.Rule(), silent.Rule())
	}
	if _, err := p.Select(fixture.Ctx, nvsd.ByLeaveOneOut(nvsd.AbsoluteTau), nvsd.Ranked); err == nil || !strings.Contains(err.Error(), "nvsd.HalfSE") {
		t.Errorf("an option of folds: error %v", err)
	}
}

// A model says how it stands to the mean: by the absolute errors of rows left out one by
// one. Where the target has nothing to do with the inputs it warns.
func TestAgainstTheMean(t *testing.T) {
	f := fixture.Waves(40, 3, 3)
	spec := fixture.Gaussian
	spec.Scale, spec.Kernel, spec.Refit, spec.RidgeNus = nvsd.NoScaling, kern.Gaussian{Width: kern.Sigma(1)}, nvsd.KeepKernel, []float64{1e-3}
	m := fixture.Must[*nvsd.Model](t)(fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, f, 6)).Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.TopK(3)))
	var differences []float64
	y, n := f.Y(), float64(f.N())
	one := spec
	one.RidgeNus = []float64{1e-3 * n / (n - 1)} // the same n nu
	for i := range y {
		rest := fixture.Must[*data.Frame](t)(f.Rows(slices.DeleteFunc(upTo(len(y)), func(j int) bool { return j == i })...))
		v := fixture.Must[[]float64](t)(fixture.Must[*nvsd.Model](t)(one.Ridge(fixture.Ctx, rest, nvsd.ByLeaveOneOut())).PredictFrame(fixture.Must[*data.Frame](t)(f.Rows(i))))
		differences = append(differences, math.Abs(stat.Mean(rest.Y(), nil)-y[i])-math.Abs(v[0]-y[i]))
	}
	mean, sd := stat.MeanStdDev(differences, nil)
	if got, want := m.Selection().OverMean, mean/(sd/math.Sqrt(n)); math.Abs(got-want) > 1e-6*want || want < choose.EnoughOverMean {
		t.Errorf("%v standard errors over the mean, by hand %v", got, want)
	}
	if w := strings.Join(m.Warnings(), "\n"); strings.Contains(w, "nothing worth more") || !strings.Contains(m.String(), "training mean: error ") {
		t.Errorf("warnings %q of\n%v", w, m)
	}
	if again := fixture.Reread(t, m).Selection(); again.OverMean != m.Selection().OverMean || again.Mean != m.Selection().Mean {
		t.Errorf("read again as %v over %v", again.OverMean, again.Mean)
	}

	slices.Sort(y) // the inputs are independent of their places
	nothing := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, fixture.Frame(t, mat.DenseCopyOf(f.X()), y), 6))
	for _, by := range []nvsd.Criterion{nvsd.ByLeaveOneOut(), nvsd.ByCrossValidation(nvsd.KFold(4, 1))} {
		m := fixture.Must[*nvsd.Model](t)(nothing.Select(fixture.Ctx, by, nvsd.Ranked))
		if w := strings.Join(m.Warnings(), "\n"); !strings.Contains(w, "nothing worth more than the mean") || m.Selection().OverMean > choose.EnoughOverMean {
			t.Errorf("%v: %v standard errors over the mean, warnings %q", by, m.Selection().OverMean, w)
		}
	}
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
