package interp

import (
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// deliver hands a message of a comm to the cells, from the worker's being there
// to its Done.
func (s *Session) deliver(d repl.Deliver) {
	s.last = d.ID
	label := "a message of comm " + d.Comm.ID
	j := job{d.ID, notebookCell{src: cell.Source{Label: label}}, s.emit}
	proc, err := s.worker()
	done := repl.Done{Parent: d.ID}
	switch {
	case err != nil:
		done.Failure = plainFailure("no interpreter", label+" cannot be delivered: "+err.Error())
	case s.stopped():
		done.Failure = s.sources.failure(label, wire.Outcome{Status: wire.Interrupted})
	default:
		_, done.Failure = s.follow(j, proc, proc.Deliver(d.ID, label, d.Comm))
	}
	s.emit(done)
}
