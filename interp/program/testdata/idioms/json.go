package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"
)

type Base struct {
	ID   int `json:"id"`
	Kind string
}
type Level int

func (l Level) MarshalText() ([]byte, error) { return []byte(fmt.Sprintf("L%d", int(l))), nil }
func (l *Level) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "L%d", (*int)(l))
	return err
}

type Temp float64

func (t Temp) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprintf(`"%.1fC"`, float64(t))), nil }
func (t *Temp) UnmarshalJSON(b []byte) error {
	var f float64
	if _, err := fmt.Sscanf(strings.Trim(string(b), `"`), "%fC", &f); err != nil {
		return err
	}
	*t = Temp(f)
	return nil
}

type Rec struct {
	Base
	*Extra
	Name   string            `json:"name"`
	Lv     Level             `json:"lv"`
	T      Temp              `json:"t"`
	Ts     []Temp            `json:"ts,omitempty"`
	M      map[Level]int     `json:"m,omitempty"`
	Skip   int               `json:"-"`
	Opt    *string           `json:"opt,omitempty"`
	Raw    json.RawMessage   `json:"raw,omitempty"`
	Any    any               `json:"any"`
	When   time.Time         `json:"when"`
	Strs   map[string]string `json:"strs,omitempty"`
	Quoted int               `json:"quoted,string"`
	hidden int
}
type Extra struct{ Note string }

func main() {
	r := Rec{Base: Base{7, "k"}, Extra: &Extra{"n"}, Name: "a", Lv: 3, T: 1.25, Ts: []Temp{2}, M: map[Level]int{2: 1}, Any: Temp(5), Quoted: 4}
	b, err := json.Marshal(r)
	fmt.Println(string(b), err)
	b, err = json.MarshalIndent(&r, "", " ")
	fmt.Println(string(b), err)
	var s Rec
	fmt.Println(json.Unmarshal(b, &s))
	fmt.Println(s.ID, s.Kind, s.Extra.Note, s.Name, int(s.Lv), float64(s.T), s.M, s.Any, s.Quoted)
	b, err = json.Marshal(map[string]any{"t": Temp(1), "l": []Level{1, 2}, "r": []any{Base{1, "x"}}})
	fmt.Println(string(b), err)
	b, err = json.Marshal([]Base{{1, "a"}})
	fmt.Println(string(b), err)
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent("", "\t")
	fmt.Println(enc.Encode(struct {
		L Level
		B Base
	}{1, Base{2, "z"}}))
	var list []Temp
	fmt.Println(json.Unmarshal([]byte(`["1.0C","2.5C"]`), &list), len(list))
	var m map[string]Base
	fmt.Println(json.Unmarshal([]byte(`{"a":{"id":3}}`), &m), m["a"].ID)
	dec := json.NewDecoder(strings.NewReader(`{"id": 1, "nope": 2}`))
	dec.DisallowUnknownFields()
	var base Base
	fmt.Println(dec.Decode(&base))
	fmt.Println(json.Unmarshal([]byte(`{"id": "x"}`), &base))
}
