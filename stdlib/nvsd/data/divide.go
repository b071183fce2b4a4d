package data

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/internal/spelling"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A division is a rule by which the rows of a split go to its parts.
type division string

const (
	anyhow   division = ""
	byGroup  division = "by group"
	byTime   division = "by time"
	inStrata division = "stratified"
)

// ByGroup keeps the rows of one group in one part. The group is that of [Group] or
// [Frame.WithGroup]. The sizes of the parts are then as near as whole groups allow.
func ByGroup() SplitOption { return func(o *splitOptions) { o.By = byGroup } }

// ByTime puts the earliest rows into the training part, later ones into the validation part and
// the latest into the test part, by the column of [Time] or [Frame.WithTime]. Rows of one time
// are in one part, so that a part may be larger than what was asked for. Nothing is random.
func ByTime() SplitOption { return func(o *splitOptions) { o.By = byTime } }

// Stratified gives every part the values of the named column, which may be the target, in the
// same proportions, up to one row of each value.
func Stratified(column string) SplitOption {
	return func(o *splitOptions) { o.By, o.Strata = inStrata, column }
}

// divide returns the rows of the three parts, which are to be of the given sizes.
func (f *Frame) divide(o *splitOptions, count [3]int) (parts [3][]int, err error) {
	rng := rand.New(rand.NewPCG(o.Seed, stream))
	order := []int(nil)
	switch o.By {
	case byGroup:
		return f.dealGroups(count, rng)
	case byTime:
		return f.inTime(count)
	case inStrata:
		order, err = f.strata(o.Strata, rng)
		if err != nil {
			return parts, err
		}
	default:
		order = rng.Perm(f.n)
	}
	for p, n := range count {
		parts[p], order = order[:n], order[n:]
	}
	return parts, nil
}

// strata returns the rows in a random order in which the values of a column follow one another
// in their proportions.
func (f *Frame) strata(name string, rng *rand.Rand) ([]int, error) {
	j := f.find(name)
	if j < 0 {
		return nil, fmt.Errorf("there is no column %q: %sthere are %s", name, spelling.Question(name, f.columnNames()), quoteList(f.columnNames()))
	}
	values := f.columns[j].values
	const most = 50
	rows := make(map[float64][]int)
	for _, i := range rng.Perm(f.n) {
		v := values[i]
		if math.IsNaN(v) {
			return nil, fmt.Errorf("row %d of %q is missing, and belongs to no stratum", i+1, name)
		}
		rows[v+0] = append(rows[v+0], i)
	}
	if len(rows) > most {
		return nil, fmt.Errorf("the column %q has %d different values, and at most %d can be strata: make a column of classes of it by With", name, len(rows), most)
	}
	place := lists.Spread(rows, f.n)
	order := rng.Perm(f.n)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(place[a], place[b]) })
	return order, nil
}

// inTime returns the rows in order of time, cut where the time changes.
func (f *Frame) inTime(count [3]int) (parts [3][]int, err error) {
	times, err := f.times()
	if err != nil {
		return parts, err
	}
	order := lists.UpTo(f.n)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(times[a], times[b]) })
	from, want := 0, 0
	for p, n := range count {
		if n == 0 {
			continue
		}
		want += n
		to := max(from, want)
		for to > from && to < f.n && times[order[to]] == times[order[to-1]] {
			to++
		}
		if to == from {
			return parts, fmt.Errorf("the rows have so few different times that none is left for the %s part: ask for a smaller part before it", partNames[p])
		}
		parts[p], from = order[from:to], to
	}
	return parts, nil
}

// dealGroups gives each group, the largest first and equally large ones at random, to the part
// that lacks most rows.
func (f *Frame) dealGroups(count [3]int, rng *rand.Rand) (parts [3][]int, err error) {
	labels, err := f.groupLabels()
	if err != nil {
		return parts, err
	}
	groups := make([][]int, 1+slices.Max(labels))
	for i, k := range labels {
		groups[k] = append(groups[k], i)
	}
	rng.Shuffle(len(groups), func(a, b int) { groups[a], groups[b] = groups[b], groups[a] })
	slices.SortStableFunc(groups, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	lacks := [4]int{count[0], count[1], count[2], f.n - count[0] - count[1] - count[2]} // the last are in no part
	for _, rows := range groups {
		most := 0
		for p, n := range lacks {
			if n > lacks[most] {
				most = p
			}
		}
		lacks[most] -= len(rows)
		if most < 3 {
			parts[most] = append(parts[most], rows...)
		}
	}
	for p, n := range count {
		if n > 0 && len(parts[p]) == 0 {
			return parts, fmt.Errorf("the %s are too large, or too few, to leave one for the %s part", report.Plural(len(groups), "group"), partNames[p])
		}
	}
	return parts, nil
}

// partNames are the names of the parts of a split.
var partNames = [3]string{"training", "validation", "test"}

// GroupLabels returns the number of the group of every row, from 0 in the order in which the
// groups first appear. It is an error if no column has the role of [Group], or if a cell of it
// is missing. nvsd.GroupFolds takes them.
func (f *Frame) GroupLabels() ([]int, error) {
	labels, err := f.groupLabels()
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return labels, nil
}

func (f *Frame) groupLabels() ([]int, error) {
	j := f.find(f.roles.Group)
	if j < 0 {
		return nil, fmt.Errorf("no column says which rows belong together: name one by data.Group when reading, or by WithGroup")
	}
	labels, at := make([]int, f.n), make(map[float64]int)
	for i, v := range f.columns[j].values {
		if math.IsNaN(v) {
			return nil, missingRole("group", f.roles.Group, i)
		}
		k, known := at[v+0]
		if !known {
			k = len(at)
			at[v+0] = k
		}
		labels[i] = k
	}
	return labels, nil
}

// missingRole refuses a row, from 0, in which the column with a role has no value.
func missingRole(role, column string, row int) error {
	return refuse("row %d of the %s %q is missing", row+1, role, column).about("", "", advise("such rows are to be left out", "DropMissing", column))
}

// Times returns the time of every row: seconds since 1970 of dates, or numbers. It is an error
// if no column has the role of [Time], or if a cell of it is missing. nvsd.RollingOrigin takes
// them.
func (f *Frame) Times() ([]float64, error) {
	times, err := f.times()
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return times, nil
}

func (f *Frame) times() ([]float64, error) {
	j := f.find(f.roles.Time)
	if j < 0 {
		return nil, fmt.Errorf("no column says the times of the rows: name one by data.Time when reading, or by WithTime")
	}
	if c := f.columns[j]; c.kind == Categorical {
		return nil, fmt.Errorf("the column %q, of the times, is categorical: it must hold dates or numbers", c.name)
	}
	if count, row := f.columns[j].missing(); count > 0 {
		return nil, missingRole("time", f.roles.Time, row)
	}
	return slices.Clone(f.columns[j].values), nil
}
