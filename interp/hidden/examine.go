package hidden

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

// A Source is a cell of a notebook that is not running.
type Source struct {
	Number int    // its place in the notebook, from 1
	Title  string // what a person knows it by; may be empty
	Count  int    // the number of its last run, as in In[7]; 0: none
	Code   string
	// Fails reports whether the cell is meant to fail, as to show an error. What it names is
	// not looked at.
	Fails bool
}

// A Finding is a way in which a notebook differs from a run from top to bottom.
type Finding struct {
	Cell  Source
	Other *Source // the cell above that ran later, or the one below that declares the name; or nil
	Name  string  // what the cell names and no cell above declares; empty where it is the order
}

// String describes the finding in a sentence, without a period.
func (f Finding) String() string {
	switch {
	case f.Name == "":
		return fmt.Sprintf("%s ran before %s, which stands above it", f.Cell.ran(), f.Other.ran())
	case f.Other != nil && f.Other.Number == f.Cell.Number:
		return fmt.Sprintf("%s uses %s above its declaration", f.Cell, f.Name)
	case f.Other != nil:
		return fmt.Sprintf("%s uses %s, which %s below it declares and no cell above it", f.Cell, f.Name, f.Other)
	}
	return fmt.Sprintf("%s uses %s, which no cell declares", f.Cell, f.Name)
}

func (s Source) String() string {
	if s.Title == "" {
		return fmt.Sprintf("cell %d", s.Number)
	}
	return fmt.Sprintf("cell %d (%s)", s.Number, s.Title)
}

func (s Source) ran() string { return fmt.Sprintf("%s as In[%d]", s, s.Count) }

// Examine finds, from the code cells of a notebook and without running them, the cells that ran
// out of order, and the names that no cell above declares. A cell whose text is no Go is not
// looked at. Once a cell runs a file, by %run, the names that nobody declares may be those of the
// file.
func Examine(cells []Source) []Finding {
	e := examination{cells: cells, declared: map[string]bool{}, packages: symbols.Packages()}
	var list []Finding
	latest := -1
	for i, c := range cells {
		if c.Count > 0 && latest >= 0 && c.Count < cells[latest].Count {
			list = append(list, Finding{Cell: c, Other: &cells[latest]})
		}
		if c.Count > 0 && (latest < 0 || c.Count > cells[latest].Count) {
			latest = i
		}
		for _, name := range e.missing(i) {
			list = append(list, Finding{Cell: c, Other: e.below(i, name), Name: name})
		}
	}
	return list
}

// An examination is a pass through a notebook from top to bottom.
type examination struct {
	cells    []Source
	declared map[string]bool // by the cells so far
	packages map[string]string
	files    bool // a cell so far has run a file
}

// stepsOf returns the steps of a cell, and whether it runs a file.
func stepsOf(c Source) (steps []cell.Step, file bool) {
	m, err := magic.Parse(c.Code)
	if err != nil {
		return nil, false
	}
	steps, err = cell.Steps(cell.Source{Code: c.Code, Edits: m.Edits})
	if err != nil {
		return nil, false
	}
	return steps, slices.ContainsFunc(m.Actions, func(a magic.Action) bool { return a.Kind == magic.Run })
}

// missing returns the names that a cell uses and that nothing declares by then, and adds the
// cell's declarations.
func (e *examination) missing(i int) (names []string) {
	steps, file := stepsOf(e.cells[i])
	e.files = e.files || file
	look := func(s cell.Step) {
		used := slices.Concat(s.Reads, s.Assigned)
		for _, c := range s.Changes {
			used = append(used, c.Name)
		}
		for _, name := range used {
			if !e.known(name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for _, s := range steps {
		if s.Kind == cell.StmtChunk {
			look(s)
		}
		for _, name := range s.Gives {
			e.declared[name] = true
		}
	}
	for _, s := range steps {
		if s.Kind == cell.DeclChunk { // its body sees all of the cell
			look(s)
		}
	}
	// Declarations are seen by the statements above them.
	names = slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(steps, func(s cell.Step) bool {
			return s.Kind != cell.StmtChunk && slices.Contains(s.Gives, name)
		})
	})
	if e.files || e.cells[i].Fails {
		return nil
	}
	slices.Sort(names)
	return names
}

// known reports whether a name means something: a cell so far, the language or a package has it.
func (e *examination) known(name string) bool {
	return e.declared[name] || types.Universe.Lookup(name) != nil || e.packages[name] != "" ||
		name == "_" || name == "__" || cell.IsOut(name) || name == "ctx"
}

// below returns the next cell that declares a name, which may be the one that uses it; or nil.
func (e *examination) below(i int, name string) *Source {
	for k := i; k < len(e.cells); k++ {
		steps, _ := stepsOf(e.cells[k])
		for _, s := range steps {
			if slices.Contains(s.Gives, name) && !slices.Contains(s.Assigned, name) {
				return &e.cells[k]
			}
		}
	}
	return nil
}
