package kernel

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// protocolVersion is the version of the Jupyter messaging protocol.
const protocolVersion = "5.5"

// delimiter ends the routing prefix of a message.
const delimiter = "<IDS|MSG>"

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
	route   [][]byte        // routing prefix, to be repeated in the reply
	header  header          // decoded
	origin  json.RawMessage // the header as it came: the parent of all that follows from it
	content json.RawMessage // a JSON object
}

// codec turns messages into frames and back. Safe for concurrent use.
type codec struct {
	signer  signer
	session string // names this kernel in headers
}

func newCodec(s signer) codec {
	return codec{signer: s, session: newUUID()}
}

var errSignature = errors.New("the signature does not match: the sender does not have this kernel's key")

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
	for i, name := range []string{"header", "parent header", "metadata", "content"} {
		if !isObject(parts[i]) {
			return message{}, fmt.Errorf("the %s is not a JSON object", name)
		}
	}
	m := message{route: frames[:split], origin: parts[0], content: parts[3]}
	if err := json.Unmarshal(m.origin, &m.header); err != nil {
		return message{}, fmt.Errorf("header: %w", err)
	}
	if m.header.Type == "" {
		return message{}, errors.New("the header has no msg_type")
	}
	return m, nil
}

func isObject(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && text[0] == '{' && json.Valid(text)
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
		parent = json.RawMessage("{}")
	}
	meta := []byte("{}")
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

// marshal writes JSON without escaping <, > and &, which HTML and SVG are
// full of.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
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
