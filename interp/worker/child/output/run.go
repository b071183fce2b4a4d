package output

import (
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// A Run is the output of one run. What the programs that it has started have written stands
// before what it then writes or shows itself. A Run is safe for concurrent use, also after its
// end, since its goroutines may outlive it.
type Run struct {
	sender  *Sender
	serial  int
	outlets outlets
}

// Run returns the output of the run with a serial number.
func (s *Sender) Run(serial int) *Run { return &Run{sender: s, serial: serial} }

// Begin makes the run the one whose text needs no stamp. It opens the standard descriptors
// again that cells have closed by number, and returns an error if they cannot be.
func (r *Run) Begin() error {
	err := r.sender.pipes.reopen()
	r.sender.pipes.begin(r.serial)
	return err
}

// Write writes text to one of the streams, wire.Stdout or wire.Stderr.
func (r *Run) Write(stream int, text []byte) (int, error) {
	r.outlets.drain()
	return r.write(stream, text)
}

// write writes text of the run, or of a program that it has started.
func (r *Run) write(stream int, text []byte) (int, error) {
	r.sender.settle()
	return r.sender.pipes.write(stream, r.serial, text)
}

// Show sends an event.
func (r *Run) Show(e repl.Event) error { return r.send(r.sender.show, e) }

// ShowResult sends a result, together with the end of the run if that follows at once.
func (r *Run) ShowResult(e repl.Result) error { return r.send(r.sender.result, e) }

// send hands an event to a method of the sender.
func (r *Run) send(how func(wire.Shown) error, e repl.Event) error {
	if err := CheckSize(e.Size()); err != nil {
		return err
	}
	r.outlets.drain()
	return how(wire.Shown{Serial: r.serial, Event: e})
}

// End sends the outcome, which is the last of the run, and the serial numbers of the runs that
// are past.
func (r *Run) End(o wire.Outcome, past []int) error {
	r.outlets.drain()
	return r.sender.end(wire.Ended{Serial: r.serial, Outcome: o, Past: past})
}

// HasPrograms reports whether programs that the run has started may still write.
func (r *Run) HasPrograms() bool { return !r.outlets.none() }

// Panicked notes, for a supervisor that may outlive this process by a moment, that a panic has
// passed through a function.
func (r *Run) Panicked(note string) { r.sender.pipes.call(r.serial, note) }
