package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/parquet-go/parquet-go/format"
)

// chunk reads the part of the column that is in a row group into the rows from one to before
// another.
func (r *columnReader) chunk(in columnChunk, from, to int) error {
	m := in.Meta
	switch {
	case len(in.EncryptedColumnMetadata) > 0 || in.CryptoMetadata.Value != nil:
		return errors.New("it is encrypted")
	case in.FilePath != "":
		return fmt.Errorf("it is in another file, %s", in.FilePath)
	case m.Type != r.physical:
		return fmt.Errorf("it is damaged: it holds %v, and the file says %v", m.Type, r.physical)
	}
	at := m.DataPageOffset
	if m.DictionaryPageOffset > 0 && m.DictionaryPageOffset < at {
		at = m.DictionaryPageOffset
	}
	if at < 0 || at > int64(len(r.raw)) {
		return errEarly
	}
	rest := r.raw[at:]
	var dictionary []float64
	for from < to {
		var h format.PageHeader
		length, err := decode(rest, &h)
		if err != nil {
			return fmt.Errorf("the header of a page cannot be read (%w): the file is damaged; download or copy it again", err)
		}
		rest = rest[length:]
		if h.CompressedPageSize < 0 || h.UncompressedPageSize < 0 {
			return errors.New("a page is smaller than nothing: the file is damaged")
		}
		if int(h.CompressedPageSize) > len(rest) {
			return errEarly
		}
		body := rest[:h.CompressedPageSize]
		rest = rest[h.CompressedPageSize:]
		if h.CRC != 0 && uint32(h.CRC) != crc32.ChecksumIEEE(body) {
			return errors.New("the checksum of a page is wrong: the file is damaged; download or copy it again")
		}
		p := page{from: from, codec: m.Codec, dictionary: dictionary}
		switch h.Type {
		case format.DictionaryPage:
			dictionary, err = r.dictionary(h, body, m.Codec)
		case format.DataPage:
			err = r.pageV1(&p, h, body, to)
		case format.DataPageV2:
			err = r.pageV2(&p, h, body, to)
		}
		if err != nil {
			return err
		}
		from += p.rows
	}
	return nil
}

// A page is a run of values of a column that are stored together.
type page struct {
	from, rows int
	codec      format.CompressionCodec
	dictionary []float64
}

// dictionary reads the values that the pages behind it name by their places.
func (r *columnReader) dictionary(h format.PageHeader, body []byte, codec format.CompressionCodec) ([]float64, error) {
	n := int(h.DictionaryPageHeader.V.NumValues)
	if n < 0 || n > int(h.UncompressedPageSize)*8 {
		return nil, fmt.Errorf("it is damaged: a dictionary of %d bytes has %d values", h.UncompressedPageSize, n)
	}
	body, err := decompressed(codec, body, int(h.UncompressedPageSize))
	if err != nil {
		return nil, err
	}
	values := make([]float64, n)
	return values, r.decodePlain(values, body)
}

// pageV1 reads a page whose levels are compressed with its values.
func (r *columnReader) pageV1(p *page, h format.PageHeader, body []byte, to int) error {
	v := h.DataPageHeader.V
	if err := p.count(v.NumValues, to); err != nil {
		return err
	}
	body, err := decompressed(p.codec, body, int(h.UncompressedPageSize))
	if err != nil {
		return err
	}
	if !r.optional {
		return r.page(p, v.Encoding, nil, body)
	}
	var there []uint8
	switch v.DefinitionLevelEncoding {
	case format.RLE:
		if len(body) < 4 || int64(binary.LittleEndian.Uint32(body)) > int64(len(body)-4) {
			return errShort
		}
		end := 4 + int(binary.LittleEndian.Uint32(body))
		there, err = levels(body[4:end], p.rows)
		body = body[end:]
	case format.BitPacked:
		if len(body) < (p.rows+7)/8 {
			return errShort
		}
		there = packedLevels(body, p.rows)
		body = body[(p.rows+7)/8:]
	default:
		err = fmt.Errorf("what is missing is encoded as %v, which is not known", v.DefinitionLevelEncoding)
	}
	if err != nil {
		return err
	}
	return r.page(p, v.Encoding, there, body)
}

// pageV2 reads a page whose levels stand before its values and are not compressed.
func (r *columnReader) pageV2(p *page, h format.PageHeader, body []byte, to int) error {
	v := h.DataPageHeaderV2.V
	if err := p.count(v.NumValues, to); err != nil {
		return err
	}
	repetition, definition := int(v.RepetitionLevelsByteLength), int(v.DefinitionLevelsByteLength)
	if repetition < 0 || definition < 0 || repetition+definition > len(body) || repetition+definition > int(h.UncompressedPageSize) {
		return errors.New("a page ends early: the file is damaged")
	}
	defined, body := body[repetition:repetition+definition], body[repetition+definition:]
	var there []uint8
	if r.optional {
		var err error
		there, err = levels(defined, p.rows)
		if err != nil {
			return err
		}
	}
	if compressed, said := v.IsCompressed.Get(); compressed || !said {
		var err error
		body, err = decompressed(p.codec, body, int(h.UncompressedPageSize)-repetition-definition)
		if err != nil {
			return err
		}
	}
	return r.page(p, v.Encoding, there, body)
}

// count sets the number of rows of the page.
func (p *page) count(values int32, to int) error {
	p.rows = int(values)
	if p.rows < 0 || p.rows > to-p.from {
		return fmt.Errorf("it is damaged: a page has %d values where %d are left", p.rows, to-p.from)
	}
	return nil
}

// page reads the values of a page, and puts them in the rows that have one: where there is 1, or
// all rows if it is nil.
func (r *columnReader) page(p *page, encoding format.Encoding, there []uint8, body []byte) error {
	dst := r.cells.Values[p.from : p.from+p.rows]
	if there == nil {
		return r.decode(dst, encoding, body, p.dictionary)
	}
	n := 0
	for _, level := range there {
		n += int(level)
	}
	if err := r.decode(dst[:n], encoding, body, p.dictionary); err != nil || n == p.rows {
		return err
	}
	for i := p.rows - 1; i >= 0; i-- {
		if there[i] == 0 {
			r.cells.SetNull(p.from + i)
			continue
		}
		n--
		dst[i] = dst[n]
	}
	return nil
}
