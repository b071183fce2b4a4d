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
scalar = bool integer float complex string
handle = pointer func interface slice map chan
number = integer float complex
real   = integer float

statement: call(handle bool integer string array struct), calls(none), do(none), effect(none),
    receive(scalar struct), builtin(integer)
blank value: name(any), constant(float), call(real bool string pointer interface array),
    field(array), element(real string), slice(string slice)
name value: name(any), constant(scalar), nil(handle),
    variable(integer pointer func interface slice map struct), field(any), element(any),
    byte(integer), entry(any), slice(string slice), star(any), address(pointer), new(pointer),
    sum(number string), division(integer), shift(integer), comparison(any), logic(bool), not(bool),
    negation(number), receive(any), call(any), convert(number),
    reshape(handle bool string array struct), assert(any), literal(slice array map struct),
    closure(func), length(integer), builtin(number pointer slice map chan), function(func)
field value: convert(real), name(real bool string pointer interface slice map),
    constant(bool integer string), nil(func interface), sum(real)
element value: convert(real), name(real bool string pointer func interface slice map struct),
    constant(real bool string), nil(interface chan), sum(integer)
entry value: name(integer pointer interface array struct), constant(real bool string)
pointed value: name(any), constant(real string)
boxed value: name(real string pointer func slice array chan struct), constant(real bool string)
several value: calls(none), entry(any), receive(any), constant(integer)
name update: name(real), constant(real string), sum(real string), shift(integer), negation(integer),
    field(real), element(integer), entry(integer string), call(number string), convert(integer),
    length(integer)
other update: name(number string), constant(real string), sum(real)
pure: convert(real), name(real), constant(real), sum(float)
result: name(any), constant(real bool string), nil(pointer interface slice map chan),
    sum(real string), call(handle real bool string array struct),
    field(handle real bool string array struct), element(handle real string array struct),
    closure(func)
results: name(any), constant(real bool string), nil(handle)
if: field(bool), element(bool), entry(bool), name(bool), constant(bool), comparison(any),
    logic(bool), not(bool), call(bool)
for: field(bool), comparison(real bool pointer func interface), logic(bool), not(bool), call(bool)
logic left: field(bool), element(bool), name(bool), comparison(real bool string func array chan),
    logic(bool), not(bool), call(bool)
logic right: field(bool), element(bool), entry(bool), name(bool),
    comparison(real bool string array chan), logic(bool), not(bool), call(bool)
not: name(bool), comparison(integer pointer), call(bool)
sum left: name(number string), constant(real string), sum(real string), division(integer),
    shift(integer), negation(real), field(real string), element(real string), byte(integer),
    entry(integer), star(integer), call(real string), convert(number), length(integer)
sum right: name(number string), constant(real string), sum(number), shift(integer),
    negation(integer), field(real string), element(real string), entry(real string), star(integer),
    call(real string), convert(number), length(integer)
division left: name(integer), constant(integer), sum(integer), field(integer), star(integer),
    call(integer)
division right: name(integer), constant(integer), sum(integer), field(integer), star(integer),
    length(integer)
shift left: name(integer), constant(integer), division(integer), shift(integer), field(integer),
    entry(integer), call(integer), convert(integer)
shift right: constant(integer), call(integer), convert(integer)
negation: name(number), constant(real), field(integer), element(integer), entry(integer),
    star(float), call(real), convert(integer), length(integer)
comparison left: name(any), constant(real bool), sum(number), division(integer), shift(integer),
    negation(integer), field(real string pointer func slice map), element(real string),
    byte(integer), entry(string), star(real), call(real string), convert(real),
    length(integer), function(func)
comparison right: name(real bool string pointer array chan struct), constant(real bool string),
    sum(number string), division(integer), shift(integer), negation(integer), field(real string),
    element(integer), entry(float string), star(integer), call(real string), convert(number),
    length(integer), nil(handle)
receive: name(chan), field(chan)
field of: name(pointer struct kept), field(pointer struct kept), element(pointer struct kept),
    star(struct kept)
element of: name(string slice array kept), field(string slice array kept),
    element(string slice kept), star(array kept)
entry of: name(map), field(map), element(map)
index: name(integer), constant(integer), sum(integer), division(integer), shift(integer),
    negation(integer), field(integer), element(integer), star(integer), call(integer),
    length(integer)
key: name(real bool string pointer interface chan struct), constant(real bool string), sum(real),
    division(integer), shift(integer), negation(real), field(integer string), element(integer),
    entry(string), call(integer string), convert(integer), length(integer)
slice of: name(string slice kept), field(string slice kept), element(string kept), star(kept)
bound: name(integer), constant(integer), sum(integer), shift(integer), negation(integer),
    field(integer), byte(integer), entry(integer), star(integer), call(integer), convert(integer),
    length(integer)
pointed: name(pointer), field(pointer)
addressed: name(kept), field(kept), element(kept), star(kept), variable(kept)
conversion: name(number string pointer slice chan struct), constant(real string), sum(real string),
    shift(integer), negation(integer), field(integer), element(integer string), byte(integer),
    call(integer string), convert(integer), length(integer), nil(pointer func interface slice chan)
assertion: name(interface)
literal: name(any), constant(real bool string), nil(handle), literal(slice array map struct),
    new(pointer)
literal key: name(float string pointer interface struct), constant(real bool string)
called: function(func), closure(func), name(func)
receiver: name(real pointer func interface slice map struct kept),
    field(string pointer interface map struct kept), element(pointer map struct kept),
    star(pointer map kept)
argument: name(any), constant(real bool string), sum(number string), division(integer),
    shift(integer), negation(number), field(any), element(any), byte(integer), entry(real string),
    star(handle real bool string array struct), call(any), convert(number), length(integer),
    nil(pointer func interface slice map), address(pointer), new(pointer), slice(string slice),
    closure(func), function(func)
beside: name(string pointer func interface slice struct), constant(integer string),
    field(pointer func), call(func), nil(pointer interface map), address(pointer),
    new(pointer), closure(func)
spread: name(string slice), constant(string)
operand: name(handle number string struct), constant(real bool string), sum(integer string),
    division(integer), shift(integer), negation(real), field(number string slice map chan),
    element(integer complex string slice), call(number string slice)
range: name(slice array map chan)
switch: name(integer)
case: constant(integer)
send: name(any), constant(bool integer string)
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
