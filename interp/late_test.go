package interp

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A gate holds up what a cell does until the test lets it go on.
type gate struct {
	t testing.TB
	l net.Listener
}

func newGate(t testing.TB) gate {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return gate{t, l}
}

// wait is the statement of a cell that waits at the gate.
func (g gate) wait() string {
	return fmt.Sprintf(`func() { c, _ := net.Dial("tcp", %q); c.Read(make([]byte, 1)); c.Close() }()`, g.l.Addr())
}

// open lets one that waits go on.
func (g gate) open() {
	g.t.Helper()
	c, err := g.l.Accept()
	if err != nil {
		g.t.Fatal(err)
	}
	c.Close()
}

// What a goroutine does after the end of its cell belongs to that cell, while
// another runs and while none does.
func TestLateOutput(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, first string }{
		{"go", "go late()"},
		{"go in a goroutine", "go func() { defer recover(); go late() }()"},
		{"time.AfterFunc", "time.AfterFunc(time.Millisecond, late)"},
		{"context.AfterFunc", "c, cancel := context.WithTimeout(context.Background(), time.Millisecond)\ncontext.AfterFunc(c, late)\n_ = cancel"},
		{"a goroutine of compiled code", "var group sync.WaitGroup\ngroup.Go(late)"},
		{"an iterator's goroutine", "next, _ := iter.Pull(func(yield func(int) bool) { late(); yield(1) })\ngo next()"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := open(t)
			n.run(`release, said := make(chan bool), make(chan bool)
func late() {
	for range 2 {
		<-release
		fmt.Println("out")
		fmt.Fprintln(os.Stderr, "err")
		display.Show("shown")
		log.SetFlags(0)
		log.Print("log")
		display.ShowAs("p", 1)
		display.Update("p", 2)
		display.Clear(true)
		display.Page("paged")
		c, _ := comm.Open("t", nil)
		c.Close(nil)
		println("printed")
		said <- true
	}
}`)
			if o := n.run(c.first); o.failure != nil {
				t.Fatal(o.failure)
			}
			id := n.queue("fmt.Println(1); release <- true; <-said; fmt.Println(2)")
			late := []string{
				"cell 2: stdout out", "cell 2: stderr err", "cell 2: show shown", "cell 2: stderr log", "cell 2: show 1 p", "cell 2: update 2 p",
				"cell 2: clear wait=true", "cell 2: page paged", "cell 2: comm_open t {} {} []", "cell 2: comm_close {} []", "cell 2: stderr printed",
			}
			expect(t, n.until(id), append(append([]string{"cell 3: stdout 1"}, late...), "cell 3: stdout 2", "cell 3: done")...)

			idling := newGate(t)
			n.finish(n.queue("go func() { " + idling.wait() + "; release <- true; <-said }()"))
			idling.open()
			var idle []string
			for range late {
				idle = append(idle, order(n.event()))
			}
			expect(t, idle, late...)
		})
	}
}

// What a program writes that a cell has started is the cell's, too, in the order
// of what the cell does.
func TestProgramsOfCells(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	n := open(t)
	n.run(`script := func(text string) *exec.Cmd {
	cmd := exec.Command("sh", "-c", text)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd
}
var out io.Writer = os.Stdout`)
	expect(t, n.until(n.queue(`fmt.Println("before")
script("echo one").Run()
script("echo two >&2").Run()
display.Show("between")
second := &exec.Cmd{Path: "/bin/sh", Args: []string{"sh", "-c", "printf three"}, Stdout: out}
second.Run()
"result"`)),
		"cell 2: stdout before\none", "cell 2: stderr two", "cell 2: show between", "cell 2: stdout three", "cell 2: result result", "cell 2: done")

	n.run(`done := make(chan error, 1)
late := script("read line; echo late; echo err >&2")
end, _ := late.StdinPipe()
late.Start()
go func() { done <- late.Wait() }()`)
	if o := n.run(`script("echo x").Run()`); o.out != "x\n" {
		t.Errorf("the cell after it wrote %q", o.out)
	}
	heard := newGate(t)
	id := n.queue("end.Close(); <-done; " + heard.wait() + "; fmt.Println(1)")
	got := []string{order(n.event()), order(n.event())}
	slices.Sort(got) // which of the streams comes first nobody knows
	heard.open()
	expect(t, append(got, n.until(id)...), "cell 3: stderr err", "cell 3: stdout late", "cell 5: stdout 1", "cell 5: done")

	until := func(file string) string { return "while ! test -e " + file + "; do sleep 0.01; done" }
	later, ended := filepath.Join(t.TempDir(), "later"), filepath.Join(t.TempDir(), "ended")
	n.run("!(" + until(later) + "; echo later) &")
	id = n.queue(fmt.Sprintf("os.WriteFile(%q, nil, 0o600); ", later) + heard.wait())
	if got := order(n.event()); got != "cell 6: stdout later" {
		t.Errorf("what a command has left running said %q", got)
	}
	heard.open()
	expect(t, n.until(id), "cell 7: done")

	// It does not wait for what the program leaves behind.
	t.Cleanup(func() { os.WriteFile(ended, nil, 0o600) })
	if o := n.run(fmt.Sprintf("script(%q).Run()", "("+until(ended)+") & echo started")); o.out != "started\n" {
		t.Errorf("%+v", o)
	}
	// Much text, and characters that are cut in two, arrive whole.
	o := n.run(`script("yes äöü | head -n 100000").Run()`)
	if want := strings.Repeat("äöü\n", 100000); o.out != want {
		t.Errorf("%d bytes came, want %d", len(o.out), len(want))
	}
	// Files of its own, and no file, are what they are.
	if o := n.run(`var b strings.Builder
cmd := script("echo mine")
cmd.Stdout, cmd.Stderr = &b, nil
cmd.Run()
b.String()`); o.result != "mine\n" || o.out != "" {
		t.Errorf("%+v", o)
	}
}

// Whatever a goroutine writes to os.Stdout by knows whose it is.
func TestLateWriters(t *testing.T) {
	n := open(t)
	n.run(`release, said := make(chan bool), make(chan bool)
out := bufio.NewWriter(os.Stdout)
logger := log.New(os.Stderr, "", 0)
go func() {
	<-release
	os.Stdout.WriteString("raw ")
	fmt.Fprint(out, "buffered ")
	out.Flush()
	json.NewEncoder(os.Stdout).Encode(1)
	logger.Print("logged")
	said <- true
}()`)
	expect(t, n.until(n.queue("fmt.Println(1); release <- true; <-said; os.Stdout.WriteString(\"2\");")),
		"cell 2: stdout 1", "cell 1: stdout raw buffered 1", "cell 1: stderr logged", "cell 2: stdout 2", "cell 2: done")
}
