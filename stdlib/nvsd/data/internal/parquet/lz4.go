package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"

	"github.com/pierrec/lz4/v4"
)

// oldLZ4 decompresses a page of the codec LZ4, which the format no longer has, into dst, and
// returns how many bytes it has. Programs disagreed about what it is: most write Hadoop's frames
// (Spark, Hive, Arrow since 0.17), and some an LZ4 frame or a block alone, as LZ4_RAW is.
func oldLZ4(dst, body []byte) (n int, err error) {
	n, err = hadoopLZ4(dst, body)
	if err == nil && n == len(dst) {
		return n, nil
	}
	if bytes.HasPrefix(body, []byte(lz4FrameMagic)) {
		return fill(dst, lz4.NewReader(bytes.NewReader(body)))
	}
	return lz4.UncompressBlock(body, dst)
}

// lz4FrameMagic is the beginning of an LZ4 frame.
const lz4FrameMagic = "\x04\x22\x4d\x18"

// errHadoop is the error of bytes that are not in Hadoop's framing.
var errHadoop = errors.New("no Hadoop frame")

// hadoopLZ4 decompresses Hadoop's frames. Each is the number of bytes that it has when it is
// decompressed, and then blocks up to that number, each behind the number of its own bytes. The
// numbers have four bytes, the most significant one first.
func hadoopLZ4(dst, body []byte) (n int, err error) {
	for len(body) > 0 {
		if len(body) < 4 {
			return n, errHadoop
		}
		end := n + int(binary.BigEndian.Uint32(body))
		body = body[4:]
		if end > len(dst) {
			return n, errHadoop
		}
		for n < end {
			if len(body) < 4 || int64(binary.BigEndian.Uint32(body)) > int64(len(body)-4) {
				return n, errHadoop
			}
			block := body[4 : 4+binary.BigEndian.Uint32(body)]
			body = body[4+len(block):]
			m, err := lz4.UncompressBlock(block, dst[n:end])
			if err != nil {
				return n, err
			}
			if m == 0 {
				return n, errHadoop
			}
			n += m
		}
	}
	return n, nil
}
