package kernel

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What is written by hand is what encoding/json would have written.
func TestAppendersWriteTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raws := rapid.MapOfN(rapid.String(), rapid.Custom(drawRaw), 0, 4)
		data, metadata := raws.Draw(t, "data"), raws.Draw(t, "metadata")
		id := rapid.String().Draw(t, "id")
		count := rapid.Int().Draw(t, "count")
		target := rapid.SampledFrom([]string{"", "<target>"}).Draw(t, "target")
		comm := commContent{id, target, drawRaw(t)}
		for _, c := range []struct{ content, plain any }{
			{displayData{bundle{data, metadata}, transient{id}}, struct {
				bundle
				T transient `json:"transient"`
			}{bundle{data, metadata}, transient{id}}},
			{executeResult{bundle{data, metadata}, count}, struct {
				bundle
				N int `json:"execution_count"`
			}{bundle{data, metadata}, count}},
			{comm, struct {
				ID     string          `json:"comm_id"`
				Target string          `json:"target_name,omitempty"`
				Data   json.RawMessage `json:"data"`
			}(comm)},
		} {
			got, err := marshal(c.content)
			if err != nil {
				t.Fatal(err)
			}
			want, err := marshal(c.plain)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Fatalf("%s\nexpected\n%s", got, want)
			}
		}
	})
}

// drawRaw draws a value as the interpreter sends them.
func drawRaw(t *rapid.T) json.RawMessage {
	value := rapid.OneOf(rapid.String().AsAny(), rapid.Float64Range(-1, 1).AsAny(), rapid.Just[any](nil),
		rapid.MapOf(rapid.String(), rapid.Int()).AsAny()).Draw(t, "value")
	raw, err := marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestAppendersRefuseWhatIsNoJSON(t *testing.T) {
	for _, raw := range []string{"", `"`, `"a"b"`, "{", `"\x"`} {
		d := displayData{bundle: bundle{Data: map[string]json.RawMessage{"image/png": json.RawMessage(raw)}}}
		if text, err := marshal(d); err == nil || !strings.Contains(err.Error(), "image/png") {
			t.Errorf("%q became %s, %v", raw, text, err)
		}
	}
}

func TestIsString(t *testing.T) {
	for _, text := range []string{
		`""`, `"a"`, `"\""`, `"\\"`, `"\\\"\/\b\f\n\r\t"`, `"\u00e9\uD83D\uDE00"`, `"é😀"`, "\"\x7f\"",
		``, `"`, `a`, `"a`, `a"`, `"a"b"`, `"\"`, `"\\\"`, `"\x41"`, `"\u12"`, `"\u123"`, `"\u123g"`, `"\u`, "\"\n\"", "\"\x00\"",
		`1`, `null`, `["a","b"]`, `"a","b"`, ` "a"`, `"a" `,
	} {
		var s string
		want := json.Unmarshal([]byte(text), &s) == nil && strings.HasPrefix(text, `"`) && strings.HasSuffix(text, `"`)
		if got := isString([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func FuzzIsString(f *testing.F) {
	f.Add([]byte(`"\u00e9\"\\"`))
	f.Add([]byte(`"a"b"`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var v any
		err := json.Unmarshal(text, &v)
		want := err == nil && reflect.TypeOf(v) == reflect.TypeFor[string]() && len(bytes.TrimSpace(text)) == len(text)
		if got := isString(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	})
}

func BenchmarkMarshalPicture(b *testing.B) {
	picture, err := json.Marshal(bytes.Repeat([]byte("0123456789"), 1000))
	if err != nil {
		b.Fatal(err)
	}
	d := displayData{bundle: bundle{Data: map[string]json.RawMessage{"image/png": picture}}}
	b.SetBytes(int64(len(picture)))
	for b.Loop() {
		if _, err := marshal(d); err != nil {
			b.Fatal(err)
		}
	}
}
