package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/internal/carried"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A keyed is code that says what it is: two values of one Key do the same.
type keyed interface{ Key() string }

// writtenCode is code of a cell in JSON: as text, or by its Key alone.
type writtenCode struct {
	Key string `json:"key,omitempty"`
	*carried.Code
}

// writeCode writes a source or a method that is code. The text of a type of a cell depends on what its results depend on: the
// fields, the methods, and the declarations that these use.
func writeCode(of any) (json.RawMessage, error) {
	if read, is := of.(unmade); is {
		return json.Marshal(read.writtenCode)
	}
	var own keyed
	if trait.Find(of, &own) {
		return json.Marshal(writtenCode{Key: own.Key()})
	}
	var value carried.Value
	err := errors.New("it has no source")
	if trait.Find(of, &value) {
		var code carried.Code
		code, err = value.Code()
		if err == nil {
			return json.Marshal(writtenCode{Code: &code})
		}
	}
	return nil, fmt.Errorf("the code of %s cannot be written: %w; or give it a method Key() string, which is to change when its results do, and run the study on this machine, or run it without a folder",
		refusal.Called(of), err)
}

// An unmade is code that a design in JSON has, of which a run makes a [Fitter] or a [Source].
type unmade struct{ writtenCode }

func readCode(path string, raw json.RawMessage) (u unmade, err error) {
	o, err := jsonobject.Parse(path, raw)
	if err != nil {
		return u, err
	}
	if err := o.Only([]string{"key", "type", "value", "source"}); err != nil {
		return u, err
	}
	u.Key, err = o.Text("key")
	if err != nil || u.Key != "" {
		return u, err
	}
	u.Code = &carried.Code{Value: o.Take("value")}
	u.Type, err = o.Text("type")
	if err != nil {
		return u, err
	}
	u.Source, err = o.Text("source")
	if err != nil {
		return u, err
	}
	if u.Type == "" || u.Value == nil || u.Source == "" {
		return u, jsonobject.Bad(path, `the code of a cell has a "type", a "value" and a "source"`)
	}
	return u, nil
}

// Fit makes the method, and fits it.
func (u unmade) Fit(ctx context.Context, r *Replication) ([]Outcome, error) {
	var f Fitter
	if err := u.make(ctx, &f); err != nil {
		return nil, err
	}
	return f.Fit(ctx, r)
}

// Draw refuses, as nothing that makes the source is at hand.
func (u unmade) Draw(int, uint64) (*data.Frame, error) {
	return nil, fmt.Errorf("study: the source %s is code of a design in JSON, which a run draws from alone", u)
}

func (u unmade) String() string {
	if u.Code == nil {
		return fmt.Sprintf("of the key %q", u.Key)
	}
	return u.Type
}

// make sets the interface to which target points.
func (u unmade) make(ctx context.Context, target any) error {
	if u.Code == nil {
		return fmt.Errorf("the code %s has no source: run the study in the notebook whose cells declare it", u)
	}
	maker := carried.MakerOf(ctx)
	if maker == nil {
		return fmt.Errorf("the code of %s needs an interpreter: run the study by nvsd-kernel study, or in a cell", u)
	}
	return maker.Make(ctx, *u.Code, target)
}

// made returns the design with the methods and the sources that its code makes.
func (d Design) made(ctx context.Context) (Design, error) {
	d.Problems, d.Methods = slices.Clone(d.Problems), slices.Clone(d.Methods)
	for i, p := range d.Problems {
		if u, is := p.From.(unmade); is {
			if err := u.make(ctx, &d.Problems[i].From); err != nil {
				return d, fmt.Errorf("study: %q: the problem %q: %w", d.Name, p.Name, err)
			}
		}
	}
	for i, m := range d.Methods {
		if u, is := m.Fit.(unmade); is {
			if err := u.make(ctx, &d.Methods[i].Fit); err != nil {
				return d, fmt.Errorf("study: %q: the method %q: %w", d.Name, m.Name, err)
			}
		}
	}
	return d, nil
}

// travels returns an error if code of the design cannot go to another process.
func (d Design) travels() error {
	for _, p := range d.Problems {
		if err := travels(p.From); err != nil {
			return fmt.Errorf("study: %q: the problem %q: %w", d.Name, p.Name, err)
		}
	}
	for _, m := range d.Methods {
		if err := travels(m.Fit); err != nil {
			return fmt.Errorf("study: %q: the method %q: %w", d.Name, m.Name, err)
		}
	}
	return nil
}

func travels(of any) error {
	var own keyed
	if u, is := of.(unmade); is && u.Code == nil || trait.Find(of, &own) {
		return fmt.Errorf("%s has a Key, by which a worker of a cluster cannot make it: leave the method Key out, so that its source goes there", refusal.Called(of))
	}
	return nil
}
