package rt

import (
	"encoding/json"
	"encoding/xml"
	"testing"
)

// TestMarshalIsGos: packages json and xml write a value of a type of a program, the latter when it
// is made real as a whole, as a value of the type that Go compiles.
func TestMarshalIsGos(t *testing.T) {
	for _, pair := range printedPairs() {
		same := func(name string, got, want []byte, gotErr, wantErr error) {
			t.Helper()
			if string(got) != string(want) || (gotErr == nil) != (wantErr == nil) {
				t.Errorf("%s writes %#v as %s, %v, want %s, %v", name, pair.native, got, gotErr, want, wantErr)
			}
		}
		got, gotErr := json.Marshal(pair.own)
		want, wantErr := json.Marshal(pair.native)
		same("json", got, want, gotErr, wantErr)
		got, gotErr = xml.Marshal(RealWhole(pair.own))
		want, wantErr = xml.Marshal(pair.native)
		same("xml", got, want, gotErr, wantErr)
	}
}
