package nvsd

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"

// A BootstrapPlan has the number of draws of Spec.Bootstrap, and the level of its intervals. The
// zero value of a field is the default named there.
type BootstrapPlan = resample.BootstrapPlan

// A StabilityPlan has the settings of Spec.Stability: of the halves of the rows, and of the
// selection on them. The zero value of a field is the default named there.
type StabilityPlan = resample.StabilityPlan

// A NullPlan has the number of permutations of Spec.PermutedNull and Spec.PermutedTarget, and the
// level of their comparisons. The zero value of a field is the default named there.
type NullPlan = resample.NullPlan
