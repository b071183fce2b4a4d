package parquet

import (
	"bytes"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// decompressed returns the bytes of a page, of which there must be the given number.
func decompressed(codec format.CompressionCodec, body []byte, size int) ([]byte, error) {
	if codec == format.Uncompressed {
		return body, checkSize(len(body), size, nil)
	}
	dst := make([]byte, size)
	n, err := 0, error(nil)
	switch codec {
	case format.Snappy:
		if n, err = snappy.DecodedLen(body); err == nil && n == size {
			_, err = snappy.Decode(dst, body)
		}
	case format.Lz4Raw:
		n, err = lz4.UncompressBlock(body, dst)
	case format.Gzip:
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(body)); err == nil {
			n, err = io.ReadFull(r, dst)
		}
	case format.Brotli:
		n, err = io.ReadFull(brotli.NewReader(bytes.NewReader(body)), dst)
	case format.Zstd:
		var r *zstd.Decoder
		if r, err = zstd.NewReader(bytes.NewReader(body), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true)); err == nil {
			defer r.Close()
			n, err = io.ReadFull(r, dst)
		}
	default:
		return nil, fmt.Errorf("it is compressed by %v, which is not known: write it with zstd or snappy", codec)
	}
	return dst, checkSize(n, size, err)
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
