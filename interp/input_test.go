package interp

import (
	"runtime"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// ask takes events up to an Ask of a cell, and returns it and what the cell wrote
// before.
func (n *notebook) ask(id repl.ID) (a repl.Ask, before string) {
	n.t.Helper()
	for {
		switch e := n.event().(type) {
		case repl.Ask:
			n.parent(e.Parent, id, e)
			return e, before
		case repl.Stream:
			before += e.Text
		case repl.Done:
			n.t.Fatalf("%s ended without asking: %v", id, e.Failure)
		}
	}
}

func (n *notebook) answer(a repl.Ask, line string) {
	n.send(repl.Input{Number: a.Number, Line: line})
}

// typing runs a cell and types lines for it, as many as it asks for; all of them
// must be. Further questions are refused.
func (n *notebook) typing(code string, lines ...string) output {
	n.t.Helper()
	id := n.queue(code)
	var o output
	for {
		switch e := n.event().(type) {
		case repl.Stream:
			if e.Name == repl.Stdout {
				o.out += e.Text
			} else {
				o.err += e.Text
			}
		case repl.Result:
			o.result = plain(e.Bundle)
		case repl.Ask:
			n.parent(e.Parent, id, e)
			o.out += "?"
			in := repl.Input{Number: e.Number, Refused: refused}
			if len(lines) > 0 {
				in.Line, in.Refused, lines = lines[0], "", lines[1:]
			}
			n.send(in)
		case repl.Done:
			o.failure = e.Failure
			if len(lines) > 0 {
				n.t.Errorf("the cell asked for none of %q", lines)
			}
			return o
		}
	}
}

const refused = "input: this client takes no input"

// TestStandardInput: whatever reads os.Stdin asks for a line when it needs one,
// which the ? in the output stands for.
func TestStandardInput(t *testing.T) {
	n := open(t)
	n.run(`import ("bufio"; "os"; "io"; "fmt"; "strings"; "errors"; "os/exec"; "encoding/json")`)
	for _, c := range []struct{ name, code, typed, out string }{
		{"Scan", `var a, b int; fmt.Print("two: "); k, err := fmt.Scan(&a, &b); fmt.Print(a+b, k, err)`, "1 2", "two: ?3 2 <nil>"},
		{"Scan on several lines", `var a, b int; fmt.Scan(&a, &b); fmt.Print(a+b)`, "1||2", "???3"},
		{"Scanln", `var a, b string; _, err := fmt.Scanln(&a, &b); fmt.Print(a, err)`, "x", "?xunexpected newline"},
		{"Scanf", `var a, b int; fmt.Scanf("%d/%d", &a, &b); fmt.Print(a+b)`, "3/4", "?7"},
		{"Fscan", `var a string; fmt.Fscan(os.Stdin, &a); fmt.Print(a)`, "x", "?x"},
		{"Fscanln", `var a string; fmt.Fscanln(os.Stdin, &a); fmt.Print(a)`, "x", "?x"},
		{"Fscanf", `var a int; fmt.Fscanf(os.Stdin, "%x", &a); fmt.Print(a)`, "ff", "?255"},
		{"Scanner", `s := bufio.NewScanner(os.Stdin); for s.Scan() && s.Text() != "" { fmt.Print(s.Text()) }; fmt.Print(s.Err())`, "a|b c|", "?a?b c?<nil>"},
		{"Scanner at the end", `s = bufio.NewScanner(os.Stdin); for s.Scan() { fmt.Print(s.Text()) }; fmt.Print(s.Err())`, "a|\x04", "?a?<nil>"},
		{"Reader", `r := bufio.NewReader(os.Stdin); line, err := r.ReadString('\n'); fmt.Printf("%q %v", line, err)`, "abc", `?"abc\n" <nil>`},
		{"ReadAll", `b, err := io.ReadAll(os.Stdin); fmt.Printf("%q %v", b, err)`, "a||b|\x04", `????"a\n\nb\n" <nil>`},
		{"the end typed", `b, err = io.ReadAll(os.Stdin); fmt.Printf("%q %v", b, err)`, "a|^D", `??"a\n" <nil>`},
		{"after an end", `var a string; _, err := fmt.Scan(&a); fmt.Print(err); fmt.Scan(&a); fmt.Print(a)`, "\x04|x", `?EOF?x`},
		{"Read", `p := make([]byte, 2); for range 2 { k, _ := os.Stdin.Read(p); fmt.Printf("%q", p[:k]) }`, "abc", `?"ab""c\n"`},
		{"Read as a value", `read := os.Stdin.Read; p := make([]byte, 9); k, _ := read(p); fmt.Printf("%q", p[:k])`, "abc", `?"abc\n"`},
		{"Read of a variable", `f := os.Stdin; p := make([]byte, 9); k, _ := f.Read(p); fmt.Printf("%q", p[:k])`, "abc", `?"abc\n"`},
		{"Copy", `var w strings.Builder; k, err := io.Copy(&w, os.Stdin); fmt.Printf("%q %d %v", w.String(), k, err)`, "abc|\x04", `??"abc\n" 4 <nil>`},
		{"WriteTo", `var w strings.Builder; os.Stdin.WriteTo(&w); fmt.Printf("%q", w.String())`, "abc|\x04", `??"abc\n"`},
		{"Decoder", `var v struct{ N int }; err := json.NewDecoder(os.Stdin).Decode(&v); fmt.Print(v.N, err)`, `{"N":|7}`, `??7 <nil>`},
		{"Reader of a cell's function", `func first(r io.Reader) string { s := bufio.NewScanner(r); s.Scan(); return s.Text() }
			fmt.Print(first(os.Stdin), first(strings.NewReader("given")))`, "abc", "?abcgiven"},
		{"interface of a cell", `type reads interface{ Read([]byte) (int, error) }
			func some(r reads) string { p := make([]byte, 9); k, _ := r.Read(p); return string(p[:k]) }
			fmt.Print(some(os.Stdin))`, "abc", "?abc\n"},
		{"any", `var x any = os.Stdin; r2 := x.(io.Reader); p := make([]byte, 9); k, _ := r2.Read(p); fmt.Printf("%T %q", x, p[:k])`, "abc", `?*os.File "abc\n"`},
		{"interface of a cell in any", `p = make([]byte, 9); k, _ = any(os.Stdin).(reads).Read(p); fmt.Printf("%q", p[:k])`, "abc", `?"abc\n"`},
		{"file again", `var r3 io.Reader = os.Stdin; f, ok := r3.(*os.File); fmt.Printf("%v %v %T %v", ok, f == os.Stdin, r3, r3 == io.Reader(os.Stdin))`, "-", `true true *os.File true`},
		{"field", `v := struct{ r io.Reader }{os.Stdin}; p := make([]byte, 2); v.r.Read(p); fmt.Printf("%q", p)`, "abc", `?"ab"`},
		{"generic", `func get[R io.Reader](r R) string { p := make([]byte, 9); k, _ := r.Read(p); return string(p[:k]) }
			fmt.Print(get(os.Stdin))`, "abc", "?abc\n"},
		{"the file itself", `st, err := os.Stdin.Stat(); fmt.Print(os.Stdin.Name(), " ", st.Mode()&os.ModeCharDevice != 0, err)`, "-", `/dev/stdin true <nil>`},
		{"closed", `os.Stdin.Close(); var a string; _, err := fmt.Scan(&a); fmt.Print(err)`, "-", `read /dev/stdin: file already closed`},
		{"opened again", `var a string; fmt.Scan(&a); fmt.Print(a)`, "x", `?x`},
		{"replaced", `keep := os.Stdin; pr, pw, _ := os.Pipe(); fmt.Fprintln(pw, "piped"); os.Stdin = pr
			var a string; fmt.Scan(&a); fmt.Print(a); os.Stdin = keep; fmt.Scan(&a); fmt.Print(a)`, "x", `piped?x`},
		{"command", `cmd := exec.Command("cat"); cmd.Stdin = os.Stdin; text, err := cmd.Output(); fmt.Printf("%q %v", text, err)`, "-", `"" <nil>`},
		{"command literal", `path, _ := exec.LookPath("cat"); cmd = &exec.Cmd{Path: path, Stdin: os.Stdin}; text, err := cmd.Output(); fmt.Printf("%q %v", text, err)`, "-", `"" <nil>`},
		{"command that is given text", `cmd = exec.Command("cat"); cmd.Stdin = strings.NewReader("t"); text, err := cmd.Output(); fmt.Printf("%q %v", text, err)`, "-", `"t" <nil>`},
		{"shell", `!cat`, "-", ``},
		{"goroutines", `func() {
				c := make(chan string)
				for range 2 { go func() { a, _ := bufio.NewReader(os.Stdin).ReadString('\n'); c <- a }() }
				fmt.Print(len(<-c + <-c))
			}()`, "xyz|xyz", `??8`},
		{"no file", `var none *os.File; var r4 io.Reader = none; _, err := r4.Read(nil); fmt.Print(r4 == nil, errors.Is(err, os.ErrInvalid))`, "-", `false true`},
	} {
		if runtime.GOOS == "windows" && strings.Contains(c.code, "cat") {
			continue // there is no such program
		}
		lines := strings.Split(c.typed, "|")
		if c.typed == "-" {
			lines = nil
		}
		if o := n.typing(c.code+";\n", lines...); o.failure != nil || o.out != c.out || o.err != "" {
			t.Errorf("%s: printed %q, want %q; %q, %v", c.name, o.out, c.out, o.err, o.failure)
		}
	}
}

// TestDisplayInput: what the functions of package display ask carries their
// prompt; their error may be dropped, and then ends the cell.
func TestDisplayInput(t *testing.T) {
	n := open(t)
	id := n.queue(`name := display.Input("Name: ")
secret, err := display.Password("Secret: ")
fmt.Print(name, secret, err)
more := display.Input("More? ")
fmt.Print("never")`)
	for _, want := range []repl.Ask{{Prompt: "Name: "}, {Prompt: "Secret: ", Password: true}} {
		a, _ := n.ask(id)
		if a.Prompt != want.Prompt || a.Password != want.Password {
			t.Errorf("asked %+v, want %+v", a, want)
		}
		n.answer(a, "typed")
	}
	a, before := n.ask(id)
	n.send(repl.Input{Number: a.Number, Refused: refused})
	o := n.finish(id)
	if before+o.out != "typedtyped<nil>" || o.fail() != "In[1]:4: "+refused {
		t.Errorf("printed %q, ended with %v", before+o.out, o.failure)
	}
}

// TestInputLeftOver: what a cell leaves of a line stays for its later reads and is
// gone with it.
func TestInputLeftOver(t *testing.T) {
	n := open(t)
	if o := n.typing(`var a, b string
fmt.Scan(&a)
fmt.Scan(&b)
fmt.Print(a, b)`, "one two three"); o.out != "?onetwo" {
		t.Errorf("printed %q", o.out)
	}
	if o := n.typing(`fmt.Scan(&a); fmt.Print(a);`, "new"); o.out != "?new" {
		t.Errorf("the next cell printed %q", o.out)
	}
	n.run("import \"bufio\"\nr := bufio.NewReader(os.Stdin)")
	for _, line := range []string{"1\n", "2\n"} {
		if o := n.typing(`s, _ := r.ReadString('\n'); fmt.Print(s);`, strings.TrimSpace(line)); o.out != "?"+line {
			t.Errorf("a reader of the session printed %q, want %q", o.out, line)
		}
	}
}

// TestInputRefused: an error says why there is no input, in whatever way the cell
// reads; a cell that does not look at it says it all the same, once.
func TestInputRefused(t *testing.T) {
	n := open(t)
	n.run("import \"bufio\"\nvar x int")
	o := n.typing(`_, err := fmt.Scan(&x); fmt.Print(err.Error());`)
	if o.out != "?"+refused || o.failure != nil {
		t.Errorf("the error is %q, %v", o.out, o.failure)
	}
	if o := n.typing(`k := fmt.Scan(&x); fmt.Print(k)`); o.out != "?" || o.err != "" || o.fail() != "In[3]:1: "+refused {
		t.Errorf("a dropped error: %+v, %v", o, o.failure)
	}
	for _, code := range []string{`fmt.Scan(&x); fmt.Print("on");`, `s := bufio.NewScanner(os.Stdin); for s.Scan() {}; fmt.Print("on");`} {
		if o := n.typing(code); o.out != "?on" || o.err != refused+"\n" || o.failure != nil {
			t.Errorf("%s: %+v, %v", code, o, o.failure)
		}
	}
}

// TestInputInterrupted: an interrupt ends a cell that waits for input, and a late
// answer is not taken for that of the next question.
func TestInputInterrupted(t *testing.T) {
	n := open(t)
	id := n.queue(`var a string; fmt.Print("name: "); fmt.Scan(&a); fmt.Print("never")`)
	first, before := n.ask(id)
	if before != "name: " || first.Prompt != "" || first.Password {
		t.Errorf("asked %+v after %q", first, before)
	}
	n.send(repl.Interrupt{})
	if o := n.finish(id); o.failure == nil || o.failure.Name != "interrupted" || o.out != "" {
		t.Errorf("the cell ended with %+v, %v", o, o.failure)
	}
	id = n.queue(`fmt.Scan(&a); fmt.Print(a);`)
	second, _ := n.ask(id)
	n.answer(first, "late")
	n.answer(second, "right")
	if o := n.finish(id); o.out != "right" {
		t.Errorf("the cell printed %q, %v", o.out, o.failure)
	}
}

// TestInputAfterTheCell: a goroutine that outlives its cell gets an error that
// says so, also when it waits as the cell ends.
func TestInputAfterTheCell(t *testing.T) {
	n := open(t)
	n.run(`said := make(chan string, 2)
func read() { var a string; _, err := fmt.Scan(&a); said <- err.Error() }`)
	asked, ended := newGate(t), newGate(t)
	id := n.queue("go read(); " + asked.wait() + "; go func() { " + ended.wait() + "; read() }()")
	n.ask(id)
	asked.open()
	n.finish(id)
	ended.open()
	for range 2 {
		if o := n.run(`fmt.Print(<-said);`); !strings.Contains(o.out, "input: In[2] has ended") {
			t.Errorf("the error is %q, %v", o.out, o.failure)
		}
	}
}

// TestInputNumbers: an answer that comes when a fresh interpreter has taken the
// place of the one that asked is not taken for that of its question.
func TestInputNumbers(t *testing.T) {
	n := open(t)
	asked := newGate(t)
	id := n.queue(`var a string; go func() { ` + asked.wait() + `; panic("gone") }(); fmt.Scan(&a)`)
	first, _ := n.ask(id)
	asked.open()
	if o := n.finish(id); o.died == "" {
		t.Fatalf("the interpreter lives: %v", o.failure)
	}
	id = n.queue(`var a string; fmt.Scan(&a); fmt.Print(a);`)
	second, _ := n.ask(id)
	n.answer(first, "late")
	n.answer(second, "right")
	if o := n.finish(id); o.out != "right" {
		t.Errorf("the cell printed %q, %v", o.out, o.failure)
	}
}
