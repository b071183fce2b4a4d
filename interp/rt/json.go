package rt

import (
	"encoding/json"
	"encoding/xml"
)

// MarshalJSON writes the value of o as encoding/json writes a value of its type.
func (o Obj) MarshalJSON() ([]byte, error) { return json.Marshal(Real(o)) }

// MarshalXML writes the value of o as encoding/xml writes a value of its type.
func (o Obj) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return e.EncodeElement(Real(o), start)
}
