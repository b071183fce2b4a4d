package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// script is what a cell does in a fake session: it emits events and returns
// how it ended. interrupted is closed when it should stop.
type script func(e repl.Execute, emit func(repl.Event), interrupted <-chan struct{}) repl.Done

// fakeSession is an interpreter whose cells are scripts, chosen by their code.
type fakeSession struct {
	scripts  map[string]script
	delivers func(d repl.Deliver, emit func(repl.Event)) repl.Done // nil: does nothing
	inputs   chan repl.Input                                       // the answers to Asks, for scripts
	events   chan repl.Event
	queue    chan repl.Request
	closed   chan struct{}
	close    func()
	running  sync.WaitGroup

	mu        sync.Mutex
	interrupt chan struct{} // of the running cell, nil if none runs
}

func newFakeSession(scripts map[string]script) *fakeSession {
	f := &fakeSession{
		scripts: scripts,
		events:  make(chan repl.Event),
		inputs:  make(chan repl.Input, 100),
		queue:   make(chan repl.Request, 100),
		closed:  make(chan struct{}),
	}
	f.close = sync.OnceFunc(func() { close(f.closed) })
	f.running.Go(f.run)
	go func() {
		f.running.Wait()
		close(f.events)
	}()
	return f
}

func (f *fakeSession) run() {
	for {
		select {
		case r := <-f.queue:
			switch r := r.(type) {
			case repl.Execute:
				f.cell(r)
			case repl.Deliver:
				f.deliver(r)
			}
		case <-f.closed:
			return
		}
	}
}

func (f *fakeSession) cell(e repl.Execute) {
	interrupt := make(chan struct{})
	f.setInterrupt(interrupt)
	do, ok := f.scripts[e.Code]
	if !ok {
		do = fails("no script", e.Code)
	}
	done := do(e, f.emit, interrupt)
	f.setInterrupt(nil)
	done.Parent = e.ID
	f.emit(done)
}

func (f *fakeSession) deliver(d repl.Deliver) {
	var done repl.Done
	if f.delivers != nil {
		done = f.delivers(d, f.emit)
	}
	done.Parent = d.ID
	f.emit(done)
}

func (f *fakeSession) setInterrupt(c chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.interrupt = c
}

// emit drops what comes after the end, as the death of a process does.
func (f *fakeSession) emit(e repl.Event) {
	select {
	case <-f.closed:
		return
	default:
	}
	select {
	case f.events <- e:
	case <-f.closed:
	}
}

func (f *fakeSession) Send(r repl.Request) error {
	select {
	case <-f.closed:
		return errors.New("the session is closed")
	default:
	}
	switch r := r.(type) {
	case repl.Execute, repl.Deliver:
		f.queue <- r
	case repl.Interrupt:
		f.stopCell()
	case repl.Input:
		f.inputs <- r
	}
	return nil
}

func (f *fakeSession) stopCell() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.interrupt != nil {
		close(f.interrupt)
		f.interrupt = nil
	}
}

func (f *fakeSession) Events() <-chan repl.Event { return f.events }

func (f *fakeSession) Close(context.Context) error {
	f.close()
	f.stopCell()
	return nil
}

// fakeAnalyzer takes a cell for incomplete that ends with an open brace.
type fakeAnalyzer struct{}

func (fakeAnalyzer) Completeness(code string) repl.Completeness {
	switch {
	case strings.HasSuffix(code, "{"):
		return repl.Completeness{State: repl.Incomplete, Indent: "\t"}
	case strings.HasPrefix(code, "}"):
		return repl.Completeness{State: repl.Invalid}
	case code == "panic":
		panic("a fault of the analyzer")
	}
	return repl.Completeness{State: repl.Complete}
}

// Complete puts the word "complete" in the place of the character before the
// cursor.
func (fakeAnalyzer) Complete(code string, cursor int) repl.Completions {
	_, size := utf8.DecodeLastRuneInString(code[:cursor])
	return repl.Completions{Start: cursor - size, End: cursor, Entries: []repl.Completion{
		{Text: "complete", Kind: repl.FunctionKind, Signature: "()"}, {Text: "completely", Kind: repl.KeywordKind},
	}}
}

// Inspect tells what stands before the cursor.
func (fakeAnalyzer) Inspect(code string, cursor, detail int) repl.Inspection {
	if cursor == 0 {
		return repl.Inspection{}
	}
	return repl.Inspection{Plain: fmt.Sprintf("%s %d", code[:cursor], detail), Markdown: "**" + code[:cursor] + "**"}
}

// fakeWatcher has three variables, of which a test may change one.
type fakeWatcher struct {
	mu       sync.Mutex
	watched  bool
	changing repl.Variable
}

func (w *fakeWatcher) Watch(on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.watched = on
}

func (w *fakeWatcher) isWatched() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.watched
}

func (w *fakeWatcher) Variables() []repl.Variable {
	w.mu.Lock()
	defer w.mu.Unlock()
	return []repl.Variable{
		{Name: "n", Type: "int", Value: "3"},
		{Name: "p", Type: "Point", Value: "{X:1}", Parts: []repl.Variable{
			{Name: "X", Type: "int", Value: "1"},
			{Name: "at", Type: "[]int", Size: "1", Value: "[7]", Parts: []repl.Variable{{Name: "0", Type: "int", Value: "7"}}},
		}},
		w.changing,
	}
}

func (w *fakeWatcher) change(v repl.Variable) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.changing = v
}

func (w *fakeWatcher) Render(name string) repl.Bundle {
	if name != "p" {
		return repl.Bundle{}
	}
	return plain("{X:1}")
}

// Scripts.

func shows(text string) script {
	return func(e repl.Execute, emit func(repl.Event), _ <-chan struct{}) repl.Done {
		if !e.Silent {
			emit(repl.Result{Parent: e.ID, Bundle: plain(text)})
		}
		return repl.Done{}
	}
}

func prints(name repl.StreamName, texts ...string) script {
	return func(e repl.Execute, emit func(repl.Event), _ <-chan struct{}) repl.Done {
		for _, text := range texts {
			emit(repl.Stream{Parent: e.ID, Name: name, Text: text})
		}
		return repl.Done{}
	}
}

func fails(name, value string) script {
	return func(repl.Execute, func(repl.Event), <-chan struct{}) repl.Done {
		return repl.Done{Failure: &repl.Failure{Name: name, Value: value}}
	}
}

// loops runs until it is interrupted. It says when it has begun.
func loops(e repl.Execute, emit func(repl.Event), interrupted <-chan struct{}) repl.Done {
	emit(repl.Display{Parent: e.ID, Bundle: plain("running")})
	<-interrupted
	return repl.Done{Failure: &repl.Failure{Name: "interrupted", Value: "by the user"}}
}

// asks puts questions at once, waits for as many answers, and prints them.
func (f *fakeSession) asks(questions ...repl.Ask) script {
	return func(e repl.Execute, emit func(repl.Event), interrupted <-chan struct{}) repl.Done {
		for _, q := range questions {
			q.Parent = e.ID
			emit(q)
		}
		for range questions {
			select {
			case in := <-f.inputs:
				emit(repl.Stream{Parent: e.ID, Name: repl.Stdout, Text: fmt.Sprintf("%d %q %s\n", in.Number, in.Line, in.Refused)})
			case <-interrupted:
				return repl.Done{Failure: &repl.Failure{Name: "interrupted", Value: "by the user"}}
			}
		}
		return repl.Done{}
	}
}

func plain(text string) repl.Bundle {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return repl.Bundle{Data: map[string]json.RawMessage{"text/plain": quoted}}
}

// testConfig is a server on free ports of the loopback interface.
func testConfig(session repl.Session) Config {
	return Config{
		Connection: ConnectionInfo{Transport: "tcp", IP: "127.0.0.1", Key: "a key", SignatureScheme: "hmac-sha256"},
		Session:    session,
		Analyzer:   fakeAnalyzer{},
		Watcher:    &fakeWatcher{changing: repl.Variable{Name: "xs", Type: "[]int", Size: "0", Value: "[]"}},
		Language:   repl.Language{Name: "go", FileExtension: ".go"},
		Logger:     slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
}

// kernelUnderTest is a running server. It is stopped when the test ends.
type kernelUnderTest struct {
	*server
	session *fakeSession
	ended   chan struct{} // closed when run has returned
}

func start(t *testing.T, scripts map[string]script) *kernelUnderTest {
	t.Helper()
	return startSession(t, newFakeSession(scripts))
}

// startSession serves a session; the server may be changed before it runs.
func startSession(t *testing.T, session *fakeSession, change ...func(*server)) *kernelUnderTest {
	t.Helper()
	s, err := newServer(testConfig(session))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range change {
		f(s)
	}
	k := &kernelUnderTest{s, session, make(chan struct{})}
	go func() {
		defer close(k.ended)
		s.run(t.Context()) // ends before the cleanups
	}()
	t.Cleanup(func() { <-k.ended })
	return k
}
