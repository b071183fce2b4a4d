// Package download gets a file over HTTP. A download that is interrupted is continued by the
// next one, and a file is there only when it is whole.
package download

import (
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"strings"
	"time"
)

// A Request names a file to download, and the path for it.
type Request struct {
	URL  string
	Path string // of the file, whose folder exists; a file that is there is replaced

	MD5   string // hexadecimal; "" if it is not known
	Limit int64  // bytes that the file may have; 0 for a gigabyte

	Client *http.Client  // nil for http.DefaultClient
	Pause  time.Duration // before a second attempt, and twice as long before each later one; 0 for half a second

	// Progress is called, if it is set, with the bytes that are there and those that there will
	// be, which are -1 if the server does not say.
	Progress func(have, total int64)
}

// A File describes a file that was downloaded.
type File struct {
	URL     string // after redirects
	Bytes   int64
	SHA256  string
	Resumed int64 // bytes that an earlier attempt had left
}

const (
	attempts     = 4
	defaultLimit = 1 << 30
)

// Get downloads a file. Where the connection breaks, or the server is busy, it tries again and
// continues behind what it has, if the server says that the file is still the same. What an
// interrupted download has is kept beside the file, as .part, for the next one.
//
// A file of another length or checksum than was promised is an error, and none of it is kept.
func Get(ctx context.Context, r Request) (File, error) {
	if r.Client == nil {
		r.Client = http.DefaultClient
	}
	if r.Limit == 0 {
		r.Limit = defaultLimit
	}
	if r.Pause == 0 {
		r.Pause = time.Second / 2
	}
	p, err := openPart(r.Path, r.URL)
	if err != nil {
		return File{}, err
	}
	defer p.close()
	file := File{URL: r.URL, Resumed: p.size}
	for attempt := 1; ; attempt++ {
		err := r.attempt(ctx, p, &file)
		if err == nil {
			err = r.finish(p, &file)
			if err == nil {
				return file, nil
			}
			// What an earlier attempt had left may be the damaged part.
			if _, damaged := errors.AsType[*DamagedError](err); damaged && file.Resumed > 0 {
				file.Resumed = 0
				continue
			}
			return File{}, err
		}
		again, ok := errors.AsType[*againError](err)
		if !ok || attempt == attempts || ctx.Err() != nil {
			return File{}, r.explain(ctx, p, err)
		}
		pause := max(r.Pause<<(attempt-1), again.after)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return File{}, r.explain(ctx, p, ctx.Err())
		}
	}
}

// An againError is a failure after which another attempt may succeed.
type againError struct {
	error
	after time.Duration // that the server asks for
}

func (e *againError) Unwrap() error { return e.error }

// attempt requests the bytes that the part lacks, and appends them to it.
func (r *Request) attempt(ctx context.Context, p *part, file *File) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.URL, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept-Encoding", "identity") // a range of a compressed body would be none of the file
	if p.size > 0 && p.Validator != "" {
		request.Header.Set("Range", fmt.Sprintf("bytes=%d-", p.size))
		request.Header.Set("If-Range", p.Validator)
	}
	response, err := r.Client.Do(request)
	if unreachable(err) {
		return err // waiting a second brings no network
	}
	if err != nil {
		return &againError{error: err}
	}
	defer response.Body.Close()
	file.URL = response.Request.URL.String()

	total := response.ContentLength
	switch status := response.StatusCode; {
	case status == http.StatusPartialContent && response.Header.Get("ETag") != "" && validator(response.Header) != p.Validator && strings.HasPrefix(p.Validator, `"`):
		return r.restart(p, errors.New("the server sends a part of another version of the file than there was"))
	case status == http.StatusPartialContent:
		var from, to int64
		total = -1
		if n, _ := fmt.Sscanf(response.Header.Get("Content-Range"), "bytes %d-%d/%d", &from, &to, &total); n < 2 || from != p.size {
			return r.restart(p, fmt.Errorf("the server sends another part of the file than was asked for (%q)", response.Header.Get("Content-Range")))
		}
	case status == http.StatusRequestedRangeNotSatisfiable:
		return r.restart(p, &statusError{response.Status})
	case status == http.StatusOK:
		file.Resumed = 0
		if err := p.begin(validator(response.Header)); err != nil {
			return err
		}
	case status == http.StatusTooManyRequests || status >= 500:
		after, _ := time.ParseDuration(response.Header.Get("Retry-After") + "s")
		return &againError{&statusError{response.Status}, min(after, time.Minute)}
	default:
		return &statusError{response.Status}
	}
	if total > r.Limit {
		return fmt.Errorf("the file has %d bytes, and at most %d are taken", total, r.Limit)
	}
	return r.receive(p, response.Body, total)
}

// restart drops the bytes of the part, so that the next attempt begins anew.
func (r *Request) restart(p *part, why error) error {
	if err := p.begin(""); err != nil {
		return err
	}
	return &againError{error: why}
}

// receive appends the body to the part.
func (r *Request) receive(p *part, body io.Reader, total int64) error {
	buffer := make([]byte, 64<<10)
	for {
		n, err := body.Read(buffer)
		if _, err := p.Write(buffer[:n]); err != nil {
			return err
		}
		if p.size > r.Limit {
			return fmt.Errorf("the file has more than the %d bytes that are taken", r.Limit)
		}
		if r.Progress != nil && n > 0 {
			r.Progress(p.size, total)
		}
		switch {
		case err == io.EOF && total >= 0 && p.size < total:
			return &againError{error: io.ErrUnexpectedEOF}
		case err == io.EOF:
			return nil
		case err != nil:
			return &againError{error: err}
		}
	}
}

// finish compares the checksum, and gives the part the name of the file.
func (r *Request) finish(p *part, file *File) error {
	sums := [...]hash.Hash{md5.New(), sha256.New()}
	if _, err := p.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, err := io.Copy(io.MultiWriter(sums[0], sums[1]), p.file); err != nil {
		return err
	}
	if got := hex.EncodeToString(sums[0].Sum(nil)); r.MD5 != "" && !strings.EqualFold(got, r.MD5) {
		if err := p.begin(""); err != nil {
			return err
		}
		return &DamagedError{URL: r.URL, Got: got, Want: r.MD5}
	}
	file.Bytes, file.SHA256 = p.size, hex.EncodeToString(sums[1].Sum(nil))
	return p.rename(r.Path)
}

// A DamagedError is the error of a file whose checksum is not the one that its source
// states.
type DamagedError struct{ URL, Got, Want string }

func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s has the MD5 %s, and %s was promised: it was damaged on its way, or has changed since. Nothing of it is kept; try again, or take another source", e.URL, e.Got, e.Want)
}

type statusError struct{ status string }

func (e *statusError) Error() string { return "the server answers " + e.status }

// explain describes in words the failure of a download, and its remedy.
func (r *Request) explain(ctx context.Context, p *part, err error) error {
	host := r.URL
	if request, err := http.NewRequest(http.MethodGet, r.URL, nil); err == nil {
		host = request.URL.Host
	}
	kept := ""
	if p.size > 0 && p.Validator != "" {
		kept = fmt.Sprintf("; %d bytes of it are kept, and the next attempt continues there", p.size)
	}
	status, answered := errors.AsType[*statusError](err)
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("the download of %s was stopped: %w%s", r.URL, context.Cause(ctx), kept)
	case answered && strings.HasPrefix(status.status, "404"):
		return fmt.Errorf("%s: %w: the file is not there any more; take another source", r.URL, err)
	case answered:
		return fmt.Errorf("%s: %w: try again later, or take another source", r.URL, err)
	case unreachable(err):
		return fmt.Errorf("%s cannot be reached: is there a network, and does it want a proxy (HTTPS_PROXY)? (%w)%s", host, err, kept)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the download of %s breaks off (%w)%s", r.URL, err, kept)
	}
	return fmt.Errorf("the download of %s fails: %w%s", r.URL, err, kept)
}

// validator returns the identifier of this version of the file for a header If-Range, or
// "".
func validator(h http.Header) string {
	if tag := h.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
		return tag
	}
	return h.Get("Last-Modified")
}
