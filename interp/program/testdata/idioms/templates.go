package main

import (
	"fmt"
	"os"
	"strings"
	"text/template"
)

type Item struct {
	Name  string
	Price float64
	Tags  []string
}

func (i Item) Upper() string         { return strings.ToUpper(i.Name) }
func (i *Item) Ptr() string          { return "ptr" + i.Name }
func (i Item) Times(n int) float64   { return i.Price * float64(n) }
func (i Item) Fail() (string, error) { return "", fmt.Errorf("failed") }

type Color int

func (c Color) String() string { return [...]string{"red", "green"}[c] }

type Page struct {
	Title string
	Items []Item
	M     map[string]Color
	Owner *Item
	C     Color
	Any   any
}

func main() {
	tm := template.Must(template.New("t").Funcs(template.FuncMap{"inc": func(i int) int { return i + 1 }}).Parse(
		`{{.Title}} {{.C}} {{.Any}}
{{range $i, $x := .Items}}{{inc $i}} {{$x.Name}} {{printf "%.2f" $x.Price}} {{$x.Upper}} {{.Times 3}} {{range .Tags}}<{{.}}>{{end}}
{{end}}{{with .Owner}}{{.Name}} {{.Ptr}}{{end}}
{{range $k, $v := .M}}{{$k}}={{$v}} {{end}}{{len .Items}} {{if eq .Title "T"}}yes{{end}}
`))
	p := Page{"T", []Item{{"a", 1.5, []string{"x", "y"}}, {"b", 2, nil}}, map[string]Color{"k": 1, "a": 0}, &Item{Name: "own"}, 1, Color(0)}
	fmt.Println(tm.Execute(os.Stdout, p))
	fmt.Println(tm.Execute(os.Stdout, &p))
	t2 := template.Must(template.New("u").Parse("{{.Name}} {{.Upper}} {{.Nope}}\n"))
	err := t2.Execute(os.Stdout, Item{Name: "q"})
	fmt.Println(err)
	t3 := template.Must(template.New("v").Parse("{{range .}}{{.Upper}} {{end}}\n"))
	fmt.Println(t3.Execute(os.Stdout, []Item{{Name: "q"}, {Name: "r"}}))
	fmt.Println(t3.Execute(os.Stdout, map[string]Item{"a": {Name: "q"}}))
	t4 := template.Must(template.New("w").Parse("{{.item.Upper}} {{.c}} {{.Fail}}\n"))
	fmt.Println(t4.Execute(os.Stdout, map[string]any{"item": Item{Name: "q"}, "c": Color(1)}))
}
