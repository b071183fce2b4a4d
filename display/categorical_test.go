package display

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// A model of classes on a categorical input, by a solver that was asked for,
// shows all three; its score shows the errors of the classes.
func TestModelOfClassesOnACategory(t *testing.T) {
	const n = 24
	X, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range n {
		X.SetRow(i, []float64{float64(i * i % 7), float64(i % 3)})
		y[i] = float64(i%3%2)*2 - 1
	}
	f, err := data.New(X, y, "x", "<colour>")
	if err != nil {
		t.Fatal(err)
	}
	f, err = f.Factor("<colour>")
	if err != nil {
		t.Fatal(err)
	}
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Sigma(2)}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-2), Solver: solve.Newton{}}
	m, err := spec.Fit(t.Context(), f, nvsd.TauFrac(0.1))
	if err != nil {
		t.Fatal(err)
	}
	html := render(t, m).Data[MIMEHTML].(string)
	for _, want := range []string{">difference<", ">derivative<", "&lt;colour&gt;: between two of its 3 levels predictions differ by", "Newton"} {
		if !strings.Contains(html, want) {
			t.Errorf("the model is shown without %q", want)
		}
	}
	score, err := m.Score(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	html = render(t, score).Data[MIMEHTML].(string)
	for _, want := range []string{">wrong<", ">balanced<", ">AUC<"} {
		if !strings.Contains(html, want) {
			t.Errorf("the score is shown without %q", want)
		}
	}
}

func TestModelWithoutACertificate(t *testing.T) {
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Sigma(2)}, Penalty: penalty.MCP{Knee: 1}, Nu: nvsd.Fixed(1e-2), Solver: solve.ADMM{}}
	m, err := spec.Fit(t.Context(), frame(t, 4), nvsd.TauFrac(0.3))
	if err != nil {
		t.Fatal(err)
	}
	b := render(t, m)
	for _, shown := range []any{b.Data[MIMEHTML], b.Data[MIMEText]} {
		if s := shown.(string); !strings.Contains(s, "no certificate") || strings.Contains(s, "NaN") {
			t.Errorf("the model is shown as\n%s", s)
		}
	}
}
