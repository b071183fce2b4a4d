package nvsd

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"

// A BootstrapPlan says how often Spec.Bootstrap draws, and how wide its
// intervals are. The zero value of a field is the default named there.
type BootstrapPlan = resample.BootstrapPlan

// A StabilityPlan says how Spec.Stability draws halves of the rows and selects
// on them. The zero value of a field is the default named there.
type StabilityPlan = resample.StabilityPlan

// A NullPlan says how Spec.PermutedNull copies inputs and judges. The zero
// value of a field is the default named there.
type NullPlan = resample.NullPlan
