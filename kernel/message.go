package kernel

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"
)

// protocolVersion is the version of the Jupyter messaging protocol.
const protocolVersion = "5.5"

// delimiter ends the routing prefix of a message.
const delimiter = "<IDS|MSG>"

// maxHeader bounds the header and the routing prefix of a message, each in bytes. Both
// are part of every message that a request causes, and are kept longer than the
// request.
const maxHeader = 16 << 10

// emptyObject stands for a missing part of a message.
const emptyObject = "{}"

// header is the header of a message.
type header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
}

// A message is a decoded message whose signature has been checked.
type message struct {
	route    [][]byte        // the routing prefix, which the reply repeats
	header   header          // decoded
	origin   json.RawMessage // the header as it came; the parent of all messages that this one causes
	parent   json.RawMessage // a JSON object, as are metadata and content
	metadata json.RawMessage
	content  json.RawMessage
	buffers  [][]byte // the frames after the content
}

// size returns about how many bytes of memory a message takes.
func (m message) size() int {
	const each = 128
	n := each + len(m.origin) + len(m.parent) + len(m.metadata) + len(m.content)
	for _, frames := range [][][]byte{m.route, m.buffers} {
		for _, frame := range frames {
			n += each + len(frame)
		}
	}
	return n
}

// A codec turns messages into frames and back. It is safe for concurrent use.
type codec struct {
	signer  signer
	session string // the session of this kernel's headers
	replays *replayCache
}

func newCodec(s signer) codec {
	return codec{signer: s, session: newUUID(), replays: newReplayCache()}
}

var (
	errSignature = errors.New("the signature does not match: the sender does not have this kernel's key")
	errReplay    = errors.New("the same message has come before: somebody sends what others have sent")
)

// decode returns the message that frames make up. It checks the signature before it
// parses anything. The message refers to the frames.
func (c codec) decode(frames [][]byte) (message, error) {
	split := 0
	for split < len(frames) && string(frames[split]) != delimiter {
		split++
	}
	body := frames[min(split+1, len(frames)):]
	if len(body) < 5 {
		return message{}, fmt.Errorf("%d frames after the delimiter %s, expected at least 5", len(body), delimiter)
	}
	signature, parts := body[0], body[1:5]
	if !c.signer.verify(signature, parts) {
		return message{}, errSignature
	}
	if c.signer.signs() && !c.replays.first(signature) {
		return message{}, errReplay
	}
	if len(parts[0]) > maxHeader {
		return message{}, fmt.Errorf("the header is longer than %d bytes", maxHeader)
	}
	if (message{route: frames[:split]}).size() > maxHeader {
		return message{}, fmt.Errorf("the routing prefix takes more than %d bytes", maxHeader)
	}
	texts := make([]json.RawMessage, len(parts))
	for i, name := range []string{"header", "parent header", "metadata", "content"} {
		texts[i] = validText(parts[i])
		if !isObject(texts[i]) {
			return message{}, fmt.Errorf("the %s is not a JSON object, or one that is nested too deep", name)
		}
	}
	m := message{
		route:    slices.Clone(frames[:split]), // it is kept longer than the other frames
		origin:   texts[0],
		parent:   texts[1],
		metadata: texts[2],
		content:  texts[3],
		buffers:  body[5:],
	}
	if err := json.Unmarshal(m.origin, &m.header); err != nil {
		return message{}, fmt.Errorf("header: %w", err)
	}
	if m.header.Type == "" || m.header.ID == "" {
		return message{}, errors.New("the header has no msg_type or no msg_id")
	}
	return m, nil
}

// validText returns text with the replacement character for what is not UTF-8. Much
// of a message is sent on, and clients fail to read what is not UTF-8.
func validText(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	return bytes.ToValidUTF8(text, []byte("\uFFFD"))
}

// encode returns the frames of a message. A nil parent means no parent, and nil
// metadata mean an empty object.
func (c codec) encode(route [][]byte, msgType string, parent json.RawMessage, metadata, content any) ([][]byte, error) {
	head, err := marshal(header{
		ID:       newUUID(),
		Session:  c.session,
		Username: "kernel",
		Date:     timestamp(time.Now()),
		Type:     msgType,
		Version:  protocolVersion,
	})
	if err != nil {
		return nil, err
	}
	if parent == nil {
		parent = json.RawMessage(emptyObject)
	}
	meta := []byte(emptyObject)
	if metadata != nil {
		meta, err = marshal(metadata)
		if err != nil {
			return nil, fmt.Errorf("metadata of %s: %w", msgType, err)
		}
	}
	body, err := marshal(content)
	if err != nil {
		return nil, fmt.Errorf("content of %s: %w", msgType, err)
	}
	parts := [][]byte{head, parent, meta, body}
	frames := make([][]byte, 0, len(route)+2+len(parts))
	frames = append(frames, route...)
	frames = append(frames, []byte(delimiter), c.signer.sign(parts))
	return append(frames, parts...), nil
}

// timestamp returns a time as message headers have it: ISO 8601 in UTC.
func timestamp(t time.Time) string {
	return t.UTC().Format("2006-01-02T15:04:05.000000Z")
}

// newUUID returns a random UUID (RFC 9562, version 4).
func newUUID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails: see crypto/rand
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
