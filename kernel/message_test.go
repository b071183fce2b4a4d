package kernel

import (
	"bytes"
	"encoding/json"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
	"weak"
)

func testCodec(t testing.TB, key string) codec {
	t.Helper()
	s, err := newSigner("hmac-sha256", key)
	if err != nil {
		t.Fatal(err)
	}
	return newCodec(s)
}

func TestMessageThereAndBack(t *testing.T) {
	c := testCodec(t, "key")
	route := [][]byte{[]byte("a"), {}}
	parent := json.RawMessage(`{"msg_id":"1"}`)
	frames, err := c.encode(route, "stream", parent, map[string]int{"x": 1}, streamText{"stdout", "<b>&\u2028"})
	if err != nil {
		t.Fatal(err)
	}
	if len(frames) != 8 || string(frames[2]) != delimiter || !bytes.Equal(frames[5], parent) || string(frames[6]) != `{"x":1}` {
		t.Errorf("frames %q", frames)
	}
	if want := `{"name":"stdout","text":"<b>&\u2028"}`; string(frames[7]) != want {
		t.Errorf("content %s, expected %s", frames[7], want)
	}
	m, err := c.decode(frames)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(m.route, route, bytes.Equal) || !bytes.Equal(m.content, frames[7]) || !bytes.Equal(m.origin, frames[4]) {
		t.Errorf("decoded %+v", m)
	}
	h := m.header
	if h.Type != "stream" || h.Version != "5.5" || h.Session != c.session || h.Username == "" {
		t.Errorf("header %+v", h)
	}
	uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	if !uuid.MatchString(h.ID) || !uuid.MatchString(h.Session) || h.ID == h.Session {
		t.Errorf("ids %s, %s", h.ID, h.Session)
	}
	date, err := time.Parse(time.RFC3339Nano, h.Date)
	if err != nil || !strings.HasSuffix(h.Date, "Z") || time.Since(date).Abs() > time.Hour {
		t.Errorf("date %s, %v", h.Date, err)
	}
}

// What a cell keeps of its request does not keep the request, which may have
// buffers of megabytes: the route goes with every question of the cell.
func TestRouteKeepsNoOtherFrame(t *testing.T) {
	c := newCodec(signer{})
	frames, err := c.encode([][]byte{[]byte("a")}, "execute_request", nil, nil, struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 1<<20)
	kept := weak.Make(&buffer[0])
	m, err := c.decode(append(frames, buffer))
	if err != nil {
		t.Fatal(err)
	}
	route := m.route
	m, frames, buffer = message{}, nil, nil
	runtime.GC()
	if kept.Value() != nil {
		t.Error("the route keeps the buffer")
	}
	runtime.KeepAlive(route)
}

// TestSignature holds to the example of RFC 4231, test case 2, of which the
// data are split over the four parts as the protocol does.
func TestSignature(t *testing.T) {
	parts := [][]byte{[]byte("what do ya want "), []byte("for "), []byte("noth"), []byte("ing?")}
	for scheme, want := range map[string]string{
		"hmac-sha224": "a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44",
		"hmac-sha256": "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
		"hmac-sha384": "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
		"hmac-sha512": "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
	} {
		s, err := newSigner(scheme, "Jefe")
		if err != nil {
			t.Fatal(err)
		}
		if got := s.sign(parts); string(got) != want || !s.verify(got, parts) {
			t.Errorf("%s: %s, expected %s", scheme, got, want)
		}
		for _, wrong := range []string{"", want[1:], want + "0", strings.ToUpper(want)} {
			if s.verify([]byte(wrong), parts) {
				t.Errorf("%s: %q is accepted", scheme, wrong)
			}
		}
	}
}

// FuzzDecode splits its input into frames and signs them rightly, so that
// what lies behind the signature is reached. Whatever is decoded can be
// answered, and the answer decoded.
func FuzzDecode(f *testing.F) {
	f.Add("<IDS|MSG>", `{"msg_id":"1","msg_type":"execute_request"}`, `{}`, `{}`, `{"code":"1"}`)
	f.Add("id", `{"msg_type":"x","date":null}`, ` {}`, `{"a":[]}`, `{}`)
	f.Add("", `{"msg_type":1}`, `[]`, `nul`, `{`)
	f.Add("", `{"msg_id":"\xff","msg_type":"input_reply"}`, `{}`, `{}`, `{"value":"\xff"}`)
	f.Fuzz(func(t *testing.T, route, head, parent, metadata, content string) {
		c := testCodec(t, "key")
		parts := [][]byte{[]byte(head), []byte(parent), []byte(metadata), []byte(content)}
		frames := append([][]byte{[]byte(route), []byte(delimiter), c.signer.sign(parts)}, parts...)
		m, err := c.decode(frames)
		if err != nil {
			return
		}
		reply, err := c.encode(m.route, m.header.Type, m.origin, nil, m.content)
		if err != nil {
			t.Fatalf("%+v cannot be answered: %v", m, err)
		}
		back, err := c.decode(reply)
		if err != nil || back.header.Type != m.header.Type {
			t.Fatalf("%+v came back as %+v, %v", m, back, err)
		}
		for _, frame := range reply[len(m.route):] {
			if !utf8.Valid(frame) {
				t.Fatalf("%+v is answered with %q", m, frame)
			}
		}
		_ = (&request{message: m}).decode(new(executeRequest))
		_ = (&request{message: m}).decode(new(commContent))
		readInput(m.content)
	})
}

func BenchmarkEncode(b *testing.B) {
	c := testCodec(b, "key")
	parent := json.RawMessage(`{"msg_id":"1","msg_type":"execute_request","session":"s","username":"u","date":"d","version":"5.3"}`)
	for b.Loop() {
		if _, err := c.encode([][]byte{[]byte("stream")}, "stream", parent, nil, streamText{"stdout", "one line\n"}); err != nil {
			b.Fatal(err)
		}
	}
}
