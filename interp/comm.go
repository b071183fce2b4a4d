package interp

import (
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// deliver carries out one Deliver: it hands a message of a comm to the cells.
func (r *runner) deliver(d repl.Deliver) {
	r.last = d.ID
	label := "a message of comm " + d.Comm.ID
	j := job{id: d.ID, cell: notebookCell{src: cell.Source{Label: label}}, emit: r.emit}
	proc, err := r.worker()
	done := repl.Done{Parent: d.ID}
	switch {
	case err != nil:
		done.Failure = plainFailure("no interpreter", label+" cannot be delivered: "+err.Error())
	case r.inbox.stopped():
		done.Failure = r.sources.failure(label, wire.Outcome{Status: wire.Interrupted})
	default:
		_, done.Failure = r.follow(j, proc, proc.Deliver(d.ID, label, d.Comm))
	}
	r.inbox.answered()
	r.emit(done)
}
