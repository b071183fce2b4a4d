package exam

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// An examiner runs programs natively and interpreted. Both runs have the same working
// directory, arguments and standard input.
type examiner struct {
	interpreter          string        // the program whose command run interprets
	builds               string        // the folder of the native programs
	work                 string        // the working directory of every run, which begins as a copy of the program's folder
	native, interpretive time.Duration // time limits
	output               int           // limit of each stream of output, in bytes
}

// A run is what came of a program: the beginning of its output, and how it ended.
type run struct {
	result
	code int
	full bool // the limit of the output ended it
}

// What becomes of a program whose runs are not compared.
const (
	unbuilt  = "unbuilt"  // the Go toolchain does not build it here
	endless  = "endless"  // run natively it does not end within the time limit
	unsteady = "unsteady" // its native runs differ among themselves, or its goroutines have another order
)

// repeats are the numbers of processors with which a program runs natively again before a
// difference counts: they change the order of goroutines.
var repeats = []int{1, 2, 3, 4, 8}

// examine returns the difference between a native and an interpreted run, and for one of
// the kinds above the reason why they are not compared.
func (x examiner) examine(t *testing.T, p collected) difference {
	t.Helper()
	binary, refusal := x.build(t, p)
	if refusal != "" {
		return difference{unbuilt, brief(refusal)}
	}
	first := x.run(t, p, x.native, nil, binary)
	if first.late {
		return difference{endless, "no end natively"}
	}
	args := []string{"run"}
	for _, name := range p.files {
		args = append(args, filepath.Join(p.dir, name))
	}
	got := x.run(t, p, x.interpretive, nil, x.interpreter, args...)
	d := got.against(first)
	if *only != "" {
		t.Logf("%s natively, status %d:\n%s%s\n%s interpreted, status %d:\n%s%s", p.name, first.code, first.out, first.err, p.name, got.code, got.out, got.err)
	}
	if d.kind == "" || d.kind == missing || d.kind == refused {
		return d
	}
	all := []run{first}
	for _, n := range repeats {
		again := x.run(t, p, x.native, []string{fmt.Sprintf("GOMAXPROCS=%d", n)}, binary)
		if got.against(again).kind == "" {
			return difference{}
		}
		all = append(all, again)
	}
	if p.concurrent && got.code == first.code && sameWords(got.out, first.out) && got.words() == first.words() {
		return difference{unsteady, "another order: " + d.reason}
	}
	if steady(all) || got.late || !slices.ContainsFunc(all, func(r run) bool { return r.code == got.code }) {
		return d
	}
	if where := got.strays(all); where != "" && !p.concurrent {
		return difference{silent, where}
	}
	return difference{unsteady, d.reason}
}

// sameWords reports whether texts have the same words, in any order.
func sameWords(a, b string) bool {
	v, w := strings.Fields(a), strings.Fields(b)
	slices.Sort(v)
	slices.Sort(w)
	return slices.Equal(v, w)
}

// steady reports whether native runs are all the same.
func steady(all []run) bool {
	return !slices.ContainsFunc(all, func(r run) bool { return r.against(all[0]).kind != "" })
}

// strays returns the first line of output that differs from one on which all native runs
// agree, if their outputs have equally many lines.
func (r run) strays(all []run) string {
	got := strings.Split(r.out, "\n")
	var want [][]string
	for _, native := range all {
		lines := strings.Split(native.out, "\n")
		if len(lines) != len(got) {
			return ""
		}
		want = append(want, lines)
	}
	for i, line := range got {
		if !slices.ContainsFunc(want, func(lines []string) bool { return lines[i] == line || lines[i] != want[0][i] }) {
			return firstDifference(line, want[0][i])
		}
	}
	return ""
}

// build returns the native program, which it builds unless it has been built before, or
// what the Go toolchain says against it.
func (x examiner) build(t *testing.T, p collected) (binary, refusal string) {
	t.Helper()
	binary = filepath.Join(x.builds, fmt.Sprintf("%.12x", sha256.Sum256([]byte(p.name))))
	if _, err := os.Stat(binary); err == nil {
		return binary, ""
	}
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"build", "-buildvcs=false", "-ldflags=-s -w", "-o", binary}, p.files...)...)
	cmd.Dir = p.dir
	said, err := cmd.CombinedOutput()
	if err == nil {
		return binary, ""
	}
	refusal = strings.TrimPrefix(string(said), "# command-line-arguments\n")
	return "", cmp.Or(strings.TrimPrefix(refusal, "package command-line-arguments\n\t"), err.Error())
}

// run runs a command. The name by which the program was called is its source file for both
// kinds of run.
func (x examiner) run(t *testing.T, p collected, limit time.Duration, env []string, name string, args ...string) run {
	t.Helper()
	if err := errors.Join(os.RemoveAll(x.work), copyFolder(x.work, p.dir)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	if len(args) == 0 {
		cmd.Args[0] = filepath.Join(p.dir, p.files[0])
	}
	cmd.Dir = x.work
	cmd.Env = environment(append(env, "HOME="+x.work)...)
	cmd.WaitDelay = time.Second
	if p.input != "" {
		in, err := os.Open(p.input)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		cmd.Stdin = in
	}
	out, said := &beginning{limit: x.output, reached: cancel}, &beginning{limit: x.output, reached: cancel}
	cmd.Stdout, cmd.Stderr = out, said
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return run{
		result: result{out.text.String(), said.text.String(), err, errors.Is(ctx.Err(), context.DeadlineExceeded)},
		code:   cmd.ProcessState.ExitCode(),
		full:   out.full || said.full,
	}
}

// A beginning keeps the first bytes that are written to it.
type beginning struct {
	text    bytes.Buffer
	limit   int
	full    bool
	reached func() // is called at the limit
}

func (b *beginning) Write(p []byte) (int, error) {
	if n := b.limit - b.text.Len(); len(p) > n {
		b.text.Write(p[:n])
		b.full = true
		b.reached()
		return n, io.ErrShortWrite
	}
	return b.text.Write(p)
}

// against returns the difference from a native run. A run that its limits end is compared
// up to there.
func (r run) against(native run) difference {
	got, want := r.words(), native.words()
	switch {
	case r.code != 0 && lacks(r.err) != "":
		return difference{missing, lacks(r.err)}
	case (r.late || r.full) && native.full && strings.HasPrefix(native.out, r.out) && (r.late || got == want):
		return difference{}
	case r.late && strings.HasPrefix(native.out, r.out):
		return difference{late, "no end"}
	case r.out == native.out && got == want && r.code == native.code:
		return difference{}
	case r.code == 1 && r.out == "" && position.MatchString(got) && got != want:
		return difference{refused, brief(got)}
	case !r.late && !r.full && r.code != native.code && r.code != 0:
		return difference{fails, brief(got)}
	case r.out != native.out:
		return difference{silent, firstDifference(r.out, native.out)}
	case got != want:
		return difference{silent, "standard error: " + firstDifference(got, want)}
	default:
		return difference{silent, fmt.Sprintf("status %d, want %d", r.code, native.code)}
	}
}

var (
	// position matches the beginning of a message about a line of a Go file.
	position = regexp.MustCompile(`(?m)^\S+\.go:\d+`)
	// ended matches the line with which the runtime of Go says why it ends a program.
	ended = regexp.MustCompile(`(?m)^(panic|fatal error): .*$`)
	// passing matches what is another in every run: the time of a log, and addresses.
	passing = regexp.MustCompile(`\d{4}/\d\d/\d\d \d\d:\d\d:\d\d|0x[0-9a-f]{6,}`)
)

// words returns the standard error up to the line that says why the program was ended,
// without times and addresses. What follows are the calls and the registers.
func (r run) words() string {
	said := r.err
	if m := ended.FindStringIndex(said); m != nil {
		said = said[:m[1]]
	}
	return passing.ReplaceAllString(said, "…")
}
