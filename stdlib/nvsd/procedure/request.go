package procedure

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Request holds the tables and the settings of a run of the procedure.
type Request struct {
	Train     Table
	Test      *Table // rows to predict; nil for none
	Target    string // the column to predict
	Criterion Criterion
	Options   []data.Call // with which Train is read, and Test as far as they are about how it is written
	Sample    int         // rows of Train that are drawn at random; 0 for all
	Level     float64     // of prediction intervals, from 0.5 to below 1
	Seed      uint64      // of the sample, of folds and permutations
	Null      int         // runs with a permuted target; 0 is none
	Loss      string      // of the function that predicts: square, logistic or poisson; "" for the logistic loss of two classes, and else the square

	// Knockoffs is the false discovery rate of the inputs that are found beside knockoffs, between 0 and 1; 0 for no knockoffs.
	Knockoffs    float64
	Interactions bool // of the selected inputs

	// Shards is the folder of the sums of shards, which [RunShard] writes and [Run] merges; "" if there are no shards.
	Shards string
}

// bothTables lists the options that are for the test table too: the format of its cells, and the marks and
// fillings of missing cells.
var bothTables = []string{
	"Comma", "Comments", "Currency", "DecimalComma", "Encoding", "Header", "Impute", "NA", "NoHeader", "Percent", "Thousands", "UniqueNames",
}

// A Criterion is the error by which the proposals of the path are compared.
type Criterion string

const (
	LeaveOneOut     Criterion = "loo"
	CrossValidation Criterion = "cv"
)

// losses are the words of Request.Loss.
var losses = map[string]loss.Loss{"square": loss.Square{}, "logistic": loss.Logistic{}, "poisson": loss.Poisson{}}

// check reports a field that is not valid, before any table is read.
func (r *Request) check() error {
	switch {
	case r.Target == "":
		return fmt.Errorf("no target is named: say which column is to be predicted")
	case r.Criterion != LeaveOneOut && r.Criterion != CrossValidation:
		return fmt.Errorf("there is no criterion %q: it is %s or %s", r.Criterion, LeaveOneOut, CrossValidation)
	case !(r.Level >= 0.5 && r.Level < 1):
		return fmt.Errorf("--level %v: it is the probability that a prediction interval has the target, from 0.5 to below 1", r.Level)
	case r.Loss != "" && losses[r.Loss] == nil:
		return fmt.Errorf("there is no --loss %q: it is square, logistic or poisson", r.Loss)
	case r.Null < 0:
		return fmt.Errorf("%d permuted runs are asked for: it must be 0, for none, or more", r.Null)
	case r.Sample < 0:
		return fmt.Errorf("a sample of %d rows is asked for: it must be 0, for all, or more", r.Sample)
	case r.Shards != "" && (r.says("Group") || r.says("Time")):
		return fmt.Errorf("--group and --time hold rows out together, and shards do not: draw some of the rows at random, such as by --sample 20000")
	case r.Shards != "" && r.says("Weight"):
		return fmt.Errorf("shards know no --weight: draw some of the rows at random, such as by --sample 1000")
	case r.Shards != "" && r.Sample > 0:
		return fmt.Errorf("--sample and --dir exclude each other: shards are of all rows")
	case r.Shards != "" && r.says("Dates"):
		return fmt.Errorf("shards know no --dates: draw some of the rows at random, such as by --sample 20000")
	case r.says("Header") && r.says("NoHeader"):
		return fmt.Errorf("--header and --no-header exclude each other: give one")
	}
	return r.checkKnockoffs()
}

// by returns the criterion of package nvsd for a training table, nil if that is read in parts.
func (r *Request) by(train *data.Frame) (nvsd.Criterion, error) {
	if r.Criterion != CrossValidation {
		return nvsd.ByLeaveOneOut(), nil
	}
	folds, err := r.foldsOf(train)
	return nvsd.ByCrossValidation(folds), err
}

// foldsOf returns the folds of a training table, which keep rows together that it says belong together.
func (r *Request) foldsOf(train *data.Frame) (nvsd.Folds, error) {
	switch {
	case r.says("Group"):
		labels, err := train.GroupLabels()
		if err != nil {
			return nvsd.Folds{}, err
		}
		if groups := 1 + slices.Max(labels); groups < folds {
			return nvsd.Folds{}, fmt.Errorf("%s of --group %q are too few for %d folds: take --criterion %s", report.Plural(groups, "group"), train.GroupColumn(), folds, LeaveOneOut)
		}
		return nvsd.GroupFolds(labels, folds, r.Seed), nil
	case r.says("Time"):
		times, err := train.Times()
		return nvsd.RollingOrigin(folds, times), err
	}
	return nvsd.KFold(folds, r.Seed), nil
}

// says reports whether an option is said.
func (r *Request) says(option string) bool {
	return slices.ContainsFunc(r.Options, func(c data.Call) bool { return c.Option == option })
}

// calls returns the options that the training table is read with.
func (r *Request) calls() []data.Call {
	return append([]data.Call{{Option: "Target", Args: []string{r.Target}}}, r.Options...)
}

// format returns the options that both tables share, and others of these names.
func (r *Request) format(more ...string) ([]data.ReadOption, error) {
	return data.Options(slices.DeleteFunc(slices.Clone(r.Options), func(c data.Call) bool {
		return !slices.Contains(bothTables, c.Option) && !slices.Contains(more, c.Option)
	})...)
}

// readInGo returns the Go expression that reads the training table in a cell.
func (r *Request) readInGo() string {
	args := []string{fmt.Sprintf("%q", r.Train.Name)}
	for _, c := range r.calls() {
		args = append(args, c.String())
	}
	text := fmt.Sprintf("%s(%s)", r.Train.function(), strings.Join(args, ", "))
	if r.Sample > 0 {
		text += fmt.Sprintf(".Sample(%d, %d)", r.Sample, r.Seed)
	}
	return text
}
