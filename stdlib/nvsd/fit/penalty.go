package fit

import (
	"encoding/json"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/penalty"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// A form of penalty has a name in a spec, and the fields that it takes.
type form struct {
	name  string
	needs []string
	may   []string
	make  func(v *parameters) penalty.Penalty
}

func (f form) String() string { return f.name }

func (f form) takes(field string) bool {
	return slices.Contains(f.needs, field) || slices.Contains(f.may, field)
}

func forms() []form {
	return []form{
		{"L", nil, nil, func(*parameters) penalty.Penalty { return penalty.Lasso{} }},
		{"GL", []string{"groups"}, []string{"group_weights"}, func(v *parameters) penalty.Penalty { return v.grouped() }},
		{"EN", []string{"mu"}, nil, func(v *parameters) penalty.Penalty { return penalty.ElasticNet{Mu: v.number["mu"]} }},
		{denovas, nil, nil, func(*parameters) penalty.Penalty { return penalty.Scaled{Factor: 2, P: penalty.Lasso{}} }},
		{"SG", []string{"groups", "mu"}, []string{"group_weights"}, func(v *parameters) penalty.Penalty {
			return penalty.SparseGroup{GroupLasso: v.grouped(), Mu: v.number["mu"]}
		}},
		{"WL", []string{"weights"}, nil, func(v *parameters) penalty.Penalty { return penalty.WeightedLasso{Weights: v.weights} }},
		{"OGL", []string{"groups"}, []string{"group_weights"}, func(v *parameters) penalty.Penalty {
			return penalty.Overlapping{GroupLasso: v.grouped()}
		}},
		{"MCP", []string{"knee"}, nil, func(v *parameters) penalty.Penalty { return penalty.MCP{Knee: v.number["knee"]} }},
		{"SCAD", []string{"knee"}, []string{"a"}, func(v *parameters) penalty.Penalty {
			return penalty.SCAD{Knee: v.number["knee"], A: v.number["a"]}
		}},
		{"LOGSUM", []string{"eps"}, nil, func(v *parameters) penalty.Penalty { return penalty.LogSum{Eps: v.number["eps"]} }},
	}
}

// denovas is the name of the penalty whose ridge is tau nu.
const denovas = "DENOVAS"

// parameters are the values of a penalty's fields. Fields that have not been read yet have a
// valid value. So if the penalty does not pass its own check, the field that was read last is
// at fault.
type parameters struct {
	groups       [][]int
	groupWeights []float64
	weights      []float64
	number       map[string]float64
}

func newParameters(d int) *parameters {
	v := &parameters{weights: make([]float64, d), number: map[string]float64{"mu": 1, "knee": 1, "a": 3.7, "eps": 1}}
	for a := range d {
		v.groups = append(v.groups, []int{a})
	}
	return v
}

func (v *parameters) grouped() penalty.GroupLasso {
	return penalty.GroupLasso{Groups: v.groups, Weights: v.groupWeights}
}

// A parameter is a field of the spec that belongs to some penalties.
type parameter struct {
	field string
	what  string // what it is, in a phrase
	read  func(o *object, v *parameters) (given bool, err error)
}

// penaltyParameters returns the parameters in the order in which they are checked.
func penaltyParameters() []parameter {
	number := func(field, what string) parameter {
		return parameter{field, what, func(o *object, v *parameters) (bool, error) {
			x, given, err := o.number(field)
			if given {
				v.number[field] = x
			}
			return given, err
		}}
	}
	return []parameter{
		{"groups", "lists of inputs, by 0-based indices", func(o *object, v *parameters) (bool, error) {
			raw := o.take("groups")
			if raw == nil {
				return false, nil
			}
			var err error
			v.groups, err = parseGroups(raw)
			return true, err
		}},
		{"group_weights", "one number >= 0 for each group", func(o *object, v *parameters) (given bool, err error) {
			v.groupWeights, err = o.vector("group_weights")
			return v.groupWeights != nil, err
		}},
		number("mu", "a number in [0, 1]"),
		{"weights", "one number >= 0 for each input", func(o *object, v *parameters) (bool, error) {
			given, err := o.vector("weights")
			if given != nil {
				v.weights = given
			}
			return given != nil, err
		}},
		number("knee", "a number > 0, in the units of the derivative norms"),
		number("a", "a number > 1"),
		number("eps", "a number > 0, in the units of the derivative norms"),
	}
}

func (s *Spec) readPenalty(o *object) error {
	name, err := o.text("penalty")
	if err != nil {
		return err
	}
	all := forms()
	i := slices.IndexFunc(all, func(f form) bool { return f.name == name })
	switch {
	case name == "":
		return bad("penalty", "it is missing: the penalties are %s", list(all))
	case i < 0:
		return bad("penalty", "%q: the penalties are %s", name, list(all))
	}
	_, d := s.X.Dims()
	chosen, v := all[i], newParameters(d)
	for _, p := range penaltyParameters() {
		given, err := p.read(o, v)
		switch {
		case err != nil:
			return err
		case !given && slices.Contains(chosen.needs, p.field):
			return bad(p.field, "it is missing: the penalty %s needs %s", name, p.what)
		case !given:
			continue
		case chosen.takes(p.field):
			if err := trait.CheckInputs(chosen.make(v), d); err != nil {
				return bad(p.field, "%s", reason(err))
			}
		case p.field == "group_weights" && allOnes(v.groupWeights): // as in a reference file
			v.groupWeights = nil
		default:
			takers := slices.DeleteFunc(forms(), func(f form) bool { return !f.takes(p.field) })
			return bad(p.field, "the penalty %s takes none: leave it out (%s: for %s)", name, p.what, list(takers))
		}
	}
	s.Penalty, s.Groups, s.TauRidge = chosen.make(v), v.groups, name == denovas
	return nil
}

func allOnes(w []float64) bool {
	return !slices.ContainsFunc(w, func(v float64) bool { return v != 1 })
}

func parseGroups(raw json.RawMessage) ([][]int, error) {
	var rows []json.RawMessage
	if json.Unmarshal(raw, &rows) != nil || len(rows) == 0 {
		return nil, bad("groups", "%s: it must be a list of lists of 0-based indices", excerpt(raw))
	}
	groups := make([][]int, len(rows))
	for g, row := range rows {
		var members []json.RawMessage
		if json.Unmarshal(row, &members) != nil || members == nil {
			return nil, badCell("groups", g, -1, "%s: it must be a list of 0-based indices", excerpt(row))
		}
		for i, member := range members {
			var a *int
			if json.Unmarshal(member, &a) != nil || a == nil {
				return nil, badCell("groups", g, i, "%s: it must be a 0-based index", excerpt(member))
			}
			groups[g] = append(groups[g], *a)
		}
	}
	return groups, nil
}
