// What embeds types of compiled packages, nil interfaces in templates, and a struct with a
// field of a type that is not exported.
package main

import (
	"encoding/asn1"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"os"
	"reflect"
	"text/template"
	"time"
	"unicode"
)

type I interface{ M() }
type V int

func (v V) M() {}

type H struct {
	A I
	B any
	E error
	L []I
	M map[string]I
}
type Emb struct {
	xml.Name
	N int
}

func tmpl(text string, x any) {
	if err := template.Must(template.New("t").Parse(text)).Execute(os.Stdout, x); err != nil {
		fmt.Println(err)
	}
	fmt.Println()
}

func main() {
	h := H{L: []I{nil, V(2)}, M: map[string]I{"a": nil}}
	tmpl("{{.A}} {{.B}} {{.E}} {{range .L}}{{.}},{{end}} {{.M.a}} {{.M.b}} {{index .L 0}} {{.L}} {{.M}} {{if .A}}y{{else}}n{{end}} {{printf \"%v\" .A}} {{.}}", h)
	tmpl("{{.A}} {{.B}} {{.E}} {{range .L}}{{.}},{{end}} {{.M.a}}", &h)
	tmpl("{{range .}}{{.}} {{end}}", []I{nil, V(1)})
	tmpl("{{range .}}{{.}} {{end}}", []any{nil, V(1), H{}})
	tmpl("{{range $k, $v := .}}{{$k}}={{$v}} {{end}}", map[string]I{"x": nil, "y": V(3)})
	tmpl("{{range .}}{{.}} {{end}}", [2]I{})
	x := struct {
		xml.Name
		N int
	}{xml.Name{Space: "s", Local: "l"}, 2}
	fmt.Printf("%#v %T %+v %v\n", x, x, x, x)
	y := struct{ color.RGBA }{color.RGBA{1, 2, 3, 4}}
	fmt.Printf("%#v %T %+v %v\n", y, y, y, y)
	z := struct {
		image.Point
		time.Month
		*Emb
	}{image.Pt(1, 2), 3, nil}
	fmt.Printf("%#v %T %+v\n", z, z, z)
	w := struct{ asn1.Flag }{true}
	fmt.Printf("%#v %T %+v\n", w, w, w)
	for _, v := range []any{x, y, z, w, Emb{N: 2}, struct{ Emb }{}, struct{ *time.Duration }{}, struct{ error }{}, struct {
		fmt.Stringer
		N int
	}{}, []struct{ xml.Name }{{}}} {
		t := reflect.TypeOf(v)
		fmt.Println(t, t.Kind())
		if t.Kind() == reflect.Struct {
			for i := range t.NumField() {
				f := t.Field(i)
				fmt.Println(" ", f.Name, f.Type, f.Anonymous, f.PkgPath, f.Index, f.Offset)
			}
		}
		b, err := json.Marshal(v)
		fmt.Println(string(b), err)
		b, err = xml.Marshal(v)
		fmt.Println(string(b), err)
		fmt.Printf("%#v\n", v)
	}
	c := unicode.CaseRange{1, 2, unicode.CaseRanges[0].Delta}
	fmt.Println(c == unicode.CaseRange{}, c == c, unicode.CaseRange(c))
	type own unicode.CaseRange
	fmt.Println(own(c), unicode.CaseRange(own(c)) == c)
	d := unicode.CaseRange{Lo: 4}
	fmt.Println(d != c, map[unicode.CaseRange]int{c: 1}[c])
}
