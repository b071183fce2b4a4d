package main

import (
	"encoding/xml"
	"fmt"
	"os"
)

type Addr struct {
	City  string `xml:"city,attr"`
	State string
}
type Person struct {
	XMLName xml.Name `xml:"person"`
	ID      int      `xml:"id,attr"`
	Name    string   `xml:"name>first"`
	Addrs   []Addr   `xml:"addr"`
	Note    *string  `xml:"note,omitempty"`
	Comment string   `xml:",comment"`
	Kind    Kind     `xml:"kind"`
	private int
}
type Kind int

func (k Kind) MarshalText() ([]byte, error) { return []byte(fmt.Sprint("kind-", int(k))), nil }

type Plain struct {
	A int
	B []string
}

func main() {
	p := Person{ID: 3, Name: "Ann", Addrs: []Addr{{"X", "Y"}, {"Z", "W"}}, Comment: " hi ", Kind: 4}
	b, err := xml.MarshalIndent(p, "", " ")
	fmt.Println(string(b), err)
	b, err = xml.Marshal(&p)
	fmt.Println(string(b), err)
	b, err = xml.Marshal(Plain{1, []string{"x", "y"}})
	fmt.Println(string(b), err)
	b, err = xml.Marshal([]Plain{{1, nil}, {2, nil}})
	fmt.Println(string(b), err)
	enc := xml.NewEncoder(os.Stdout)
	fmt.Println(enc.Encode(Plain{2, nil}))
	var q struct {
		ID    int    `xml:"id,attr"`
		Name  string `xml:"name>first"`
		Addrs []Addr `xml:"addr"`
	}
	fmt.Println(xml.Unmarshal([]byte(`<person id="7"><name><first>Bob</first></name><addr city="C"><State>S</State></addr></person>`), &q), q)
}
