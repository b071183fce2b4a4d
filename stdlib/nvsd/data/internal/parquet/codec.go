package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// decompressed returns the bytes of a page, of which there must be the given number. Of none
// nothing need be stored, not even what an empty text is compressed to.
func decompressed(codec format.CompressionCodec, body []byte, size int) ([]byte, error) {
	switch {
	case size == 0:
		return nil, nil
	case codec == format.Uncompressed:
		return body, checkSize(len(body), size, nil)
	}
	dst := make([]byte, size)
	n, err := 0, error(nil)
	switch codec {
	case format.Snappy:
		n, err = snappy.DecodedLen(body)
		if err == nil && n == size {
			_, err = snappy.Decode(dst, body)
		}
	case format.Lz4Raw:
		n, err = lz4.UncompressBlock(body, dst)
	case format.Lz4:
		n, err = oldLZ4(dst, body)
	case format.Gzip:
		var r *gzip.Reader
		r, err = gzip.NewReader(bytes.NewReader(body))
		if err == nil {
			n, err = fill(dst, r)
		}
	case format.Brotli:
		n, err = fill(dst, brotli.NewReader(bytes.NewReader(body)))
	case format.Zstd:
		var r *zstd.Decoder
		r, err = zstd.NewReader(bytes.NewReader(body), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
		if err == nil {
			defer r.Close()
			n, err = fill(dst, r)
		}
	default:
		return nil, fmt.Errorf("it is compressed by %v, which is not read: write the file again with snappy, gzip, zstd, brotli or lz4", codec)
	}
	return dst, checkSize(n, size, err)
}

// fill reads a stream of as many bytes as dst has to its end, where there may be a checksum.
func fill(dst []byte, r io.Reader) (n int, err error) {
	n, err = io.ReadFull(r, dst)
	if err != nil {
		return n, err
	}
	more, err := io.ReadFull(r, make([]byte, 1))
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n + more, err
}

// checkSize refuses a page of another size than it should have.
func checkSize(n, size int, err error) error {
	switch {
	case err != nil:
		return fmt.Errorf("a page cannot be decompressed (%w): the file is damaged; download or copy it again", err)
	case n != size:
		return fmt.Errorf("a page has %d bytes and should have %d: the file is damaged; download or copy it again", n, size)
	}
	return nil
}
