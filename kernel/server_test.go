package kernel

import (
	"context"
	"encoding/json"
	"net"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

func TestNewSubscriberIsWelcomed(t *testing.T) {
	k := start(t, nil)
	first := dial(t, k.sockets.iopub.Addr(), "SUB")
	first.send([]byte("\x01")) // everything
	c := &client{t: t, codec: k.codec}
	m := c.recv(first)
	for m.Type == "status" { // starting, if the subscriber was there by then
		m = c.recv(first)
	}
	if m.Type != "iopub_welcome" || m.text("subscription") != "" || m.Parent != "" {
		t.Errorf("got %v", m)
	}
	second := dial(t, k.sockets.iopub.Addr(), "SUB")
	second.send([]byte("\x01stream"))
	if m := c.recv(second); m.Type != "iopub_welcome" || m.text("subscription") != "stream" {
		t.Errorf("got %v", m)
	}
}

func TestShutdownDeliversTheLastIdle(t *testing.T) {
	for i := range 100 {
		k := start(t, map[string]script{"1": shows("1")})
		c := connect(t, k.server)
		cell := c.execute("1")
		c.reply(c.shell, cell)
		restart := i%2 == 0
		channel := c.control
		if i%4 == 3 {
			channel = c.shell
		}
		id := c.send(channel, "shutdown_request", map[string]any{"restart": restart})
		if r := c.reply(channel, id); r.Type != "shutdown_reply" || r.Content["restart"] != restart {
			t.Errorf("got %v", r)
		}
		var idle, ofShutdown []string
		for _, m := range c.rest(c.iopub) {
			if m.Parent == id {
				ofShutdown = append(ofShutdown, types([]told{m})...)
			}
			if m.text("execution_state") == "idle" {
				idle = append(idle, m.Parent)
			}
		}
		// The reply to the cell comes before its idle, so that the two idles
		// may come in any order.
		if len(idle) != 2 || !slices.Contains(idle, cell) || !slices.Contains(idle, id) {
			t.Fatalf("round %d: idle came for %q, expected the cell %s and the shutdown %s", i, idle, cell, id)
		}
		if want := []string{"busy", "shutdown_reply", "idle"}; !slices.Equal(ofShutdown, want) {
			t.Errorf("the shutdown published %v, expected %v", ofShutdown, want)
		}
		<-k.ended
	}
}

// A client that asked for the end kills the kernel after some seconds. The end
// waits for a subscriber that does not read, but less long.
func TestEndWaitsForSubscribers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		session := newFakeSession(nil)
		s := &server{cfg: testConfig(session), sessionEnded: make(chan struct{})}
		s.giveUp = sync.OnceFunc(func() { close(s.sessionEnded) })
		s.subscribers, s.hurry = context.WithCancel(context.Background())
		s.iopub = startPublisher(func([][]byte) { <-s.subscribers.Done() })
		s.iopub.publish(nil, "status", kernelStatus{"idle"})
		go func() {
			for range session.Events() {
			}
			s.giveUp()
		}()
		synctest.Wait()

		begin := time.Now()
		s.closeSession()
		s.iopub.close()
		if took := time.Since(begin); took != lingerAtEnd {
			t.Errorf("the kernel took %v to end, expected %v", took, lingerAtEnd)
		}
	})
}

// The kernel ends sooner than the socket gives up a subscriber that does not read.
func TestEndWhileASubscriberDoesNotRead(t *testing.T) {
	const sooner = 8 * time.Second // than the 10 s that zmtp.Options.Patience is by default
	text := strings.Repeat("x", textFull)
	var emitted atomic.Int64
	k := start(t, map[string]script{"flood": func(e repl.Execute, emit func(repl.Event), interrupted <-chan struct{}) repl.Done {
		for {
			select {
			case <-interrupted:
				return repl.Done{}
			default:
				emit(repl.Stream{Parent: e.ID, Name: repl.Stdout, Text: text})
				emitted.Add(1)
			}
		}
	}})
	dialDeaf(t, k.sockets.iopub.Addr(), "SUB", "").send([]byte("\x01"))
	c := connect(t, k.server)
	go func() {
		for range c.iopub.messages {
		}
	}()
	c.execute("flood")
	for last, still := int64(0), 0; still < 20; time.Sleep(20 * time.Millisecond) { // until the kernel waits
		still++
		if now := emitted.Load(); now != last || now == 0 {
			last, still = now, 0
		}
	}
	begin := time.Now()
	c.ask(c.control, "shutdown_request", struct{}{})
	<-k.ended
	if took := time.Since(begin); took > sooner {
		t.Errorf("the kernel took %v to end", took)
	}
}

func TestEndWhileACellRuns(t *testing.T) {
	for _, by := range []string{"request", "context"} {
		t.Run(by, func(t *testing.T) {
			session := newFakeSession(map[string]script{"loop": loops})
			s, err := newServer(testConfig(session))
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ended := make(chan struct{})
			go func() { defer close(ended); s.run(ctx) }()

			c := connect(t, s)
			running, queued := c.execute("loop"), c.execute("loop")
			for c.recv(c.iopub).Type != "display_data" { // it runs
			}
			c.ask(c.shell, "kernel_info_request", struct{}{}) // the other has arrived
			if by == "request" {
				c.ask(c.control, "shutdown_request", map[string]any{"restart": false})
			} else {
				cancel()
			}
			if r := c.reply(c.shell, running); r.text("ename") != "session ended" {
				t.Errorf("running: %v", r)
			}
			if r := c.reply(c.shell, queued); r.text("status") != "aborted" {
				t.Errorf("queued: %v", r)
			}
			rest := c.rest(c.iopub)
			for _, id := range []string{running, queued} {
				if !slices.ContainsFunc(rest, func(m told) bool { return m.Parent == id && m.text("execution_state") == "idle" }) {
					t.Errorf("no idle for %s in %v", id, rest)
				}
			}
			<-ended
		})
	}
}

// stubborn is a session that does not end.
type stubborn struct{ *fakeSession }

func (stubborn) Close(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

func TestEndOfASessionThatDoesNotEnd(t *testing.T) {
	session := newFakeSession(map[string]script{"loop": func(e repl.Execute, emit func(repl.Event), _ <-chan struct{}) repl.Done {
		emit(repl.Display{Parent: e.ID})
		select {}
	}})
	s, err := newServer(testConfig(stubborn{session}))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { defer close(ended); s.run(t.Context()) }()
	c := connect(t, s)
	running := c.execute("loop")
	for c.recv(c.iopub).Type != "display_data" {
	}
	c.ask(c.control, "shutdown_request", struct{}{})
	if r := c.reply(c.shell, running); r.text("status") != "error" {
		t.Errorf("got %v", r)
	}
	<-ended
}

func TestServe(t *testing.T) {
	for _, transport := range []string{"tcp", "ipc"} {
		session := newFakeSession(nil)
		cfg := testConfig(session)
		if transport == "ipc" {
			cfg.Connection.Transport = "ipc"
			cfg.Connection.IP = filepath.Join(t.TempDir(), "k")
			for i, p := range []*int{&cfg.Connection.ShellPort, &cfg.Connection.IOPubPort, &cfg.Connection.StdinPort,
				&cfg.Connection.ControlPort, &cfg.Connection.HeartbeatPort} {
				*p = i + 1
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := Serve(ctx, cfg); err != nil {
			t.Errorf("%s: %v", transport, err)
		}
		if err := session.Send(repl.Interrupt{}); err == nil {
			t.Errorf("%s: the session is still open", transport)
		}
	}
}

func TestServeTellsWhyItCannotStart(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port

	tests := []struct {
		name   string
		change func(*ConnectionInfo)
		want   []string
	}{
		{"port taken", func(c *ConnectionInfo) { c.StdinPort = port }, []string{"k.json", "stdin_port", strconv.Itoa(port), "taken"}},
		{"no such address", func(c *ConnectionInfo) { c.IP = "192.0.2.1" }, []string{"k.json", "192.0.2.1"}},
		{"transport", func(c *ConnectionInfo) { c.Transport = "udp" }, []string{"k.json", "transport", "udp"}},
		{"scheme", func(c *ConnectionInfo) { c.SignatureScheme = "hmac-md5" }, []string{"k.json", "signature_scheme", "hmac-md5"}},
	}
	for _, tt := range tests {
		session := newFakeSession(nil)
		cfg := testConfig(session)
		cfg.Connection.File = "k.json"
		tt.change(&cfg.Connection)
		err := Serve(t.Context(), cfg)
		if err == nil {
			t.Errorf("%s: no error", tt.name)
			continue
		}
		for _, word := range tt.want {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%s: %q does not say %q", tt.name, err, word)
			}
		}
		if err := session.Send(repl.Interrupt{}); err == nil {
			t.Errorf("%s: the session is still open", tt.name)
		}
	}
}

func TestWithoutKeyEverythingIsAccepted(t *testing.T) {
	cfg := testConfig(newFakeSession(nil))
	cfg.Connection.Key = ""
	s, err := newServer(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); s.run(ctx) }()
	c := connect(t, s)
	frames, err := c.codec.encode(nil, "kernel_info_request", nil, nil, struct{}{})
	if err != nil || len(frames[1]) != 0 {
		t.Fatalf("%q, %v", frames, err)
	}
	frames[1] = []byte("whatever")
	c.shell.send(frames...)
	if r := c.recv(c.shell); r.Type != "kernel_info_reply" {
		t.Errorf("got %v", r)
	}
	cancel()
	<-ended
}

func TestKernelInfo(t *testing.T) {
	cfg := testConfig(newFakeSession(nil))
	cfg.Implementation, cfg.Version, cfg.Banner = "nvsd-kernel", "0.1", "hello"
	cfg.Language = repl.Language{Name: "go", Version: "1.26", MIMEType: "text/x-go", FileExtension: ".go", PygmentsLexer: "go", CodeMirrorMode: "text/x-go",
		Program: repl.Program{Version: "0.1", Platform: "linux/amd64", Build: "ab"}}
	s := &server{cfg: cfg}
	got, err := json.Marshal(s.kernelInfo())
	want := `{"status":"ok","protocol_version":"5.5","implementation":"nvsd-kernel","implementation_version":"0.1",` +
		`"language_info":{"name":"go","version":"1.26","mimetype":"text/x-go","file_extension":".go","pygments_lexer":"go","codemirror_mode":"text/x-go","nvsd":{"version":"0.1","platform":"linux/amd64","build":"ab"}},` +
		`"banner":"hello","debugger":true,"help_links":[],"supported_features":["debugger"]}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v\nexpected\n%s", got, err, want)
	}
}
