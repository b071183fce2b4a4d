package problem

import (
	"encoding/json"
	"errors"
)

// nuTimesTau is the JSON of TimesTau.
type nuTimesTau struct {
	TimesTau *float64 `json:"times_tau"`
}

// IsZero reports whether the weight is not said.
func (nu Nu) IsZero() bool { return !nu.said }

// MarshalJSON writes a number, {"times_tau": number}, or the list of numbers to choose from.
func (nu Nu) MarshalJSON() ([]byte, error) {
	switch {
	case !nu.said:
		return []byte("null"), nil
	case nu.timesTau:
		return json.Marshal(nuTimesTau{&nu.value})
	case nu.choice != nil:
		return json.Marshal(nu.choice)
	}
	return json.Marshal(nu.value)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (nu *Nu) UnmarshalJSON(raw []byte) error {
	var (
		number  *float64
		product nuTimesTau
		list    []float64
	)
	switch {
	case string(raw) == "null":
		*nu = Nu{}
	case json.Unmarshal(raw, &number) == nil:
		*nu = Fixed(*number)
	case json.Unmarshal(raw, &list) == nil:
		*nu = Choose(list...)
	case json.Unmarshal(raw, &product) == nil && product.TimesTau != nil:
		*nu = TimesTau(*product.TimesTau)
	default:
		return errors.New(`nu must be a number, {"times_tau": number}, or a list of numbers to choose from`)
	}
	return nil
}
