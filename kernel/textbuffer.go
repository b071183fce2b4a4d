package kernel

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

const (
	// textFull is the number of bytes at which text is sent at once.
	textFull = 64 << 10
	// textEvery is the shortest time between two messages of text, unless the buffer
	// is full or another notice follows.
	textEvery = 50 * time.Millisecond
	// textFirst is the time that the first text after a pause waits for the rest of its line.
	textFirst = 2 * time.Millisecond
	// textParts is the largest number of parts that keep the order between stdout and stderr
	// of a cell. Beyond it text is added to an earlier part of its stream. A cell that writes
	// to both in turn would otherwise make a message of each word, and Jupyter drops more
	// than a thousand messages a second.
	textParts = 32
)

// A textBuffer joins the text that cells write. It keeps the order within a cell, up
// to textParts, but not the order between cells.
type textBuffer struct {
	parts []textPart
	size  int
	due   time.Time // when the text should be sent; set while there is text
	sent  time.Time // when text was taken last
}

// A textPart is the text of one stream message.
type textPart struct {
	parent json.RawMessage
	name   repl.StreamName
	text   []byte
}

// add adds text and reports whether the buffer is full and should be sent at once.
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

// find returns the part that text may be added to, or nil if there is none.
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

// take empties the buffer and returns its parts.
func (b *textBuffer) take(now time.Time) []textPart {
	parts := b.parts
	if len(parts) > 0 {
		b.parts, b.size, b.sent = nil, 0, now
	}
	return parts
}
