package study

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/declare"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
)

// writtenDesign is a [Design] in JSON.
type writtenDesign struct {
	Name     string           `json:"name"`
	Problems []writtenProblem `json:"problems"`
	Methods  []writtenMethod  `json:"methods"`
	Refit    json.RawMessage  `json:"refit,omitempty"`
	Ours     []string         `json:"ours,omitempty"`
	Reps     int              `json:"repetitions"`
	Seed     uint64           `json:"seed"`
}

// writtenProblem is a [Problem] in JSON.
type writtenProblem struct {
	Name        string          `json:"name"`
	Data        json.RawMessage `json:"data"`
	Train       []int           `json:"train,omitempty"`
	Valid       validRows       `json:"valid,omitempty"`
	Test        int             `json:"test,omitempty"`
	Folds       int             `json:"folds,omitempty"`
	Permuted    bool            `json:"permuted,omitempty"`
	Standardise bool            `json:"standardise,omitempty"`
}

// validRows is a number of validation rows in JSON.
type validRows int

// asTrain is [AsTrain] in JSON.
const asTrain = `"as train"`

func (v validRows) MarshalJSON() ([]byte, error) {
	if v == AsTrain {
		return []byte(asTrain), nil
	}
	return json.Marshal(int(v))
}

// writtenMethod is a [Method] in JSON: one of a Spec, of a system, of a procedure, or of code.
type writtenMethod struct {
	Name string `json:"name,omitempty"`

	Spec      json.RawMessage      `json:"spec,omitempty"`
	Taus      int                  `json:"taus,omitempty"`
	Rules     []nvsd.SelectionRule `json:"rules,omitempty"`
	Penalties []json.RawMessage    `json:"penalties,omitempty"`

	System    string                       `json:"system,omitempty"`
	Procedure string                       `json:"procedure,omitempty"`
	Settings  map[string]json.RawMessage   `json:"settings,omitempty"`
	Over      []map[string]json.RawMessage `json:"over,omitempty"`
	Weights   int                          `json:"weights,omitempty"`
	Own       bool                         `json:"own,omitempty"`

	Code json.RawMessage `json:"code,omitempty"`
}

// MarshalJSON writes the design, for [Design.UnmarshalJSON] and for `nvsd-kernel study`, with the code of cells. It is an error if
// code of a source or a method has no text and no Key.
func (d Design) MarshalJSON() ([]byte, error) {
	w, err := d.written()
	if err != nil {
		return nil, fmt.Errorf("study: %q: %w", d.Name, err)
	}
	return json.Marshal(w)
}

func (d Design) written() (*writtenDesign, error) {
	w := &writtenDesign{Name: d.Name, Ours: d.Ours, Reps: d.Reps, Seed: d.Seed}
	var err error
	w.Refit, err = json.Marshal(d.Refit)
	if err != nil {
		return nil, fmt.Errorf("the Refit: %w", err)
	}
	if string(w.Refit) == "{}" {
		w.Refit = nil
	}
	for _, p := range d.Problems {
		source, err := writeSource(p.From)
		if err != nil {
			return nil, fmt.Errorf("the problem %q: %w", p.Name, err)
		}
		w.Problems = append(w.Problems, writtenProblem{p.Name, source, p.Train, validRows(p.Valid), p.Test, p.Folds, p.Permuted, p.Standardise})
	}
	for _, m := range d.Methods {
		written, err := writeFitter(m.Fit)
		if err != nil {
			return nil, fmt.Errorf("the method %q: %w", m.Name, err)
		}
		written.Name = m.Name
		w.Methods = append(w.Methods, written)
	}
	return w, nil
}

func writeFitter(f Fitter) (w writtenMethod, err error) {
	switch f := f.(type) {
	case NVSD:
		w.Taus, w.Rules = f.Taus, f.Rules
		w.Spec, err = json.Marshal(f.Spec)
		for _, p := range f.Penalties {
			raw, failed := declare.WritePenalty(p)
			err = errors.Join(err, failed)
			w.Penalties = append(w.Penalties, raw)
		}
	case System:
		w.Weights, w.Own = f.Weights, f.Own
		w.System, w.Settings, w.Over, err = f.written()
	case Procedure:
		w.Procedure, w.Settings, err = procedures.write(f.Of)
	default:
		w.Code, err = writeCode(f)
	}
	return w, err
}

// UnmarshalJSON reads a design. Files that it names are looked for in the working folder. The error says which field is wrong,
// and what it must be.
func (d *Design) UnmarshalJSON(raw []byte) error {
	read, err := ReadDesign(raw, "")
	if err != nil {
		return err
	}
	*d = read
	return nil
}

// ReadDesign reads a design in JSON. Files that it names are relative to the folder dir. The error says in which line and field a
// mistake is.
func ReadDesign(raw []byte, dir string) (Design, error) {
	d, err := readDesign(raw, dir)
	if wrong, is := errors.AsType[*jsonobject.Error](err); is {
		return d, fmt.Errorf("study: line %d: %w", jsonobject.LineOf(raw, wrong.Field), err)
	}
	if err != nil {
		return d, fmt.Errorf("study: %w", err)
	}
	return d, d.check()
}

func readDesign(raw []byte, dir string) (d Design, err error) {
	o, err := jsonobject.Parse("", raw)
	if err != nil {
		return d, err
	}
	if err := o.Only([]string{"name", "problems", "methods", "refit", "ours", "repetitions", "seed"}); err != nil {
		return d, err
	}
	d.Name, err = o.Text("name")
	if err != nil {
		return d, err
	}
	d.Reps, err = o.IntegerOr("repetitions", 1)
	if err != nil {
		return d, err
	}
	if seed := o.Take("seed"); seed != nil && json.Unmarshal(seed, &d.Seed) != nil {
		return d, jsonobject.Bad("seed", "%s: it must be a whole number from 0 to 2^64 - 1", jsonobject.Excerpt(seed))
	}
	if refit := o.Take("refit"); refit != nil {
		d.Refit, err = readSpec("refit", refit)
		if err != nil {
			return d, err
		}
	}
	if ours := o.Take("ours"); ours != nil && json.Unmarshal(ours, &d.Ours) != nil {
		return d, jsonobject.Bad("ours", "%s: it must be a list of names of methods", jsonobject.Excerpt(ours))
	}
	err = eachOf(o, "problems", func(in *jsonobject.Object) error {
		p, err := readProblem(in, dir)
		d.Problems = append(d.Problems, p)
		return err
	})
	if err != nil {
		return d, err
	}
	return d, eachOf(o, "methods", func(in *jsonobject.Object) error {
		m, err := readMethod(in)
		d.Methods = append(d.Methods, m)
		return err
	})
}

// eachOf reads each object of a list.
func eachOf(o *jsonobject.Object, name string, read func(in *jsonobject.Object) error) error {
	var items []json.RawMessage
	raw := o.Take(name)
	if raw == nil || json.Unmarshal(raw, &items) != nil {
		return jsonobject.Bad(o.Path+name, "%s: it must be a list of objects", jsonobject.Excerpt(jsonobject.OrNull(raw)))
	}
	for i, item := range items {
		in, err := jsonobject.Parse(fmt.Sprintf("%s[%d]", o.Path+name, i), item)
		if err != nil {
			return err
		}
		if err := read(in); err != nil {
			return err
		}
	}
	return nil
}

// readSpec reads a Spec at a path.
func readSpec(path string, raw json.RawMessage) (nvsd.Spec, error) {
	s, err := declare.ReadSpec(raw)
	if wrong, is := errors.AsType[*jsonobject.Error](err); is {
		field := path
		if wrong.Field != "" {
			field += "." + wrong.Field
		}
		return nvsd.Spec{}, &jsonobject.Error{Field: field, Row: wrong.Row, Column: wrong.Column, Reason: wrong.Reason}
	}
	return nvsd.Spec(s), err
}

func readProblem(o *jsonobject.Object, dir string) (p Problem, err error) {
	if err := o.Only([]string{"name", "data", "train", "valid", "test", "folds", "permuted", "standardise"}); err != nil {
		return p, err
	}
	p.Name, err = o.Text("name")
	if err != nil {
		return p, err
	}
	raw := o.Take("data")
	if raw == nil {
		return p, jsonobject.Bad(o.Path+"data", `it is missing: give {"csv": "path", "target": "name"}, {"set": "name"} or {"generator": "UAI", "problem": {"Experiment": 1}}`)
	}
	p.From, err = readSource(o.Path+"data", raw, dir)
	if err != nil {
		return p, err
	}
	if train := o.Take("train"); train != nil && json.Unmarshal(train, &p.Train) != nil {
		return p, jsonobject.Bad(o.Path+"train", "%s: it must be a list of whole numbers", jsonobject.Excerpt(train))
	}
	p.Valid, err = readValid(o)
	if err != nil {
		return p, err
	}
	for name, to := range map[string]*int{"test": &p.Test, "folds": &p.Folds} {
		*to, _, err = o.Integer(name, 0)
		if err != nil {
			return p, err
		}
	}
	for name, to := range map[string]*bool{"permuted": &p.Permuted, "standardise": &p.Standardise} {
		*to, err = o.Flag(name)
		if err != nil {
			return p, err
		}
	}
	return p, nil
}

func readValid(o *jsonobject.Object) (rows int, err error) {
	text := string(o.Take("valid"))
	if text == asTrain {
		return AsTrain, nil
	}
	rows, _, err = o.Integer("valid", 0)
	if err != nil {
		return 0, jsonobject.Bad(o.Path+"valid", "%s: it must be a whole number, at least 0, or %s for as many as the training part has", text, asTrain)
	}
	return rows, nil
}

func readMethod(o *jsonobject.Object) (m Method, err error) {
	m.Name, err = o.Text("name")
	if err != nil {
		return m, err
	}
	system, err := o.Text("system")
	if err != nil {
		return m, err
	}
	procedure, err := o.Text("procedure")
	if err != nil {
		return m, err
	}
	switch {
	case procedure != "":
		m.Fit, err = readProcedure(o, procedure)
	case system != "":
		m.Fit, err = readSystemFitter(o, system)
	case o.Take("spec") != nil:
		m.Fit, err = readNVSD(o)
	case o.Take("code") != nil:
		if err := o.Only([]string{"name", "code"}); err != nil {
			return m, err
		}
		m.Fit, err = readCode(o.Path+"code", o.Take("code"))
	default:
		err = jsonobject.Bad(o.Path+"spec", `it is missing: a method has a "spec" of NVSD, a "system", a "procedure", or the "code" of a cell`)
	}
	return m, err
}

func readSystemFitter(o *jsonobject.Object, name string) (s System, err error) {
	if err := o.Only([]string{"name", "system", "settings", "over", "weights", "own"}); err != nil {
		return s, err
	}
	s.Of, err = systems.read(o.Path, name, "settings", o.Take("settings"))
	if err != nil {
		return s, err
	}
	if err := s.readOver(o, name); err != nil {
		return s, err
	}
	s.Weights, _, err = o.Integer("weights", 0)
	if err != nil {
		return s, err
	}
	s.Own, err = o.Flag("own")
	return s, err
}

func readNVSD(o *jsonobject.Object) (m NVSD, err error) {
	if err := o.Only([]string{"name", "spec", "taus", "rules", "penalties"}); err != nil {
		return m, err
	}
	m.Spec, err = readSpec(o.Path+"spec", o.Take("spec"))
	if err != nil {
		return m, err
	}
	m.Taus, _, err = o.Integer("taus", 0)
	if err != nil {
		return m, err
	}
	if rules := o.Take("rules"); rules != nil && json.Unmarshal(rules, &m.Rules) != nil {
		return m, jsonobject.Bad(o.Path+"rules", "%s: it must be a list of rules, such as %q", jsonobject.Excerpt(rules), nvsd.Ranked)
	}
	for i, rule := range m.Rules {
		if !isRule(rule) {
			return m, jsonobject.Bad(fmt.Sprintf("%srules[%d]", o.Path, i), "there is no rule %q: the rules are %q, %q, %q, %q and \"top 5\"", rule, nvsd.ExactZeros, nvsd.Ranked, nvsd.RankedGroups, nvsd.ADMMZeros)
		}
	}
	if o.Take("penalties") == nil {
		return m, nil
	}
	var items []json.RawMessage
	if json.Unmarshal(o.Take("penalties"), &items) != nil {
		return m, jsonobject.Bad(o.Path+"penalties", "it must be a list of penalties")
	}
	for i, item := range items {
		p, err := declare.ReadPenalty(fmt.Sprintf("%spenalties[%d]", o.Path, i), item)
		if err != nil {
			return m, err
		}
		m.Penalties = append(m.Penalties, p)
	}
	return m, nil
}

func isRule(rule nvsd.SelectionRule) bool {
	switch rule {
	case nvsd.ExactZeros, nvsd.Ranked, nvsd.RankedGroups, nvsd.ADMMZeros:
		return true
	}
	_, top := rule.Top()
	return top
}
