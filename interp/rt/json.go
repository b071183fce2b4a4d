package rt

import "encoding/json"

// MarshalJSON writes what o holds as encoding/json writes a value of its type.
func (o Obj) MarshalJSON() ([]byte, error) {
	if f, ok := o.T.methods()["MarshalJSON"].Call.(func(any) ([]byte, error)); ok {
		return f(o.V)
	}
	if f, ok := o.T.methods()["MarshalText"].Call.(func(any) ([]byte, error)); ok {
		text, err := f(o.V)
		if err != nil {
			return nil, err
		}
		return json.Marshal(string(text))
	}
	return json.Marshal(o.V)
}
