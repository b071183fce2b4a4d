package nvsd

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/resample"

// A TargetNull is a model, together with those that the same procedure makes of permutations
// of the target, for which no input can matter.
type TargetNull struct {
	*resample.TargetNull
	Model *Model // of the target as it is
}

func wrapTargetNull(null *resample.TargetNull, err error) (*TargetNull, error) {
	if null == nil {
		return nil, err
	}
	m, _ := wrapModel(null.Model, nil)
	return &TargetNull{null, m}, err
}
