package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/format"
)

// decode reads as many values as dst is long.
func (s *Scan) decode(dst []float64, encoding format.Encoding, body []byte) error {
	if len(dst) == 0 {
		return nil
	}
	fixed := s.width()
	switch encoding {
	case format.Plain:
		return s.decodePlain(dst, body)
	//lint:ignore SA1019 The pages of older files have it.
	case format.PlainDictionary, format.RLEDictionary:
		return named(dst, body, s.dictionary)
	case format.RLE:
		if s.physical == format.Boolean {
			return decodeRuns(dst, body)
		}
	case format.ByteStreamSplit:
		if fixed == 0 {
			break
		}
		if len(body) != fixed*len(dst) {
			return errShort
		}
		plain, err := new(bytestreamsplit.Encoding).DecodeFixedLenByteArray(nil, body, fixed)
		if err != nil {
			return err
		}
		return s.decodePlain(dst, plain)
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray, format.DeltaByteArray:
		rest, err := checkDelta(body, len(dst))
		if err == nil && encoding == format.DeltaByteArray { // the lengths follow of what texts do not share
			_, err = checkDelta(rest, len(dst))
		}
		if err != nil {
			return err
		}
		return s.decodeDelta(dst, encoding, body)
	}
	return fmt.Errorf("values of the type %v are encoded as %v, which is not known", s.physical, encoding)
}

// errShort is the error of a page with fewer values than its header states.
var errShort = errors.New("a page has fewer values than it says: the file is damaged; download or copy it again")

// width returns the number of bytes of every value of the physical type, or 0 if they
// differ.
func (s *Scan) width() int {
	switch s.physical {
	case format.Int32, format.Float:
		return 4
	case format.Int64, format.Double:
		return 8
	case format.Int96:
		return 12
	case format.FixedLenByteArray:
		return s.size
	}
	return 0
}

// decodePlain reads values that stand one behind the other.
func (s *Scan) decodePlain(dst []float64, body []byte) (err error) {
	if len(body) < s.width()*len(dst) || s.physical == format.Boolean && 8*len(body) < len(dst) {
		return errShort
	}
	switch s.physical {
	case format.Boolean:
		for i := range dst {
			dst[i] = float64(body[i/8] >> (i % 8) & 1)
		}
	case format.Int32:
		for i := range dst {
			dst[i] = s.value.ofInt(int64(int32(binary.LittleEndian.Uint32(body[4*i:]))))
		}
	case format.Int64:
		for i := range dst {
			dst[i] = s.value.ofInt(int64(binary.LittleEndian.Uint64(body[8*i:])))
		}
	case format.Float:
		for i := range dst {
			dst[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(body[4*i:])))
		}
	case format.Double:
		for i := range dst {
			dst[i] = math.Float64frombits(binary.LittleEndian.Uint64(body[8*i:]))
		}
	case format.Int96, format.FixedLenByteArray:
		for i := range dst {
			dst[i], err = s.value.ofBytes(body[s.width()*i : s.width()*(i+1)])
			if err != nil {
				return err
			}
		}
	case format.ByteArray:
		for i := range dst {
			if len(body) < 4 || int64(binary.LittleEndian.Uint32(body)) > int64(len(body)-4) {
				return errShort
			}
			end := 4 + int(binary.LittleEndian.Uint32(body))
			dst[i], err = s.bytes(body[4:end])
			if err != nil {
				return err
			}
			body = body[end:]
		}
	}
	return nil
}

// bytes returns the value of a cell that is bytes.
func (s *Scan) bytes(b []byte) (float64, error) {
	if s.value.ofBytes != nil {
		return s.value.ofBytes(b)
	}
	return s.cells.Place(b), nil
}

// named reads values that are places in a dictionary.
func named(dst []float64, body []byte, dictionary []float64) error {
	if len(body) == 0 {
		return errShort
	}
	bits := int(body[0])
	body, err := runs(body[1:], bits, len(dst))
	if err != nil {
		return err
	}
	places, err := (&rle.Encoding{BitWidth: bits}).DecodeInt32(nil, body)
	if err != nil {
		return err
	}
	for i, p := range places[:len(dst)] {
		if p < 0 || int(p) >= len(dictionary) {
			return fmt.Errorf("a value has the place %d in a dictionary of %d: the file is damaged", p, len(dictionary))
		}
		dst[i] = dictionary[p]
	}
	return nil
}

// decodeRuns reads booleans in runs.
func decodeRuns(dst []float64, body []byte) error {
	if len(body) < 4 {
		return errShort
	}
	bits, err := levels(body[4:], len(dst)) // before which is how many bytes follow
	for i, b := range bits {
		dst[i] = float64(b)
	}
	return err
}

// levels reads so many values of one bit in runs.
func levels(body []byte, want int) ([]uint8, error) {
	body, err := runs(body, 1, want)
	if err != nil {
		return nil, err
	}
	bits, err := (&rle.Encoding{BitWidth: 1}).DecodeLevels(nil, body)
	if err != nil {
		return nil, err
	}
	return bits[:want], nil
}

// packedLevels returns so many values of one bit each, the first one in the highest bit of a byte.
func packedLevels(body []byte, want int) []uint8 {
	bits := make([]uint8, want)
	for i := range bits {
		bits[i] = body[i/8] >> (7 - i%8) & 1
	}
	return bits
}

// runs returns the runs of values of so many bits that have the wanted number of values, or up
// to seven more that fill up a group of eight. The decoder makes room for as many as runs say.
func runs(body []byte, bits, want int) ([]byte, error) {
	end, have := 0, uint64(0)
	for have < uint64(want) {
		head, n := binary.Uvarint(body[end:])
		if n <= 0 {
			return nil, errShort
		}
		end += n
		values, size := head>>1, uint64(bits+7)/8
		if head&1 == 1 { // groups of eight
			size = values * uint64(bits)
			values *= 8
		}
		if head>>1 > uint64(want) || size > uint64(len(body)-end) {
			return nil, errShort
		}
		end, have = end+int(size), have+values
	}
	return body[:end], nil
}

// checkDelta refuses differences whose number is not the wanted one, and those of which some are
// missing: the decoder takes them for zeros. It returns the bytes behind the differences.
func checkDelta(body []byte, want int) (rest []byte, err error) {
	var head [4]uint64 // values in a block, miniblocks in a block, all values, the first value
	for k := range head {
		v, n := binary.Uvarint(body)
		if n <= 0 {
			return nil, errShort
		}
		head[k], body = v, body[n:]
	}
	block, parts := head[0], head[1]
	if head[2] != uint64(want) || parts == 0 || parts > block || block > math.MaxInt32 || block%(32*parts) != 0 {
		return nil, errShort
	}
	for left := want - 1; left > 0; {
		_, n := binary.Uvarint(body) // the least difference
		if n <= 0 || uint64(len(body)-n) < parts {
			return nil, errShort
		}
		widths := body[n : n+int(parts)]
		body = body[n+int(parts):]
		for _, bits := range widths {
			values := min(left, int(block/parts))
			if bits > 64 || len(body) < (values*int(bits)+7)/8 {
				return nil, errShort
			}
			left -= values
			if values > 0 { // miniblocks without values have no bytes
				body = body[min(int(block/parts)*int(bits)/8, len(body)):]
			}
		}
	}
	return body, nil
}

// decodeDelta reads values that are stored as differences.
func (s *Scan) decodeDelta(dst []float64, encoding format.Encoding, body []byte) (err error) {
	switch {
	case encoding == format.DeltaBinaryPacked && s.physical == format.Int32:
		var values []int32
		values, err = new(delta.BinaryPackedEncoding).DecodeInt32(nil, body)
		if err != nil {
			return err
		}
		for i := range dst {
			dst[i] = s.value.ofInt(int64(values[i]))
		}
		return nil
	case encoding == format.DeltaBinaryPacked && s.physical == format.Int64:
		var values []int64
		values, err = new(delta.BinaryPackedEncoding).DecodeInt64(nil, body)
		if err != nil {
			return err
		}
		for i := range dst {
			dst[i] = s.value.ofInt(values[i])
		}
		return nil
	case encoding == format.DeltaByteArray && s.physical == format.FixedLenByteArray:
		plain, err := new(delta.ByteArrayEncoding).DecodeFixedLenByteArray(nil, body, s.size)
		if err != nil {
			return err
		}
		return s.decodePlain(dst, plain)
	case encoding != format.DeltaBinaryPacked && s.physical == format.ByteArray:
		decode := new(delta.LengthByteArrayEncoding).DecodeByteArray
		if encoding == format.DeltaByteArray {
			decode = new(delta.ByteArrayEncoding).DecodeByteArray
		}
		all, ends, err := decode(nil, body, nil)
		if err != nil {
			return err
		}
		for i := range dst {
			dst[i], err = s.bytes(all[ends[i]:ends[i+1]])
			if err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("values of the type %v are encoded as %v, which is not known", s.physical, encoding)
}
