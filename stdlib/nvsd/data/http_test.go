package data

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestFilesFromTheWeb(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/small.csv":
			fmt.Fprint(w, small)
		case "/small.csv.gz":
			fmt.Fprint(w, gzipped(t, small))
		case "/moved":
			http.Redirect(w, r, "/small.csv?version=2", http.StatusFound)
		case "/circle":
			http.Redirect(w, r, "/circle", http.StatusFound)
		case "/short.csv":
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, small)
		case "/huge.csv":
			w.Header().Set("Content-Length", "99999999999")
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	for _, path := range []string{"/small.csv", "/small.csv.gz", "/small.csv?raw=1", "/moved"} {
		f, err := CSV(server.URL + path)
		if err != nil || f.N() != 2 {
			t.Errorf("%s: %v, %v", path, f, err)
			continue
		}
		if file := f.Origin().File; file.Path != server.URL+path || len(file.SHA256) != 64 || file.Bytes == 0 {
			t.Errorf("%s: origin %+v", path, file)
		}
	}
	if f, err := Open(server.URL + "/small.csv.gz?raw=1"); err != nil || f.Source() != "small.csv.gz" {
		t.Errorf("opened by its ending: %v, %v", f, err)
	}
	for path, want := range map[string]string{
		"/none.csv":  `answers "404 Not Found": is the address right?`,
		"/circle":    "stopped after 10 redirects",
		"/short.csv": "the connection ended after 12 of 1000 bytes: try again",
		"/huge.csv":  "is larger than 4 GiB: download it, and read the file",
	} {
		if _, err := CSV(server.URL + path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
	server.Close()
	if _, err := CSV(server.URL + "/small.csv"); err == nil || !strings.Contains(err.Error(), "is there a network, and is the address right?") {
		t.Errorf("no server: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (Reader{Context: func() context.Context { return ctx }}).CSV(server.URL + "/small.csv"); err == nil || !strings.Contains(err.Error(), "context canceled") {
		t.Errorf("a context that has ended: %v", err)
	}
}
