package solve

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"gonum.org/v1/gonum/floats"
)

// Plus adds the sums of other rows on the same centres, as [Nystrom.Apart] begins them. The last bits of what
// follows depend on the order in which sums are added.
func (s *Nystrom) Plus(t *Nystrom) error {
	if len(t.phi) != len(s.phi) || t.origin != s.origin {
		return fmt.Errorf("solve: sums on %d centres with targets from %v on, and on %d from %v on: they cannot be added", len(s.phi), s.origin, len(t.phi), t.origin)
	}
	for i, row := range s.upper() {
		floats.Add(row, t.upperRow(i))
	}
	floats.Add(s.phi, t.phi)
	floats.Add(s.product, t.product)
	s.n, s.y, s.yy = s.n+t.n, s.y+t.y, s.yy+t.yy
	s.lengths = append(s.lengths, t.lengths...)
	return nil
}

// upper returns the rows of the sum of phi phi' from the diagonal on.
func (s *Nystrom) upper() [][]float64 {
	rows := make([][]float64, len(s.phi))
	for i := range rows {
		rows[i] = s.upperRow(i)
	}
	return rows
}

func (s *Nystrom) upperRow(i int) []float64 {
	m := len(s.phi)
	return s.gram.Data[i*m+i : (i+1)*m]
}

// numbers returns the sums as lists of numbers, which are its own.
func (s *Nystrom) numbers() [][]float64 { return append(s.upper(), s.phi, s.product) }

// MarshalBinary returns the sums, without the centres and without what a gap needs.
func (s *Nystrom) MarshalBinary() ([]byte, error) {
	var b bytes.Buffer
	for _, v := range []any{int64(s.n), s.origin, s.y, s.yy, int64(len(s.phi))} {
		binary.Write(&b, binary.LittleEndian, v) // a Buffer takes everything
	}
	for _, v := range s.numbers() {
		binary.Write(&b, binary.LittleEndian, v)
	}
	return b.Bytes(), nil
}

// UnmarshalBinary sets the sums, on the centres that there are, to what [Nystrom.MarshalBinary] has returned.
func (s *Nystrom) UnmarshalBinary(data []byte) error {
	var n, m int64
	var origin float64
	read := bytes.NewReader(data)
	for _, v := range []any{&n, &origin, &s.y, &s.yy, &m} {
		if err := binary.Read(read, binary.LittleEndian, v); err != nil {
			return notSums(err)
		}
	}
	if int(m) != len(s.phi) || origin != s.origin || n < 0 {
		return fmt.Errorf("solve: they are sums of %d rows on %d centres with targets from %v on: there are %d centres, from %v on", n, m, origin, len(s.phi), s.origin)
	}
	s.n = int(n)
	for _, v := range s.numbers() {
		if err := binary.Read(read, binary.LittleEndian, v); err != nil {
			return notSums(err)
		}
	}
	if read.Len() > 0 {
		return notSums(fmt.Errorf("%d bytes are left over", read.Len()))
	}
	return nil
}

func notSums(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("solve: these are no sums: %w", err)
}
