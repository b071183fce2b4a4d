package data

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/nvsd-kernel/nvsd-kernel/internal/sealed"
)

// SampleKept draws rows as [Stream.Sample] does, and keeps them in a file. Where they are there already, no pass over the
// table is taken. A file that is broken is written anew. A file with other rows, or of another table, is an error.
func (s *Stream) SampleKept(ctx context.Context, path string, rows int, seed uint64) (*Frame, []int, error) {
	options, err := json.Marshal(newReadOptions(s.opts))
	if err != nil {
		return nil, nil, s.errOfPart(err)
	}
	of := fmt.Sprintf("%d rows by the seed %d of %s, %d bytes of %d, by %s, columns %q", rows, seed, s.name, s.size, s.modified.UnixNano(), options, s.inputs)
	var kept keptSample
	switch err := sealed.Read(path, of, &kept); {
	case err == nil:
		s.rows = kept.All
		return kept.Frame.frame(), kept.Numbers, nil
	case errors.Is(err, sealed.ErrOther):
		return nil, nil, fmt.Errorf("data: %s has the sample of another table, or of other options: take another folder, or remove the file", path)
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, sealed.ErrBroken):
		return nil, nil, fmt.Errorf("data: %w", err)
	}
	f, numbers, err := s.Sample(ctx, rows, seed)
	if err != nil {
		return nil, nil, err
	}
	if err := sealed.Write(path, of, keptSample{s.rows, numbers, keptOf(f)}); err != nil {
		return nil, nil, fmt.Errorf("data: %w", err)
	}
	return f, numbers, nil
}

// A keptSample is a sample as it is in a file.
type keptSample struct {
	All     int // rows of the table
	Numbers []int
	Frame   keptFrame
}

// A keptFrame is a Frame as it is in a file. Its lineage is not kept.
type keptFrame struct {
	Source  string
	N       int
	Columns []keptColumn
	Inputs  [][2]int
	Target  string
	Roles   roles
	Classes *classes
	Remarks []Remark
}

type keptColumn struct {
	Name   string
	Kind   Kind
	Values []float64
	Levels []string
	Layout string
	Fill   Filling
	Remark *Remark
}

func keptOf(f *Frame) keptFrame {
	k := keptFrame{Source: f.source, N: f.n, Target: f.target, Roles: f.roles, Classes: f.classes, Remarks: f.remarks}
	for _, c := range f.columns {
		k.Columns = append(k.Columns, keptColumn{c.name, c.kind, c.values, c.levels, c.layout, c.fill, c.remark})
	}
	for _, t := range f.inputs {
		k.Inputs = append(k.Inputs, [2]int{t.column, t.level})
	}
	return k
}

func (k keptFrame) frame() *Frame {
	f := &Frame{source: k.Source, n: k.N, target: k.Target, roles: k.Roles, classes: k.Classes, remarks: k.Remarks}
	for _, c := range k.Columns {
		f.columns = append(f.columns, column{c.Name, c.Kind, c.Values, c.Levels, c.Layout, c.Fill, c.Remark, nil})
	}
	for _, t := range k.Inputs {
		f.inputs = append(f.inputs, term{t[0], t[1]})
	}
	f.lay()
	return f
}
