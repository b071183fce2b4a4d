package procedure

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// products returns a table of inputs x1, ..., x6, of which four matter and two of them by their product, and a constant one.
func products(rows int) []byte {
	rng := rand.New(rand.NewPCG(2, 8))
	var b bytes.Buffer
	b.WriteString("x1,x2,x3,x4,x5,x6,one,y\n")
	for range rows {
		var x [6]float64
		for k := range x {
			x[k] = rng.NormFloat64()
			fmt.Fprintf(&b, "%.4f,", x[k])
		}
		fmt.Fprintf(&b, "1,%.4f\n", x[0]*x[1]+2*x[2]+x[3]*x[3]+0.1*rng.NormFloat64())
	}
	return b.Bytes()
}

// TestKnockoffsAndInteractions: the answer has both beside what it has without.
func TestKnockoffsAndInteractions(t *testing.T) {
	r := Request{Train: Table{Name: "t.csv", Text: products(120)}, Target: "y", Criterion: LeaveOneOut, Level: 0.8, Seed: 1}
	plain := answer(t, r)
	if plain.Knockoffs != nil || plain.Interactions != nil {
		t.Error("nobody has asked for knockoffs and interactions")
	}
	r.Knockoffs, r.Interactions = 0.3, true
	a := answer(t, r)
	if !slices.Equal(a.Selected, plain.Selected) || !slices.Equal(a.Scores, plain.Scores) {
		t.Errorf("selected %q, and without %q", a.Selected, plain.Selected)
	}
	k := a.Knockoffs
	slices.Sort(k.Found)
	if !slices.Equal(k.Found, []string{"x1", "x2", "x3", "x4"}) || k.Q != 0.3 || k.Least != 4 || k.Draws != 10 || k.NotDrawn != "" || len(k.Evidence) != 7 || k.Evidence[6] != 0 {
		t.Errorf("knockoffs %+v", k)
	}
	p := a.Interactions.Pairs
	if len(p) != 6 || p[0].Inputs != [2]string{"x1", "x2"} || p[0].Low == nil || !(*p[0].Low < p[0].Norm && p[0].Norm < *p[0].High) || *p[1].Low > 0.05 || a.Interactions.Level != 0.8 {
		t.Errorf("interactions %+v", a.Interactions)
	}
	for _, want := range []string{"beside knockoffs, at a false discovery rate of 0.3: found x", "interactions of two inputs: x1 and x2 "} {
		if !strings.Contains(a.Short(), want) {
			t.Errorf("the text lacks %q:\n%s", want, a.Short())
		}
	}
	for _, want := range []string{
		"display.Show(found)\ndisplay.Show(found.Predictor().Interactions(nvsd.InteractionPlan{Level: 0.8}))\n",
		`nvsd.FindSpec().Knockoffs(found.Table().Inputs("x1", "x2", "x3", "x4", "x5", "x6"), nvsd.KnockoffPlan{Q: 0.3, Seed: 1})`,
	} {
		if !strings.Contains(a.Spec, want) {
			t.Errorf("the cell lacks %q:\n%s", want, a.Spec)
		}
	}
	r.Knockoffs, r.Interactions = 0.1, false
	if a := answer(t, r); a.Knockoffs.Draws != 0 || len(a.Knockoffs.Found) != 0 || !strings.Contains(a.Knockoffs.NotDrawn, "of 6 inputs that vary fewer than 10 are found") || !strings.Contains(a.Short(), "nothing is said") {
		t.Errorf("knockoffs %+v", a.Knockoffs)
	}
}

// TestNoKnockoffs: what knockoffs do not hold for is refused, in words of the flags.
func TestNoKnockoffs(t *testing.T) {
	for want, change := range map[string]func(r *Request){
		"--knockoffs 1.5: it is the false discovery rate":                                        func(r *Request) { r.Knockoffs = 1.5 },
		"--knockoffs -1: it is the false discovery rate":                                         func(r *Request) { r.Knockoffs = -1 },
		"--knockoffs and --group exclude each other":                                             func(r *Request) { r.Options = []data.Call{{Option: "Group", Args: []string{"x1"}}} },
		"--knockoffs and --time exclude each other":                                              func(r *Request) { r.Options = []data.Call{{Option: "Time", Args: []string{"x1"}}} },
		"--knockoffs and --weight exclude each other":                                            func(r *Request) { r.Options = []data.Call{{Option: "Weight", Args: []string{"one"}}} },
		"--knockoffs and --dates exclude each other":                                             func(r *Request) { r.Options = []data.Call{{Option: "Dates", Args: []string{"x1"}}} },
		"--knockoffs and --dir exclude each other":                                               func(r *Request) { r.Shards = "sums" },
		"are of at most 600 rows, and it has more: draw some of them at random, by --sample 600": func(r *Request) { r.Train.Text = products(601) },
	} {
		r := Request{Train: Table{Name: "t.csv", Text: products(40)}, Target: "y", Criterion: LeaveOneOut, Level: 0.9, Seed: 1, Knockoffs: 0.3}
		change(&r)
		if _, err := Run(context.Background(), r, Progress{}, "test"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}

// TestInteractionsOfALoss: of classes the norms are those of the log-odds, and an answer without two inputs says so.
func TestInteractionsOfALoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 3))
	var b bytes.Buffer
	b.WriteString("a,b,c,ok\n")
	for range 150 {
		x := [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		fmt.Fprintf(&b, "%.4f,%.4f,%.4f,%s\n", x[0], x[1], x[2], map[bool]string{true: "yes", false: "no"}[x[0]*x[1]+0.2*rng.NormFloat64() > 0])
	}
	r := Request{Train: Table{Name: "c.csv", Text: b.Bytes()}, Target: "ok", Criterion: LeaveOneOut, Level: 0.9, Seed: 1, Interactions: true}
	a := answer(t, r)
	if p := a.Interactions.Pairs; len(p) != 1 || p[0].Low != nil || !strings.Contains(a.Interactions.WithoutIntervals, "by the logistic loss") || strings.Contains(a.Interactions.WithoutIntervals, "Spec") {
		t.Errorf("interactions %+v", a.Interactions)
	}
	r.Loss = "square"
	if p := answer(t, r).Interactions.Pairs; len(p) != 1 || p[0].Low == nil {
		t.Errorf("interactions by squares %+v", p)
	}
	r = Request{Train: Table{Name: "t.csv", Text: []byte("x,z,y\n1,3,1.1\n2,1,1.9\n3,4,3.05\n4,1,4\n5,5,5.02\n6,9,5.9\n7,2,7.1\n8,6,8\n")}, Target: "y", Criterion: LeaveOneOut, Level: 0.9, Seed: 1, Interactions: true}
	if a := answer(t, r); len(a.Interactions.Pairs) != 0 || a.Interactions.WithoutIntervals != "fewer than two inputs are selected" {
		t.Errorf("interactions %+v", a.Interactions)
	}
}
