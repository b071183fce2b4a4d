package display

import "encoding/json"

// Sourced is a value with metadata on its origin and its claims. What its method returns, JSON by
// encoding/json, stands in the metadata of the output under [MetadataKey]. It is not shown.
type Sourced interface{ Provenance() map[string]any }

// MetadataKey is the member of an output's metadata that holds the metadata of a [Sourced]
// value.
const MetadataKey = "nvsd"

// provenanceOf returns the metadata of a value's bundle, or nil. A method that panics, or returns what is
// no JSON, says nothing: the value is shown all the same.
func provenanceOf(v any) (metadata map[string]any) {
	s, ok := v.(Sourced)
	if !ok {
		return nil
	}
	defer func() {
		if recover() != nil {
			metadata = nil
		}
	}()
	facts := s.Provenance()
	if raw, err := json.Marshal(facts); err == nil && len(facts) > 0 {
		return map[string]any{MetadataKey: json.RawMessage(raw)}
	}
	return nil
}
