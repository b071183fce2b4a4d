package kernel

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

const (
	// textFull is the number of bytes at which text is sent without waiting
	// for more.
	textFull = 64 << 10
	// textEvery is the shortest time between two messages of text that
	// nothing else has hurried.
	textEvery = 50 * time.Millisecond
	// textFirst is how long the first text after a pause waits for the rest of
	// its line.
	textFirst = 2 * time.Millisecond
	// textParts is how many parts keep the order of stdout and stderr of a cell
	// among themselves. A cell that goes to and fro faster than this between
	// two messages would otherwise make a message of each word, and Jupyter
	// drops what comes at more than a thousand a second.
	textParts = 32
)

// textBuffer joins what cells write. It keeps the order within a cell, see
// textParts, but not between cells.
type textBuffer struct {
	parts []textPart
	size  int
	due   time.Time // when the text should be sent; set while there is some
	sent  time.Time // when text was taken last
}

// textPart becomes one stream message.
type textPart struct {
	parent json.RawMessage
	name   repl.StreamName
	text   []byte
}

// add appends text, and reports whether the buffer should be sent at once.
func (b *textBuffer) add(parent json.RawMessage, s streamText, now time.Time) (full bool) {
	if len(b.parts) == 0 {
		b.due = now.Add(textFirst)
		if next := b.sent.Add(textEvery); next.After(b.due) {
			b.due = next
		}
	}
	p := b.find(parent, s.Name)
	if p == nil {
		b.parts = append(b.parts, textPart{parent: parent, name: s.Name})
		p = &b.parts[len(b.parts)-1]
	}
	p.text = append(p.text, s.Text...)
	b.size += len(s.Text)
	return b.size >= textFull
}

// find returns the part that text may be appended to, nil if there is none.
func (b *textBuffer) find(parent json.RawMessage, name repl.StreamName) *textPart {
	crowded := len(b.parts) >= textParts
	for i := len(b.parts) - 1; i >= 0; i-- {
		p := &b.parts[i]
		if !bytes.Equal(p.parent, parent) {
			continue
		}
		if p.name == name {
			return p
		}
		if !crowded {
			return nil
		}
	}
	return nil
}

// take empties the buffer.
func (b *textBuffer) take(now time.Time) []textPart {
	parts := b.parts
	if len(parts) > 0 {
		b.parts, b.size, b.sent = nil, 0, now
	}
	return parts
}
