package wire

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// However the bytes of a pipe are cut into reads, the splitter gives back the
// text and the stamps that were written, in order.
func TestSplitterFindsWhatWasWritten(t *testing.T) {
	const secret = "SECRET"
	rapid.Check(t, func(t *rapid.T) {
		var wire []byte
		want := ""
		for range rapid.IntRange(0, 8).Draw(t, "pieces") {
			text := rapid.StringOfN(rapid.SampledFrom([]rune{'a', 'é', 0, 'S', 'E'}), 0, 12, -1).Draw(t, "text")
			// Text may resemble a stamp, but nobody knows the secret.
			text = strings.ReplaceAll(text, "\x00"+secret, "")
			wire = append(wire, text...)
			want += text
			s := rapid.SampledFrom([]Stamp{
				{Kind: 't', Stream: 2, Serial: 17}, {Kind: 's', Sync: 4}, {Kind: 'c', Serial: 3, Call: "true 3 cell1 main.f"},
			}).Draw(t, "stamp")
			wire = AppendStamp(wire, secret, s)
			want += show(s)
		}
		got := ""
		split := NewSplitter(secret, func(b []byte) { got += string(b) }, func(s Stamp) { got += show(s) })
		for len(wire) > 0 {
			n := rapid.IntRange(1, len(wire)).Draw(t, "read")
			split.Write(wire[:n])
			wire = wire[n:]
		}
		split.Close()
		if got != want {
			t.Fatalf("got %q, want %q", got, want)
		}
	})
}

func show(s Stamp) string { return string(AppendStamp([]byte("<"), "", s)) + ">" }

func TestWhatOnlyBeginsLikeAStampIsText(t *testing.T) {
	for _, in := range []string{"\x00KEY", "\x00KEYt1", "\x00KEYx1\x00 rest", "\x00KEYt1 x\x00", "\x00KE", "\x00KEY" + strings.Repeat("9", 2*maxStamp)} {
		got := ""
		split := NewSplitter("KEY", func(b []byte) { got += string(b) }, func(s Stamp) { t.Errorf("%q has the stamp %+v", in, s) })
		for i := range len(in) {
			split.Write([]byte(in[i : i+1]))
		}
		split.Close()
		if got != in {
			t.Errorf("got %q, want %q", got, in)
		}
	}
}

// A stamp and what it applies to must pass through a pipe in one piece.
func TestStampsLeaveRoomForText(t *testing.T) {
	long := Stamp{Kind: 'c', Serial: 1 << 40, Call: strings.Repeat("f", 1000)}
	if n := len(AppendStamp(nil, NewSecret(), long)); n > AtomicWrite {
		t.Errorf("a stamp of %d bytes", n)
	}
	b := AppendStamp(nil, NewSecret(), Stamp{Kind: 't', Stream: 2, Serial: 1 << 40})
	if 2*len(b) > AtomicWrite/2 {
		t.Errorf("two stamps of %d bytes leave little of %d", len(b), AtomicWrite)
	}
}
