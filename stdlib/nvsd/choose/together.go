package choose

import (
	"fmt"
	"math/rand/v2"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Numbers of the parts into which rows that belong together are divided.
const (
	unitFolds  = 5  // of groups
	leastUnits = 3  // fewer groups have no standard error worth the name
	timeSpans  = 10 // of time
	firstSpans = 4  // that are trained on at least, when later ones are predicted
)

// together returns the name of the rows of a Frame that belong together: "group", by its column of [data.Group], "span of
// time", by that of [data.Time], or "" if it names neither.
func together(f *data.Frame) string {
	switch {
	case f.GroupColumn() != "":
		return "group"
	case f.TimeColumn() != "":
		return "span of time"
	}
	return ""
}

// BelongTogether reports whether a Frame names groups or times, so that its rows are no independent observations.
func BelongTogether(f *data.Frame) bool { return together(f) != "" }

// CheckUnits returns an error about the groups or the times of a Frame, if it names any, by which rows cannot be held out.
func CheckUnits(f *data.Frame) error {
	group, time := f.GroupColumn(), f.TimeColumn()
	switch {
	case group != "" && time != "":
		return refusal.BadData(refusal.TrainingPart, "it has a column of groups, %q, and one of times, %q: rows are held out by one of them: make a key of the other, by WithKey", group, time)
	case group != "":
		labels, err := f.GroupLabels()
		if err != nil {
			return refusal.BadData(refusal.TrainingPart, "%w", err)
		}
		groups := len(rowsBy(labels))
		switch {
		case groups == len(labels):
			return refusal.BadData(refusal.TrainingPart, "the column of groups %q has another value in each row, so that no rows belong together: it is a key of single rows", group)
		case groups < leastUnits:
			return refusal.BadData(refusal.TrainingPart, "the column of groups %q has %s: at least %d groups are needed to hold some out", group, report.Plural(groups, "value"), leastUnits)
		}
	case time != "":
		times, err := f.Times()
		if err != nil {
			return refusal.BadData(refusal.TrainingPart, "%w", err)
		}
		if spans := len(spansOf(times)); spans < timeSpans {
			return refusal.BadData(refusal.TrainingPart, "the times %q fill %d spans of equally many rows: %d are needed, of which the later ones are predicted from those before", time, spans, timeSpans)
		}
	}
	return nil
}

// Units returns the rows of a Frame that belong together, each unit rising, and nil if the Frame names neither groups nor times.
// Rows of groups with a row in common, by equal inputs, are one unit, unless too few would be left. Of times the units are spans of
// about equally many rows.
func Units(f *data.Frame) ([][]int, error) {
	switch together(f) {
	case "group":
		labels, err := f.GroupLabels()
		if err != nil {
			return nil, refusal.BadData(refusal.TrainingPart, "%w", err)
		}
		own := rowsBy(labels)
		if equal := repeats.Observations(f.X(), f.Y()); equal != nil {
			if both := rowsBy(joined(labels, equal)); len(both) >= min(unitFolds, len(own)) {
				return both, nil
			}
		}
		return own, nil
	case "span of time":
		times, err := f.Times()
		if err != nil {
			return nil, refusal.BadData(refusal.TrainingPart, "%w", err)
		}
		return spansOf(times), nil
	}
	return nil, nil
}

// spansOf divides the rows by rising time.
func spansOf(times []float64) [][]int {
	spans := RollingOrigin(timeSpans-1, times).spans(len(times))
	for k := range spans {
		spans[k] = sorted(spans[k])
	}
	return spans
}

// UnitFolds returns folds that hold out whole units of a Frame: of groups, all of them in unitFolds parts; of times, each later
// span, predicted from all before. held are the units whose errors are compared.
func UnitFolds(f *data.Frame, seed uint64) (folds []Fold, held [][]int, err error) {
	units, err := Units(f)
	if err != nil {
		return nil, nil, err
	}
	if together(f) == "group" {
		return dealt(units, f.N(), unitFolds, seed), units, nil
	}
	var train []int
	for k, span := range units {
		if k >= firstSpans {
			folds = append(folds, Fold{Train: sorted(train), Held: span})
		}
		train = append(train, span...)
	}
	return folds, units[min(firstSpans, len(units)):], nil
}

// HoldOutUnits returns the rows of a large Frame to train on and those to hold out: about a fifth, in whole groups of which there
// are leastUnits at least, or the latest.
func HoldOutUnits(f *data.Frame, seed uint64) (Fold, error) {
	units, err := Units(f)
	if err != nil {
		return Fold{}, err
	}
	if together(f) == "group" {
		for _, fold := range dealt(units, f.N(), max(2, min(unitFolds, len(units)/leastUnits)), seed) {
			if held := unitsIn(units, fold.Held); held >= leastUnits && held < len(units) {
				return fold, nil
			}
		}
		return Fold{}, refusal.BadData(refusal.TrainingPart, "the column of groups %q has %s, too few, or too large ones, to hold out %d of so many rows: draw some of the rows at random, such as by Sample(600, 1)", f.GroupColumn(), report.Plural(len(units), "value"), leastUnits)
	}
	times, err := f.Times()
	if err != nil {
		return Fold{}, refusal.BadData(refusal.TrainingPart, "%w", err)
	}
	folds, err := RollingOrigin(unitFolds-1, times).Divide(f.N())
	if err != nil {
		return Fold{}, err
	}
	return folds[len(folds)-1], nil
}

// unitsIn returns the number of units of which some rows are.
func unitsIn(units [][]int, rows []int) int {
	in := map[int]bool{}
	for _, i := range rows {
		in[i] = true
	}
	count := 0
	for _, unit := range units {
		if in[unit[0]] {
			count++
		}
	}
	return count
}

// dealt returns folds of n rows that hold out whole units, each once.
func dealt(units [][]int, n, folds int, seed uint64) []Fold {
	parts := deal(append([][]int{}, units...), min(folds, len(units)), rand.New(rand.NewPCG(seed, foldStream)))
	all := make([]Fold, len(parts))
	for k, part := range parts {
		all[k] = Fold{Train: others(part, n), Held: sorted(part)}
	}
	return all
}

// TogetherIn returns the criterion for a Frame that names groups or times: rows that belong together are left out together, and are
// one term of every comparison. It is the criterion itself where the Frame names neither.
func (c Criterion) TogetherIn(f *data.Frame) Criterion {
	c.unit = together(f)
	return c
}

// leavingOut returns the criterion that leaves rows out, as many together as c counts together.
func (c Criterion) leavingOut() Criterion {
	by := ByLeaveOneOut()
	by.unit = c.unit
	return by
}

// Unit returns the name of the rows that are left out and counted together, "group" or "span of time"; "" for single
// observations.
func (c Criterion) Unit() string { return c.unit }

// counted returns the Design in which rows that belong together are one observation, if the criterion counts so.
func (c Criterion) counted(ds *problem.Design) (*problem.Design, error) {
	if c.unit == "" {
		return ds, nil
	}
	own := *ds
	var err error
	own.Repeats, err = Units(ds.Given)
	if err != nil {
		return nil, fmt.Errorf("nvsd: %w", err)
	}
	return &own, nil
}

// counting returns the Path on the Design of counted.
func (c Criterion) counting(p *problem.Path) (*problem.Path, error) {
	if c.unit == "" {
		return p, nil
	}
	own := *p
	var err error
	own.Design, err = c.counted(p.Design)
	return &own, err
}
