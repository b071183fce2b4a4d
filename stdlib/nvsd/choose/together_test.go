package choose_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/fixture"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// labelled returns a table and the values of its column "of".
func labelled(t interface{ Fatal(...any) }, of []int, option data.ReadOption) *data.Frame {
	var b strings.Builder
	b.WriteString("x,y,of\n")
	for i, v := range of {
		fmt.Fprintf(&b, "%d,%d,%d\n", i*i, i%7, v)
	}
	f, err := data.Read(strings.NewReader(b.String()), "a.csv", data.Target("y"), option)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Units are a partition of the rows, and folds hold out whole groups, each once; of a large table there are several on both sides.
func TestGroupsStayWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SliceOfN(rapid.IntRange(0, 11), 40, 80).Draw(t, "groups")
		f := labelled(t, of, data.Group("of"))
		if choose.CheckUnits(f) != nil {
			t.Skip("too few groups")
		}
		folds, held, err := choose.UnitFolds(f, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		whole, err := choose.HoldOutUnits(f, 1)
		if err == nil {
			folds = append(folds, whole)
		}
		for _, fold := range folds {
			apart := map[int]bool{}
			for _, i := range fold.Held {
				apart[of[i]] = true
			}
			if slices.ContainsFunc(fold.Train, func(i int) bool { return apart[of[i]] }) || len(fold.Train)+len(fold.Held) != len(of) {
				t.Fatalf("a fold trains on %v and holds out %v, of the groups %v", fold.Train, fold.Held, of)
			}
			if err == nil && len(apart) < 3 && slices.Equal(fold.Held, whole.Held) {
				t.Fatalf("%d groups of a large table are held out", len(apart))
			}
		}
		rows := slices.Sorted(slices.Values(slices.Concat(held...)))
		if len(rows) != len(of) || len(slices.Compact(rows)) != len(of) {
			t.Fatalf("the units %v are no partition of %d rows", held, len(of))
		}
		for _, unit := range held {
			if slices.ContainsFunc(unit, func(i int) bool { return of[i] != of[unit[0]] }) {
				t.Fatalf("the unit %v is of several groups", unit)
			}
		}
	})
}

// Over time no row is predicted from one of its own time or a later one, wherever the rows stand.
func TestTimeIsPredictedFromThePast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SliceOfN(rapid.IntRange(0, 60), 40, 90).Draw(t, "times")
		f := labelled(t, of, data.Time("of"))
		if choose.CheckUnits(f) != nil {
			t.Skip("too few times")
		}
		folds, held, err := choose.UnitFolds(f, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(folds) != len(held) {
			t.Fatalf("%d spans are held out, and %d compared", len(folds), len(held))
		}
		last, err := choose.HoldOutUnits(f, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, fold := range append(folds, last) {
			latest := of[fold.Train[0]]
			for _, i := range fold.Train {
				latest = max(latest, of[i])
			}
			if slices.ContainsFunc(fold.Held, func(i int) bool { return of[i] <= latest }) {
				t.Fatalf("of the times %v the rows %v are predicted from %v", of, fold.Held, fold.Train)
			}
		}
	})
}

func TestCheckUnits(t *testing.T) {
	upTo := make([]int, 30)
	for i := range upTo {
		upTo[i] = i
	}
	by := func(k int) []int {
		v := slices.Clone(upTo)
		for i := range v {
			v[i] /= k
		}
		return v
	}
	for name, c := range map[string]struct {
		of     []int
		option data.ReadOption
		want   string // "" if it is right
	}{
		"groups":              {by(3), data.Group("of"), ""},
		"one group":           {by(30), data.Group("of"), "1 value"},
		"two groups":          {by(15), data.Group("of"), "2 values"},
		"a group for each":    {upTo, data.Group("of"), "another value in each row"},
		"times":               {upTo, data.Time("of"), ""},
		"few times":           {by(10), data.Time("of"), "3 spans"},
		"no groups, no times": {upTo, data.Key("of"), ""},
	} {
		err := choose.CheckUnits(labelled(t, c.of, c.option))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	both, err := labelled(t, upTo, data.Time("of")).WithGroup("x")
	if err == nil {
		err = choose.CheckUnits(both)
	}
	if err == nil || !strings.Contains(err.Error(), "by one of them") {
		t.Errorf("a table of groups and times: %v", err)
	}
}

// Groups that share rows of equal inputs are one, as long as some are left.
func TestEqualRowsJoinGroups(t *testing.T) {
	const groups, size = 20, 5
	X, y := mat.NewDense(groups*size, 1, nil), make([]float64, groups*size)
	text := "x,y,of\n"
	for i := range y {
		X.Set(i, 0, float64(i))
		x := i
		if i == size {
			x = 0 // as in the first group
		}
		text += fmt.Sprintf("%d,%d,%d\n", x, i%11, i/size)
	}
	f := fixture.Must[*data.Frame](t)(data.Read(strings.NewReader(text), "a.csv", data.Target("y"), data.Group("of")))
	units, err := choose.Units(f)
	if err != nil || len(units) != groups-1 {
		t.Errorf("%d units of %d groups, two of which have a row in common: %v", len(units), groups, err)
	}
	if by := nvsd.ByLeaveOneOut().TogetherIn(f); by.Unit() != "group" || !strings.Contains(by.String(), "one group out") {
		t.Errorf("the criterion is %v", by)
	}
}
