package worker

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/child"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// TestMain makes the test binary a worker when a test starts it as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		os.Exit(child.Main(context.Background()))
	}
	os.Exit(m.Run())
}

func start(t testing.TB, change ...func(*Config)) *Process {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{
		Command: []string{exe, "worker"},
		// The race detector is for the supervisor: what a cell does, and
		// yaegi for it, races as it likes.
		Env: append(os.Environ(), "GORACE=report_bugs=0"),
	}
	for _, f := range change {
		f(&cfg)
	}
	p, err := Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return p
}

// program returns a program whose entry function has the given body, after the
// declarations.
func program(n int, declarations, body string) rt.Program {
	entry := fmt.Sprintf("cellᐧ%d", n)
	return rt.Program{
		Label: fmt.Sprintf("In[%d]", n),
		File:  fmt.Sprintf("cell%d", n),
		Code:  "package main\n" + declarations + "\nfunc " + entry + "() {\n" + body + "\n}\n",
		Entry: entry,
	}
}

// A record is what one run did.
type record struct {
	stdout, stderr string
	results        []string
	order          []string // of everything but text, and of text joined
	outcome        *wire.Outcome
	exited         *Died
}

// collect reads events until the run or the process has ended.
func collect(t testing.TB, p *Process) record {
	t.Helper()
	var r record
	for e := range p.Events() {
		switch e := e.(type) {
		case Output:
			switch e := e.Event.(type) {
			case repl.Stream:
				if e.Name == repl.Stdout {
					r.stdout += e.Text
				} else {
					r.stderr += e.Text
				}
				r.order = append(r.order, string(e.Name)+" "+e.Text)
			case repl.Result:
				r.results = append(r.results, string(e.Bundle.Data["text/plain"]))
				r.order = append(r.order, "result")
			case repl.Display:
				r.order = append(r.order, "display "+string(e.Bundle.Data["text/plain"]))
			case repl.Clear:
				r.order = append(r.order, "clear")
			}
		case Ended:
			r.outcome = &e.Outcome
			return r
		case Died:
			r.exited = &e
			return r
		}
	}
	t.Fatal("the events ended without an end")
	return r
}

func do(t testing.TB, p *Process, prog rt.Program) record {
	t.Helper()
	if err := p.Run(repl.ID(prog.Label), prog); err != nil {
		t.Fatal(err)
	}
	return collect(t, p)
}

// callForEver runs In[1], and returns when it is in a compiled call that looks at no
// context and does not end.
func callForEver(t *testing.T, p *Process) {
	t.Helper()
	if err := p.Run("x", program(1, `import ("io"; "os")`, `
		r, w, _ := os.Pipe()
		defer w.Close()
		w.WriteString("in the call")
		io.Copy(os.Stdout, r)`)); err != nil {
		t.Fatal(err)
	}
	<-p.Events()
}

const importRuntime = `import "nvsd/rt"` + "\n"

func TestRunsEnd(t *testing.T) {
	p := start(t)
	cases := []struct {
		name, declarations, body string
		want                     wire.Outcome
		stdout, stderr           string
	}{
		{name: "plain", declarations: `import "fmt"`, body: `fmt.Println("a")`, stdout: "a\n"},
		{name: "no newline", declarations: `import "fmt"`, body: `fmt.Print("a")`, stdout: "a"},
		{name: "raw", declarations: `import "os"`, body: `os.Stdout.Write([]byte("x")); os.Stdout.WriteString("y\n"); os.Stderr.WriteString("z\n")`, stdout: "xy\n", stderr: "z\n"},
		{name: "mixed", declarations: `import ("fmt"; "os"; "io")`, body: `for i := 0; i < 3; i++ { fmt.Print(i); os.Stdout.WriteString("r"); io.WriteString(os.Stdout, "w"); fmt.Fprint(os.Stdout, "f") }`, stdout: "0rwf1rwf2rwf"},
		{name: "log", declarations: `import ("log"; "fmt"; "os")`, body: `log.SetFlags(0); log.Print("one"); fmt.Fprintln(os.Stderr, "two"); log.Default().Print("three")`, stderr: "one\ntwo\nthree\n"},
		{name: "slog", declarations: `import "log/slog"`, body: `slog.Info("hello")`, stderr: "INFO hello\n"},
		{name: "closed", declarations: `import ("os"; "fmt")`, body: `os.Stdout.Close(); os.Stderr.Close(); fmt.Println("still")`, stdout: "still\n"},
		{name: "open again", declarations: `import "os"`, body: `_, err := os.Stdout.WriteString("back"); if err != nil { panic(err) }`, stdout: "back"},
		{name: "exit", declarations: `import "os"`, body: `defer println("never"); os.Exit(3)`, want: wire.Outcome{Status: wire.Exited, Code: 3}},
		{name: "exit 0", declarations: `import "os"`, body: `func() { os.Exit(0) }(); println("never")`, want: wire.Outcome{Status: wire.Exited}},
		{name: "exit elsewhere", declarations: `import "os"`, body: `go os.Exit(4); select {}`, want: wire.Outcome{Status: wire.Exited, Code: 4}},
		{name: "exit not recovered", declarations: `import "os"`, body: `defer func() { recover() }(); os.Exit(5)`, want: wire.Outcome{Status: wire.Exited, Code: 5}},
		{name: "fatal", declarations: `import "log"`, body: `log.SetFlags(0); log.Fatalf("no %d", 1)`, want: wire.Outcome{Status: wire.Exited, Code: 1}, stderr: "no 1\n"},
		{name: "goexit", declarations: `import "runtime"`, body: `runtime.Goexit()`, want: wire.Outcome{Status: wire.Goexited}},
		{name: "panic", body: "x := []int{1}\ni := 5\nprintln(x[i])", want: wire.Outcome{Status: wire.Panicked, Message: "index out of range [5] with length 1"}},
		{name: "must", declarations: "import (\"errors\"; \"nvsd/rt\")", body: `rt.Must(errors.New("broken"))`, want: wire.Outcome{Status: wire.Failed, Message: "broken"}},
		{name: "refused", body: `undefined()`, want: wire.Outcome{Status: wire.Refused, Message: "this is Go, but the interpreter cannot compile it: write it in smaller steps, with variables of their own, and please report it with this reason: undefined: undefined"}},
		{name: "invalid UTF-8", declarations: `import "os"`, body: `os.Stdout.Write([]byte("a\xffb\xe2\x82")); os.Stdout.Write([]byte("\xac!\xe2"))`, stdout: "a\uFFFDb€!\uFFFD"},
		{name: "like a crash", declarations: `import "os"`, body: `os.Stderr.WriteString("panic: not really\n")`, stderr: "panic: not really\n"},
		{name: "too much to show", declarations: "import (\"strings\"; \"nvsd/rt\"; \"github.com/nvsd-kernel/nvsd-kernel/display\")", body: `rt.Must(display.Show(display.HTML(strings.Repeat("x", 129<<20))))`, want: wire.Outcome{Status: wire.Failed, Message: "a front end cannot be sent 129.1 MiB at once, at most 128.0 MiB: show or send less of it, or write it to a file"}},
		{name: "too much for the next cell", declarations: "import (\"strings\"; \"nvsd/rt\"; \"github.com/nvsd-kernel/nvsd-kernel/display\")", body: `rt.Must(display.NextCell(strings.Repeat("x", 129<<20)))`, want: wire.Outcome{Status: wire.Failed, Message: "a front end cannot be sent 129.0 MiB at once, at most 128.0 MiB: show or send less of it, or write it to a file"}},
		{name: "descriptors closed", declarations: `import ("os"; "fmt")`, body: `for i := 0; i < 3; i++ { os.NewFile(uintptr(i), "").Close() }; fmt.Println("still")`, stdout: "still\n"},
		{name: "descriptors open again", declarations: `import "os"`, body: `f, err := os.CreateTemp("", ""); if err != nil || f.Fd() < 3 { panic(err) }; f.Close(); os.Remove(f.Name()); os.NewFile(2, "").WriteString("2\n")`, stderr: "2\n"},
		{name: "stdout replaced", declarations: `import ("fmt"; "os")`, body: `keep := os.Stdout; r, w, _ := os.Pipe(); os.Stdout = w; fmt.Print("caught"); os.Stdout = keep; w.Close(); b := make([]byte, 99); n, _ := r.Read(b); fmt.Print("<", string(b[:n]), ">")`, stdout: "<caught>"},
	}
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := do(t, p, program(i+1, c.declarations, c.body))
			if r.outcome == nil {
				t.Fatalf("the process ended: %+v", r.exited)
			}
			if r.outcome.Status != c.want.Status || r.outcome.Message != c.want.Message || r.outcome.Code != c.want.Code {
				t.Errorf("outcome %+v, want %+v", *r.outcome, c.want)
			}
			if r.stdout != c.stdout || r.stderr != c.stderr {
				t.Errorf("wrote %q and %q, want %q and %q", r.stdout, r.stderr, c.stdout, c.stderr)
			}
		})
	}
}

func TestDeath(t *testing.T) {
	cases := []struct {
		name, declarations, body string
		reason                   string
	}{
		{"panic in a goroutine", "", `go func() { panic("x") }(); select {}`, "died of a panic: x"},
		{"index in a goroutine", "", "x := []int{1}; i := 4\ngo func() {\n\tprintln(x[i])\n}()\nselect {}", "died of a panic: index out of range"},
		{"bytes that are no text", "", `go func() { panic("a\xff\xfe") }(); select {}`, "died of a panic: a\uFFFD\uFFFD"},
		{"recursion", `func f(n int) int { return f(n+1) + 1 }`, `f(0)`, "died of a fatal error: stack overflow (does a function call itself without end?)"},
		{"map", "", `m := map[int]int{}; for i := 0; i < 8; i++ { go func() { for { m[1]++ } }() }; select {}`, "died of a fatal error: concurrent map "},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "recursion" && testing.Short() {
				t.Skip("the race detector keeps more of each call than this memory holds")
			}
			t.Parallel()
			r := do(t, start(t, func(c *Config) { c.Memory = 4 << 30 }), program(1, c.declarations, c.body))
			if r.exited == nil {
				t.Fatalf("the process lives: %+v", r.outcome)
			}
			if !r.exited.Unfinished {
				t.Error("nothing is said to be unfinished")
			}
			// A map is found out by one of several messages.
			if !strings.HasPrefix(r.exited.Reason, c.reason) {
				t.Errorf("reason %q, want %q", r.exited.Reason, c.reason)
			}
			if r.stderr != "" {
				t.Errorf("stderr %q", r.stderr)
			}
		})
	}
}

// TestDeepRecursion: a recursion that needs more stack than Go gives a goroutine succeeds, a panic
// comes up from it, and what it takes is free again.
func TestDeepRecursion(t *testing.T) {
	p := start(t)
	for i, c := range []struct {
		body string
		want wire.Outcome
	}{
		{`if n := f(700_000); n != 700_000 { panic(n) }`, wire.Outcome{}},
		{`g(20_000)`, wire.Outcome{Status: wire.Panicked, Message: "bottom"}},
		{`if n := f(700_000); n != 700_000 { panic(n) }`, wire.Outcome{}},
	} {
		r := do(t, p, program(i+1, `func f(n int) int { if n == 0 { return 0 }; return f(n-1) + 1 }
func g(n int) int { if n == 0 { panic("bottom") }; return g(n-1) + 1 }`, c.body))
		if r.outcome == nil || r.outcome.Status != c.want.Status || r.outcome.Message != c.want.Message {
			t.Fatalf("%s: %+v %+v", c.body, r.outcome, r.exited)
		}
	}
}

func TestKilled(t *testing.T) {
	p := start(t)
	if err := p.Run("x", program(1, "", `println("."); select {}`)); err != nil {
		t.Fatal(err)
	}
	<-p.Events()
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	r := collect(t, p)
	if r.exited == nil || !r.exited.Unfinished || !strings.HasPrefix(r.exited.Reason, "was killed") {
		t.Errorf("%+v", r.exited)
	}
}

// A worker may die while nothing runs.
func TestDeathInIdleness(t *testing.T) {
	p := start(t)
	do(t, p, program(1, "", ""))
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	r := collect(t, p)
	if r.exited == nil || r.exited.Unfinished {
		t.Errorf("%+v", r.exited)
	}
	if err := p.Run("y", program(2, "", "")); err == nil {
		t.Error("a dead worker takes a program")
	}
}

func TestInterrupt(t *testing.T) {
	p := start(t)
	do(t, p, program(1, `var n int; var add func(int) int; var c = make(chan int)`, `k := 5; add = func(i int) int { return i + k }`))
	cases := []struct{ name, declarations, body string }{
		{"loop", "", `n = 7; println("."); for {}`},
		{"select", "", `println("."); select {}`},
		{"receive", "", `println("."); <-c`},
		{"send", "", `println("."); c <- 1`},
		{"range", "", `println("."); for range c {}`},
		{"sleep", `import "time"`, `println("."); time.Sleep(time.Hour)`},
		{"context", importRuntime, `println("."); <-rt.Context().Done()`},
		{"goroutines", "", `println("."); for i := 0; i < 4; i++ { go func() { for {} }() }; for {}`},
		{"flood", `import "fmt"`, `println("."); for { fmt.Println("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx") }`},
	}
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			prog := program(10+i, c.declarations, c.body)
			if err := p.Run("x", prog); err != nil {
				t.Fatal(err)
			}
			first := <-p.Events()
			if s, ok := first.(Output); !ok || !strings.HasPrefix(s.Event.(repl.Stream).Text, ".") {
				t.Fatalf("first event %+v", first)
			}
			p.Interrupt()
			r := collect(t, p)
			if r.outcome == nil || r.outcome.Status != wire.Interrupted {
				t.Fatalf("outcome %+v, exit %+v", r.outcome, r.exited)
			}
			if r.stderr != "" {
				t.Errorf("stderr %q", r.stderr)
			}
			r = do(t, p, program(100+i, "", `println(n, add(2))`))
			if r.stdout != "7 7\n" {
				t.Errorf("afterwards the session has %q, want its variables and function literals as before", r.stdout)
			}
		})
	}
}

func TestMessagesFallIntoTheirPlaceInTheText(t *testing.T) {
	p := start(t)
	r := do(t, p, program(1, `import ("fmt"; "os"; "nvsd/rt"; "github.com/nvsd-kernel/nvsd-kernel/display")`, `
		for i := 0; i < 3; i++ {
			fmt.Println(i)
			display.Show(i)
			os.Stdout.WriteString("raw\n")
			fmt.Fprintln(os.Stderr, "err")
			display.Clear(true)
		}
		rt.Show("end")
		fmt.Println("after")`))
	var want []string
	for i := range 3 {
		want = append(want, fmt.Sprintf("stdout %d\n", i), fmt.Sprintf("display %q", fmt.Sprint(i)), "stdout raw\n", "stderr err\n", "clear")
	}
	want = append(want, "result", "stdout after\n")
	if got := strings.Join(r.order, "|"); got != strings.Join(want, "|") {
		t.Errorf("got  %s\nwant %s", got, strings.Join(want, "|"))
	}
}

// The child ends by itself when its supervisor goes, whatever it runs.
func TestSupervisorGone(t *testing.T) {
	for _, body := range []string{`for {}`, `select {}`, `var m sync.Mutex; m.Lock(); m.Lock()`, `for { fmt.Println("x") }`} {
		p := start(t)
		if err := p.Run("x", program(1, `import ("sync"; "fmt"); var _ sync.Mutex; var _ = fmt.Sprint`, `println("."); `+body)); err != nil {
			t.Fatal(err)
		}
		<-p.Events()
		if err := p.conn.Close(); err != nil {
			t.Fatal(err)
		}
		go func() {
			for range p.Events() {
			}
		}()
		select {
		case <-p.ended:
		case <-time.After(5 * time.Second):
			t.Errorf("%s: the child goes on", body)
		}
	}
}

func TestAProgramThatIsNoWorker(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	_, err := Start(t.Context(), Config{Command: []string{"sh", "-c", "echo wrong door >&2; exit 3"}})
	if err == nil || !strings.Contains(err.Error(), "wrong door") || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("%v", err)
	}
}

// An interrupt may reach goroutines of other runs; if it says so, it is so.
func TestInterruptTellsWhichOtherRunsItReached(t *testing.T) {
	p := start(t)
	do(t, p, program(1, `var gone = make(chan bool)`, `go func() { defer close(gone); for {} }()`))
	if err := p.Run("x", program(2, "", `println("."); for {}`)); err != nil {
		t.Fatal(err)
	}
	<-p.Events()
	p.Interrupt()
	told := collect(t, p).stderr
	r := do(t, p, program(3, "", `select { case <-gone: println("gone"); default: println("alive") }`))
	if told != "" && (told != "Stopping In[2] also stopped 1 goroutine(s) that In[1] had started.\n" || r.stdout != "gone\n") {
		t.Errorf("it told %q, and the goroutine is %q", told, r.stdout)
	}
}

func TestInterruptOfWhatCannotStop(t *testing.T) {
	p := start(t, func(c *Config) { c.Grace = 100 * time.Millisecond })
	callForEver(t, p)
	p.Interrupt()
	r := collect(t, p)
	if r.exited == nil || !strings.Contains(r.exited.Reason, "In[1] had not ended") {
		t.Fatalf("%+v", r)
	}
}
