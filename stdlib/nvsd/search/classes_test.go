package search_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"
)

// rings is a table of three classes, that are rings around 0 of x1 and x2; two levels of a factor shift them. labels are those of the classes.
func rings(t testing.TB, n, d int, seed uint64, labels []string) *data.Frame {
	rng := rand.New(rand.NewPCG(seed, 17))
	return classTable(t, rng, n, d, func(x []float64, level int) string {
		r := math.Hypot(x[0], x[1]) + 0.5*float64(level) + 0.2*rng.NormFloat64()
		return labels[min(int(r/0.9), 2)]
	})
}

// classTable draws normal inputs and a factor, and classes that depend on them.
func classTable(t testing.TB, rng *rand.Rand, n, d int, class func(x []float64, level int) string) *data.Frame {
	var b strings.Builder
	for j := range d {
		fmt.Fprintf(&b, "x%d,", j+1)
	}
	b.WriteString("colour,y\n")
	for range n {
		x, level := make([]float64, d), rng.IntN(2)
		for j := range x {
			x[j] = math.Round(1e4*rng.NormFloat64()) / 1e4
			fmt.Fprintf(&b, "%v,", x[j])
		}
		fmt.Fprintf(&b, "%s,%s\n", []string{"red", "blue"}[level], class(x, level))
	}
	return fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(b.String()), "t.csv", data.Target("y")))
}

var abc = []string{"a", "b", "c"}

// The inputs of all classes are found together; probabilities sum to 1, are better than the frequencies on other rows, and are the same from a file.
func TestFindClasses(t *testing.T) {
	train, test := rings(t, 160, 6, 1, abc), rings(t, 300, 6, 2, abc)
	f := fixture.Must[*nvsd.ClassFinding](t)(nvsd.FindClasses(fixture.Ctx, train))
	names := f.SelectedNames()
	slices.Sort(names)
	if !f.Found() || !reflect.DeepEqual(names, []string{"colour", "x1", "x2"}) || !slices.Equal(f.Labels, abc) {
		t.Fatalf("found %v of %v:\n%v", names, f.Labels, f)
	}
	p := fixture.Must[*mat.Dense](t)(f.Probabilities(test))
	for i := range test.N() {
		if sum := mat.Sum(p.RowView(i)); math.Abs(sum-1) > 1e-12 {
			t.Fatalf("row %d: the probabilities have the sum %v", i, sum)
		}
	}
	e := fixture.Must[*nvsd.ManyClassMetrics](t)(f.Measure(test))
	said, on := f.Measured()
	if e.LogLoss > 0.75*f.OfFrequencies() || math.Abs(e.LogLoss-said.LogLoss) > 0.2 || !strings.Contains(on, "folds") {
		t.Errorf("log-loss %v on other rows, %v %s, %v of the frequencies", e.LogLoss, said.LogLoss, on, f.OfFrequencies())
	}
	text := f.String()
	for _, part := range []string{"y, of 3 classes, depends on 3 of 7 inputs", "log-loss in 10 folds", "True classes, and the likeliest ones"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in:\n%s", part, text)
		}
	}
	path := filepath.Join(t.TempDir(), "classes.json")
	if err := nvsd.SaveClasses(f.Predictor, path); err != nil {
		t.Fatal(err)
	}
	read := fixture.Must[*nvsd.Multinomial](t)(nvsd.LoadClasses(path))
	if again := fixture.Must[*mat.Dense](t)(read.ProbabilitiesFrame(test)); !mat.Equal(again, p) {
		t.Error("the regression from a file has other probabilities")
	}
	if _, err := nvsd.LoadModel(path); err == nil || !strings.Contains(err.Error(), "nvsd.LoadClasses") {
		t.Errorf("a file of classes as a model: %v", err)
	}
	links := fixture.Must[*mat.Dense](t)(read.Links(inputsOf(t, test, read.Names())))
	for c, label := range abc {
		m := fixture.Must[*model.Model](t)(read.Function(label))
		if _, positive, _ := m.Train.Classes(); positive != label {
			t.Errorf("the function of %s is one of the class %s", label, positive)
		}
		v := fixture.Must[[]float64](t)(m.Predict(inputsOf(t, test, m.Names())))
		for i, own := range v {
			if math.Abs(own-links.At(i, c)) > 1e-9 {
				t.Fatalf("the function of %s is %v at row %d, and its link %v", label, own, i, links.At(i, c))
			}
		}
	}
}

func inputsOf(t *testing.T, f *data.Frame, names []string) *mat.Dense {
	own := fixture.Must[*data.Frame](t)(f.Inputs("x1", "x2", "colour"))
	if !slices.Equal(own.Names(), names) {
		t.Fatalf("inputs %v, of the regression %v", own.Names(), names)
	}
	return mat.DenseCopyOf(own.X())
}

// What classes are called, and in which order the rows are, says nothing; nor does a weight that is 1 for all.
func TestFindClassesKnowsNoNames(t *testing.T) {
	one := fixture.Must[*nvsd.ClassFinding](t)(nvsd.FindClasses(fixture.Ctx, rings(t, 120, 4, 3, abc)))
	other := fixture.Must[*nvsd.ClassFinding](t)(nvsd.FindClasses(fixture.Ctx, rings(t, 120, 4, 3, []string{"z", "m", "k"})))
	turned := []int{2, 1, 0} // k, m, z
	if !reflect.DeepEqual(one.SelectedNames(), other.SelectedNames()) {
		t.Fatalf("%v, and by other names %v", one.SelectedNames(), other.SelectedNames())
	}
	test := rings(t, 50, 4, 4, abc)
	p, q := fixture.Must[*mat.Dense](t)(one.Probabilities(test)), fixture.Must[*mat.Dense](t)(other.Probabilities(test))
	for i := range test.N() {
		for c, d := range turned {
			if math.Abs(p.At(i, c)-q.At(i, d)) > 0.02 {
				t.Errorf("row %d: %v, and by other names %v", i, p.RawRowView(i), q.RawRowView(i))
			}
		}
	}
}

// A class of one row is in every part that something is fitted to, also of a table of more than 600 rows, of which some are held out.
func TestFindClassesInLargeTables(t *testing.T) {
	for _, n := range []int{100, 700} {
		for seed := range uint64(2) {
			rng, rare := rand.New(rand.NewPCG(seed, 8)), 0
			train := classTable(t, rng, n, 4, func(x []float64, level int) string {
				if rare < 1 && x[3] > 1 {
					rare++
					return "rare"
				}
				return abc[min(int(math.Abs(2*x[0]+0.3*rng.NormFloat64())), 2)]
			})
			f := fixture.Must[*nvsd.ClassFinding](t)(nvsd.FindClasses(fixture.Ctx, train))
			if !reflect.DeepEqual(f.SelectedNames(), []string{"x1"}) || (f.Errors != nil) != (n > 600) {
				t.Errorf("%v", f)
			}
			if p := fixture.Must[*mat.Dense](t)(f.Probabilities(train)); p.At(0, 3) <= 0 || p.At(0, 3) > 0.2 {
				t.Errorf("%d rows: the probability of the rare class is %v", n, p.At(0, 3))
			}
			if warnings := strings.Join(f.Warnings(), "\n"); !strings.Contains(warnings, "few rows have the class rare") {
				t.Errorf("warnings %s", warnings)
			}
		}
	}
}

// Classes that depend on nothing have their frequencies, and seldom inputs. Inputs are normal, of few values, or levels; classes are of many sizes.
func TestFindClassesInNoise(t *testing.T) {
	found := 0
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 23))
		sizes := [][]float64{{0.34, 0.67}, {0.6, 0.9}, {0.1, 0.2}}[seed%3]
		train := classTable(t, rng, 60+20*int(seed%4), 5, func([]float64, int) string {
			u := rng.Float64()
			switch {
			case u < sizes[0]:
				return "a"
			case u < sizes[1]:
				return "b"
			}
			return "c"
		})
		f := fixture.Must[*nvsd.ClassFinding](t)(nvsd.FindClasses(fixture.Ctx, train))
		if f.Found() {
			found++
			continue
		}
		p := fixture.Must[*mat.Dense](t)(f.Probabilities(train))
		for c, part := range f.Frequencies() {
			if math.Abs(p.At(0, c)-part) > 1e-12 {
				t.Errorf("seed %d: the probability of %s is %v, and its frequency %v", seed, f.Labels[c], p.At(0, c), part)
			}
		}
	}
	if found > 1 {
		t.Errorf("something was found in %d of 12 tables of noise", found)
	}
}

func TestFindClassesRefuses(t *testing.T) {
	train := rings(t, 60, 3, 5, abc)
	numbers := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader("a,y\n1,2\n2,3\n3,4\n"), "t.csv", data.Target("y")))
	grouped := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader("a,g,y\n1,u,p\n2,u,q\n3,v,r\n4,v,p\n5,w,q\n6,w,r\n"), "t.csv", data.Target("y"), data.Group("g")))
	for name, c := range map[string]struct {
		do   func() error
		want string
	}{
		"nil":      {func() error { _, err := nvsd.FindClasses(fixture.Ctx, nil); return err }, "no training part"},
		"a number": {func() error { _, err := nvsd.FindClasses(fixture.Ctx, numbers); return err }, "take nvsd.Find"},
		"groups":   {func() error { _, err := nvsd.FindClasses(fixture.Ctx, grouped); return err }, `together by "g"`},
		"Find":     {func() error { _, err := nvsd.Find(fixture.Ctx, train); return err }, "nvsd.FindClasses"},
		"a Spec":   {func() error { _, err := nvsd.FindSpec().Path(fixture.Ctx, train, 3); return err }, `train.WithClass("a")`},
		"the mean": {func() error { _, err := nvsd.Mean(train); return err }, "3 classes"},
		"permuted": {func() error { _, err := nvsd.FindPlan{Permuted: 3}.FindClasses(fixture.Ctx, train); return err }, "are not permuted"},
		"an ended context": {func() error {
			ctx, cancel := context.WithCancel(fixture.Ctx)
			cancel()
			_, err := nvsd.FindClasses(ctx, train)
			return err
		}, "context canceled"},
		"other classes": {func() error {
			f := fixture.Must[*nvsd.ClassFinding](t)(nvsd.FindClasses(fixture.Ctx, train))
			_, err := f.Measure(rings(t, 30, 3, 6, []string{"a", "b", "d"}))
			return err
		}, "read both with the same data.Classes"},
	} {
		if err := c.do(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
