package fit

import (
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
)

func (s *Spec) readPenalty(o *jsonobject.Object) error {
	_, d := s.X.Dims()
	p, err := declare.PenaltyIn(o, d)
	s.Penalty, s.Groups, s.TauRidge = p.P, p.Groups, p.TauRidge
	return err
}
