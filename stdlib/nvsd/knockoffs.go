package nvsd

import (
	"context"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/problem"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"
)

// Knockoffs finds inputs with a bound of the false discovery rate: of what is found, at most the part Q is expected to be false
// (Candès, Fan, Janson and Lv 2018; Ren and Barber 2024 for several draws). It fits the
// inputs together with a knockoff of each, a copy that depends on the other inputs as the input does, and not on the target: see [data.Frame.WithKnockoffs].
// An input is found where its statistic exceeds the one of its knockoff by more than occurs the other way round.
//
//	nvsd.FindSpec().Knockoffs(train, nvsd.KnockoffPlan{Q: 0.1})
//
// The penalty is P(inputs) + P(knockoffs). A categorical input counts as one. At a rate Q there are 1/Q discoveries or none. The bound holds if the inputs have
// the distribution that knockoffs are drawn from; a pair of inputs that shows otherwise is told in the Warnings. The draws differ in their knockoffs alone,
// and their e-values are averaged. The same seed gives the same result.
//
// If ctx ends, the result has the finished draws, together with the error.
func (s Spec) Knockoffs(ctx context.Context, train *data.Frame, plan KnockoffPlan) (*resample.Knockoffs, error) {
	return resample.KnockoffsOf(ctx, problem.Spec(s), train, plan)
}

// A KnockoffPlan has the settings of [Spec.Knockoffs]. The zero value of a field is the default named there.
type KnockoffPlan = resample.KnockoffPlan

// A KnockoffStatistic is the number of an input that is compared with the one of its knockoff.
type KnockoffStatistic = resample.KnockoffStatistic

const (
	// KnockoffNorms are the derivative norms of the model that the Spec's path and refit give by leaving one out.
	KnockoffNorms = resample.KnockoffNorms
	// KnockoffEntry is the tau at which an input comes in along the path.
	KnockoffEntry = resample.KnockoffEntry
)
