// Package form holds the closed set of forms that the interpreter is given.
//
// What package lower writes is Go of any shape, and the interpreter has been proven
// right on some shapes only. A form is what stands where: a kind of expression, of a
// category of types, in a place of another expression or of a statement. [Standard]
// is the table of the forms that are proven. [State.Close] reads a lowered program
// as Go, with its types, and writes it anew such that every form in it is one of the
// table: what may not stand where it stands is hoisted, into a variable that is given
// its value before, in Go's order of evaluation. What cannot be hoisted is refused.
package form

import "fmt"

// A Form is an expression of a kind, of a category of types, in a place.
type Form struct {
	Place    Place
	Kind     Kind
	Category Category
}

func (f Form) String() string { return fmt.Sprintf("%s/%s/%s", f.Place, f.Kind, f.Category) }

// A Place is a position of an expression in a statement or in another expression.
type Place string

// The places. "X value" is what is assigned to an X by =, "X update" by an operator
// like +=.
const (
	Statement Place = "statement" // an expression by itself

	BlankValue   Place = "blank value"
	NameValue    Place = "name value"    // also of a declaration
	FieldValue   Place = "field value"   // of a struct
	ElementValue Place = "element value" // of a slice or an array
	EntryValue   Place = "entry value"   // of a map
	PointedValue Place = "pointed value" // *p = ·
	SeveralValue Place = "several value" // a, b = ·
	Boxed        Place = "boxed value"   // x = · or return ·, of an interface, by what is none

	NameUpdate  Place = "name update"
	OtherUpdate Place = "other update"

	Result   Place = "result"  // the only one that is returned
	Results  Place = "results" // one of several
	If       Place = "if"
	For      Place = "for"
	LogicX   Place = "logic left" // of && and ||
	LogicY   Place = "logic right"
	NotX     Place = "not"
	SumX     Place = "sum left" // of + - * & | ^ &^, and of / of numbers that are no integers
	SumY     Place = "sum right"
	DivideX  Place = "division left" // of / and % of integers
	DivideY  Place = "division right"
	ShiftX   Place = "shift left"
	ShiftY   Place = "shift right"
	CompareX Place = "comparison left"
	CompareY Place = "comparison right"
	NegateX  Place = "negation" // of - + ^
	ReceiveX Place = "receive"
	PureX    Place = "pure" // an operand of what is assigned to an element or a field

	FieldOf   Place = "field of"
	ElementOf Place = "element of" // x[·] of a slice, an array, a string
	EntryOf   Place = "entry of"   // of a map
	Index     Place = "index"
	Key       Place = "key"
	SliceOf   Place = "slice of"
	Bound     Place = "bound" // of a slice expression
	Pointed   Place = "pointed"
	Addressed Place = "addressed"

	ConvertX  Place = "conversion"
	AssertX   Place = "assertion"
	LiteralOf Place = "literal" // an element, a field or a value in a composite literal
	LiteralOn Place = "literal key"

	Called   Place = "called"
	Receiver Place = "receiver" // x of a method call x.m(), of a compiled type
	Argument Place = "argument"
	Spread   Place = "spread"  // f(·...)
	Beside   Place = "beside"  // an argument of a call that has a list after it that is spread
	Operand  Place = "operand" // of a function of the language

	Range  Place = "range"
	Switch Place = "switch"
	Case   Place = "case"
	Send   Place = "send"
	Later  Place = "later" // the call of a go or defer statement
)

// A Kind is a kind of expression.
type Kind string

// The kinds. A constant is a number, a string or a truth value as it is written, or
// its conversion to a basic type.
const (
	Name       Kind = "name"
	Constant   Kind = "constant"
	Nil        Kind = "nil"
	Function   Kind = "function" // the name of a function
	Variable   Kind = "variable" // of a compiled package
	Field      Kind = "field"
	Element    Kind = "element" // of a slice or an array
	Byte       Kind = "byte"    // of a string
	Entry      Kind = "entry"   // of a map
	Slice      Kind = "slice"   // x[i:j]
	Star       Kind = "star"    // *p
	Address    Kind = "address"
	New        Kind = "new" // &T{}
	Sum        Kind = "sum"
	Division   Kind = "division"
	Shift      Kind = "shift"
	Comparison Kind = "comparison" // the category is that of the operands
	Logic      Kind = "logic"
	Not        Kind = "not"
	Negation   Kind = "negation"
	Receive    Kind = "receive"
	Call       Kind = "call"    // with one result
	Calls      Kind = "calls"   // with several
	Do         Kind = "do"      // with none
	Method     Kind = "method"  // of a compiled value, not called
	Convert    Kind = "convert" // to a number
	Reshape    Kind = "reshape" // any other conversion
	Assert     Kind = "assert"
	Literal    Kind = "literal" // T{}
	Closure    Kind = "closure"
	Length     Kind = "length"  // len, cap
	Builtin    Kind = "builtin" // any other function of the language with a result
	Effect     Kind = "effect"  // one without: delete, close
)

// A Category is a set of types that the interpreter treats alike.
type Category string

// The categories.
const (
	Bool      Category = "bool"
	Integer   Category = "integer"
	Float     Category = "float"
	Complex   Category = "complex"
	String    Category = "string"
	Pointer   Category = "pointer" // unsafe.Pointer too
	Func      Category = "func"
	Interface Category = "interface"
	List      Category = "slice"
	Array     Category = "array"
	Map       Category = "map"
	Chan      Category = "chan"
	Struct    Category = "struct"
	Kept      Category = "kept" // any, of what must not be copied: its address is of interest
	None      Category = "none" // of what has no value, or several
)
