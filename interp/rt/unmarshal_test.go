package rt

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestUnmarshalIsGos: what package json reads into a value of a type of a program, and the error
// that it gives, are those of the type that Go compiles.
func TestUnmarshalIsGos(t *testing.T) {
	_, _, _, place, says := printedTypes()
	for _, text := range []string{
		`{}`, `null`, `{"X":1,"Y":2.5,"Any":{"a":[1,null]},"Next":{"X":2,"Any":"t"},"List":["a","b"],"By":{"k":1}}`,
		`{"x":3,"LIST":null,"unknown":1,"name":"n"}`, `{"Any":7}`, `{"Any":null}`, `{"Next":null}`,
		`{"X":"text"}`, `{"X":1.5}`, `{"Y":"text"}`, `{"List":[1]}`, `{"Next":{"By":{"k":"v"}}}`, `[1]`, `{"X":1`, `{"X":1}{}`, ``,
	} {
		kept := 5
		own := rawPoint{X: 9, Any: Box(says, 4), Next: &rawPoint{Any: &kept}, List: []string{"old"}}
		native := point{X: 9, Any: spoken(4), Next: &point{Any: &kept}, List: []label{"old"}}
		gotErr := Unmarshal([]byte(text), Box(Pointer(place), &own))
		wantErr := json.Unmarshal([]byte(text), &native)
		if got, want := fmt.Sprint(gotErr), fmt.Sprint(wantErr); got != want {
			t.Errorf("of %s the error is %s, want %s", text, got, want)
		}
		if got, want := textOf(Box(place, own)), textOf(native); got != want {
			t.Errorf("%s is read as %s, want %s", text, got, want)
		}
		own, native = rawPoint{}, point{}
		gotErr = DecoderDecode(json.NewDecoder(strings.NewReader(text)), Box(Pointer(place), &own))
		wantErr = json.NewDecoder(strings.NewReader(text)).Decode(&native)
		if got, want := fmt.Sprint(gotErr)+textOf(Box(place, own)), fmt.Sprint(wantErr)+textOf(native); got != want {
			t.Errorf("%s is decoded as %s, want %s", text, got, want)
		}
	}
}

// textOf returns a value in JSON, which has no addresses.
func textOf(v any) string {
	text, err := json.Marshal(v)
	return fmt.Sprint(string(text), err)
}
