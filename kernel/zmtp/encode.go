package zmtp

import (
	"encoding/binary"
	"net"
)

const (
	// copyBelow is the length below which it costs less to copy a frame beside its header than
	// to give the system call one more entry.
	copyBelow = 4 << 10
	// batchSize is the largest number of bytes that are gathered into one write.
	batchSize = 256 << 10
)

// An encoder gathers messages into one vectored write. It copies short frames and not
// long ones, so that a figure for ten subscribers is in memory once.
type encoder struct {
	run   []byte // headers and short frames
	start int    // where the bytes of run begin that are not yet in parts
	parts net.Buffers
	size  int
}

func (e *encoder) add(it item) {
	for i, f := range it.frames {
		var flags byte
		if i < len(it.frames)-1 {
			flags |= flagMore
		}
		if it.command {
			flags |= flagCommand
		}
		if len(f) > 255 {
			e.run = append(e.run, flags|flagLong)
			e.run = binary.BigEndian.AppendUint64(e.run, uint64(len(f)))
		} else {
			e.run = append(e.run, flags, byte(len(f)))
		}
		if len(f) < copyBelow {
			e.run = append(e.run, f...)
		} else {
			e.cut()
			e.parts = append(e.parts, f)
		}
		e.size += len(f) + 2
	}
}

// cut ends the run of copied bytes and adds it to parts. If a later append moves the
// run, this part keeps the old memory, which nobody writes to before the flush.
func (e *encoder) cut() {
	if e.start < len(e.run) {
		e.parts = append(e.parts, e.run[e.start:])
		e.start = len(e.run)
	}
}

func (e *encoder) full() bool { return e.size >= batchSize }

// flush writes all messages that have been added.
func (e *encoder) flush(conn net.Conn) error {
	e.cut()
	parts := e.parts // WriteTo consumes its receiver
	_, err := parts.WriteTo(conn)
	clear(e.parts)
	e.run, e.parts, e.start, e.size = e.run[:0], e.parts[:0], 0, 0
	return err
}
