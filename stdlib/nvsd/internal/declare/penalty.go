package declare

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/internal/jsonobject"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// penalties are the penalties that can be declared. Numbers have valid values here: see
// [PenaltyIn].
func penalties() []kind {
	groups := []field{{name: "groups", in: "Groups"}, {name: "group_weights", in: "Weights", optional: true}}
	mu, knee := field{name: "mu", in: "Mu"}, field{name: "knee", in: "Knee"}
	return []kind{
		{"L", penalty.Lasso{}, nil},
		{"GL", penalty.GroupLasso{}, groups},
		{"EN", penalty.ElasticNet{Mu: 1}, []field{mu}},
		{denovas, penalty.Scaled{Factor: 2, P: penalty.Lasso{}}, nil},
		{"SG", penalty.SparseGroup{Mu: 1}, append(slices.Clip(groups), mu)},
		{"WL", penalty.WeightedLasso{}, []field{{name: "weights", in: "Weights"}}},
		{"OGL", penalty.Overlapping{}, groups},
		{"MCP", penalty.MCP{Knee: 1}, []field{knee}},
		{"SCAD", penalty.SCAD{Knee: 1, A: 3.7}, []field{knee, {name: "a", in: "A", optional: true}}},
		{"LOGSUM", penalty.LogSum{Eps: 1}, []field{{name: "eps", in: "Eps"}}},
		{"SCALED", penalty.Scaled{Factor: 1, P: penalty.Lasso{}}, []field{{name: "factor", in: "Factor"}, {name: "part", in: "P"}}},
	}
}

// denovas is the name of twice the lasso with the ridge tau nu (JMLR 2013, eq. 5).
const denovas = "DENOVAS"

// penaltyFields are the fields of the penalties, each in a phrase, in the order in which they are
// checked.
var penaltyFields = [...]struct{ name, what string }{
	{"groups", "lists of inputs, by 0-based indices"},
	{"group_weights", "one number >= 0 for each group"},
	{"mu", "a number in [0, 1]"},
	{"weights", "one number >= 0 for each input"},
	{"knee", "a number > 0, in the units of the derivative norms"},
	{"a", "a number > 1"},
	{"eps", "a number > 0, in the units of the derivative norms"},
	{"factor", "a number >= 0"},
	{"part", `a penalty, as in {"penalty": "L"}`},
}

// PenaltyFields returns the names of the fields that penalties have.
func PenaltyFields() []string {
	var names []string
	for _, f := range penaltyFields {
		names = append(names, f.name)
	}
	return names
}

// A Penalty is a penalty as it is declared.
type Penalty struct {
	P        penalty.Penalty
	Groups   [][]int // of the penalty; without groups, every input is one
	TauRidge bool    // the ridge is tau nu (DENOVAS)
}

// PenaltyIn reads the penalty that o names, whose fields are beside the name in o, for d inputs.
// With d = 0 the number of inputs is not known, and the penalty is not checked. Errors are
// *jsonobject.Error.
func PenaltyIn(o *jsonobject.Object, d int) (Penalty, error) {
	k, err := named(o, "penalty", "penalties", penalties())
	if err != nil {
		return Penalty{}, err
	}
	// Fields that have not been read yet have a valid value. So if the penalty does not pass its own
	// check, the field that was read last is at fault.
	v := reflect.New(reflect.TypeOf(k.value)).Elem()
	v.Set(reflect.ValueOf(k.value))
	groups := make([][]int, d)
	for a := range groups {
		groups[a] = []int{a}
	}
	if k.takes("groups") && d > 0 {
		v.FieldByName("Groups").Set(reflect.ValueOf(groups))
	}
	if k.takes("weights") && d > 0 {
		v.FieldByName("Weights").Set(reflect.ValueOf(make([]float64, d)))
	}
	for _, p := range penaltyFields {
		at := slices.IndexFunc(k.fields, func(f field) bool { return f.name == p.name })
		switch given := o.Take(p.name) != nil; {
		case at < 0 && given:
			if err := k.superfluous(o, p.name, p.what); err != nil {
				return Penalty{}, err
			}
		case at < 0 || !given && k.fields[at].optional:
		case !given:
			return Penalty{}, jsonobject.Bad(o.Path+p.name, "it is missing: the penalty %s needs %s", k.name, p.what)
		default:
			f := k.fields[at]
			if d == 0 && f.name == "groups" && readNames(o.Take(f.name), v) {
				continue
			}
			if err := f.read(o, v.FieldByName(f.in)); err != nil {
				return Penalty{}, err
			}
			if d == 0 {
				continue
			}
			if err := trait.CheckInputs(v.Interface(), d); err != nil {
				return Penalty{}, jsonobject.Bad(o.Path+p.name, "%s", strings.TrimPrefix(err.Error(), "penalty: "))
			}
		}
	}
	if k.takes("groups") {
		groups = v.FieldByName("Groups").Interface().([][]int)
	}
	return Penalty{v.Interface().(penalty.Penalty), groups, k.name == denovas}, nil
}

// superfluous refuses a field that the penalty does not have. Weights of groups that are all 1 are
// allowed, because reference files have them.
func (k kind) superfluous(o *jsonobject.Object, name, what string) error {
	if name == "group_weights" {
		w, err := o.Vector(name)
		if err != nil || !slices.ContainsFunc(w, func(v float64) bool { return v != 1 }) {
			return err
		}
	}
	takers := slices.DeleteFunc(penalties(), func(other kind) bool { return !other.takes(name) })
	return jsonobject.Bad(o.Path+name, "the penalty %s takes none: leave it out (%s: for %s)", k.name, what, namesOf(takers))
}

// ReadPenalty reads a penalty that is an object of its own. path is its place in the text, for
// errors, which are *jsonobject.Error. The penalty is not checked, because the number of inputs is
// not known.
func ReadPenalty(path string, raw json.RawMessage) (penalty.Penalty, error) {
	o, err := jsonobject.Parse(path, raw)
	if err != nil {
		return nil, err
	}
	if err := o.Only(append([]string{"penalty"}, PenaltyFields()...)); err != nil {
		return nil, err
	}
	p, err := PenaltyIn(o, 0)
	if err == nil && p.TauRidge {
		err = jsonobject.Bad(o.Path+"penalty", `%s has a ridge of its own: as a part it is {"penalty": "SCALED", "factor": 2, "part": {"penalty": "L"}}`, denovas)
	}
	return p.P, err
}

// WritePenalty writes a penalty, as an object of its own. It is an error if the penalty, or a part of
// it, is not one of package penalty.
func WritePenalty(p penalty.Penalty) (json.RawMessage, error) {
	var w writer
	if err := addPenalty(&w, p); err != nil {
		return nil, err
	}
	return w.object(), nil
}

// addPenalty adds the name of a penalty and its fields to w.
func addPenalty(w *writer, p penalty.Penalty) error {
	all := penalties()
	i := slices.IndexFunc(all, func(k kind) bool {
		return k.name != denovas && reflect.TypeOf(k.value) == reflect.TypeOf(p)
	})
	if i < 0 {
		return fmt.Errorf("the penalty %s cannot be written: a file can name those of package penalty, but holds no program; keep the cell that makes the penalty", refusal.Called(p))
	}
	return all[i].write(w, "penalty", reflect.ValueOf(p))
}

// readNames sets the Names of a penalty whose groups are lists of names. It returns false for any
// other groups.
func readNames(raw json.RawMessage, v reflect.Value) bool {
	var names [][]string
	if json.Unmarshal(raw, &names) != nil || len(names) == 0 || len(names[0]) == 0 {
		return false
	}
	v.FieldByName("Names").Set(reflect.ValueOf(names))
	return true
}

// ReadGroups reads groups of 0-based inputs. path is their place in the text, for errors.
func ReadGroups(path string, raw json.RawMessage) ([][]int, error) {
	var rows []json.RawMessage
	if json.Unmarshal(raw, &rows) != nil || len(rows) == 0 {
		return nil, jsonobject.Bad(path, "%s: it must be a list of lists of 0-based indices", jsonobject.Excerpt(raw))
	}
	groups := make([][]int, len(rows))
	for g, row := range rows {
		var members []json.RawMessage
		if json.Unmarshal(row, &members) != nil || members == nil {
			return nil, jsonobject.BadCell(path, g, -1, "%s: it must be a list of 0-based indices", jsonobject.Excerpt(row))
		}
		for i, member := range members {
			var a *int
			if json.Unmarshal(member, &a) != nil || a == nil {
				return nil, jsonobject.BadCell(path, g, i, "%s: it must be a 0-based index", jsonobject.Excerpt(member))
			}
			groups[g] = append(groups[g], *a)
		}
	}
	return groups, nil
}
