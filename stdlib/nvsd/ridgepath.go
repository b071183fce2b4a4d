package nvsd

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/model"

// A RidgePath is kernel ridge regression on all inputs at every nu of the
// Spec's RidgeNus, from one eigendecomposition. It never changes.
type RidgePath struct{ *model.RidgePath }

func wrapRidgePath(p *model.RidgePath, err error) (*RidgePath, error) {
	if p == nil {
		return nil, err
	}
	return &RidgePath{p}, err
}

// Model returns the regression at the j-th nu, counted from 0 at the largest.
func (p *RidgePath) Model(j int) (*Model, error) { return wrapModel(p.RidgePath.Model(j)) }
