package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/parquet-go/parquet-go/format"
)

// group begins the next row group.
func (s *Scan) group() error {
	g := s.groups[0]
	s.groups, s.begun = s.groups[1:], s.begun+1
	in := g.Columns[s.leaf]
	m := in.Meta
	switch {
	case len(in.EncryptedColumnMetadata) > 0 || in.CryptoMetadata.Value != nil:
		return errors.New("it is encrypted")
	case in.FilePath != "":
		return fmt.Errorf("it is in another file, %s", in.FilePath)
	case m.Type != s.physical:
		return fmt.Errorf("it is damaged: it holds %v, and the file says %v", m.Type, s.physical)
	}
	s.at = m.DataPageOffset
	if m.DictionaryPageOffset > 0 && m.DictionaryPageOffset < s.at {
		s.at = m.DictionaryPageOffset
	}
	s.left, s.codec, s.dictionary = int(g.NumRows), m.Codec, nil
	return nil
}

// page reads the next page.
func (s *Scan) page() error {
	h, err := s.header()
	if err != nil {
		return err
	}
	if h.CompressedPageSize < 0 || h.UncompressedPageSize < 0 {
		return errors.New("a page is smaller than nothing: the file is damaged")
	}
	body, err := s.in.bytes(s.at, int(h.CompressedPageSize))
	if err != nil {
		return err
	}
	s.at += int64(len(body))
	if h.CRC != 0 && uint32(h.CRC) != crc32.ChecksumIEEE(body) {
		return errors.New("the checksum of a page is wrong: the file is damaged; download or copy it again")
	}
	switch h.Type {
	case format.DictionaryPage:
		return s.readDictionary(h, body)
	case format.DataPage:
		return s.pageV1(h, body)
	case format.DataPageV2:
		return s.pageV2(h, body)
	}
	return nil
}

// headerBytes is the size of most headers of pages. One that has long texts as its extremes is larger.
const headerBytes = 1 << 10

// header reads the header of the next page.
func (s *Scan) header() (h format.PageHeader, err error) {
	for n := headerBytes; ; n *= 16 {
		rest, err := s.in.rest(s.at, n)
		if err != nil {
			return h, err
		}
		h = format.PageHeader{}
		length, err := decode(rest, &h)
		if err != nil && int64(n) < s.in.size()-s.at && n < math.MaxInt32/16 {
			continue
		}
		if err != nil {
			return h, fmt.Errorf("the header of a page cannot be read (%w): the file is damaged; download or copy it again", err)
		}
		s.at += int64(length)
		return h, nil
	}
}

// readDictionary reads the values that the pages behind it name by their places.
func (s *Scan) readDictionary(h format.PageHeader, body []byte) error {
	n := int(h.DictionaryPageHeader.V.NumValues)
	if n < 0 || n > int(h.UncompressedPageSize)*8 {
		return fmt.Errorf("it is damaged: a dictionary of %d bytes has %d values", h.UncompressedPageSize, n)
	}
	body, err := decompressed(s.codec, body, int(h.UncompressedPageSize))
	if err != nil {
		return err
	}
	s.dictionary = make([]float64, n)
	return s.decodePlain(s.dictionary, body)
}

// pageV1 reads a page whose levels are compressed with its values.
func (s *Scan) pageV1(h format.PageHeader, body []byte) error {
	v := h.DataPageHeader.V
	rows, err := s.count(v.NumValues)
	if err != nil {
		return err
	}
	body, err = decompressed(s.codec, body, int(h.UncompressedPageSize))
	if err != nil {
		return err
	}
	if !s.optional {
		return s.values(rows, v.Encoding, nil, body)
	}
	var there []uint8
	switch v.DefinitionLevelEncoding {
	case format.RLE:
		if len(body) < 4 || int64(binary.LittleEndian.Uint32(body)) > int64(len(body)-4) {
			return errShort
		}
		end := 4 + int(binary.LittleEndian.Uint32(body))
		there, err = levels(body[4:end], rows)
		body = body[end:]
	case format.BitPacked:
		if len(body) < (rows+7)/8 {
			return errShort
		}
		there = packedLevels(body, rows)
		body = body[(rows+7)/8:]
	default:
		err = fmt.Errorf("what is missing is encoded as %v, which is not known", v.DefinitionLevelEncoding)
	}
	if err != nil {
		return err
	}
	return s.values(rows, v.Encoding, there, body)
}

// pageV2 reads a page whose levels stand before its values and are not compressed.
func (s *Scan) pageV2(h format.PageHeader, body []byte) error {
	v := h.DataPageHeaderV2.V
	rows, err := s.count(v.NumValues)
	if err != nil {
		return err
	}
	repetition, definition := int(v.RepetitionLevelsByteLength), int(v.DefinitionLevelsByteLength)
	if repetition < 0 || definition < 0 || repetition+definition > len(body) || repetition+definition > int(h.UncompressedPageSize) {
		return errors.New("a page ends early: the file is damaged")
	}
	defined, body := body[repetition:repetition+definition], body[repetition+definition:]
	var there []uint8
	if s.optional {
		there, err = levels(defined, rows)
		if err != nil {
			return err
		}
	}
	if compressed, said := v.IsCompressed.Get(); compressed || !said {
		body, err = decompressed(s.codec, body, int(h.UncompressedPageSize)-repetition-definition)
		if err != nil {
			return err
		}
	}
	return s.values(rows, v.Encoding, there, body)
}

// count returns the number of rows of a page, of those that are left in its row group.
func (s *Scan) count(values int32) (int, error) {
	if values < 0 || int(values) > s.left {
		return 0, fmt.Errorf("it is damaged: a page has %d values where %d are left", values, s.left)
	}
	return int(values), nil
}

// values reads the values of a page of so many rows, and puts them in the rows that have one: where there is
// 1, or all rows if it is nil.
func (s *Scan) values(rows int, encoding format.Encoding, there []uint8, body []byte) error {
	dst := s.cells.Extend(rows)
	s.left -= rows
	if there == nil {
		return s.decode(dst, encoding, body)
	}
	n := 0
	for _, level := range there {
		n += int(level)
	}
	if err := s.decode(dst[:n], encoding, body); err != nil || n == rows {
		return err
	}
	from := len(s.cells.Values) - rows
	for i := rows - 1; i >= 0; i-- {
		if there[i] == 0 {
			s.cells.SetNull(from + i)
			continue
		}
		n--
		dst[i] = dst[n]
	}
	return nil
}
