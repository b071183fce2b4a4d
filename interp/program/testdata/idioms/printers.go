// The functions of fmt and log that print, called and as values: types, strings side by
// side, wrapped errors and widths of a program's own types.
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
)

type N int
type S string
type E struct{ N }

func (E) Error() string { return "E!" }

func main() {
	f := fmt.Sprintf
	fmt.Println(f("%T %T %v", N(1), &E{}, S("x")), f("%[1]T %[1]v", E{}))
	g := fmt.Sprint
	fmt.Println(g(S("a"), S("b"), N(1), N(2)), fmt.Sprint(S("a"), 1, S("b")))
	h := fmt.Errorf
	err := h("x: %w", E{1})
	fmt.Println(err, errors.As(err, new(E)), errors.Unwrap(err))
	fmt.Printf("%T %w\n", N(1), E{})
	p := fmt.Printf
	p("%T|%6T|%-9T|\n", N(1), N(1), N(1))
	for _, w := range []func(io.Writer, string, ...any) (int, error){fmt.Fprintf} {
		n, err := w(os.Stdout, "%T\n", []N{})
		fmt.Println(n, err)
	}
	m := map[string]func(string, ...any) string{"s": fmt.Sprintf}
	fmt.Println(m["s"]("%T", map[N]S{}))
	fmt.Println(string(fmt.Append(nil, S("a"), S("b"))), string(fmt.Appendf([]byte("q"), "%T", S(""))))
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	log.Print(S("a"), S("b"))
	log.Printf("%T", N(1))
	l := log.New(os.Stdout, "p ", 0)
	l.Print(S("a"), S("b"))
	l.Printf("%T %v", N(1), S("z"))
	k := l.Printf
	k("%T", N(2))
	args := []any{N(1), S("x")}
	fmt.Printf("%T %T\n", args...)
	fmt.Fprint(os.Stdout, S("a"), S("b"), "\n")
	var b strings.Builder
	fmt.Fprintf(&b, "%T %*d", N(1), N(3), N(4))
	fmt.Println(b.String())
	fmt.Println(fmt.Sprintf("%v", 1, N(2), E{3}, S("x")), fmt.Sprintf("x", []N{1}, &E{}), fmt.Sprintf("%d%%", 1, N(4)))
	fmt.Println(fmt.Sprintf("%w %w", []any{N(3)}, N(1)), fmt.Sprintf("%+w %#w", struct{ A N }{1}, struct{ B S }{"z"}))
	fmt.Println(fmt.Sprintf("%*d|%.*f|%-*s|", N(5), 1, N(2), 3.14159, N(4), S("q")))
	defer func() { fmt.Println(recover()) }()
	log.Panicf("%T", S(""))
}
