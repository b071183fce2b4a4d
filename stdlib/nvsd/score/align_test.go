package score_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/score"
)

// What a model did not select need not be measured to predict: neither a number nor a factor,
// and of what is measured nonetheless neither missing cells nor unknown levels matter.
func TestOnlySelectedInputsAreNeeded(t *testing.T) {
	read := func(text string, opts ...data.ReadOption) *data.Frame {
		return fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(text), "birds.csv", opts...))
	}
	var text strings.Builder
	text.WriteString("place,idle,kind,size,y\n")
	for i := range 40 {
		size := i * 7 % 11
		kind := []string{"a", "b", "c"}[i%3]
		y := 5*size + map[string]int{"a": 0, "b": 40, "c": 80}[kind] + i%2
		text.WriteString(strings.Join([]string{[]string{"north", "south"}[i/3%2], strconv.Itoa(i * i % 13), kind, strconv.Itoa(size), strconv.Itoa(y)}, ",") + "\n")
	}
	all := read(text.String())
	spec := fixture.Gaussian
	spec.Kernel = kern.Polynomial{Degree: 2, Offset: 1}
	m := fixture.Must[*nvsd.Model](t)(fixture.Must[*nvsd.Path](t)(spec.Path(fixture.Ctx, all, 5)).Select(fixture.Ctx, nvsd.ByLeaveOneOut(), nvsd.TopK(4)))
	if got := strings.Join(m.SelectedNames(), " "); strings.Contains(got, "place") || strings.Contains(got, "idle") {
		t.Fatalf("%s are selected", got)
	}
	few := fixture.Must[*data.Frame](t)(all.Select("y", "size", "kind"))
	want := fixture.Must[[]float64](t)(m.PredictFrame(all))
	if got := fixture.Must[[]float64](t)(m.PredictFrame(few)); !fixture.Near(got, want, 0) {
		t.Error("without the other inputs, predictions are others")
	}
	if got, want := fixture.Must[float64](t)(m.RMSE(few)), fixture.Must[float64](t)(m.RMSE(all)); got != want {
		t.Errorf("the error is %v, want %v", got, want)
	}
	if got := fixture.Must[*score.Residuals](t)(m.Residuals(few)).Predicted; !fixture.Near(got, want, 0) {
		t.Error("without the other inputs, residuals are others")
	}

	one := read("place,idle,kind,size\nwest,,b,3\n", data.NoTarget(), data.AllowMissing())
	other := read("size,kind\n3,b\n", data.NoTarget())
	got := fixture.Must[[]float64](t)(m.PredictFrame(one))
	if !fixture.Near(got, fixture.Must[[]float64](t)(m.PredictFrame(other)), 0) {
		t.Error("an unknown place and a missing number that are not selected change a prediction")
	}
	for text, want := range map[string]string{
		"size\n3\n":        `the data are not as the model learned them: data: there is no input "kind"`,
		"size,kind\n3,d\n": `the data are not as the model learned them: data: row 1 of "kind" is the text "d", and the model learned the levels "a", "b", "c"`,
		"size,kind\n,b\n":  `row 1 of the input "size" is missing`,
	} {
		if _, err := m.PredictFrame(read(text, data.NoTarget(), data.AllowMissing())); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestPredictWithRowNumbers: new rows may have row numbers or not, and a column that counts the new
// rows alone is the input that it was in training.
func TestPredictWithRowNumbers(t *testing.T) {
	read := func(text string, opts ...data.ReadOption) *data.Frame {
		return fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(text), "a.csv", opts...))
	}
	text := "id,t,x,y\n"
	for i := range 30 {
		text += fmt.Sprintf("%d,%d,%d,%d\n", i, i*i%17, i%5, i*i%17+i%5)
	}
	spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Nu: nvsd.Fixed(0.01)}
	m := fixture.Must[*nvsd.Model](t)(spec.Ridge(t.Context(), read(text), nvsd.ByLeaveOneOut()))
	if got := m.Names(); fmt.Sprint(got) != "[t x]" {
		t.Fatalf("inputs %v", got)
	}
	rows, with := "t,x\n", "id,t,x\n"
	for i := range 12 {
		rows += fmt.Sprintf("%d,%d\n", i, i%5)
		with += fmt.Sprintf("%d,%d,%d\n", i, i, i%5)
	}
	want := fixture.Must[[]float64](t)(m.PredictFrame(read(rows, data.NoTarget(), data.Keep())))
	for _, new := range []*data.Frame{read(rows, data.NoTarget()), read(with, data.NoTarget())} {
		if got := fixture.Must[[]float64](t)(m.PredictFrame(new)); !fixture.Near(got, want, 0) {
			t.Errorf("predicted %v, want %v", got, want)
		}
	}
}
