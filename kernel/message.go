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

// maxHeader bounds a header, in bytes, and the routing prefix: they come back
// with all that a request causes, and outlive it.
const maxHeader = 16 << 10

// emptyObject is what stands for a part that is not there.
const emptyObject = "{}"

// header tells messages apart and apart from those of other sessions.
type header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"`
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
}

// message is what came on the wire, signature checked.
type message struct {
	route    [][]byte        // routing prefix, to be repeated in the reply
	header   header          // decoded
	origin   json.RawMessage // the header as it came: the parent of all that follows from it
	parent   json.RawMessage // a JSON object, as the next two
	metadata json.RawMessage
	content  json.RawMessage
	buffers  [][]byte // frames behind the content
}

// size is how much memory a message takes, about.
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

// codec turns messages into frames and back. Safe for concurrent use.
type codec struct {
	signer  signer
	session string // names this kernel in headers
	replays *replays
}

func newCodec(s signer) codec {
	return codec{signer: s, session: newUUID(), replays: newReplays()}
}

var (
	errSignature = errors.New("the signature does not match: the sender does not have this kernel's key")
	errReplay    = errors.New("the same message has come before: somebody sends what others have sent")
)

// decode reads a message and keeps references to frames. The signature is
// checked before anything is parsed.
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
		route:    slices.Clone(frames[:split]), // it outlives the other frames
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

// validText is text with the replacement character for what is not UTF-8. Much
// of a message is sent on, and other clients fail to read anything else.
func validText(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	return bytes.ToValidUTF8(text, []byte("\uFFFD"))
}

// encode makes the frames of a message. A nil parent stands for none, nil
// metadata for an empty object.
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
		if meta, err = marshal(metadata); err != nil {
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

// timestamp writes a time as message headers have it: ISO 8601, in UTC.
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
