package download

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// content is larger than the buffers between a server and a client.
func content() []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, 300_000)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

func md5Of(b []byte) string {
	sum := md5.Sum(b)
	return hex.EncodeToString(sum[:])
}

// A server has one file. It breaks its first answers off, each after that many bytes.
type server struct {
	*httptest.Server
	content []byte
	tag     string
	breaks  []int
	ranges  []string // asked for, one a request
}

func serve(t *testing.T, content []byte) *server {
	s := &server{content: content, tag: `"1"`}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.ranges = append(s.ranges, r.Header.Get("Range"))
		if s.tag != "" {
			w.Header().Set("ETag", s.tag)
		}
		if len(s.breaks) > 0 {
			w = &breaking{w, s.breaks[0]}
			s.breaks = s.breaks[1:]
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.content))
	}))
	t.Cleanup(s.Close)
	return s
}

// breaking ends the connection after some bytes.
type breaking struct {
	http.ResponseWriter
	left int
}

func (b *breaking) Write(p []byte) (int, error) {
	if len(p) >= b.left {
		b.ResponseWriter.Write(p[:b.left])
		http.NewResponseController(b.ResponseWriter).Flush()
		panic(http.ErrAbortHandler)
	}
	b.left -= len(p)
	return b.ResponseWriter.Write(p)
}

func request(t *testing.T, url string) Request {
	return Request{URL: url, Path: filepath.Join(t.TempDir(), "file"), Pause: time.Microsecond}
}

// whole checks that the file is there and nothing is beside it.
func whole(t *testing.T, r Request, want []byte) {
	t.Helper()
	got, err := os.ReadFile(r.Path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the file has %d bytes, not the %d of the server", len(got), len(want))
	}
	alone(t, r, 1)
}

func alone(t *testing.T, r Request, files int) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(r.Path))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != files {
		t.Errorf("the folder has %v, want %d files", entries, files)
	}
}

func TestGet(t *testing.T) {
	s := serve(t, content())
	r := request(t, s.URL)
	r.MD5 = strings.ToUpper(md5Of(s.content))
	var last, total int64
	r.Progress = func(have, of int64) { last, total = have, of }
	f, err := Get(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	whole(t, r, s.content)
	if n := int64(len(s.content)); f.Bytes != n || last != n || total != n || f.Resumed != 0 || len(f.SHA256) != 64 {
		t.Errorf("%+v, progress to %d of %d", f, last, total)
	}
}

// What the connection breaks off is continued where it broke.
func TestBrokenConnectionIsContinued(t *testing.T) {
	s := serve(t, content())
	s.breaks = []int{100_000, 50_000}
	r := request(t, s.URL)
	r.MD5 = md5Of(s.content)
	if _, err := Get(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	whole(t, r, s.content)
	if len(s.ranges) != 3 || s.ranges[1] != "bytes=100000-" || s.ranges[2] != "bytes=150000-" {
		t.Errorf("asked for %q", s.ranges)
	}
}

// A later download continues what an earlier one has left.
func TestLaterDownloadContinues(t *testing.T) {
	s := serve(t, content())
	s.breaks = []int{70_000, 10_000, 10_000, 10_000}
	r := request(t, s.URL)
	_, err := Get(t.Context(), r)
	if err == nil || !strings.Contains(err.Error(), "breaks off") || !strings.Contains(err.Error(), "100000 bytes of it are kept, and the next attempt continues there") {
		t.Fatalf("%v", err)
	}
	if _, err := os.Stat(r.Path); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the file is there before it is whole")
	}
	f, err := Get(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	whole(t, r, s.content)
	if f.Resumed != 100_000 {
		t.Errorf("resumed %d bytes", f.Resumed)
	}
}

// A file that has changed meanwhile is not joined with a part of the old one.
func TestChangedFileIsNotJoined(t *testing.T) {
	s := serve(t, content())
	s.breaks = []int{70_000, 1, 1, 1}
	r := request(t, s.URL)
	if _, err := Get(t.Context(), r); err == nil {
		t.Fatal("no error")
	}
	s.content, s.tag = append([]byte("new"), s.content...), `"2"`
	f, err := Get(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	whole(t, r, s.content)
	if f.Resumed != 0 {
		t.Errorf("resumed %d bytes of another file", f.Resumed)
	}
}

// TestServerThatIgnoresIfRange: a part of another version of the file is not joined to what there is.
func TestServerThatIgnoresIfRange(t *testing.T) {
	old, now := content(), content()
	slices.Reverse(now)
	answers := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answers++
		r.Header.Del("If-Range")
		if answers == 1 {
			w.Header().Set("ETag", `"old"`)
			http.ServeContent(&breaking{w, 200_000}, r, "", time.Time{}, bytes.NewReader(old))
		}
		w.Header().Set("ETag", `"now"`)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(now))
	}))
	t.Cleanup(s.Close)
	r := request(t, s.URL)
	if _, err := Get(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	whole(t, r, now)
}

// A part of another address is not continued, nor one that the server does not identify.
func TestPartThatCannotBeContinued(t *testing.T) {
	s := serve(t, content())
	s.breaks = []int{70_000, 1, 1, 1}
	r := request(t, s.URL+"/a")
	if _, err := Get(t.Context(), r); err == nil {
		t.Fatal("no error")
	}
	r.URL = s.URL + "/b"
	if f, err := Get(t.Context(), r); err != nil || f.Resumed != 0 {
		t.Errorf("%+v, %v", f, err)
	}
	whole(t, r, s.content)

	s.tag, s.breaks, s.ranges = "", []int{70_000}, nil
	r = request(t, s.URL)
	if _, err := Get(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	whole(t, r, s.content)
	if len(s.ranges) != 2 || s.ranges[1] != "" {
		t.Errorf("asked for %q", s.ranges)
	}
}

// A server that breaks a promise about its ranges is asked for the whole file.
func TestWrongRange(t *testing.T) {
	want := content()
	asked := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		w.Header().Set("ETag", `"1"`)
		switch {
		case asked == 1:
			w = &breaking{w, 1000}
			w.Write(want)
		case r.Header.Get("Range") != "":
			w.Header().Set("Content-Range", "bytes 7-9/10")
			w.WriteHeader(http.StatusPartialContent)
		default:
			w.Write(want)
		}
	}))
	t.Cleanup(s.Close)
	r := request(t, s.URL)
	if _, err := Get(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	whole(t, r, want)
}

func TestRedirectIsFollowed(t *testing.T) {
	s := serve(t, content())
	from := httptest.NewServer(http.RedirectHandler(s.URL+"/there", http.StatusFound))
	t.Cleanup(from.Close)
	r := request(t, from.URL)
	f, err := Get(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	whole(t, r, s.content)
	if f.URL != s.URL+"/there" {
		t.Errorf("the file is from %s", f.URL)
	}
}

// Nothing of a damaged file is kept, and a file that is there stays as it was.
func TestDamagedFile(t *testing.T) {
	s := serve(t, content())
	r := request(t, s.URL)
	r.MD5 = md5Of([]byte("other"))
	if err := os.WriteFile(r.Path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Get(t.Context(), r)
	want := fmt.Sprintf("%s has the MD5 %s, and %s was promised: it was damaged on its way, or has changed since. Nothing of it is kept; try again, or take another source", s.URL, md5Of(s.content), r.MD5)
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	whole(t, r, []byte("old"))
}

// If the part that an earlier download left is what is damaged, the file is got anew.
func TestDamagedPartIsGotAnew(t *testing.T) {
	s := serve(t, content())
	s.breaks = []int{70_000, 1, 1, 1}
	r := request(t, s.URL)
	r.MD5 = md5Of(s.content)
	if _, err := Get(t.Context(), r); err == nil {
		t.Fatal("no error")
	}
	part, err := os.OpenFile(r.Path+".part", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	part.WriteString("damaged")
	part.Close()
	if _, err := Get(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	whole(t, r, s.content)
}

func TestAnswersOfServers(t *testing.T) {
	for _, c := range []struct {
		status int
		times  int // that the server is asked
		want   string
	}{
		{http.StatusNotFound, 1, "URL: the server answers 404 Not Found: the file is not there any more; take another source"},
		{http.StatusForbidden, 1, "URL: the server answers 403 Forbidden: try again later, or take another source"},
		{http.StatusServiceUnavailable, attempts, "URL: the server answers 503 Service Unavailable: try again later, or take another source"},
	} {
		asked := 0
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			asked++
			w.WriteHeader(c.status)
		}))
		t.Cleanup(s.Close)
		r := request(t, s.URL)
		_, err := Get(t.Context(), r)
		if want := strings.Replace(c.want, "URL", s.URL, 1); err == nil || err.Error() != want {
			t.Errorf("%v\nwant %s", err, want)
		}
		if asked != c.times {
			t.Errorf("%d: asked %d times, want %d", c.status, asked, c.times)
		}
		alone(t, r, 0)
	}
}

// Without a network the message says what to look at.
func TestNoNetwork(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	for _, host := range []string{address, "nowhere.invalid"} {
		r := request(t, "http://"+host+"/x.arff")
		r.Client = &http.Client{Transport: &http.Transport{}} // without the proxy of the environment
		_, err := Get(t.Context(), r)
		if err == nil || !strings.HasPrefix(err.Error(), host+" cannot be reached: is there a network, and does it want a proxy (HTTPS_PROXY)? (") {
			t.Errorf("%v", err)
		}
		alone(t, r, 0)
	}
}

// An interrupt keeps what is there.
func TestInterrupt(t *testing.T) {
	s := serve(t, content())
	s.breaks = []int{20_000}
	ctx, cancel := context.WithCancelCause(t.Context())
	r := request(t, s.URL)
	r.Progress = func(have, _ int64) {
		if have > 10_000 {
			cancel(errors.New("interrupted"))
		}
	}
	_, err := Get(ctx, r)
	if err == nil || !strings.HasPrefix(err.Error(), "the download of "+s.URL+" was stopped: interrupted; ") {
		t.Fatalf("%v", err)
	}
	r.Progress = nil
	f, err := Get(t.Context(), r)
	if err != nil || f.Resumed < 10_000 {
		t.Errorf("%+v, %v", f, err)
	}
	whole(t, r, s.content)
}

func TestLimit(t *testing.T) {
	s := serve(t, content())
	r := request(t, s.URL)
	r.Limit = 1000
	if _, err := Get(t.Context(), r); err == nil || !strings.Contains(err.Error(), "the file has 300000 bytes, and at most 1000 are taken") {
		t.Errorf("%v", err)
	}
}
