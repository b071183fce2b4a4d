package comm

import (
	"encoding/json"
	"fmt"
)

// A Message is a JSON message of one side of a comm to the other.
type Message struct {
	Data     json.RawMessage // a JSON object
	Metadata json.RawMessage // a JSON object
	Buffers  [][]byte

	// ID is the id of a message of the front end. All that the message causes has it as its
	// parent. It is empty in a message from here.
	ID string

	last bool
}

// Last reports whether a message from here comes after all else that the message of the front
// end causes, as [Comm.SendLast] says.
func (m Message) Last() bool { return m.last }

// Decode stores the data in the value that v points to, as [json.Unmarshal] does.
func (m Message) Decode(v any) error {
	if err := json.Unmarshal(m.Data, v); err != nil {
		return fmt.Errorf("comm: the data of the message: %w", err)
	}
	return nil
}

// message returns the message with these data, metadata and buffers.
func message(data, metadata any, buffers [][]byte) (Message, error) {
	d, err := object("data", data)
	if err != nil {
		return Message{}, err
	}
	m, err := object("metadata", metadata)
	return Message{Data: d, Metadata: m, Buffers: buffers}, err
}

// object returns v as a JSON object.
func object(what string, v any) (json.RawMessage, error) {
	if v == nil {
		return json.RawMessage("{}"), nil
	}
	b, err := json.Marshal(v)
	switch {
	case err != nil:
		return nil, fmt.Errorf("comm: the %s cannot be sent: %w", what, err)
	case string(b) == "null": // a nil map or pointer
		return json.RawMessage("{}"), nil
	case b[0] != '{':
		return nil, fmt.Errorf("comm: the %s must be a JSON object, from a map with strings as keys or a struct, not %s", what, kindOf(b))
	}
	return b, nil
}

// kindOf names the kind of a JSON value that is not an object.
func kindOf(b []byte) string {
	switch b[0] {
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "a boolean"
	}
	return "a number"
}
