package search

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/lists"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/repeats"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
)

// The time of a search rises with the cube of the rows, and with the inputs. It sees a table of at most
// wholeRows and wholeInputs as it is, and parts of a larger one.
const (
	wholeRows   = 600
	wholeInputs = 100

	seenRows   = 500 // of more, in the first search
	againRows  = 700 // where the residuals of all rows ask for further inputs
	seenInputs = 60  // of more

	exactRows       = 1000 // of more, the function has kernels at functionCentres of them
	functionCentres = 500
)

// A sight is a table and what searches may see of it.
type sight struct {
	table *data.Frame
	rows  int            // of the Stream of which the table is a sample; 0 if it is the whole
	terms []problem.Term // inputs of the table
	drawn [][]int        // rows of observations, in the order in which they are drawn; nil if all are seen
	held  []int          // the other rows, which measure the error of the answer and nothing else
	order []int          // of the terms that vary, by the first look; none if all are seen
}

// A part is the rows and the inputs of a table that one search sees.
type part struct {
	frame        *data.Frame
	rows         []int // of the table; nil for all
	observations int   // that the rows are of
	terms        []int // of the table, rising; nil for all
}

// see holds out rows of a table, draws the others, and takes the first look at inputs.
func (plan FindPlan) see(ctx context.Context, table *data.Frame) (*sight, error) {
	s := &sight{table: table, terms: problem.TermsOf(table)}
	if table.N() > wholeRows {
		groups := repeats.Observations(table.X(), table.Y())
		fold, err := plan.setAside(table, groups)
		if err != nil {
			return nil, err
		}
		s.held, s.drawn = fold.Held, drawn(table.Y(), groups, fold.Train, plan.Seed)
		if weight := table.WeightColumn(); weight != "" && len(s.drawn) > exactRows {
			return nil, refusal.BadData(refusal.TrainingPart, "it has %d rows with the weights %q, and a search with weights takes at most %d: draw some of them at random, such as by Sample(%d, 1)", table.N(), weight, exactRows, exactRows)
		}
	}
	if !plan.looks(table) {
		return s, nil
	}
	from, err := s.part(len(s.drawn), nil)
	if err != nil {
		return nil, err
	}
	s.order, err = firstLook(ctx, from.frame)
	return s, err
}

// setAside divides a large table into the rows that are searched and those that are held out, of which the groups are one
// observation each. Rows of one group or one time are on one side.
func (plan FindPlan) setAside(table *data.Frame, groups [][]int) (choose.Fold, error) {
	if choose.BelongTogether(table) {
		return choose.HoldOutUnits(table, plan.Seed)
	}
	folds, err := plan.foldsOf(table).Keeping(table.N(), groups)
	if err != nil {
		return choose.Fold{}, err
	}
	return folds[0], nil
}

// foldsOf returns the folds of a table's rows: of three classes or more these keep their proportions.
func (plan FindPlan) foldsOf(table *data.Frame) choose.Folds {
	if table.ManyClasses() {
		return choose.StratifiedFolds(table.Y(), findFolds, plan.Seed)
	}
	return choose.KFold(findFolds, plan.Seed)
}

// looks reports whether there are so many inputs that a first look chooses which ones are seen. It would
// have to be repeated for every permuted target.
func (plan FindPlan) looks(table *data.Frame) bool {
	return len(table.Groups()) > wholeInputs && plan.Permuted == 0
}

// mostClasses is the largest number of different targets that count as classes.
const mostClasses = 10

// drawn returns the observations of some rows in a random order, in which classes of the target y keep
// their proportions: the first few observations have a rare class too. groups are the observations of all
// rows, nil for single rows.
func drawn(y []float64, groups [][]int, rows []int, seed uint64) [][]int {
	in := make([]bool, len(y))
	for _, i := range rows {
		in[i] = true
	}
	if groups == nil {
		for i := range y {
			groups = append(groups, []int{i})
		}
	}
	groups = slices.DeleteFunc(groups, func(g []int) bool { return !in[g[0]] })
	rng := rand.New(rand.NewPCG(seed, drawnStream))
	rng.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })

	classes := map[float64][]int{} // their observations
	for g, group := range groups {
		v := y[group[0]]
		classes[v] = append(classes[v], g)
		if len(classes) > mostClasses {
			return groups
		}
	}
	place := lists.Spread(classes, len(groups))
	order := lists.UpTo(len(groups))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(place[a], place[b]) })
	sorted := make([][]int, len(groups))
	for k, g := range order {
		sorted[k] = groups[g]
	}
	return sorted
}

// drawnStream is the second half of the PCG seed of the rows that are seen.
const drawnStream = 0x7365656e

// allRows returns the number of rows of the table, or of the Stream that it is a sample of.
func (s *sight) allRows() int { return cmp.Or(s.rows, s.table.N()) }

// partial reports whether there are rows or inputs that the first search does not see.
func (s *sight) partial() bool { return s.drawn != nil || len(s.order) > 0 }

// first returns the part for the first search.
func (s *sight) first() (part, error) {
	if len(s.order) == 0 {
		return s.part(seenRows, nil)
	}
	return s.part(seenRows, s.order[:min(seenInputs, len(s.order))])
}

// part returns the first observations, and some of the terms; nil for all.
func (s *sight) part(observations int, terms []int) (part, error) {
	p := part{frame: s.table}
	if s.drawn != nil {
		p.observations = min(observations, len(s.drawn))
		p.rows = slices.Concat(s.drawn[:p.observations]...)
		var err error
		p.frame, err = s.table.Rows(p.rows...)
		if err != nil {
			return part{}, err
		}
	}
	if terms == nil {
		return p, nil
	}
	p.terms = slices.Clone(terms)
	slices.Sort(p.terms)
	var err error
	p.frame, err = p.frame.Inputs(namesOf(s.terms, p.terms)...)
	return p, err
}

// namesOf returns the names of some of the terms.
func namesOf(terms []problem.Term, some []int) []string {
	names := make([]string, len(some))
	for k, j := range some {
		names[k] = terms[j].Name
	}
	return names
}

// termsIn returns the terms of the table with the columns that they have in a part: none for those that
// it leaves out.
func (s *sight) termsIn(p part) []problem.Term {
	if p.terms == nil {
		return s.terms
	}
	terms := make([]problem.Term, len(s.terms))
	for j, t := range s.terms {
		terms[j] = problem.Term{Name: t.Name, Category: -1}
	}
	for k, t := range problem.TermsOf(p.frame) {
		terms[p.terms[k]] = t
	}
	return terms
}

// inWords returns the parts of the table that a search has seen, in phrases.
func (s *sight) inWords(p part) []string {
	var seen []string
	if p.rows != nil {
		seen = append(seen, fmt.Sprintf("%d of %d rows, drawn at random", p.frame.N(), s.allRows()))
	}
	if p.terms != nil {
		seen = append(seen, fmt.Sprintf("%d of %d inputs, on which the target or the residuals depend most, alone or by a product of two", len(p.terms), len(s.terms)))
	}
	return seen
}
