package choose

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Folds is a rule that divides rows for cross-validation.
type Folds struct {
	kind   foldKind
	k      int
	seed   uint64
	again  int       // number of times after the first
	labels []int     // of the rows: folds, or groups
	times  []float64 // of the rows; nil means their order
}

// A foldKind is a way to divide rows.
type foldKind int

const (
	noFolds foldKind = iota
	randomFolds
	singleRows
	labelledFolds
	groupedFolds
	stratifiedFolds
	rollingFolds
)

// A Fold is the rows, from 0 and rising, that are trained on and held out.
type Fold struct {
	Repeat      int // from 0: which of the divisions it belongs to
	Train, Held []int
}

// KFold divides the rows at random into k parts, whose sizes differ by at most
// one, and holds out each of them once.
func KFold(k int, seed uint64) Folds { return Folds{kind: randomFolds, k: k, seed: seed} }

// LeaveOneOut holds out every row once, alone. There are as many fits as rows.
func LeaveOneOut() Folds { return Folds{kind: singleRows} }

// LabelFolds holds out the rows of one label together, the least label first. Every
// row has a label. Rows with a negative label are never held out.
func LabelFolds(labels []int) Folds {
	return Folds{kind: labelledFolds, labels: slices.Clone(labels)}
}

// GroupFolds divides whole groups at random into k parts of about equally many rows, and holds
// out each of them once.
func GroupFolds(groups []int, k int, seed uint64) Folds {
	return Folds{kind: groupedFolds, k: k, seed: seed, labels: slices.Clone(groups)}
}

// RollingOrigin divides time into k+1 spans of about equally many rows.
func RollingOrigin(k int, times []float64) Folds {
	return Folds{kind: rollingFolds, k: k, times: slices.Clone(times)}
}

// StratifiedFolds divides the rows at random into k parts, each with about equally many rows of
// every class, and holds out each of them once.
func StratifiedFolds(classes []float64, k int, seed uint64) Folds {
	return Folds{kind: stratifiedFolds, k: k, seed: seed, labels: codes(classes)}
}

// codes numbers the different values from 0, by rising value.
func codes(values []float64) []int {
	different := slices.Compact(slices.Sorted(slices.Values(values)))
	labels := make([]int, len(values))
	for i, v := range values {
		labels[i], _ = slices.BinarySearch(different, v)
	}
	return labels
}

// Repeat divides the rows the given number of times, each time at random again. More
// divisions make the mean error steadier. They are not more data, and do not count as
// more folds in its standard error.
func (f Folds) Repeat(times int) Folds {
	f.again = times - 1
	return f
}

// String describes the folds in a phrase, as "5 folds (seed 1)".
func (f Folds) String() string {
	s := "no folds"
	switch f.kind {
	case randomFolds:
		s = fmt.Sprintf("%d folds (seed %d)", f.k, f.seed)
	case singleRows:
		s = "leaving out one row"
	case labelledFolds:
		s = "folds by label"
	case groupedFolds:
		s = fmt.Sprintf("%d folds of whole groups (seed %d)", f.k, f.seed)
	case stratifiedFolds:
		s = fmt.Sprintf("%d folds with every class in proportion (seed %d)", f.k, f.seed)
	case rollingFolds:
		s = fmt.Sprintf("%d folds, each predicted from its past", f.k)
	}
	if f.again > 0 {
		s += fmt.Sprintf(", %d times", f.again+1)
	}
	return s
}

// Divide returns the folds of n rows. Their order depends on the Folds and n only.
//
// It is an error if there are more folds than rows, groups or times to fill them, if
// there is not one label or time for each row, and if a fold leaves fewer than two rows
// to train on.
func (f Folds) Divide(n int) ([]Fold, error) {
	if err := f.check(n); err != nil {
		return nil, refusal.BadArgument("folds", "folds of %s: %w", report.Plural(n, "row"), err)
	}
	rng := rand.New(rand.NewPCG(f.seed, foldStream))
	var all []Fold
	for r := range f.again + 1 {
		for _, fold := range f.once(n, rng) {
			fold.Repeat = r
			if len(fold.Train) < 2 {
				return nil, refusal.BadArgument("folds", "folds of %s: a fold leaves %s to train on, and at least two are needed: take folds that hold out less", report.Plural(n, "row"), report.Plural(len(fold.Train), "row"))
			}
			all = append(all, fold)
		}
	}
	return all, nil
}

// DivideFrame returns the folds of the rows of a Frame. Rows that are one observation are on one side:
// folds at random hold out all of them or none, and no fold trains on a row that equals one that
// it holds out.
func (f Folds) DivideFrame(train *data.Frame) ([]Fold, error) {
	return f.Keeping(train.N(), repeats.Observations(train.X(), train.Y()))
}

// Keeping returns the folds of n rows of which the groups are one observation each; nil groups are
// single rows.
func (f Folds) Keeping(n int, groups [][]int) ([]Fold, error) {
	if groups == nil {
		return f.Divide(n)
	}
	labels := repeats.Labels(groups, n)
	switch f.kind {
	case randomFolds, singleRows, stratifiedFolds:
		first := make([]int, len(groups))
		for g, rows := range groups {
			first[g] = rows[0]
		}
		folds, err := f.Of(first).Divide(len(groups))
		if err != nil {
			return nil, fmt.Errorf("of %s, %d have different inputs, and equal ones stay together: %w", report.Plural(n, "row"), len(groups), err)
		}
		for k := range folds {
			folds[k].Train, folds[k].Held = members(groups, folds[k].Train), members(groups, folds[k].Held)
		}
		return folds, nil
	case groupedFolds:
		if len(f.labels) != n {
			break
		}
		// Groups with a row in common are one, unless too few would be left: then what equals a row that is
		// held out is not trained on.
		if labels := joined(f.labels, groups); len(rowsBy(labels)) >= f.k {
			f.labels = labels
		}
	}
	folds, err := f.Divide(n)
	if err != nil {
		return nil, err
	}
	for k, fold := range folds {
		held := map[int]bool{}
		for _, i := range fold.Held {
			held[labels[i]] = true
		}
		folds[k].Train = slices.DeleteFunc(fold.Train, func(i int) bool { return held[labels[i]] })
		if len(folds[k].Train) < 2 {
			return nil, refusal.BadArgument("folds", "folds of %s: besides those with the inputs of held-out rows, a fold leaves %s to train on, and at least two are needed", report.Plural(n, "row"), report.Plural(len(folds[k].Train), "row"))
		}
	}
	return folds, nil
}

// members returns the rows of some groups, rising.
func members(groups [][]int, some []int) []int {
	var rows []int
	for _, g := range some {
		rows = append(rows, groups[g]...)
	}
	slices.Sort(rows)
	return rows
}

// joined returns labels in which all rows of a group, and all rows of a label, have one label.
func joined(labels []int, groups [][]int) []int {
	parent := map[int]int{}
	root := func(l int) int {
		for {
			up, known := parent[l]
			if !known || up == l {
				return l
			}
			l = up
		}
	}
	for _, rows := range groups {
		for _, i := range rows[1:] {
			if a, b := root(labels[rows[0]]), root(labels[i]); a != b {
				parent[max(a, b)] = min(a, b)
			}
		}
	}
	all := make([]int, len(labels))
	for i, l := range labels {
		all[i] = root(l)
	}
	return all
}

// foldStream is the second half of the PCG seed of folds.
const foldStream = 0x666f6c64

// check returns an error if n rows cannot be divided so.
func (f Folds) check(n int) error {
	labelled := f.kind == labelledFolds || f.kind == groupedFolds || f.kind == stratifiedFolds
	random := f.kind == randomFolds || f.kind == groupedFolds || f.kind == stratifiedFolds
	switch {
	case f.kind == noFolds:
		return errors.New("none are said: give for example nvsd.KFold(5, seed)")
	case f.again < 0:
		return errors.New("they are to be repeated less than once: give Repeat at least 1")
	case f.again > 0 && !random:
		return fmt.Errorf("%v are the same each time: Repeat is for folds drawn at random: nvsd.KFold, nvsd.StratifiedFolds and nvsd.GroupFolds", Folds{kind: f.kind, k: f.k})
	case random && f.k < 2:
		return fmt.Errorf("%s: at least 2 are needed", report.Plural(f.k, "fold"))
	case f.kind == rollingFolds && f.k < 1:
		return fmt.Errorf("%s: at least 1 is needed", report.Plural(f.k, "fold"))
	case (f.kind == randomFolds || f.kind == stratifiedFolds) && f.k > n:
		return fmt.Errorf("%d folds, of which %d would be empty: ask for at most %d, or for nvsd.LeaveOneOut()", f.k, f.k-n, n)
	case labelled && len(f.labels) != n:
		return fmt.Errorf("%s: one is needed for each row", report.Plural(len(f.labels), "label"))
	case f.times != nil && len(f.times) != n:
		return fmt.Errorf("%s: one is needed for each row, or nil where the rows stand in order", report.Plural(len(f.times), "time"))
	case slices.ContainsFunc(f.times, math.IsNaN):
		return fmt.Errorf("the time of row %d (from 0) is NaN: give every row a time", slices.IndexFunc(f.times, math.IsNaN))
	}
	switch f.kind {
	case labelledFolds:
		if parts := held(f.labels); len(parts) == 0 {
			return errors.New("no row has a label of at least 0, so that nothing is held out: label the rows to hold out 0, 1, ...")
		}
	case groupedFolds:
		if groups := rowsBy(f.labels); f.k > len(groups) {
			return fmt.Errorf("%d folds of %s: a group is never split, ask for at most %d", f.k, report.Plural(len(groups), "group"), len(groups))
		}
	case rollingFolds:
		if spans := f.spans(n); len(spans) < f.k+1 {
			return fmt.Errorf("%d folds and the rows before them need %d spans of time, and the rows fill %d: ask for fewer folds", f.k, f.k+1, len(spans))
		}
	}
	return nil
}

// once divides n rows, after check has found that this is possible.
func (f Folds) once(n int, rng *rand.Rand) []Fold {
	var parts [][]int
	switch f.kind {
	case randomFolds:
		order := rng.Perm(n)
		for j := range f.k {
			parts = append(parts, order[j*n/f.k:(j+1)*n/f.k])
		}
	case singleRows:
		for i := range n {
			parts = append(parts, []int{i})
		}
	case labelledFolds:
		parts = held(f.labels)
	case groupedFolds:
		parts = deal(rowsBy(f.labels), f.k, rng)
	case stratifiedFolds:
		parts = spread(rowsBy(f.labels), f.k, rng)
	case rollingFolds:
		spans := f.spans(n)
		folds := make([]Fold, f.k)
		for j := range folds {
			folds[j] = Fold{Train: sorted(slices.Concat(spans[:j+1]...)), Held: sorted(spans[j+1])}
		}
		return folds
	}
	folds := make([]Fold, len(parts))
	for j, part := range parts {
		folds[j] = Fold{Train: others(part, n), Held: sorted(part)}
	}
	return folds
}

// spans divides the rows into at most k+1 parts by rising time, none of which
// ends between rows of one time.
func (f Folds) spans(n int) [][]int {
	order := lists.UpTo(n)
	same := func(int, int) bool { return false }
	if f.times != nil {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f.times[a], f.times[b]) })
		same = func(a, b int) bool { return f.times[a] == f.times[b] }
	}
	var spans [][]int
	for begin, j := 0, 1; begin < n; j++ {
		end := max(begin, j*n/(f.k+1))
		for end > begin && end < n && same(order[end-1], order[end]) {
			end++
		}
		if end > begin {
			spans = append(spans, order[begin:end])
		}
		begin = end
	}
	return spans
}

// held returns the rows of every label of at least 0, by rising label.
func held(labels []int) [][]int {
	var parts [][]int
	for _, rows := range rowsBy(labels) {
		if labels[rows[0]] >= 0 {
			parts = append(parts, rows)
		}
	}
	return parts
}

// rowsBy returns the rows of every label, by rising label.
func rowsBy(labels []int) [][]int {
	order := lists.UpTo(len(labels))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(labels[a], labels[b]) })
	var parts [][]int
	for len(order) > 0 {
		end := 1
		for end < len(order) && labels[order[end]] == labels[order[0]] {
			end++
		}
		parts, order = append(parts, order[:end]), order[end:]
	}
	return parts
}

// deal shuffles the groups, and then gives each one to the part that has the fewest
// rows, the largest group first.
func deal(groups [][]int, k int, rng *rand.Rand) [][]int {
	rng.Shuffle(len(groups), func(a, b int) { groups[a], groups[b] = groups[b], groups[a] })
	slices.SortStableFunc(groups, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	parts := make([][]int, k)
	for _, rows := range groups {
		least := 0
		for j := range parts {
			if len(parts[j]) < len(parts[least]) {
				least = j
			}
		}
		parts[least] = append(parts[least], rows...)
	}
	return parts
}

// spread deals out the rows, one class after the other and shuffled within each class.
// The sizes of the parts differ by at most one, and so do their numbers of rows of each
// class.
func spread(classes [][]int, k int, rng *rand.Rand) [][]int {
	parts := make([][]int, k)
	next := 0
	for _, rows := range classes {
		for _, j := range rng.Perm(len(rows)) {
			parts[next] = append(parts[next], rows[j])
			next = (next + 1) % k
		}
	}
	return parts
}

// others returns the rows of n that are not in part, rising.
func others(part []int, n int) []int {
	in := make([]bool, n)
	for _, i := range part {
		in[i] = true
	}
	var rest []int
	for i := range n {
		if !in[i] {
			rest = append(rest, i)
		}
	}
	return rest
}

func sorted(rows []int) []int {
	rows = slices.Clone(rows)
	slices.Sort(rows)
	return rows
}

// Of returns the Folds with the labels and times of the given rows alone.
func (f Folds) Of(rows []int) Folds {
	if f.labels != nil {
		labels := make([]int, len(rows))
		for i, row := range rows {
			labels[i] = f.labels[row]
		}
		f.labels = labels
	}
	if f.times != nil {
		times := make([]float64, len(rows))
		for i, row := range rows {
			times[i] = f.times[row]
		}
		f.times = times
	}
	return f
}
