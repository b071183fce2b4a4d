package interp

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// A server lives on in the session: later cells ask it, and declare its handlers
// anew.
func TestServerOfASession(t *testing.T) {
	n := open(t)
	for _, c := range []struct{ code, out string }{
		{`type greeter struct{ word string }
func (g *greeter) ServeHTTP(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, g.word, " ", r.URL.Path) }
g := &greeter{"hello"}
l := net.Listen("tcp", "127.0.0.1:0")
go http.Serve(l, g)`, ""},
		{`get := func(path string) string {
	resp := http.Get("http://" + l.Addr().String() + path)
	defer resp.Body.Close()
	return string(io.ReadAll(resp.Body))
}
fmt.Println(get("/a"))`, "hello /a\n"},
		{`g.word = "bye"; fmt.Println(get("/b"))`, "bye /b\n"},
		{`fmt.Println(net.ParseIP("::1"), netip.MustParseAddr("1.2.3.4").Is4(), constant.StandardGravity)`, "::1 true 9.80665 m s^-2\n"},
	} {
		if o := n.run(c.code); o.failure != nil || o.out != c.out {
			t.Fatalf("%s\nprints %q, want %q; %+v", c.code, o.out, c.out, o.failure)
		}
	}
}

// A variable whose type its package keeps to itself is one like any other: it is
// displayed, later cells have it, and it goes where a type of it is declared anew.
func TestTypesThatPackagesKeep(t *testing.T) {
	n := open(t)
	for _, c := range []struct{ code, out, failure string }{
		{"le := binary.LittleEndian\nfunc word(b []byte) uint16 { return le.Uint16(b) }", "", ""},
		{"binary.BigEndian", "", ""},
		{"fmt.Println(le, _, word([]byte{1, 2}), graph.Empty.Len())", "LittleEndian BigEndian 513 0\n", ""},
		{"type T struct{ n int }\nfunc pair[A comparable, B any](a A, b B) map[A]B { return map[A]B{a: b} }\nboth := pair(T{1}, le)", "", ""},
		{"fmt.Println(both[T{1}])", "LittleEndian\n", ""},
		{"type T struct{ n, m int }", "", ""},
		{"both", "", "both"},
		{"fmt.Println(le)", "LittleEndian\n", ""},
	} {
		o := n.run(c.code)
		if got := fmt.Sprint(o.failure); o.out != c.out || (o.failure != nil) != (c.failure != "") || !strings.Contains(got, c.failure) {
			t.Fatalf("%s\nprints %q, want %q; %s", c.code, o.out, c.out, got)
		}
	}
}

// What a cell waits for in package net or net/http no interrupt reaches: it costs
// the interpreter, and the message names the call.
func TestInterruptOfACellThatWaitsOnTheNetwork(t *testing.T) {
	for name, c := range map[string]struct{ code, call string }{
		"write": {`a, b := net.Pipe()
go func() { b.Read(make([]byte, 1)); fmt.Println("waiting") }()
a.Write([]byte("ab"))`, "net.(*pipe).Write"},
		"get": {`l := net.Listen("tcp", "127.0.0.1:0")
go func() { l.Accept(); fmt.Println("waiting") }()
http.Get("http://" + l.Addr().String())`, "net/http.Get"},
		"serve": {`l := net.Listen("tcp", "127.0.0.1:0")
go http.Get("http://" + l.Addr().String())
http.Serve(l, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { fmt.Println("waiting"); select {} }))`, "net/http.Serve"},
	} {
		t.Run(name, func(t *testing.T) {
			n := open(t, func(o *Options) { o.Grace = 1500 * time.Millisecond })
			id := n.queue(c.code)
			if e, ok := n.event().(repl.Stream); !ok || e.Text != "waiting\n" {
				t.Fatalf("it begins with %+v", e)
			}
			n.send(repl.Interrupt{})
			o := n.finish(id)
			if o.failure == nil || o.died == "" || !strings.Contains(o.err, c.call) {
				t.Errorf("the cell ends with %+v, which does not name %s: %s", o, c.call, o.fail())
			}
			if o := n.run("1 + 1"); o.result != "2" {
				t.Errorf("the next cell gives %+v", o)
			}
		})
	}
}

// An interrupt reaches a request that has the cell's context.
func TestInterruptOfARequestWithTheCellsContext(t *testing.T) {
	n := open(t)
	id := n.queue(`l := net.Listen("tcp", "127.0.0.1:0")
req := http.NewRequestWithContext(ctx, "GET", "http://"+l.Addr().String(), nil)
kept := 7
fmt.Println("waiting")
http.DefaultClient.Do(req)`)
	if e, ok := n.event().(repl.Stream); !ok || e.Text != "waiting\n" {
		t.Fatalf("it begins with %+v", e)
	}
	n.send(repl.Interrupt{})
	if o := n.finish(id); o.failure == nil {
		t.Errorf("the cell was not interrupted: %+v", o)
	}
	if o := n.run("kept"); o.result != "7" {
		t.Errorf("the variable gives %+v after the interrupt", o)
	}
}

// A server of net/http logs what its handlers panic with, and a stack, which is the
// interpreter's own.
func TestAPanicOfAHandlerIsLogged(t *testing.T) {
	n := open(t)
	o := n.run(`server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	var m map[string]int
	m["a"] = 1
}))
_, err := http.Get(server.URL)
server.Close()
fmt.Println(err != nil)`)
	if o.failure != nil || o.out != "true\n" || strings.Contains(o.err, "goroutine") ||
		!strings.Contains(o.err, "http: panic serving") || !strings.HasSuffix(o.err, "assignment to entry in nil map\n") {
		t.Errorf("prints %q and %q; %s", o.out, o.err, o.fail())
	}
}

// There is room for so many real types; beyond it values still are what compiled
// code asks for.
func TestATypeThatIsDeclaredManyTimes(t *testing.T) {
	n := open(t)
	for i := range 300 {
		o := n.run(fmt.Sprintf("type reversed []int\nfunc (r reversed) Number%d() int { return len(r) }", i) + `
func (r reversed) Len() int           { return len(r) }
func (r reversed) Less(i, j int) bool { return r[j] < r[i] }
func (r reversed) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
var list sort.Interface = reversed{2, 3, 1}
sort.Sort(list)
fmt.Println(list, list.(reversed)[0])`)
		if want := "[3 2 1] 3\n"; o.failure != nil || o.out != want {
			t.Fatalf("the cell prints %q the %d. time, want %q; %s", o.out, i+1, want, o.fail())
		}
	}
}
