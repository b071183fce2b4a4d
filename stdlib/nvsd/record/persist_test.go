package record_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/shipped"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
	"gonum.org/v1/gonum/mat"
)

func TestReadModelPredictsAndShowsTheSame(t *testing.T) {
	s := fixture.Split(t, fixture.Waves(90, 4, 3), data.Train(40), data.Valid(50))
	p := fixture.Must[*nvsd.Path](t)(fixture.Gaussian.Path(fixture.Ctx, s.Train, 4))
	unscaled := fixture.Gaussian
	unscaled.Scale, unscaled.Intercept = nvsd.NoScaling, nvsd.NoIntercept
	for name, m := range map[string]*nvsd.Model{
		"penalised": fixture.Must[*nvsd.Model](t)(p.Model(3)),
		"flat":      fixture.Must[*nvsd.Model](t)(p.Model(0)),
		"selected":  fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByValidation(s.Valid), nvsd.Ranked)),
		"ridge":     fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Ridge(fixture.Ctx, s.Train, nvsd.ByLeaveOneOut())),
		"constant":  fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, fixture.Frame(t, mat.NewDense(3, 4, slices.Repeat([]float64{1, 2, 3}, 4)), []float64{5, 5, 5}), nvsd.Tau(1))),
		"mean":      fixture.Must[*nvsd.Model](t)(nvsd.Mean(s.Train)),
		"crossed":   fixture.Must[*nvsd.Model](t)(p.Select(fixture.Ctx, nvsd.ByCrossValidation(nvsd.KFold(3, 1)), nvsd.Ranked)),
		"unscaled":  fixture.Must[*nvsd.Model](t)(unscaled.Fit(fixture.Ctx, s.Train, nvsd.TauFrac(0.1))),
	} {
		got := fixture.Reread(t, m)
		for what, same := range map[string]bool{
			"predictions": slices.Equal(fixture.Must[[]float64](t)(got.Predict(s.Valid.X())), fixture.Must[[]float64](t)(m.Predict(s.Valid.X()))),
			"gradients":   mat.Equal(fixture.Must[*mat.Dense](t)(got.Gradients(s.Valid.X())), fixture.Must[*mat.Dense](t)(m.Gradients(s.Valid.X()))),
			"norms":       slices.Equal(got.NormsPerSD(), m.NormsPerSD()),
			"table":       got.String() == m.String(),
		} {
			if !same {
				t.Errorf("%s: the %s of the model that was read differ", name, what)
			}
		}
		if a, b := got.Selection(), m.Selection(); a != nil && a.CrossValidation != nil && a.CrossValidation.String() != b.CrossValidation.String() {
			t.Errorf("%s: the cross-validation that was read differs:\n%v", name, a.CrossValidation)
		}
		if _, err := got.Score(fixture.Ctx, s.Valid); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What files say in words must mean the same in every version.
func TestEncodingIsStable(t *testing.T) {
	if nvsd.TrainSD != "training standard deviation" || nvsd.NoScaling != "none" || nvsd.Unpenalised != "unpenalised" || nvsd.NoIntercept != "none" ||
		nvsd.BestWidth != "best width" || nvsd.KeepKernel != "keep kernel" || nvsd.NewWidth != "new width" || nvsd.ARD != "width for each input" {
		t.Error("the names of the settings of a Spec are in files, and have changed")
	}
	spec := fixture.Gaussian
	for rule, name := range map[kern.WidthRule]string{kern.Mean20thNN: "mean_20th_nn", kern.Median20NN: "median_20_nn", kern.MedianDistance: "median"} {
		spec.Kernel = kern.Gaussian{Width: rule}
		var file bytes.Buffer
		if err := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, fixture.Waves(12, 2, 1), nvsd.ByLeaveOneOut())).Write(&file); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(file.String(), `"sigma":"`+name+`"`) {
			t.Errorf("the rule %v is not called %q in a file", rule, name)
		}
	}
}

// Who wrote a file, and by which solver, is in it.
func TestFileTellsItsOrigin(t *testing.T) {
	spec := fixture.Gaussian
	spec.Solver = solve.ADMM{MaxIter: 30}
	m := fixture.Must[*nvsd.Model](t)(spec.Fit(fixture.Ctx, fixture.Waves(20, 2, 1), nvsd.TauFrac(0.1)))
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(file.String(), `"written_by":"nvsd`) {
		t.Errorf("no program is named in %v", &file)
	}
	if got := fixture.Must[*nvsd.Model](t)(nvsd.ReadModel(&file)).SolverString(); got != "ADMM(MaxIter 30)" {
		t.Errorf("the solver was read as %q", got)
	}
}

// A statement of policy: of every field of a Spec it is known whether a file
// keeps it.
func TestEveryFieldOfASpecIsKeptOrNot(t *testing.T) {
	kept := []string{"Scale", "Intercept", "Loss", "Kernel", "Nu", "Refit", "RidgeNus", "Tol", "MaxIter", "Decades"}
	left := []string{"Penalty", "Solver"}
	refused := []string{"Features"} // but for the constant, which has none
	for _, field := range reflect.VisibleFields(reflect.TypeFor[nvsd.Spec]()) {
		if !slices.Contains(kept, field.Name) && !slices.Contains(left, field.Name) && !slices.Contains(refused, field.Name) {
			t.Errorf("does a file keep Spec.%s?", field.Name)
		}
	}
	spec := nvsd.Spec{
		Scale: nvsd.NoScaling, Intercept: nvsd.NoIntercept, Loss: loss.Huber{Knee: 2}, Kernel: kern.Gaussian{Width: kern.Median20NN}, Nu: nvsd.Fixed(0.2),
		Refit: nvsd.NewWidth, RidgeNus: []float64{0.5, 0.1}, Tol: 1e-3, MaxIter: 900, Decades: 2,
	}
	fitted := spec.WithPenalty(fixture.Gaussian.Penalty)
	got := fixture.Reread(t, fixture.Must[*nvsd.Model](t)(fitted.Fit(fixture.Ctx, fixture.Waves(20, 2, 1), nvsd.TauFrac(0.1))))
	if !reflect.DeepEqual(got.Spec(), spec) {
		t.Errorf("%+v was read as %+v", spec, got.Spec())
	}
}

func TestKernelsAreWritten(t *testing.T) {
	f := fixture.Waves(12, 2, 1)
	w := kern.MedianDistance
	written := append(shipped.EveryKernel(2, w), kern.Gaussian{Width: kern.Times{Factor: 0.5, Width: w}},
		kern.Sum(kern.Constant{Value: 1}, kern.Product(kern.Linear{}, kern.Matern52{Width: w})))
	for _, k := range written {
		spec := fixture.Gaussian
		spec.Kernel, spec.RidgeNus = k, []float64{0.1}
		m := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, f, nvsd.ByLeaveOneOut()))
		got := fixture.Reread(t, m)
		if got.KernelString() != m.KernelString() || fmt.Sprint(got.Spec().Kernel) != fmt.Sprint(k) {
			t.Errorf("%v was read as %v, %v as %v", m.KernelString(), got.KernelString(), k, got.Spec().Kernel)
		}
		if !slices.Equal(fixture.Must[[]float64](t)(got.Predict(f.X())), fixture.Must[[]float64](t)(m.Predict(f.X()))) {
			t.Errorf("%v: the predictions differ", k)
		}
	}
}

func TestForeignKernelIsNotWritten(t *testing.T) {
	spec := fixture.Gaussian
	spec.Kernel = kern.Sum(kern.Linear{}, fixture.Foreign{Kernel: kern.Linear{}})
	m := fixture.Must[*nvsd.Model](t)(spec.Ridge(fixture.Ctx, fixture.Waves(8, 2, 1), nvsd.ByLeaveOneOut()))
	path := filepath.Join(t.TempDir(), "model.json")
	if err := m.Save(path); err == nil || !strings.Contains(err.Error(), "Foreign cannot be written") {
		t.Errorf("a kernel of one's own: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) > 0 {
		t.Errorf("a failed save left %v", left)
	}
}

// modelIn returns the model's own JSON in a file.
func modelIn(file string) string {
	return file[strings.Index(file, `"model":`)+len(`"model":`) : len(file)-2]
}

func TestSaveReplacesAndLoadReads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, fixture.Waves(20, 2, 1), nvsd.TauFrac(0.1)))
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	if got := fixture.Must[*nvsd.Model](t)(nvsd.LoadModel(path)); got.String() != m.String() {
		t.Error("the model that was loaded is another one")
	}
	if err := m.Save(filepath.Join(path, "in", "a", "file")); err == nil {
		t.Error("a folder that is not there: no error")
	}
	if _, err := nvsd.LoadModel(path + "x"); err == nil {
		t.Error("a file that is not there: no error")
	}
}

func TestReadModelRefuses(t *testing.T) {
	var file bytes.Buffer
	m := fixture.Must[*nvsd.Model](t)(fixture.Gaussian.Fit(fixture.Ctx, fixture.Waves(20, 2, 1), nvsd.TauFrac(0.1)))
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	whole := file.String()
	body := modelIn(whole)
	for name, c := range map[string]struct{ text, want string }{
		"empty":         {"", "cut short"},
		"cut short":     {whole[:len(whole)/2], "cut short"},
		"other JSON":    {`{"a": 1}`, `its format is ""`},
		"no JSON":       {"x,y\n1,2\n", "no model"},
		"later version": {strings.Replace(whole, `"version":11`, `"version":12`, 1), "version 12 of the format, and this program reads version 11: read it with"},
		"version 10":    {strings.Replace(whole, `"version":11`, `"version":10`, 1), "reads version 11: fit the model anew, or read it with the program that wrote it"},
		"one digit":     {strings.Replace(whole, `"intercept":5`, `"intercept":6`, 1), "changed or damaged"},
		"more after it": {whole + "{}", "no model"},
		"shape":         {sealed(strings.Replace(body, `"selected":[true,`, `"selected":[`, 1)), "selected has length 1"},
		"order":         {sealed(strings.Replace(body, `"selected":[`, `"order":[0,0],"selected":[`, 1)), "order is [0 0]"},
		"certain":       {sealed(strings.Replace(body, `"certain":["`, `"certain":["not `, 1)), "certain of input 0"},
		"certainties":   {sealed(strings.Replace(body, `"certain":["`, `"certain":["out","`, 1)), "certain has length 3"},
		"unknown field": {sealed(`{"later":1}`), "later"},
		"no data":       {sealed(`{}`), "training data"},
		"null":          {sealed(`null`), "training data"},
		"kernel":        {sealed(strings.ReplaceAll(body, `"kind":"gauss"`, `"kind":"cosine"`)), `"cosine"`},
		"rule":          {sealed(strings.ReplaceAll(body, `"sigma":"mean_20th`, `"sigma":"mode_20th`)), `kernel.sigma: "mode_20th`},
		"width":         {sealed(regexp.MustCompile(`"sigma":(\d)`).ReplaceAllString(body, `"sigma":-$1`)), "kernel.sigma: -"},
		"refit":         {sealed(strings.Replace(body, `"nu":`, `"refit":"twice","nu":`, 1)), `no refit "twice"`},
		"scale":         {sealed(strings.ReplaceAll(body, `"scale":[`, `"scale":[-`)), "scale"},
	} {
		if _, err := nvsd.ReadModel(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var spaced bytes.Buffer
	if err := json.Indent(&spaced, []byte(whole), "", "  "); err != nil {
		t.Fatal(err)
	}
	if _, err := nvsd.ReadModel(&spaced); err != nil {
		t.Errorf("blanks between the tokens: %v", err)
	}
}

// A model in a file, and back.
func ExampleModel_Write() {
	f, err := data.E1(40, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := fixture.Quick.Fit(fixture.Ctx, f, nvsd.TauFrac(0.3))
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer // m.Save and nvsd.LoadModel take a file's name
	if err := m.Write(&file); err != nil {
		fmt.Println(err)
		return
	}
	again, err := nvsd.ReadModel(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.KernelString(), "on", again.N(), "observations of", again.Target())
	fmt.Println("the same account:", again.String() == m.String())
	// Output:
	// Polynomial(degree 2, offset 1) on 40 observations of y
	// the same account: true
}

// sealed is a file with the body and its digest.
func sealed(body string) string {
	sum := sha256.Sum256([]byte(body))
	return fmt.Sprintf(`{"format":"nvsd model","version":11,"sha256":"%s","model":%s}`, hex.EncodeToString(sum[:]), body)
}

// Whatever a file holds, reading it ends in an error or in a model that can be
// used and written.
func FuzzReadModel(f *testing.F) {
	frame := fixture.Waves(6, 2, 1)
	for _, spec := range []nvsd.Spec{fixture.Gaussian, {Kernel: kern.Sum(kern.Linear{}, kern.Polynomial{Degree: 2}), Penalty: fixture.Gaussian.Penalty, Nu: fixture.Gaussian.Nu}} {
		m := fixture.Must[*nvsd.Model](f)(spec.Fit(fixture.Ctx, frame, nvsd.TauFrac(0.1)))
		var file bytes.Buffer
		if err := m.Write(&file); err != nil {
			f.Fatal(err)
		}
		whole := file.String()
		f.Add(whole[strings.Index(whole, `"model":`)+len(`"model":`) : len(whole)-2])
		f.Add(whole)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, text := range []string{body, sealed(body)} {
			m, err := nvsd.ReadModel(strings.NewReader(text))
			if err != nil {
				continue
			}
			_ = m.String()
			X := mat.NewDense(1, m.D(), nil)
			if _, err := m.Predict(X); err != nil {
				t.Error(err)
			}
			if err := m.Write(new(bytes.Buffer)); err != nil {
				t.Error(err)
			}
		}
	})
}
