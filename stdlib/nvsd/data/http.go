package data

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// maxDownload is the largest file that is read from an address, 4 GiB.
const maxDownload = 4 << 30

// isAddress reports whether a path is an address of the web.
func isAddress(path string) bool {
	return strings.HasPrefix(path, "http://") || strings.HasPrefix(path, "https://")
}

// download returns the bytes at an address. It waits at most half a minute for the connection
// and for the answer to begin, and as long as the context allows for the rest.
func (r Reader) download(address string) ([]byte, error) {
	ctx := context.Background()
	if r.Context != nil {
		ctx = r.Context()
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("the address %q is not valid: %w", address, err)
	}
	const patience = 30 * time.Second
	transport := &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: patience}).DialContext,
		TLSHandshakeTimeout:   patience,
		ResponseHeaderTimeout: patience,
		DisableCompression:    true, // a compressed file is read as it is, so that its digest is that of the file
	}
	defer transport.CloseIdleConnections()
	answer, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return nil, fmt.Errorf("%w: is there a network, and is the address right? A file that was downloaded can be read by its path", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %q: is the address right?", address, answer.Status)
	}
	if answer.ContentLength > maxDownload {
		return nil, tooLarge(address)
	}
	content, err := io.ReadAll(io.LimitReader(answer.Body, maxDownload+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("%s: the connection ended after %d of %d bytes: try again", address, len(content), answer.ContentLength)
	case err != nil:
		return nil, fmt.Errorf("%s: the connection failed after %d bytes: %w", address, len(content), err)
	case len(content) > maxDownload:
		return nil, tooLarge(address)
	}
	return content, nil
}

func tooLarge(address string) error {
	return fmt.Errorf("what is at %s is larger than %d GiB: download it, and read the file", address, maxDownload>>30)
}
