package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

// Variables of compiled packages are read when a program runs, wherever they stand.

type pair struct {
	f *os.File
	n int
}

func args() []string           { return os.Args }
func second() (int, any)       { return 1, os.Args }
func usage() func()            { return flag.Usage }
func first(a ...string) string { return strings.Join(a, ",") }

var eof = io.EOF

func main() {
	defer func() { fmt.Println(recover()) }()
	defer func(a []string, u func(), c *http.Client) { os.Args, flag.Usage, http.DefaultClient = a, u, c }(os.Args, flag.Usage, http.DefaultClient)
	os.Args = []string{"a", "b", "c"}
	fmt.Println(args(), os.Args[1], os.Args[1:], len(os.Args), cap(os.Args), first(os.Args...), first(os.Args[1:]...))
	n, x := second()
	fmt.Println(n, x)
	for i := range os.Args {
		fmt.Print(i, " ")
	}
	for _, a := range os.Args {
		fmt.Print(a, " ")
	}
	y, z := os.Args, os.Args[0]
	fmt.Println(y, z)
	var any1 any = os.Args
	l := [][]string{os.Args}
	m := map[string][]string{"k": os.Args}
	m["l"] = os.Args
	c := make(chan []string, 1)
	c <- os.Args
	fmt.Println(any1, l, m, <-c)
	os.Args[0] = "z"
	os.Args = append(os.Args, "d")
	fmt.Println(os.Args, append(os.Args, "e"), copy(y, os.Args[2:]), y)
	fmt.Println(func() []string { return os.Args }(), func(a []string) int { return len(a) }(os.Args))

	flag.Usage = func() { fmt.Println("usage 1") }
	flag.Usage()
	u := flag.Usage
	flag.Usage = func() { fmt.Println("usage 2") }
	u()
	usage()()
	defer flag.Usage()

	old := io.EOF
	io.EOF = errors.New("my end")
	fmt.Println(io.EOF, io.EOF == old, eof == old, io.EOF != nil, errors.Is(io.EOF, old))
	e := io.EOF
	if e == io.EOF {
		fmt.Println("same")
	}
	switch e {
	case io.EOF:
		fmt.Println("case")
	}
	io.EOF = old

	stdout := os.Stdout
	r, w, _ := os.Pipe()
	os.Stdout = w
	os.Stdout.WriteString("written ")
	fmt.Fprint(os.Stdout, "printed ")
	p := pair{os.Stdout, 1}
	p.f.WriteString("field ")
	q := []*os.File{os.Stdout}
	q[0].WriteString("element ")
	f := os.Stdout.WriteString
	f("method ")
	w.Close()
	os.Stdout = stdout
	text, _ := io.ReadAll(r)
	fmt.Println(string(text))

	http.DefaultClient = &http.Client{Timeout: 3}
	fmt.Println(http.DefaultClient.Timeout, (*http.DefaultClient).Timeout)
	http.DefaultClient.Timeout++
	h := http.DefaultClient
	fmt.Println(h.Timeout)
}
