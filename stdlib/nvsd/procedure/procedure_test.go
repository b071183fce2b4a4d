package procedure

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// table is a Frame as a file, of some of its rows.
func table(f *data.Frame, from, to int) Table {
	var b strings.Builder
	fmt.Fprintf(&b, "%s,%s\n", strings.Join(f.Names(), ","), f.Target())
	y := f.Y()
	for i := from; i < to; i++ {
		for a := range f.D() {
			fmt.Fprintf(&b, "%v,", f.X().At(i, a))
		}
		fmt.Fprintf(&b, "%v\n", y[i])
	}
	return Table{Name: "file.csv", Text: []byte(b.String())}
}

// drawn is a table of n rows, of numbers by name.
func drawn(n int, of map[string]func(i int) float64) Table {
	names := make([]string, 0, len(of))
	for name := range of {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(names, ","))
	for i := range n {
		cells := make([]string, len(names))
		for j, name := range names {
			cells[j] = fmt.Sprint(of[name](i))
		}
		fmt.Fprintln(&b, strings.Join(cells, ","))
	}
	return Table{Name: "file.csv", Text: []byte(b.String())}
}

// friedman is a problem of 7 inputs, of which the first 5 matter, with rows to predict.
func friedman(t *testing.T) (r Request, test *data.Frame) {
	t.Helper()
	f, err := data.Friedman1(140, 7, 1)
	if err != nil {
		t.Fatal(err)
	}
	held := table(f, 100, 140)
	held.Name = "test.csv"
	rows := make([]int, 40)
	for i := range rows {
		rows[i] = 100 + i
	}
	test, err = f.Rows(rows...)
	if err != nil {
		t.Fatal(err)
	}
	return Request{Train: table(f, 0, 100), Test: &held, Target: f.Target(), Criterion: LeaveOneOut, Level: 0.9, Seed: 1}, test
}

func answer(t *testing.T, r Request) *Answer {
	t.Helper()
	a, err := Run(t.Context(), r, Progress{}, "v")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestRun: the answer is that of the same procedure by the names of package nvsd.
func TestRun(t *testing.T) {
	r, test := friedman(t)
	a := answer(t, r)
	train, err := r.train(Progress{})
	if err != nil {
		t.Fatal(err)
	}
	path, err := nvsd.FindSpec().Path(t.Context(), train, 12)
	if err != nil {
		t.Fatal(err)
	}
	m, err := path.Select(t.Context(), nvsd.ByLeaveOneOut(), nvsd.Ranked)
	if err != nil {
		t.Fatal(err)
	}
	want, err := m.PredictFrame(test)
	if err != nil {
		t.Fatal(err)
	}
	rmse, err := m.RMSE(test)
	if err != nil {
		t.Fatal(err)
	}
	intervals, err := m.PredictInterval(t.Context(), test, 0.9)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if math.Abs(a.Predictions[i]-want[i]) > 1e-9 {
			t.Fatalf("row %d is predicted as %v, by the model as %v", i, a.Predictions[i], want[i])
		}
		if math.Abs(*a.Lower[i]-intervals.Lower[i]) > 1e-9 || math.Abs(*a.Upper[i]-intervals.Upper[i]) > 1e-9 {
			t.Fatalf("row %d is between %v and %v, by the model %v and %v", i, *a.Lower[i], *a.Upper[i], intervals.Lower[i], intervals.Upper[i])
		}
	}
	if told := "90 % intervals of these rows: " + intervals.Account(); !strings.Contains(a.Short(), told) {
		t.Errorf("no %q in\n%s", told, a.Short())
	}
	if !a.Found || !slices.Equal(a.Selected, m.SelectedNames()) || len(a.Selected) != 5 || math.Abs(*a.RMSE-rmse) > 1e-9 ||
		*a.Error != m.Selection().RMSE || a.Evidence.Log != m.Selection().Evidence.Log || a.N != 100 || a.Version != "v" || a.Null != nil {
		t.Errorf("%+v", a)
	}
}

// TestTheAnswerIsTheFinding: select on a file and Find on the table of the file give the same, to the
// last bit: of numbers, of a factor beside a target of two classes, and of noise.
func TestTheAnswerIsTheFinding(t *testing.T) {
	numbers, _ := friedman(t)
	rng := rand.New(rand.NewPCG(8, 1))
	var classes, noise strings.Builder
	fmt.Fprintln(&classes, "kind,x,z,ok")
	fmt.Fprintln(&noise, "a,b,ok")
	for i := range 80 {
		x, kind := rng.NormFloat64(), rng.IntN(3)
		ok := map[bool]string{true: "yes", false: "no"}[x*x+float64(kind) > 1.5]
		fmt.Fprintf(&classes, "%c,%v,%v,%s\n", 'p'+kind, x, rng.NormFloat64(), ok)
		fmt.Fprintf(&noise, "%d,%v,%v\n", i%3, rng.NormFloat64(), rng.NormFloat64())
	}
	numbers.Test = nil
	for name, r := range map[string]Request{
		"numbers": numbers,
		"classes": {Train: Table{Name: "c.csv", Text: []byte(classes.String())}, Target: "ok", Options: []data.Call{{Option: "Classes", Args: []string{"no", "yes"}}}, Criterion: LeaveOneOut, Level: 0.9, Seed: 1},
		"noise":   {Train: Table{Name: "n.csv", Text: []byte(noise.String())}, Target: "ok", Criterion: LeaveOneOut, Level: 0.9, Seed: 1},
	} {
		a := answer(t, r)
		options := []data.ReadOption{data.Target(r.Target)}
		if len(r.Options) > 0 {
			options = append(options, data.Classes("no", "yes"))
		}
		d, err := data.Read(strings.NewReader(string(r.Train.Text)), r.Train.Name, options...)
		if err != nil {
			t.Fatal(err)
		}
		f, err := nvsd.Find(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if a.Found != f.Found() || !slices.Equal(a.Inputs, f.Names()) || !slices.Equal(a.Selected, f.SelectedNames()) || !slices.Equal(a.Scores, f.Scores()) {
			t.Errorf("%s: select finds %v of %v with %v, Find %v of %v with %v", name, a.Selected, a.Inputs, a.Scores, f.SelectedNames(), f.Names(), f.Scores())
		}
		table := f.Report().Tables()[0]
		table.Title, table.Warnings = a.text.file+": "+table.Title, a.Warnings
		if shown := table.String(); a.Short() != shown {
			t.Errorf("%s: select says\n%s\nand Find\n%s", name, a.Short(), shown)
		}
	}
}

// TestScoresRank: the scores order the inputs as the ranking of the model does, and those of
// selected inputs are norms.
func TestScoresRank(t *testing.T) {
	r, _ := friedman(t)
	a := answer(t, r)
	m := a.text.finding.Model
	order := make([]int, len(a.Inputs))
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(i, j int) int {
		if a.Scores[i] > a.Scores[j] {
			return -1
		}
		return 1
	})
	if !slices.Equal(order, m.Ranking()) {
		t.Errorf("by the scores %v, by the model %v: %v", order, m.Ranking(), a.Scores)
	}
	for j, name := range a.Inputs {
		if in := slices.Contains(a.Selected, name); in != (a.Scores[j] == m.NormsPerSD()[j]) || a.Scores[j] <= 0 {
			t.Errorf("%s: score %v, norm %v", name, a.Scores[j], m.NormsPerSD()[j])
		}
	}
}

// TestNothingFound: of noise it says so, predicts the mean, and its scores are only an order.
func TestNothingFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	of := map[string]func(int) float64{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "y"} {
		of[name] = func(int) float64 { return rng.NormFloat64() }
	}
	train, test := drawn(60, of), drawn(5, of)
	for _, by := range []Criterion{LeaveOneOut, CrossValidation} {
		a := answer(t, Request{Train: train, Test: &test, Target: "y", Criterion: by, Level: 0.9})
		if a.Found || a.Selected == nil || len(a.Selected) != 0 || slices.Max(a.Scores) > 1e-6 || slices.Min(a.Scores) <= 0 {
			t.Errorf("%v: %+v", by, a)
		}
		if len(a.Predictions) != 5 || a.Predictions[0] != a.Predictions[4] || a.RMSE == nil {
			t.Errorf("%v: predicted %v", by, a.Predictions)
		}
		if half := a.Predictions[0] - *a.Lower[0]; !(half > 1 && half < 3) || math.Abs(*a.Upper[4]-a.Predictions[4]-half) > 1e-12 {
			t.Errorf("%v: of normal noise the mean has an interval from %v to %v", by, *a.Lower[0], *a.Upper[4])
		}
		if text := a.String(); !strings.Contains(text, "found nothing worth more than the mean") {
			t.Errorf("%v: %s", by, text)
		}
	}
}

// TestDesigns: in a design of few different rows that are measured many times, what matters is found
// although no row can be predicted from the others: two factors that only act together, and
// levels that go up and down. Independent factors give nothing. Each design is there for a number, and for two classes.
func TestDesigns(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for name, c := range map[string]struct {
		levels int
		of     func(a, b int) float64
		want   []string
	}{
		"together": {2, func(a, b int) float64 { return 2 * float64(a^b) }, []string{"a", "b"}},
		"zigzag":   {4, func(a, _ int) float64 { return 2 * float64(a%2) }, []string{"a"}},
		"alone":    {2, func(a, _ int) float64 { return 2 * float64(a) }, []string{"a"}},
		"nothing":  {3, func(int, int) float64 { return 1 }, nil},
	} {
		a, b, y := make([]int, 150), make([]int, 150), make([]float64, 150)
		for i := range y {
			a[i], b[i] = rng.IntN(c.levels), rng.IntN(min(c.levels, 2))
			y[i] = c.of(a[i], b[i]) + 0.7*rng.NormFloat64()
		}
		for kind, target := range map[string]func(v float64) float64{
			"a number":    func(v float64) float64 { return v },
			"two classes": func(v float64) float64 { return math.Copysign(1, v-1) },
		} {
			r := Request{Target: "y", Criterion: LeaveOneOut, Level: 0.9, Train: drawn(len(y), map[string]func(int) float64{
				"a": func(i int) float64 { return float64(a[i]) },
				"b": func(i int) float64 { return float64(b[i]) },
				"y": func(i int) float64 { return target(y[i]) },
			})}
			got := answer(t, r)
			slices.Sort(got.Selected)
			if !slices.Equal(got.Selected, c.want) {
				t.Errorf("%s, %s: selected %v, want %v\n%v", name, kind, got.Selected, c.want, got)
			}
		}
	}
}

// TestRowsThatAreNotIndependent: nothing is found in targets without inputs, where rows belong together:
// things that are measured several times, one class copied more often than the other, and copies beside
// a column that is another one in each row. Tests with equal numbers of copies cannot see the second,
// nor those whose rows are equal in all inputs the third.
func TestRowsThatAreNotIndependent(t *testing.T) {
	for seed := range uint64(2) {
		rng := rand.New(rand.NewPCG(seed, 8))
		const things = 60
		x, y := make([][]float64, things), make([]float64, things)
		for i := range x {
			x[i], y[i] = []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}, rng.NormFloat64()
		}
		one := make([]float64, things)
		for i := range one {
			if i%10 == 0 {
				one[i] = 1
			}
		}
		var measured, copied []int
		for i := range x {
			measured = append(measured, i, i, i)
			copied = append(copied, slices.Repeat([]int{i}, 1+8*int(one[i]))...)
		}
		noise := make([]float64, len(measured))
		for i := range noise {
			noise[i] = 0.3 * rng.NormFloat64()
		}
		table := func(rows []int, target func(i int) float64, counter bool) Table {
			of := map[string]func(int) float64{"y": target}
			for a, name := range []string{"a", "b", "c"} {
				of[name] = func(i int) float64 { return x[rows[i]][a] }
			}
			if counter {
				of["time"] = func(i int) float64 { return 1000 + 3*float64(i) + 0.1*float64(i%7) }
			}
			return drawn(len(rows), of)
		}
		twice := append(append([]int{}, measured[:things]...), measured[:things]...)
		for name, c := range map[string]Table{
			"measured three times":     table(measured, func(i int) float64 { return y[measured[i]] + noise[i] }, false),
			"one class copied":         table(copied, func(i int) float64 { return one[copied[i]] }, false),
			"one class copied, a time": table(copied, func(i int) float64 { return one[copied[i]] }, true),
			"copies and a time":        table(twice, func(i int) float64 { return y[twice[i]] }, true),
		} {
			if got := answer(t, Request{Target: "y", Criterion: LeaveOneOut, Level: 0.9, Train: c}); got.Found {
				t.Errorf("seed %d, %s: found %v\n%v", seed, name, got.Selected, got)
			}
		}
	}
}

// TestNull: with permuted runs the model is the same, and each chosen input has its standing.
func TestNull(t *testing.T) {
	r, _ := friedman(t)
	r.Test = nil
	plain := answer(t, r)
	r.Null = 2
	told := 0
	a, err := Run(t.Context(), r, Progress{Tell: func(line string) {
		switch {
		case strings.HasPrefix(line, "permuted targets: "):
			told++
		case !strings.HasPrefix(line, "held-out rows: "):
			t.Error(line)
		}
	}}, "")
	if err != nil {
		t.Fatal(err)
	}
	if told != 2 || !slices.Equal(a.Scores, plain.Scores) || a.Null.Runs != 2 || len(a.Null.LargestScores) != 2 || len(a.Null.Chosen) != len(a.Selected) {
		t.Errorf("told %d times, %+v", told, a.Null)
	}
	for k, s := range a.Null.Chosen {
		if s.Input != a.Selected[k] || s.WorthAbove != 2 || !s.Beyond {
			t.Errorf("%+v", s)
		}
	}
	if text := a.String(); !strings.Contains(text, "2 of 2") || !strings.Contains(text, "permuted runs: ") {
		t.Error(text)
	}
}

// TestFactors: categories are read by the levels of training, whichever the test has.
func TestFactors(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,kind,x,y\n")
	rng := rand.New(rand.NewPCG(5, 5))
	kinds := []string{"oak", "ash", "elm"}
	for i := range 60 {
		x := rng.Float64()
		fmt.Fprintf(&b, "no%d,%s,%v,%v\n", i, kinds[i%3], x, 3*float64(i%3)+math.Sin(6*x))
	}
	r := Request{Train: Table{Name: "file.csv", Text: []byte(b.String())}, Target: "y", Criterion: LeaveOneOut, Level: 0.9, Options: []data.Call{{Option: "Factor", Args: []string{"kind"}}, {Option: "Drop", Args: []string{"id"}}}}
	r.Test = &Table{Name: "test.csv", Text: []byte("x,kind\n0.5,elm\n0.5,oak\n")}
	a := answer(t, r)
	if !slices.Equal(a.Inputs, []string{"kind", "x"}) || a.RMSE != nil {
		t.Errorf("%+v", a)
	}
	if gap := a.Predictions[0] - a.Predictions[1]; math.Abs(gap-6) > 0.2 {
		t.Errorf("between elm and oak there are %v, want 6", gap)
	}
	for text, want := range map[string]string{
		"x,kind\n0.5,yew\n": `"yew"`,
		"x\n0.5\n":          `no column "kind"`,
		"x,kind\n?,oak\n":   `test.csv: line 2, column "x"`,
	} {
		r.Test = &Table{Name: "test.csv", Text: []byte(text)}
		if a := answer(t, r); !strings.Contains(a.Unpredicted, want) || !strings.HasPrefix(a.Unpredicted, "test.csv: ") {
			t.Errorf("%q: %s", text, a.Unpredicted)
		}
	}
}

// TestTestTableIsAsLearned: a column of the test table is what was learned under its name, or an error
// with the cell.
func TestTestTableIsAsLearned(t *testing.T) {
	var b strings.Builder
	b.WriteString("kind,x,z,y\n")
	rng := rand.New(rand.NewPCG(5, 5))
	kinds := []string{"no", "yes", "maybe"}
	for i := range 60 {
		x, z := rng.Float64(), rng.IntN(2)
		fmt.Fprintf(&b, "%s,%v,%d,%v\n", kinds[i%3], x, z, 3*float64(i%3)+math.Sin(6*x)+2*float64(z))
	}
	r := Request{Train: Table{Name: "file.csv", Text: []byte(b.String())}, Target: "y", Criterion: LeaveOneOut, Level: 0.9}
	predictions := func(text string) []float64 {
		r.Test = &Table{Name: "test.csv", Text: []byte(text)}
		return answer(t, r).Predictions
	}
	want := predictions("kind,x,z\nno,0.5,1\nyes,0.25,0\nmaybe,0.25,0\n")
	if got := predictions("kind,x,z\nno,0.5,true\nyes,0.25,false\n"); !slices.Equal(got, want[:2]) {
		t.Errorf("truth values where there were 0 and 1, and two of three levels: %v, want %v", got, want[:2])
	}
	for text, want := range map[string]string{
		"kind,x,z\nno,true,1\nyes,false,0\n":      `test.csv: row 1 of "x" is the truth value true, and the model learned numbers from `,
		"kind,x,z\nno,unknown,1\nyes,unknown,0\n": `test.csv: row 1 of "x" is the text "unknown", and the model learned numbers from `,
		"kind,x,z\nno,0.5,1\nperhaps,0.25,0\n":    `test.csv: row 2 of "kind" is the text "perhaps", and the model learned the levels "maybe", "no", "yes"`,
		"kind,x,z,y\nno,0.5,1,far\n":              `test.csv: line 2, column "y": "far" is not a number`,
		"kind,x,z,y\nno,0.5,1,true\n":             `test.csv: line 2, column "y": "true" is not a number`,
	} {
		r.Test = &Table{Name: "test.csv", Text: []byte(text)}
		if a := answer(t, r); !strings.HasPrefix(a.Unpredicted, want) || a.Predictions != nil {
			t.Errorf("%q: %s", text, a.Unpredicted)
		}
	}
}

// TestInterrupted: Run returns the error of its context wherever it is, and an answer, whose numbers are finite, from the moment
// on at which there is something to tell.
func TestInterrupted(t *testing.T) {
	r, _ := friedman(t)
	answers := 0
	for at := 1; ; at = at*3/2 + 1 {
		ctx, cancel := context.WithCancel(t.Context())
		lines := 0
		answer, err := Run(ctx, r, Progress{Tell: func(string) {
			lines++
			if lines == at {
				cancel()
			}
		}}, "")
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if answer == nil {
			continue
		}
		answers++
		if _, err := json.Marshal(answer); err != nil || answer.Interrupted == "" || len(answer.Selected) == 0 || !strings.Contains(answer.String(), "interrupted: ") {
			t.Errorf("line %d: %v, %v", at, err, answer)
		}
	}
	if answers == 0 {
		t.Error("no interrupt leaves an answer")
	}
}

// TestListsAreLists: an answer without warnings has an empty list, which programs go through.
func TestListsAreLists(t *testing.T) {
	r, _ := friedman(t)
	r.Test = nil
	text, err := json.Marshal(answer(t, r))
	if err != nil {
		t.Fatal(err)
	}
	if a := string(text); !strings.Contains(a, `"warnings":[`) || !strings.Contains(a, `"selected":[`) {
		t.Error(a)
	}
}
