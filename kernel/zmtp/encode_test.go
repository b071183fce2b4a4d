package zmtp

import (
	"bytes"
	"io"
	"net"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// sink is a connection that keeps what is written.
type sink struct {
	net.Conn // for the methods that nobody calls
	bytes.Buffer
}

func (s *sink) Read(p []byte) (int, error)  { return s.Buffer.Read(p) }
func (s *sink) Write(p []byte) (int, error) { return s.Buffer.Write(p) }

// However messages are gathered, the bytes are those of one message after the
// other.
func TestEncoderRoundTrip(t *testing.T) {
	sizes := rapid.OneOf(
		rapid.IntRange(0, 300),
		rapid.SampledFrom([]int{255, 256, copyBelow - 1, copyBelow, copyBelow + 1, 3 * copyBelow}),
	)
	rapid.Check(t, func(t *rapid.T) {
		var enc encoder
		var out sink
		var want []byte
		for i := range rapid.IntRange(1, 20).Draw(t, "messages") {
			var frames []string
			for j, n := range rapid.SliceOfN(sizes, 1, 6).Draw(t, "sizes") {
				frames = append(frames, string(bytes.Repeat([]byte{byte(16*i + j)}, n)))
			}
			enc.add(newItem(message(frames...)))
			want = append(want, wire(frames...)...)
			if rapid.Bool().Draw(t, "flush") {
				if err := enc.flush(&out); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := enc.flush(&out); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), want) {
			t.Fatalf("%d bytes were written, %d expected, or others", out.Len(), len(want))
		}
	})
}

// A peer reads what the encoder wrote.
func TestEncoderAgreesWithGuard(t *testing.T) {
	var out sink
	out.Write(greeting())
	out.Write(ready("Socket-Type", "DEALER"))
	messages := []Message{
		message("one"), message("", ""), {make([]byte, 255)}, {make([]byte, 256), []byte("x")}, {bytes.Repeat([]byte("long"), copyBelow), nil},
	}
	var enc encoder
	for _, m := range messages {
		enc.add(newItem(m))
	}
	if err := enc.flush(&out); err != nil {
		t.Fatal(err)
	}
	s := &Socket{kind: Router, opt: Options{}.withDefaults(Router)}
	p := newPeer(s, recorded{Reader: &out})
	g := newGuard(p.conn, &p.receiving)
	if _, err := p.handshake(g); err != nil {
		t.Fatal(err)
	}
	if err := p.read(g); err != io.EOF {
		t.Fatal(err)
	}
	got := p.in.take(nil)
	if len(got) != len(messages) {
		t.Fatalf("%d messages were read, %d written", len(got), len(messages))
	}
	for i := range got {
		if !slices.EqualFunc(got[i].frames, messages[i], bytes.Equal) {
			t.Errorf("message %d came out as %.60q", i, got[i].frames)
		}
	}
}

func TestEncoderWritesCommands(t *testing.T) {
	var enc encoder
	var out sink
	it := newItem(message("\x04PONG"))
	it.command = true
	enc.add(it)
	if err := enc.flush(&out); err != nil {
		t.Fatal(err)
	}
	if want := command("PONG", ""); !bytes.Equal(out.Bytes(), want) {
		t.Errorf("%q was written, want %q", out.Bytes(), want)
	}
}
