package procedure

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// threeClasses is a table of a target of three texts, which depends on x, and a table of other rows.
func threeClasses(rows int) (train, test string) {
	rng := rand.New(rand.NewPCG(5, 9))
	var all [2]strings.Builder
	for k := range all {
		all[k].WriteString("x,z,kind\n")
		for range rows {
			x, z := rng.NormFloat64(), rng.NormFloat64()
			fmt.Fprintf(&all[k], "%v,%v,%s\n", x, z, []string{"low", "high", "mid"}[min(2, int(math.Abs(1.5*x+0.3*rng.NormFloat64())))])
		}
	}
	return all[0].String(), all[1].String()
}

// A target of three texts is told apart without an option, and has probabilities in the order of its classes.
func TestThreeClasses(t *testing.T) {
	train, test := threeClasses(120)
	ask := func(rows string, options ...data.Call) *Answer {
		return answer(t, Request{
			Train: Table{Name: "c.csv", Text: []byte(train)}, Test: &Table{Name: "t.csv", Text: []byte(rows)},
			Target: "kind", Options: options, Criterion: LeaveOneOut, Level: 0.9, Seed: 1,
		})
	}
	a := ask(test)
	if !a.Found || !slices.Equal(a.Classes, []string{"high", "low", "mid"}) || !slices.Equal(a.Selected, []string{"x"}) || a.RMSE != nil || a.Lower != nil || a.Posterior != nil {
		t.Fatalf("found %v, classes %v, selected %v", a.Found, a.Classes, a.Selected)
	}
	lines, loss := strings.Split(strings.TrimSpace(test), "\n")[1:], 0.0
	for i, p := range a.Probabilities {
		own := lines[i][strings.LastIndex(lines[i], ",")+1:]
		loss -= math.Log(p[slices.Index(a.Classes, own)]) / float64(len(lines))
		if a.Likeliest[i] != a.Classes[int(a.Predictions[i])] || p[int(a.Predictions[i])] != slices.Max(p) {
			t.Errorf("row %d: %v, %v, %v", i, p, a.Predictions[i], a.Likeliest[i])
		}
	}
	if e := a.ClassErrors; a.LogLoss == nil || math.Abs(*a.LogLoss-loss) > 1e-12 || e == nil || *a.LogLoss > 0.8*e.LogLossOfFrequencies || !strings.Contains(a.Short(), "120 rows predicted, log-loss") {
		t.Errorf("log-loss %v, %v by hand, errors %+v:\n%s", a.LogLoss, loss, e, a.Short())
	}
	if !strings.Contains(a.Spec, "nvsd.FindClasses(train)") {
		t.Errorf("the same in a cell: %s", a.Spec)
	}
	var file bytes.Buffer
	if err := a.WriteModel(&file); err != nil || !strings.Contains(file.String(), `"labels":["high","low","mid"]`) {
		t.Errorf("the file of the model: %v", err)
	}
	named := ask(test, data.Call{Option: "Classes", Args: []string{"low", "mid", "high"}})
	if math.Abs(named.Probabilities[0][0]-a.Probabilities[0][1]) > 0.02 {
		t.Errorf("in another order: %v, and %v", named.Probabilities[0], a.Probabilities[0])
	}
	alone := ask("x,z,kind\n0.1,0.2,low\n")
	if alone.Unpredicted != "" || len(alone.Probabilities) != 1 || alone.LogLoss == nil {
		t.Errorf("a row of one class: %q", alone.Unpredicted)
	}
	if other := ask("x,z,kind\n0.1,0.2,grey\n"); !strings.Contains(other.Unpredicted, `"grey" is none of the classes`) || other.Probabilities != nil {
		t.Errorf("a class that training lacks: %q", other.Unpredicted)
	}
	if bare := ask("x,z\n0.1,0.2\n"); len(bare.Probabilities) != 1 || bare.LogLoss != nil {
		t.Errorf("a row without the target: %+v", bare)
	}
}

// What is not done for three classes is refused in flags, with what to do.
func TestThreeClassesRefuse(t *testing.T) {
	train, _ := threeClasses(40)
	for want, change := range map[string]func(*Request){
		"--criterion cv compares": func(r *Request) { r.Criterion = CrossValidation },
		"--null permutes":         func(r *Request) { r.Null = 20 },
		"--loss logistic is of":   func(r *Request) { r.Loss = "logistic" },
		"--knockoffs are of":      func(r *Request) { r.Knockoffs = 0.2 },
		"--interactions are of":   func(r *Request) { r.Interactions = true },
		"--group and --time are":  func(r *Request) { r.Options = []data.Call{{Option: "Group", Args: []string{"z"}}} },
	} {
		r := Request{Train: Table{Name: "c.csv", Text: []byte(train)}, Target: "kind", Criterion: LeaveOneOut, Level: 0.9, Seed: 1}
		change(&r)
		_, err := Run(t.Context(), r, Progress{}, "")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), `--class "high"`) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
