package procedure

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// rentals returns a table of bikes that are rented on days from the given one on: fewer in winter, and more on Sundays.
func rentals(from string, days, step int, layout string) []byte {
	rng := rand.New(rand.NewPCG(5, 1))
	at, _ := time.Parse(time.DateOnly, from)
	var b bytes.Buffer
	b.WriteString("when,noise,rentals\n")
	for range days {
		y := 5 - 3*math.Cos(2*math.Pi*float64(at.YearDay())/365) + 0.2*rng.NormFloat64()
		if at.Weekday() == time.Sunday {
			y += 2
		}
		fmt.Fprintf(&b, "%s,%.3f,%.4f\n", at.Format(layout), rng.NormFloat64(), y)
		at = at.AddDate(0, 0, step)
	}
	return b.Bytes()
}

// TestDatesBecomeInputs: the answer says what inputs were made, and rows of the test file, some of them before the first date of
// training and written in a layout of their own, are predicted by their dates alone, by a saved model too.
func TestDatesBecomeInputs(t *testing.T) {
	const layout = "2/1/2006"
	train, test := rentals("2021-01-01", 160, 5, layout), rentals("2020-11-05", 60, 9, layout)
	r := Request{
		Train: Table{Name: "t.csv", Text: train}, Test: &Table{Name: "new.csv", Text: test}, Target: "rentals",
		Options:   []data.Call{{Option: "Dates", Args: []string{"when"}}, {Option: "DateLayout", Args: []string{layout, "when"}}},
		Criterion: LeaveOneOut, Level: 0.9, Seed: 1,
	}
	a := answer(t, r)
	want := []string{"when:days", "when:year sin", "when:year cos", "when:weekday", "noise"}
	if !slices.Equal(a.Inputs, want) || !slices.Contains(a.Selected, "when:year cos") || !slices.Contains(a.Selected, "when:weekday") || slices.Contains(a.Selected, "noise") {
		t.Errorf("inputs %q, selected %q", a.Inputs, a.Selected)
	}
	if len(a.Dates) != 1 || a.Dates[0].Column != "when" || a.Dates[0].Origin != "2021-01-01T00:00:00Z" || len(a.Dates[0].Inputs) != 4 || a.Dates[0].Inputs[3] != (DateInput{"when:weekday", data.DateWeekday}) {
		t.Errorf("dates %+v", a.Dates)
	}
	if said := strings.Join(a.Warnings, "\n"); !strings.Contains(said, `inputs made of the dates "when": "when:days" (days since 2021-01-01)`) || strings.Contains(said, "no inputs") {
		t.Errorf("warnings:\n%s", said)
	}
	if a.Unpredicted != "" || a.RMSE == nil || *a.RMSE > 0.5 {
		t.Errorf("RMSE %v, %s", a.RMSE, a.Unpredicted)
	}
	if !strings.Contains(a.Spec, `data.Dates("when"), data.DateLayout("2/1/2006", "when")`) {
		t.Error(a.Spec)
	}

	var saved bytes.Buffer
	if err := a.WriteModel(&saved); err != nil {
		t.Fatal(err)
	}
	m, err := nvsd.ReadModel(&saved)
	if err != nil {
		t.Fatal(err)
	}
	for _, opts := range [][]data.ReadOption{nil, {data.Dates("when")}} {
		f, err := data.Read(bytes.NewReader(test), "new.csv", append(opts, data.Target("rentals"), data.DateLayout(layout, "when"))...)
		if err != nil {
			t.Fatal(err)
		}
		predicted, err := m.PredictFrame(f)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range predicted {
			if math.Abs(v-a.Predictions[i]) > 1e-9 {
				t.Fatalf("row %d: the saved model predicts %v, and the answer has %v", i+1, v, a.Predictions[i])
			}
		}
	}

	// What was learned is of training alone: one row of the test file is predicted as among the others, but for rounding.
	lines := strings.SplitAfter(string(test), "\n")
	r.Test = &Table{Name: "new.csv", Text: []byte(lines[0] + lines[7])}
	if one := answer(t, r); len(one.Predictions) != 1 || math.Abs(one.Predictions[0]-a.Predictions[6]) > 1e-6 || !slices.Equal(one.Scores, a.Scores) {
		t.Errorf("a row alone: %v, and among others %v", one.Predictions, a.Predictions[6])
	}
}

// TestDatesOfTheTestTable: what is wrong with a date of the test file is told with its place.
func TestDatesOfTheTestTable(t *testing.T) {
	r := Request{Train: Table{Name: "t.csv", Text: rentals("2021-01-01", 120, 5, time.DateOnly)}, Target: "rentals", Options: []data.Call{{Option: "Dates", Args: []string{"when"}}}, Criterion: LeaveOneOut, Level: 0.9, Seed: 1}
	for text, want := range map[string]string{
		"when,noise\n2024-03-01,1\nsoon,2\n": `new.csv: line 3, column "when": "soon" is not a date written as 2006-01-02`,
		"when,noise\n2024-03-01,1\n,2\n":     `new.csv: line 3, column "when": the cell is empty`,
		"noise\n1\n":                         `new.csv: there is no column "when", which the model needs`,
	} {
		r.Test = &Table{Name: "new.csv", Text: []byte(text)}
		if a := answer(t, r); !strings.Contains(a.Unpredicted, want) {
			t.Errorf("%q: %q, want %q", text, a.Unpredicted, want)
		}
	}
	r.Options = append(r.Options, data.Call{Option: "Impute", Args: []string{string(data.Mean)}})
	r.Test = &Table{Name: "new.csv", Text: []byte("when,noise\n2024-03-01,1\n,2\n")}
	if a := answer(t, r); !strings.Contains(a.Unpredicted, `new.csv: row 2 has no value of "when:weekday`) {
		t.Errorf("%q", a.Unpredicted)
	}
}
