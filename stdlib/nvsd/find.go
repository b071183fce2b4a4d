package nvsd

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/loss"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/search"
)

// Find finds the inputs on which the target of a Frame depends, ranks them, and predicts:
//
//	f := nvsd.Find(data.CSV("housing.csv", data.Target("medv")))
//	f.PredictFrame(data.CSV("new.csv", data.Target("medv")))
//
// It does what the command `nvsd-kernel select` does with a file, and gives the same answer. A
// path of twelve penalised fits of [FindSpec] proposes sets of inputs, which their
// leave-one-out errors compare; from there the evidence chooses inputs and gives each a width
// ([ARD]). The result is compared with the training mean, on rows held out as well
// ([Spec.HeldOut]): see the method Found of [Finding]. [FindPlan] compares by other errors, and with permuted
// targets.
//
// Of more than 600 rows a fifth is held out, and the search sees 500 of the others, drawn at random. Of
// more than 100 inputs it sees 60: those on which the target depends most by itself, by a smooth
// function of their ranks, and in products of two. Then the residuals of all rows that are not held out
// are compared with all inputs, and where they depend on others the search begins again with these. The
// function is fitted to all rows that are not held out, and its error is the one of those that are.
//
// Rows that belong together, by the Frame's [data.Group] or [data.Time], are left out and held out together: whole groups, or spans of time that are
// predicted from those before. It is an error if the Frame has both, fewer than 3 groups or 10 spans, or a missing cell there.
//
// Rows whose targets are wild are left out, if all rows are predicted clearly better without them: see the
// method LeftOut of [Finding].
//
// The Frame is not changed. The same Frame gives the same numbers. If ctx ends, Find returns its
// error at once, whatever is under way, with what was found by then, if anything was: see the method Interrupted of [Finding].
func Find(ctx context.Context, train *data.Frame) (*Finding, error) {
	return FindPlan{}.Find(ctx, train)
}

// A FindPlan has the settings of [FindPlan.Find]. The zero value of a field is the default named
// there.
type FindPlan struct {
	By Criterion // compares the sets of inputs that the path proposes: ByLeaveOneOut()

	// Permuted is the number of times that everything is repeated with the rows of the target
	// permuted, so that no input can matter: 0. A level of 0.05 needs 20, which take 20 times as
	// long. Of groups the targets are exchanged as a whole; it is an error if these have different sizes, and over time.
	Permuted int

	Seed uint64 // of the rows that are held out, and of permutations: 1

	// Loss is the one of the function that predicts: the logistic loss of a target of two classes ([data.Classes]), and else the square.
	// The inputs and their widths are found by squares in any case, of the codes -1 and 1 of classes. [loss.Square] predicts by
	// squares of the codes.
	Loss loss.Loss
}

// Find finds the inputs as [Find] does, by the plan.
func (plan FindPlan) Find(ctx context.Context, train *data.Frame) (*Finding, error) {
	return wrapFinding(search.FindPlan(plan).Find(ctx, train))
}

func wrapFinding(f *search.Finding, err error) (*Finding, error) {
	if f == nil {
		return nil, err
	}
	own := &Finding{Finding: f}
	own.Model, _ = wrapModel(f.Model, nil)
	own.Null, _ = wrapTargetNull(f.Null, nil)
	return own, err
}

// StreamedRows is the number of rows of a table that [FindIn] draws, and the largest number of rows that the command
// `nvsd-kernel select` reads as a whole.
const StreamedRows = search.StreamedRows

// FindIn finds the inputs on which the target of a table depends that need not fit in memory:
//
//	f := nvsd.FindIn(data.OpenStream("flights.parquet", data.Target("delay")))
//
// It is [Find] on 50,000 rows, which are drawn at random in a first pass over the file, and on all if there
// are no more. The function is then fitted to all rows but those that are held out, in one more pass that reads
// the chosen columns alone, and its error is the one of the rows that are held out. Where rows with wild targets are
// left out, those of all rows are that lie as far from the function of the sample. It is an error if the options name groups or times.
//
// The answer depends on the file and the seed alone, not on the size of the parts or the number of processors. For the
// memory see [StreamMemory].
func FindIn(ctx context.Context, s *data.Stream) (*Finding, error) { return FindPlan{}.FindIn(ctx, s) }

// FindIn finds the inputs as the function [FindIn] does, by the plan.
func (plan FindPlan) FindIn(ctx context.Context, s *data.Stream) (*Finding, error) {
	return wrapFinding(search.FindPlan(plan).FindIn(ctx, s))
}

// A Shard is a share of the rows of a Stream, whose sums one process makes: see [FindPlan.SumShard].
type Shard = search.Shard

// A ShardSums is the account of the work of a process for a [Shard].
type ShardSums = search.ShardSums

// MostShards is the largest number of shards of a Stream.
const MostShards = search.MostShards

// SumShard does the share of [FindPlan.FindIn] that is a shard's, and writes it to the shard's folder, where
// [FindPlan.MergeShards] takes it from:
//
//	s := data.OpenStream("flights.parquet", data.Target("delay"))
//	nvsd.FindPlan{}.SumShard(s, nvsd.Shard{Dir: "sums", Number: 3, Of: 8})
//
// The shards may be done at the same time on any machines, in any order and again, as in an array of jobs. The first
// process draws the sample of the search and keeps it in the folder, for which it reads the table once. Every process repeats the
// search in the sample, and reads the table from its beginning to the end of its shard.
func (plan FindPlan) SumShard(ctx context.Context, s *data.Stream, shard Shard) (ShardSums, error) {
	return search.FindPlan(plan).SumShard(ctx, s, shard)
}

// MergeShards returns the finding of [FindPlan.FindIn], with the same bits, by what [FindPlan.SumShard] has written to a folder,
// without reading the table. The plan and the Stream must be as they were there. Sums that are missing, broken, or of another
// search are an error, which says of which rows.
func (plan FindPlan) MergeShards(ctx context.Context, s *data.Stream, dir string) (*Finding, error) {
	return wrapFinding(search.FindPlan(plan).MergeShards(ctx, s, dir))
}

// StreamMemory returns about how many bytes [FindIn] needs at most. It rises with the number of columns, and little
// with the number of rows.
func StreamMemory(s *data.Stream) int64 { return search.StreamMemory(s) }

// FindSpec returns the Spec of [Find], whose path only proposes: therefore its tolerance is wide.
func FindSpec() Spec { return Spec(search.FindSpec()) }

// A Finding is the inputs on which a target depends, as [Find] found them. A categorical input is one
// input, whatever the number of its levels; its Model has a column for each. A Finding never changes,
// and several goroutines may use it.
type Finding struct {
	*search.Finding
	Model *Model      // that the search chose, of the rows and inputs that it saw, whether or not it is worth more than the mean
	Null  *TargetNull // nil unless the plan asks for permuted targets
}

// ClassErrors are the errors of predicted classes and probabilities, on rows that the function was not fitted to.
type ClassErrors = search.ClassErrors

// Predictor returns the model that predicts: the Model if something was found, and else the training
// mean ([Mean]). Where all inputs together are worth it, it is either of these with a
// [model.Background], and depends on all inputs that vary. Of two classes it is a regression by the logistic loss with these
// inputs and widths, and has Probabilities.
func (f *Finding) Predictor() *Model { return &Model{f.Finding.Predictor()} }
