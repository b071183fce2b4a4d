package rt

import (
	"encoding/json"
	"encoding/xml"
)

// MarshalJSON writes what o holds as encoding/json writes a value of its type.
func (o Obj) MarshalJSON() ([]byte, error) { return json.Marshal(Real(o)) }

// MarshalXML writes what o holds as encoding/xml writes a value of its type.
func (o Obj) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	return e.EncodeElement(Real(o), start)
}
