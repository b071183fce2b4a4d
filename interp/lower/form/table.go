package form

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// A Table is a set of forms.
type Table struct {
	forms map[Form]bool
}

// Has reports whether a form is in the table.
func (t *Table) Has(f Form) bool { return t.forms[f] }

// Without returns the table without some forms.
func (t *Table) Without(forms ...Form) *Table {
	less := maps.Clone(t.forms)
	for _, f := range forms {
		delete(less, f)
	}
	return &Table{less}
}

// All returns the forms in order.
func (t *Table) All() []Form {
	return slices.SortedFunc(maps.Keys(t.forms), func(a, b Form) int { return strings.Compare(a.String(), b.String()) })
}

// Standard returns the table of the forms that are proven: a form stands in it when
// the product test passes with it.
var Standard = sync.OnceValue(func() *Table { return parse(standard) })

// standard has a line for each place: the kinds that may stand there, with their
// categories, and = before what is a short name for several of these. The order of
// evaluation of Go holds by what is missing: where an element is assigned to, say,
// nothing may stand that can panic, since the interpreter finds the element first.
const standard = `
any    = bool integer float complex string pointer func interface slice array map chan struct
number = integer float complex
scalar = bool integer float complex string
handle = pointer func interface slice map chan

$number = name(number string), constant(number string), sum(number string), division(integer), shift(integer), negation(number)
$load   = field(number string), element(number string), byte(integer), entry(number string), star(number string)
$value  = call(number string), convert(number), length(integer)

statement: call(any), calls(none), do(none), effect(none), receive(any), builtin(integer)

blank value:   name(any), constant(scalar), call(any), field(any), element(any), slice(string slice)
name value:    name(any), constant(scalar), nil(handle), variable(any), field(any), element(any), byte(integer), entry(any),
               slice(string slice), star(any), address(pointer), new(pointer), sum(number string), division(integer),
               shift(integer), comparison(any), logic(bool), not(bool), negation(number), receive(any), call(any),
               convert(number), reshape(any), assert(any), literal(any), closure(func), length(integer), builtin(any), function(func)
field value:   name(any), constant(scalar), nil(handle), sum(number)
element value: name(any), constant(scalar), nil(handle), sum(number)
entry value:   name(any), constant(scalar), nil(handle)
pointed value: name(any), constant(scalar), nil(handle)
boxed value:   name(any), constant(scalar)
several value: calls(none), entry(any), receive(any), assert(any), constant(scalar)
name update:   $number, $load, $value
other update:  name(number string), constant(number string), sum(number)
pure:          name(number), constant(number), sum(number)

result:  name(any), constant(scalar), nil(handle), sum(number string), call(any), field(any), element(any), closure(func)
results: name(any), constant(scalar), nil(handle)

if:          name(bool), constant(bool), comparison(any), logic(bool), not(bool), call(bool)
for:         name(bool), constant(bool), comparison(any), logic(bool), not(bool), call(bool)
logic left:  name(bool), comparison(any), logic(bool), not(bool), call(bool)
logic right: name(bool), comparison(any), logic(bool), not(bool), call(bool)
not:         name(bool), comparison(any), call(bool)

sum left:         $number, $load, $value
sum right:        $number, $load, $value
division left:    $number, $load, $value
division right:   $number, $load, $value
shift left:       $number, $load, $value
shift right:      $number, $load, $value
negation:         $number, $load, $value
comparison left:  $number, $load, $value, name(any), field(handle), constant(bool), function(func)
comparison right: $number, $load, $value, name(any), nil(handle), constant(bool)

receive:    name(chan), field(chan)
field of:   name(struct pointer), field(struct pointer), element(struct pointer), star(struct), variable(struct pointer)
element of: name(slice array string), field(slice array string), element(slice array string), star(array)
entry of:   name(map), field(map), element(map)
index:      $number, $load, $value
key:        $number, $load, $value, name(any), constant(bool)
slice of:   name(slice array string), field(slice array string), element(slice array string), star(array)
bound:      $number, $load, $value
pointed:    name(pointer), field(pointer)
addressed:  name(any), field(any), element(any), star(any), variable(any)
conversion: $number, $load, $value, name(any), constant(bool), nil(handle)
assertion:  name(interface)

literal:     name(any), constant(scalar), nil(handle), literal(any), new(pointer)
literal key: name(any), constant(scalar)

called:   function(func), closure(func), name(func), variable(func)
receiver: name(any), field(any), element(any), star(any), variable(any)
argument: $number, $load, $value, name(any), constant(bool), nil(handle), call(any), field(any), element(any), star(any),
          address(pointer), new(pointer), slice(string slice), closure(func), function(func), variable(any)
spread:   name(slice string), constant(string)
operand:  $number, name(any), constant(bool), field(any), element(number string slice map), call(number string slice)

range:  name(any)
switch: name(integer)
case:   constant(integer)
send:   name(any), constant(scalar)
`

// parse reads a table.
func parse(text string) *Table {
	sets, t, place := map[string]string{}, &Table{map[Form]bool{}}, Place("")
	for line := range strings.Lines(text) {
		if name, members, ok := strings.Cut(line, "="); ok {
			sets[strings.TrimSpace(name)] = members
			continue
		}
		if head, rest, ok := strings.Cut(line, ":"); ok {
			place, line = Place(strings.TrimSpace(head)), rest
		}
		t.add(place, line, sets)
	}
	return t
}

// add adds a list of entries of the line of a place.
func (t *Table) add(place Place, entries string, sets map[string]string) {
	for entry := range strings.SplitSeq(entries, ",") {
		entry = strings.TrimSpace(entry)
		if strings.HasPrefix(entry, "$") {
			t.add(place, sets[entry], sets)
			continue
		}
		kind, categories, _ := strings.Cut(strings.TrimSuffix(entry, ")"), "(")
		for _, c := range strings.Fields(categories) {
			members, ok := sets[c]
			if !ok {
				members = c
			}
			for _, m := range strings.Fields(members) {
				t.forms[Form{place, Kind(kind), Category(m)}] = true
			}
		}
	}
}
