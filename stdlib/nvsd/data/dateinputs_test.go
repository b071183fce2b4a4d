package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// datedCSV returns a table with a column of dates under the name when.
func datedCSV(dates ...string) string {
	var b strings.Builder
	b.WriteString("when,x,y\n")
	for i, date := range dates {
		fmt.Fprintf(&b, "%s,%d,%d\n", date, (i*7)%5, i*i)
	}
	return b.String()
}

// readDated reads such a table.
func readDated(t *testing.T, text string, opts ...ReadOption) *Frame {
	t.Helper()
	f, err := Read(strings.NewReader(text), "t.csv", append([]ReadOption{Target("y"), Dates("when")}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestDates holds the inputs that are made of dates to what the dates show.
func TestDates(t *testing.T) {
	days := []string{"when:days"}
	week := slices.Concat(days, []string{"when:weekday=Monday", "when:weekday=Tuesday", "when:weekday=Wednesday", "when:weekday=Thursday", "when:weekday=Friday", "when:weekday=Saturday", "when:weekday=Sunday"})
	every := func(from string, count int, step time.Duration) (dates []string) {
		at, err := time.Parse(time.DateTime, from)
		if err != nil {
			t.Fatal(err)
		}
		for i := range count {
			dates = append(dates, at.Add(time.Duration(i)*step).Format(time.DateTime))
		}
		return dates
	}
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		dates []string
		want  []string
		says  string
	}{
		"days":            {every("2024-03-01 00:00:00", 20, day), week, "not the time of the year, since the dates are within less than a year; not the time of day, which is the same in all"},
		"a few days":      {every("2024-03-01 00:00:00", 5, day), days, "not the day of the week, since the dates are within less than a week"},
		"Mondays":         {every("2024-03-04 00:00:00", 20, 7*day), days, "not the day of the week, which is the same in all"},
		"a year":          {every("2023-01-01 00:00:00", 53, 7*day), slices.Concat(days, []string{"when:year sin", "when:year cos"}), "since 2023-01-01"},
		"hours":           {every("2024-03-01 00:00:00", 30, time.Hour), slices.Concat(days, []string{"when:day sin", "when:day cos"}), "not the day of the week"},
		"hours of a day":  {every("2024-03-01 06:30:00", 12, time.Hour), days, "not the time of day, since the dates are within less than a day"},
		"noon":            {every("2024-03-01 12:00:00", 20, day), week, "not the time of day, which is the same in all"},
		"years":           {[]string{"2001-07-02", "2002-07-02", "2004-07-02", "2009-07-02", "2010-07-02"}, nil, "not the time of the year, which is the same in all"},
		"twice a day":     {every("2024-03-01 06:00:00", 4, 12*time.Hour), slices.Concat(days, []string{"when:day sin"}), ""},
		"one date":        {[]string{"2024-03-01", "2024-03-01", "2024-03-01"}, []string{}, `no input is made of the dates "when": all are the same`},
		"RFC 3339":        {[]string{"2024-03-01T00:00:00Z", "2024-03-01T09:00:00+02:00", "2024-03-03T12:00:00Z"}, slices.Concat(days, []string{"when:day sin", "when:day cos"}), ""},
		"more than a day": {[]string{"2024-03-01 10:00", "2024-03-02 11:00"}, slices.Concat(days, []string{"when:day sin", "when:day cos"}), ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := readDated(t, datedCSV(c.dates...))
			names := slices.DeleteFunc(f.Names(), func(s string) bool { return s == "x" })
			if c.want != nil && !slices.Equal(names, c.want) {
				t.Errorf("inputs %q, want %q", names, c.want)
			}
			if said := strings.Join(f.Warnings(), "\n"); !strings.Contains(said, c.says) {
				t.Errorf("the warnings are\n%s\nwant %q", said, c.says)
			}
		})
	}
}

// TestDateValues holds the numbers to those of the calendar.
func TestDateValues(t *testing.T) {
	f := readDated(t, datedCSV("2023-01-01 00:00", "2023-04-02 06:00", "2023-07-02 12:00", "2024-01-01 18:00"))
	for name, want := range map[string][]float64{
		"when:days":     {0, 91.25, 182.5, 365.75},
		"when:year sin": {0, 1, 0, math.Sin(2 * math.Pi * 0.75 / 366)},
		"when:year cos": {1, 0, -1, math.Cos(2 * math.Pi * 0.75 / 366)},
		"when:day sin":  {0, 1, 0, -1},
		"when:day cos":  {1, 0, -1, 0},
	} {
		got, err := f.Column(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-12 {
				t.Errorf("%s: %v, want %v", name, got, want)
				break
			}
		}
	}
	if dates, err := f.Column("when"); err != nil || dates[0] != 1672531200 {
		t.Errorf("the dates are %v, %v: they are to stay beside the inputs", dates, err)
	}
}

// TestDatesOfTraining states that what is learned of dates is that of training alone: other rows, read apart or split off, change
// neither the inputs of training nor what the model makes of a date.
func TestDatesOfTraining(t *testing.T) {
	date := rapid.Custom(func(t *rapid.T) string {
		at := time.Unix(int64(rapid.IntRange(0, 60000).Draw(t, "half days"))*43200, 0).UTC()
		return at.Format(rapid.SampledFrom([]string{time.DateTime, time.RFC3339}).Draw(t, "layout"))
	})
	rapid.Check(t, func(t *rapid.T) {
		dates := rapid.SliceOfN(date, 12, 20).Draw(t, "dates")
		other := rapid.SliceOfN(date, 1, 10).Draw(t, "other dates")
		read := func(dates []string, opts ...ReadOption) *Frame {
			f, err := Read(strings.NewReader(datedCSV(dates...)), "t.csv", append(opts, Target("y"))...)
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		train := read(dates, Dates("when"))
		if len(train.DateInputs()) == 0 {
			t.Skip()
		}
		split, err := read(slices.Concat(dates, other), Dates("when"), Time("when"), Key()).Split(Train(len(dates)), Test(Rest), ByTime())
		if err != nil {
			t.Skip() // rows of one time
		}
		alone := read(split.Train.dateTexts(), Dates("when"))
		if got, want := split.Train.DateInputs(), alone.DateInputs(); !slices.EqualFunc(got, want, sameDateInput) {
			t.Fatalf("the training part has %v, and read alone %v", got, want)
		}
		if got, want := split.Test.DateInputs(), split.Train.DateInputs(); !slices.Equal(got, want) {
			t.Fatalf("the test part has %v, and the training part %v", got, want)
		}
		// A row of training is the same input when it is a new one among others.
		known := train.columns[train.find("when:days")].dated.Origin
		var again []string
		for _, d := range train.DateInputs() {
			if d.Origin != known {
				t.Fatalf("%v has another origin than %v", d, known)
			}
		}
		again = append(again, dates...)
		for _, opts := range [][]ReadOption{nil, {Dates("when")}} {
			g, err := read(append(slices.Clone(again), dates[:3]...), opts...).Conform(train, nil)
			if err != nil {
				t.Fatal(err)
			}
			h, err := g.Rows(upTo(len(dates))...)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(h.Names(), train.Names()) || !mat.Equal(h.X(), train.X()) {
				t.Fatalf("rows of training are other inputs when they are read again: %q and %q", h.Names(), train.Names())
			}
		}
	})
}

func sameDateInput(a, b DateInput) bool { return a == b }

func upTo(n int) (rows []int) {
	for i := range n {
		rows = append(rows, i)
	}
	return rows
}

// dateTexts returns the dates of the column when.
func (f *Frame) dateTexts() (texts []string) {
	c := f.columns[f.find("when")]
	c.layout = time.RFC3339
	for i := range f.n {
		texts = append(texts, c.text(i))
	}
	return texts
}

// TestDatesErrors holds errors to the place and the cell.
func TestDatesErrors(t *testing.T) {
	dates := []string{"2024-03-01", "2024-03-02", "2024-03-12", "2024-04-01"}
	with := func(cell string) string { return datedCSV(append(slices.Clone(dates), cell)...) }
	for name, c := range map[string]struct {
		text string
		opts []ReadOption
		want string
	}{
		"no date":       {with("soon"), nil, `line 6, column "when": "soon" is not a date written as 2006-01-02`},
		"a number":      {with("17"), nil, `line 6, column "when": "17" is not a date written as 2006-01-02`},
		"either order":  {with("03/04/2024"), nil, `line 6, column "when": "03/04/2024" is a date whose day and month can be in either order`},
		"no such day":   {with("2024-02-30"), nil, `line 6, column "when": "2024-02-30" is not a date`},
		"missing":       {with(""), nil, `line 6, column "when": the cell is empty`},
		"half filled":   {with(""), []ReadOption{Impute(Mean)}, `if such cells are a level of their own, say data.Impute(data.MissingLevel)`},
		"no column":     {with("2024-03-01"), []ReadOption{Dates("wen")}, `the column "wen" of data.Dates is not among the columns: is it "when"?`},
		"twice":         {with("2024-03-01"), []ReadOption{Dates("when")}, "is named twice"},
		"the target":    {with("2024-03-01"), []ReadOption{Dates("y")}, `the target "y" cannot be one of data.Dates`},
		"dropped":       {with("2024-03-01"), []ReadOption{Drop("when")}, "leave out"},
		"a factor":      {with("2024-03-01"), []ReadOption{Factor("when")}, "is a factor and one of data.Dates"},
		"a key":         {with("2024-03-01"), []ReadOption{Key("when")}, "is the key and one of data.Dates"},
		"a name":        {strings.Replace(with("2024-03-01"), "x", "when:days", 1), nil, `there is a column "when:days"`},
		"an input more": {with("2024-03-01"), []ReadOption{Inputs("x")}, "leave out"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read(strings.NewReader(c.text), "t.csv", append([]ReadOption{Target("y"), Dates("when")}, c.opts...)...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
		})
	}
}

// TestMissingDates fills missing dates in as other cells.
func TestMissingDates(t *testing.T) {
	text := datedCSV("2024-03-01", "2024-03-02", "", "2024-03-12", "2024-04-01")
	f := readDated(t, text, Impute(Mean), Impute(MissingLevel))
	g, _, err := f.Filled()
	if err != nil {
		t.Fatal(err)
	}
	if days, err := g.Column("when:days"); err != nil || days[2] != (0+1+11+31)/4. {
		t.Errorf("days %v, %v: the missing one is to be the mean", days, err)
	}
	if missing, err := g.Column("when:weekday=(missing)"); err != nil || missing[2] != 1 {
		t.Errorf("%v, %v: the missing one is to be a level of its own", missing, err)
	}
	for _, opts := range [][]ReadOption{{DropMissing("when")}, {DropMissing()}, {DropMissing("when"), Time("when")}} {
		if f := readDated(t, text, opts...); f.N() != 4 || f.MissingCells() != 0 {
			t.Errorf("%v: %d rows with %d missing cells", Calls(opts...), f.N(), f.MissingCells())
		}
	}
	if f := readDated(t, text, Impute(Median, "when"), Impute(MostFrequent, "when")); slices.Contains(f.Fillings()[:1], "") {
		t.Errorf("fillings %q of %q: the name of the dates stands for the inputs made of them", f.Fillings(), f.Names())
	}
}

// TestDatesTravel keeps what was learned in values, in plain values and through verbs.
func TestDatesTravel(t *testing.T) {
	f := readDated(t, datedCSV("2024-03-01", "2024-03-02", "2024-03-12", "2024-04-01", "2025-04-03"))
	later := readDated(t, datedCSV("2025-03-01", "2025-03-03", "2025-03-11", "2025-04-04", "2026-04-02"))
	plain, err := f.Plain().Frame()
	if err != nil {
		t.Fatal(err)
	}
	values, err := f.AsValues().Rebuild("")
	if err != nil {
		t.Fatal(err)
	}
	renamed, err := f.Rename("when", "date", "when:days", "trend")
	if err != nil {
		t.Fatal(err)
	}
	for name, g := range map[string]*Frame{"plain": plain, "values": values, "itself": f} {
		if !slices.Equal(g.DateInputs(), f.DateInputs()) {
			t.Errorf("%s: %v, want %v", name, g.DateInputs(), f.DateInputs())
		}
		h, err := later.Conform(g, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if days, err := h.Column("when:days"); err != nil || days[0] != 365 {
			t.Errorf("%s: days %v, %v: they count from the first date of training", name, days, err)
		}
	}
	if d := renamed.DateInputs()[0]; d.Name != "trend" || d.Column != "date" {
		t.Errorf("renamed to %v", d)
	}
	if both, err := f.Bind(later); err != nil {
		t.Error(err)
	} else if days, err := both.Column("when:days"); err != nil || days[5] != 365 {
		t.Errorf("days %v, %v: those of both count from one date", days, err)
	}
	dated, err := later.Drop("when")
	if err != nil {
		t.Fatal(err)
	}
	if h, err := dated.Conform(f, nil); err != nil {
		t.Error(err)
	} else if days, err := h.Column("when:days"); err != nil || days[0] != 365 {
		t.Errorf("without the dates: days %v, %v", days, err)
	}
	texts, err := Read(strings.NewReader("when,x,y\nsoon,1,2\nlate,2,3\n"), "t.csv", Target("y"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := texts.Conform(f, nil); err == nil || !strings.Contains(err.Error(), `row 1 of "when" is the text "soon", and the model learned dates`) {
		t.Errorf("the error is %v", err)
	}
	if _, err := readDated(t, datedCSV("2025-03-02", "2025-03-04")).Conform(f, nil); err == nil || !strings.Contains(err.Error(), `"when:weekday" is the text "Sunday", and the model learned the levels`) {
		t.Errorf("the error is %v", err)
	}
}

// TestDatesOfFormats reads dates of files that know of which kind their columns are, as the file has them.
func TestDatesOfFormats(t *testing.T) {
	declared := "@relation r\n@attribute when date 'M/d/yyyy'\n@attribute x real\n@attribute y real\n@data\n3/4/2021,1,2\n3/6/2021,2,2\n4/1/2021,3,1\n"
	f, err := Read(strings.NewReader(declared), "d.arff", Dates("when"))
	if err != nil {
		t.Fatal(err)
	}
	if days, err := f.Column("when:days"); err != nil || !slices.Equal(days, []float64{0, 2, 28}) {
		t.Errorf("days %v, %v", days, err)
	}
	numbers := "@relation r\n@attribute when real\n@attribute x real\n@attribute y real\n@data\n3,1,2\n4,2,2\n"
	if _, err := Read(strings.NewReader(numbers), "d.arff", Dates("when")); err == nil || !strings.Contains(err.Error(), `column "when": "3" is not a date written as`) {
		t.Errorf("the error is %v", err)
	}
}

// TestDatesUnderVerbs: what is made of dates is made anew of new ones only while its numbers are those of the dates.
func TestDatesUnderVerbs(t *testing.T) {
	f := readDated(t, datedCSV("2024-03-01", "2024-03-02", "2024-03-12", "2024-04-01", "2025-04-03"))
	s, err := f.Scaling("when:days")
	if err != nil {
		t.Fatal(err)
	}
	scaled, err := s.Apply(f)
	if err != nil {
		t.Fatal(err)
	}
	both, _, err := f.WithPermuted(1)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ got, want int }{
		"scaled":   {len(scaled.DateInputs()), len(f.DateInputs()) - 1},
		"permuted": {len(both.DateInputs()), len(f.DateInputs())},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d inputs are made of dates, want %d", name, c.got, c.want)
		}
	}
	if g, err := scaled.Conform(scaled, nil); err != nil || !mat.Equal(g.X(), scaled.X()) {
		t.Errorf("scaled days are made of dates again: %v", err)
	}
}
