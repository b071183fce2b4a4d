package problem_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"gonum.org/v1/gonum/mat"
)

// TestGroupsWithAConstantInput: an input that does not vary is left out of the
// fit, and groups go on to speak of all inputs.
func TestGroupsWithAConstantInput(t *testing.T) {
	whole := fixture.Waves(30, 3, 1)
	x := mat.NewDense(30, 4, nil)
	for i := range 30 {
		row := mat.Row(nil, i, whole.X())
		copy(x.RawRowView(i), []float64{row[0], row[1], 7, row[2]})
	}
	spec := fixture.Gaussian.WithPenalty(penalty.GroupsByName([][]string{{"a", "c"}, {"b"}, {"d"}}))
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, fixture.Frame(t, x, whole.Y(), "a", "b", "c", "d", "y"), nvsd.Tau(0.2)))
	// p_g stays 2 for the group whose second member is constant.
	spec.Penalty = penalty.GroupLasso{Groups: [][]int{{0}, {1}, {2}}, Weights: []float64{2, 1, 1}}
	want := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, whole, nvsd.Tau(0.2)))
	got := m.NormsPerSD()
	for a, norm := range want.NormsPerSD() {
		at := []int{0, 1, 3}[a]
		if math.Abs(got[at]-norm) > 1e-2*(1e-2+norm) {
			t.Errorf("norms %v with the constant, %v without", got, want.NormsPerSD())
		}
	}
	if got[2] != 0 {
		t.Errorf("the constant input has the norm %v", got[2])
	}
}

// misprox is a lasso with a prox of twice the step.
type misprox struct{ penalty.Lasso }

func (p misprox) Prox(dst, u []float64, t float64) { p.Lasso.Prox(dst, u, 2*t) }

// offKernel is a Gaussian with a mixed derivative that is 1 % off.
type offKernel struct{ kern.Kernel }

func (offKernel) String() string { return "off" }

func (k offKernel) Mixed(dst, x, z []float64) {
	k.Kernel.Mixed(dst, x, z)
	for i := range dst {
		dst[i] *= 1.01
	}
}

// falling is a lasso that pays for the last input.
type falling struct{ penalty.Lasso }

func (falling) String() string { return "falling" }

func (p falling) Value(u []float64) float64 { return p.Lasso.Value(u) - 1.1*u[len(u)-1] }

func (p falling) Prox(dst, u []float64, t float64) {
	p.Lasso.Prox(dst, u, t)
	dst[len(u)-1] = u[len(u)-1] + 0.1*t
}

// TestTellsTheWrong: what is wrong with a penalty or a kernel is told with the model,
// in few and many inputs of any unit.
func TestTellsTheWrong(t *testing.T) {
	for _, unit := range []float64{1e-8, 1, 1e8} {
		for _, d := range []int{1, 5, 18} {
			rows := fixture.Waves(20, max(d, 2), 1)
			x, y := mat.NewDense(20, d, nil), make([]float64, 20)
			x.Apply(func(i, a int, _ float64) float64 { return unit * rows.X().At(i, a) }, x)
			for i, v := range rows.Y() {
				y[i] = v / unit
			}
			train := fixture.Frame(t, x, y)
			spec := fixture.Gaussian
			spec.Tol, spec.MaxIter = 1e-2, 20
			spec.Kernel = kern.Gaussian{Width: kern.Sigma(2)}
			pays, off := spec.WithPenalty(falling{}), spec
			off.Kernel = offKernel{spec.Kernel}
			for want, s := range map[string]nvsd.Spec{"the Value of the penalty falling falls": pays, "the Mixed of the kernel off": off} {
				m := fixture.Must[*nvsd.Model](t)(s.Fit(fixture.Ctx, train, nvsd.Tau(0.1/unit)))
				if told := strings.Join(m.Warnings(), "\n"); !strings.Contains(told, want) {
					t.Errorf("%d inputs of %g, want %q: warnings\n%s", d, unit, want, told)
				}
			}
			m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, train, nvsd.Tau(0.1/unit)))
			if told := strings.Join(m.Warnings(), "\n"); strings.Contains(told, "the kernel") || strings.Contains(told, "the penalty") {
				t.Errorf("%d inputs of %g, nothing wrong: warnings\n%s", d, unit, told)
			}
		}
	}
}

// TestWarnings: a Prox that is not that of its Value, and derivatives that are
// not exact, are told once with the model.
func TestWarnings(t *testing.T) {
	train := fixture.Waves(20, 2, 1)
	wrong := fixture.Gaussian.WithPenalty(misprox{})
	wrong.Tol, wrong.MaxIter = 1e-2, 50
	rough := fixture.Gaussian
	rough.Kernel, rough.Tol = kern.FromEval(kern.Gaussian{Width: kern.Sigma(1.5)}.Eval), 1e-2
	for want, spec := range map[string]nvsd.Spec{
		"is not that of its Value":                  wrong,
		"a certificate holds for a kernel close by": rough,
	} {
		path := fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, train, 4))
		found := slices.DeleteFunc(slices.Clone(path.Warnings()), func(w string) bool { return !strings.Contains(w, want) })
		if len(found) != 1 {
			t.Errorf("%q: warnings %q", want, path.Warnings())
		}
	}
}
